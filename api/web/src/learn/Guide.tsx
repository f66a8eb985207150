import { useState } from 'preact/hooks';
import { Board } from '../board/Board';
import { history } from '../board/position';
import { t } from '../i18n';
import { Icon } from '../ui/Icon';
import { useTitle } from '../ui/useTitle';
import { boards, chapterIds, type ChapterId } from './chapters';
import { learnTexts } from './texts';

/** The strategy guide: a chapter, and a board on which its turns can be played through. */
export function Guide() {
  useTitle(t('nav.guide'));
  const texts = learnTexts.value;
  if (!texts) return <div class="narrow" aria-busy="true" />;
  return (
    <div class="wide">
      <h1>{t('nav.guide')}</h1>
      {chapterIds.map((id) => (
        <section key={id} class="chapter">
          <div>
            <h2>{texts.guide[id].title}</h2>
            {texts.guide[id].text.map((paragraph, i) => <p key={i}>{paragraph}</p>)}
          </div>
          <Player id={id} title={texts.guide[id].title} />
        </section>
      ))}
    </div>
  );
}

function Player({ id, title }: { id: ChapterId; title: string }) {
  const { fen, moves, marks } = boards[id];
  const [ply, setPly] = useState(0);
  const all = history(fen, moves);
  return (
    <div class="chapter-board">
      <Board pieces={all[ply]!} last={moves[ply - 1] ?? null} marks={ply === 0 ? marks : []} label={title} />
      {moves.length > 0 && (
        <div class="row center">
          <button class="icon-button" aria-label={t('moment.back')} disabled={ply === 0} onClick={() => setPly(ply - 1)}><Icon name="back" /></button>
          <span class="small" aria-hidden="true">{ply} / {moves.length}</span>
          <button class="icon-button" aria-label={t('moment.forward')} disabled={ply === moves.length} onClick={() => setPly(ply + 1)}><Icon name="forward" /></button>
        </div>
      )}
    </div>
  );
}
