import { t } from '../i18n';
import { path } from '../router';
import { Icon } from '../ui/Icon';
import { useTitle } from '../ui/useTitle';
import { Thumbnail } from '../board/Board';
import { parse } from '../board/position';
import { lessons } from './lessons';
import { learned } from './progress';
import { learnTexts } from './texts';

/** The lessons, with what was done of them. */
export function Learn() {
  useTitle(t('nav.learn'));
  const texts = learnTexts.value;
  if (!texts) return <div class="narrow" aria-busy="true" />;
  const done = lessons.filter((l) => learned.value.value.has(l.id)).length;
  return (
    <div class="wide">
      <h1>{t('learn.title')}</h1>
      <p>{t('learn.text')}</p>
      <p class="progress"><progress max={lessons.length} value={done} aria-label={t('learn.progress')} /> <span>{done} / {lessons.length}</span></p>
      <ol class="cards plain-list">
        {lessons.map((l, i) => (
          <li key={l.id}>
            <a class="card game-card" href={path('lesson', { lesson: l.id })}>
              <Thumbnail pieces={parse(l.steps[0]!.fen).pieces} marks={l.steps[0]!.marks} />
              <span class="about">
                <strong>{i + 1}. {texts.lessons[l.id].title}</strong>
                <span class="small quiet">{texts.lessons[l.id].about}</span>
                {learned.value.value.has(l.id) && <span class="small done"><Icon name="check" /> {t('learn.done')}</span>}
              </span>
            </a>
          </li>
        ))}
      </ol>
      <div class="tiles">
        <a class="card tile" href={path('puzzles')}><Icon name="puzzle" /><span><b>{t('home.puzzles')}</b><small>{t('home.puzzlesAbout')}</small></span></a>
        <a class="card tile" href={path('guide')}><Icon name="bulb" /><span><b>{t('home.guide')}</b><small>{t('home.guideAbout')}</small></span></a>
        <a class="card tile" href={path('glossary')}><Icon name="book" /><span><b>{t('nav.glossary')}</b><small>{t('learn.glossaryAbout')}</small></span></a>
      </div>
    </div>
  );
}
