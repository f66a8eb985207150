import { parse } from '../board/position';
import { t } from '../i18n';
import { path, route } from '../router';
import { useTitle } from '../ui/useTitle';
import { Exercise } from './Exercise';
import { solved } from './progress';
import { answersAfter, puzzles } from './puzzles';

/** One puzzle: mate in so many turns, against the reply that resists longest. */
export function PuzzlePage() {
  const number = Number(route.value.params.number);
  const p = puzzles[number - 1];
  useTitle(t('puzzles.number', { n: number }));
  if (!p) return <div class="narrow"><h1>{t('lost.title')}</h1><a class="button" href={path('puzzles')}>{t('nav.puzzles')}</a></div>;
  const next = (number % puzzles.length) + 1;
  return (
    <Exercise
      key={number} fen={p.fen}
      verdict={(after, moves) => {
        if (after.outcome?.reason === 'checkmate') return { state: 'solved' };
        const answer = answersAfter(p, moves.slice(0, -1))?.[moves.at(-1)!];
        return answer ? { state: 'open', reply: answer.reply } : { state: 'failed' };
      }}
      solution={(moves) => Object.keys(answersAfter(p, moves) ?? {})[0] ?? null}
      onSolved={() => solved.add(String(number))}
    >
      <h1>{t('puzzles.number', { n: number })}</h1>
      <p class="lesson-text">{t('puzzles.task', { side: t(`side.${parse(p.fen).turn}`), n: p.mate })}</p>
      <p><a href={path('puzzles')}>{t('puzzles.all')}</a> · <a href={path('puzzle', { number: String(next) })}>{t('puzzles.next')}</a></p>
    </Exercise>
  );
}
