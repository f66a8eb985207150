import { useEffect, useState } from 'preact/hooks';
import { Refused, type Problem } from '../api/client';
import { Board } from '../board/Board';
import { history, parse } from '../board/position';
import { problemText } from '../game/problem';
import { t } from '../i18n';
import { announce } from '../ui/announce';
import { Icon } from '../ui/Icon';
import { judge, type Judged } from './judge';

export type Verdict = { state: 'solved' | 'failed' | 'open'; reply?: string };

type Props = {
  fen: string;
  ruleset?: string;
  marks?: string[];
  /** What a turn has brought, and what the other side answers. */
  verdict: (after: Judged, moves: string[]) => Verdict;
  solution: (moves: string[]) => string | null;
  mayPass?: boolean;
  onSolved: () => void;
  children: preact.ComponentChildren;
};

/** A position in which turns are made against the server's rules until a goal is met. */
export function Exercise({ fen, ruleset, marks, verdict, solution, mayPass = false, onSolved, children }: Props) {
  const [moves, setMoves] = useState<string[]>([]);
  const [now, setNow] = useState<Judged | null>(null);
  const [state, setState] = useState<'open' | 'solved' | 'failed'>('open');
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const [lost, setLost] = useState(false);
  const [busy, setBusy] = useState(false);
  const [hint, setHint] = useState<string | null>(null);
  const side = parse(fen).turn;
  const label = t('board.label');

  const start = () => {
    setMoves([]);
    setState('open');
    setRefusal(null);
    setHint(null);
    judge(fen, [], ruleset).then((j) => { setNow(j); setLost(false); }).catch((e: unknown) => { if (e instanceof Refused) setRefusal(e.problem); else setLost(true); });
  };
  useEffect(start, [fen]);

  async function play(move: string) {
    if (busy || state !== 'open') return;
    setBusy(true);
    setRefusal(null);
    setHint(null);
    try {
      const made = [...moves, move];
      const after = await judge(fen, made, ruleset);
      setMoves(made);
      setNow(after);
      setLost(false);
      const v = verdict(after, made);
      setState(v.state);
      if (v.state === 'solved') { announce(t('exercise.solved')); onSolved(); }
      if (v.state === 'failed') announce(t('exercise.failed'));
      if (v.state === 'open' && v.reply) {
        const replied = [...made, v.reply];
        const next = await judge(fen, replied, ruleset);
        setMoves(replied);
        setNow(next);
      }
    } catch (e) {
      if (e instanceof Refused) { setRefusal(e.problem); announce(problemText(e.problem)); } else setLost(true);
    } finally {
      setBusy(false);
    }
  }

  const positions = history(fen, moves);
  const pieces = positions[positions.length - 1]!;
  const open = state === 'open' && now !== null && !busy;
  const left = (marks ?? []).filter((m) => !moves.some((move, i) => i % 2 === 0 && move.endsWith(m) && move !== m));
  return (
    <div class="game exercise">
      <div class="table">
        <Board
          pieces={pieces} flipped={side === 'han'} movable={open ? side : null} legal={now?.legal_moves ?? []} last={moves.at(-1) ?? null}
          check={now?.in_check ? now.turn ?? (moves.length % 2 === 1 ? (side === 'cho' ? 'han' : 'cho') : side) : null} facing={now?.facing && ruleset !== undefined}
          marks={hint ? hintPoints(hint) : state === 'open' ? left : []} fault={refusal?.at ?? null} onMove={play} label={label}
        />
      </div>
      <div class="side">
        {children}
        {lost && <div class="notice warn" role="status"><p>{t('error.connection')}</p><button onClick={start}>{t('exercise.again')}</button></div>}
        {refusal && <div class="notice bad"><p>{problemText(refusal)}</p></div>}
        {state === 'solved' && <div class="notice good"><p><Icon name="check" /> {t('exercise.solved')}</p></div>}
        {state === 'failed' && <div class="notice warn"><p>{t('exercise.failed')}</p></div>}
        <div class="row wrap">
          {mayPass && open && <button onClick={() => play('pass')}><Icon name="pass" /> {t('action.pass')}</button>}
          {moves.length > 0 && <button onClick={start}><Icon name="again" /> {t('exercise.again')}</button>}
          {open && <button class="hint" onClick={() => setHint(solution(moves))}><Icon name="bulb" /> {t('exercise.hint')}</button>}
          {hint === 'pass' && <span>{t('action.pass')}</span>}
        </div>
      </div>
    </div>
  );
}

const hintPoints = (move: string) => move.match(/[a-i]\d+/g) ?? [];
