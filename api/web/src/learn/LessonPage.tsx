import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { path, route } from '../router';
import { useTitle } from '../ui/useTitle';
import { Exercise, type Verdict } from './Exercise';
import type { Judged } from './judge';
import { lessonIds, lessons, type LessonId, type Step } from './lessons';
import { learned } from './progress';
import { learnTexts } from './texts';

export function LessonPage() {
  const id = route.value.params.lesson as LessonId;
  return <Steps key={id} id={id} />;
}

function Steps({ id }: { id: LessonId }) {
  const texts = learnTexts.value;
  const lesson = lessons.find((l) => l.id === id);
  const [at, setAt] = useState(0);
  const [met, setMet] = useState<number[]>([]);
  useTitle(texts && lesson ? texts.lessons[id].title : t('nav.learn'));
  if (!lesson) return <div class="narrow"><h1>{t('lost.title')}</h1><a class="button" href={path('learn')}>{t('nav.learn')}</a></div>;
  if (!texts) return <div class="narrow" aria-busy="true" />;
  const step = lesson.steps[at]!;
  const words = texts.lessons[id];
  const last = at === lesson.steps.length - 1;
  const next = lessonIds[lessonIds.indexOf(id) + 1];
  const onSolved = () => {
    setMet([...met, at]);
    if (last) learned.add(id);
  };
  return (
    <Exercise
      key={at} fen={step.fen} ruleset={step.ruleset} marks={step.marks} mayPass={step.goal === 'pass' || step.goal === 'break'}
      verdict={(after, moves) => verdictOf(step, after, moves)} solution={(moves) => step.solution[moves.length / 2] ?? null} onSolved={onSolved}
    >
      <h1>{words.title}</h1>
      <p class="small quiet">{t('learn.step', { n: at + 1, of: lesson.steps.length })}</p>
      <p class="lesson-text">{words.steps[at]}</p>
      {met.includes(at) && (
        <p>{last
          ? next ? <a class="button primary" href={path('lesson', { lesson: next })}>{t('learn.nextLesson')}</a> : <a class="button primary" href={path('puzzles')}>{t('learn.toPuzzles')}</a>
          : <button class="primary" onClick={() => setAt(at + 1)}>{t('learn.next')}</button>}
        </p>
      )}
    </Exercise>
  );
}

const patience = 6; // own turns before a step begins anew

/** Whether a step's goal is met, by what the server says of the position. */
function verdictOf(step: Step, after: Judged, moves: string[]): Verdict {
  const own = moves.filter((_, i) => i % 2 === 0);
  const over = (ok: boolean): Verdict => ({ state: ok ? 'solved' : 'failed' });
  switch (step.goal) {
    case 'mate': return over(after.outcome?.reason === 'checkmate');
    case 'check': return over(after.in_check);
    case 'escape': return over(true); // a legal turn answers the check
    case 'break': return over(!after.facing && own[0] !== 'pass');
    case 'pass': return over(own[0] === 'pass');
  }
  if ((step.marks ?? []).every((m) => own.some((move) => move.endsWith(m)))) return over(true);
  if (own.length >= patience || after.in_check || after.outcome) return over(false);
  return { state: 'open', reply: 'pass' };
}
