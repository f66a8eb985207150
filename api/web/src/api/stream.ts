import { identity } from './client';
import { learnTime } from './clock';

export type Frame = { frame: string; cursor?: string; server_time: number; [more: string]: unknown };
export type StreamState = 'connecting' | 'live' | 'lost' | 'closed';

/** Longer than two heartbeats: a connection that is silent for so long is gone. */
const silence = 35_000;
const firstPause = 500;
const longestPause = 8_000;

/**
 * Follows a stream and comes again after every break, from the last cursor. It is read as
 * lines of JSON with fetch: EventSource could send no token.
 */
export function follow(path: string, onFrame: (f: Frame) => void, onState: (s: StreamState) => void): () => void {
  let closed = false;
  let cursor = '';
  let pause = firstPause;
  let current: AbortController | null = null;
  let wake: (() => void) | null = null;

  const comeBack = () => { pause = firstPause; wake?.(); };
  const onOnline = () => { if (wake) comeBack(); else current?.abort(); };
  const onShown = () => { if (document.visibilityState === 'visible') comeBack(); };
  const onOffline = () => { current?.abort(); onState('lost'); };
  addEventListener('online', onOnline);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onShown);

  const stop = (state: StreamState) => {
    closed = true;
    removeEventListener('online', onOnline);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onShown);
    current?.abort();
    wake?.();
    onState(state);
  };

  async function once() {
    const control = current = new AbortController();
    const url = cursor ? `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(cursor)}` : path;
    let watchdog = setTimeout(() => control.abort(), silence);
    try {
      const response = await fetch(url, { headers: { ...identity(), Accept: 'application/x-ndjson' }, signal: control.signal });
      if (response.status === 404 || response.status === 403) { stop('closed'); return; }
      if (!response.ok || !response.body) return;
      onState('live');
      pause = firstPause;
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(watchdog);
        watchdog = setTimeout(() => control.abort(), silence);
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line) take(JSON.parse(line) as Frame);
        if (closed) return;
      }
    } finally {
      clearTimeout(watchdog);
    }
  }

  function take(frame: Frame) {
    const now = performance.now();
    learnTime(frame.server_time, now - 200, now); // a frame's way is unknown: any answer is better
    if (frame.cursor) cursor = frame.cursor;
    if (frame.frame === 'reset') cursor = '';
    onFrame(frame);
    if (frame.frame === 'end') stop('closed');
  }

  (async () => {
    onState('connecting');
    while (!closed) {
      try { await once(); } catch { /* the loop comes again */ }
      if (closed) break;
      onState('lost');
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause * (0.75 + Math.random() / 2));
        wake = () => { clearTimeout(timer); resolve(); };
      });
      wake = null;
      pause = Math.min(longestPause, pause * 2);
    }
  })();

  return () => { if (!closed) stop('closed'); };
}
