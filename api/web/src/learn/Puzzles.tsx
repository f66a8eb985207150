import { useState } from 'preact/hooks';
import { parse } from '../board/position';
import { Thumbnail } from '../board/Board';
import { t } from '../i18n';
import { path } from '../router';
import { Icon } from '../ui/Icon';
import { useTitle } from '../ui/useTitle';
import { solved } from './progress';
import { puzzleOfTheDay, puzzles } from './puzzles';

/** All puzzles by length, and the one of the day. */
export function Puzzles() {
  useTitle(t('nav.puzzles'));
  const [mate, setMate] = useState(1);
  const today = puzzleOfTheDay();
  const daily = puzzles[today - 1]!;
  return (
    <div class="wide">
      <h1>{t('nav.puzzles')}</h1>
      <p>{t('puzzles.text')}</p>
      <a class="card game-card daily" href={path('puzzle', { number: String(today) })}>
        <Thumbnail pieces={parse(daily.fen).pieces} flipped={parse(daily.fen).turn === 'han'} />
        <span class="about">
          <strong>{t('puzzles.today')}</strong>
          <span>{t('puzzles.task', { side: t(`side.${parse(daily.fen).turn}`), n: daily.mate })}</span>
        </span>
      </a>
      <div class="segments" role="group" aria-label={t('puzzles.length')}>
        {[1, 2, 3].map((n) => <button key={n} aria-pressed={mate === n} class={mate === n ? 'primary' : ''} onClick={() => setMate(n)}>{t('puzzles.mate', { n })}</button>)}
      </div>
      <ol class="numbers">
        {puzzles.map((p, i) => p.mate === mate && (
          <li key={i}>
            <a class={solved.value.value.has(String(i + 1)) ? 'solved' : ''} href={path('puzzle', { number: String(i + 1) })}
              aria-label={solved.value.value.has(String(i + 1)) ? t('puzzles.solvedNumber', { n: i + 1 }) : t('puzzles.number', { n: i + 1 })}>
              {i + 1}{solved.value.value.has(String(i + 1)) && <Icon name="check" />}
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}
