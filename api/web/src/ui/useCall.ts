import { useEffect, useState } from 'preact/hooks';
import { Refused, type Problem } from '../api/client';

export type Called<T> = { data: T | null; problem: Problem | null; lost: boolean; again: () => void };

/** What a call answers, asked again when a dependency changes, every so often, or on demand. */
export function useCall<T>(call: () => Promise<T>, dependencies: unknown[], everyMs = 0): Called<T> {
  const [state, setState] = useState<{ data: T | null; problem: Problem | null; lost: boolean }>({ data: null, problem: null, lost: false });
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    const ask = () => call()
      .then((data) => current && setState({ data, problem: null, lost: false }))
      .catch((e: unknown) => current && setState((s) => ({ data: s.data, problem: e instanceof Refused ? e.problem : null, lost: !(e instanceof Refused) })));
    void ask();
    const timer = everyMs > 0 ? setInterval(() => { if (document.visibilityState === 'visible') void ask(); }, everyMs) : undefined;
    return () => { current = false; clearInterval(timer); };
  }, [...dependencies, round]);
  return { ...state, again: () => setRound(round + 1) };
}
