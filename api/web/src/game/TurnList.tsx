import { useEffect, useRef } from 'preact/hooks';
import type { Game } from '../api/client';
import { t } from '../i18n';
import { notation } from '../prefs';
import { path } from '../router';
import { notify } from '../ui/announce';
import { Icon, type IconName } from '../ui/Icon';
import { turnSaid } from './words';
import type { GameStore } from './store';

/** The turns of a game, and the way through them. */
export function TurnList({ store, g }: { store: GameStore; g: Game }) {
  const list = useRef<HTMLOListElement>(null);
  const ply = store.ply.value;
  const turns = store.turns.value;
  useEffect(() => {
    const box = list.current;
    const now = box?.querySelector<HTMLElement>('[aria-current]');
    if (box && now) box.scrollTop = now.offsetTop - box.clientHeight / 2;
  }, [ply, turns.length]);
  const step = (icon: IconName, label: string, to: number, off: boolean) => (
    <button class="icon-button" aria-label={label} title={label} disabled={off} onClick={() => store.look(to)}><Icon name={icon} /></button>
  );
  const share = async () => {
    await navigator.clipboard.writeText(`${location.origin}${path('game', { id: g.id })}?ply=${ply}`).catch(() => {});
    notify(t('moment.copied'));
  };
  const wheel = (e: WheelEvent) => {
    e.preventDefault();
    store.look(ply + Math.sign(e.deltaY));
  };
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = bar.current;
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  });
  if (g.ply === 0) return null;
  return (
    <section class="panel turns" aria-label={t('turns.title')}>
      <ol ref={list} tabIndex={0} aria-label={t('turns.title')}>
        {turns.map((turn) => (
          <li key={turn.ply} value={turn.ply}>
            <button class={`turn ${turn.side}`} aria-current={turn.ply === ply ? 'step' : undefined} onClick={() => store.look(turn.ply)}>
              <span class="sr-only">{`${turn.ply}. ${turnSaid(turn)}`}</span>
              <span class="ply" aria-hidden="true">{turn.ply}</span>
              <span aria-hidden="true">{notation.value === 'uci' ? turn.move : turn.text}</span>
            </button>
          </li>
        ))}
      </ol>
      <div class="moment" ref={bar}>
        <input type="range" min={0} max={g.ply} value={ply} aria-label={t('moment.label')} aria-valuetext={t('moment.value', { ply, of: g.ply })} onInput={(e) => store.look(Number(e.currentTarget.value))} />
        <div class="row center">
          {step('first', t('moment.first'), 0, ply === 0)}
          {step('back', t('moment.back'), ply - 1, ply === 0)}
          <span class="small" aria-hidden="true">{ply} / {g.ply}</span>
          {step('forward', t('moment.forward'), ply + 1, ply === g.ply)}
          {step('last', t('moment.last'), g.ply, ply === g.ply)}
          <button class="icon-button" aria-label={t('moment.share')} title={t('moment.share')} onClick={share}><Icon name="link" /></button>
        </div>
      </div>
    </section>
  );
}
