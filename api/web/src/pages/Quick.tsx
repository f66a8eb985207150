import { useEffect, useRef, useState } from 'preact/hooks';
import { api, got, signIn, type Schemas } from '../api/client';
import { timeText } from '../game/describe';
import { t } from '../i18n';
import { navigate, path } from '../router';
import { useTitle } from '../ui/useTitle';
import { problemNotice } from './problems';

type TimeControl = Schemas['TimeControl'];
type Pairing = Schemas['Pairing'];

const controls: TimeControl[] = [
  { type: 'per_move', per_move_ms: 90_000 },
  { type: 'fischer', initial_ms: 180_000, increment_ms: 5_000 },
  { type: 'fischer', initial_ms: 600_000, increment_ms: 10_000 },
  { type: 'byoyomi', main_ms: 600_000, periods: 3, period_ms: 30_000 },
];

/** A game against whoever else waits for the same. */
export function Quick() {
  useTitle(t('quick.title'));
  const [chosen, setChosen] = useState(0);
  const [waiting, setWaiting] = useState<string | null>(null);
  const stop = useRef<AbortController | null>(null);
  const seek = useRef<string | null>(null);

  async function withdraw() {
    const id = seek.current;
    stop.current?.abort();
    stop.current = null;
    seek.current = null;
    setWaiting(null);
    if (id) await api.DELETE('/v1/quick-play/{id}', { params: { path: { id } } }).catch(() => { /* it lapses by itself */ });
  }
  useEffect(() => () => { void withdraw(); }, []);

  async function start() {
    const control = stop.current = new AbortController();
    setWaiting('');
    try {
      await signIn();
      for (;;) {
        const body = { time_control: controls[chosen]! };
        let pairing: Pairing = await got(api.POST('/v1/quick-play', { body, signal: control.signal }));
        seek.current = pairing.id;
        setWaiting(pairing.id);
        while (!pairing.game_id && pairing.status === 'waiting') {
          pairing = await got(api.GET('/v1/quick-play/{id}', { params: { path: { id: pairing.id }, query: { wait_ms: 10_000 } }, signal: control.signal })) as Pairing;
        }
        if (pairing.game_id) {
          seek.current = null;
          navigate(path('game', { id: pairing.game_id }), true);
          return;
        }
      }
    } catch (e) {
      if (control.signal.aborted) return;
      problemNotice(e);
      void withdraw();
    }
  }

  return (
    <div class="narrow">
      <h1>{t('quick.title')}</h1>
      <p>{t('quick.text')}</p>
      <div class="choices" role="radiogroup" aria-label={t('new.time')}>
        {controls.map((tc, i) => (
          <label key={i} class={`choice${chosen === i ? ' chosen' : ''}`}>
            <input type="radio" name="time" checked={chosen === i} disabled={waiting !== null} onChange={() => setChosen(i)} />
            <strong>{timeText(tc)}</strong>
          </label>
        ))}
      </div>
      {waiting === null
        ? <button class="primary big" onClick={start}>{t('quick.do')}</button>
        : <div class="waiting" role="status"><span class="spinner" aria-hidden="true" /><p>{t('quick.waiting')}</p><button onClick={withdraw}>{t('ui.cancel')}</button></div>}
    </div>
  );
}
