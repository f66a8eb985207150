import type { Game, Side } from '../api/client';
import { session } from '../api/session';
import { Figure } from '../board/Figure';
import { other, type Kind } from '../board/position';
import { number, t, type Key } from '../i18n';
import { playerName } from './words';
import type { GameStore } from './store';
import { clockOf, clockText, low, tick } from './time';

const order: Kind[] = ['chariot', 'cannon', 'horse', 'elephant', 'guard', 'soldier'];

/** A player with clock, points and what was captured. */
export function PlayerBar({ store, g, side }: { store: GameStore; g: Game; side: Side }) {
  const gone = store.presence.value?.[side]?.away_since;
  const acting = g.to_act === side;
  const you = session.value?.id === g.players[side]?.id && !store.alone.value;
  return (
    <section class={`player-bar ${side}${acting ? ' acting' : ''}`} aria-label={`${t(`side.${side}`)}: ${playerName(g, side)}`}>
      <svg class="badge" viewBox="-58 -58 116 116" aria-hidden="true"><Figure piece={{ side, kind: 'general' }} /></svg>
      <div class="who">
        <strong>{playerName(g, side)}{you && <span class="you"> {t('player.you')}</span>}</strong>
        <span class="small">
          {t(`side.${side}`)}
          {g.points && <span title={t('points.title')}> · {t('points.now', { points: number(g.points[side]) })}</span>}
          {gone && g.status === 'playing' && <span class="away"> · {t('player.away')}</span>}
        </span>
      </div>
      <Captured store={store} by={side} />
      <Clock g={g} side={side} />
    </section>
  );
}

function Captured({ store, by }: { store: GameStore; by: Side }) {
  const taken = store.turns.value.slice(0, store.ply.value).filter((turn) => turn.side === by && turn.captured).map((turn) => turn.captured as Kind);
  if (taken.length === 0) return <span class="captured" />;
  const sorted = taken.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const said = sorted.map((kind) => t(`piece.${other(by)}.${kind}` as Key)).join(', ');
  return (
    <span class="captured" role="img" aria-label={t('captured.label', { pieces: said })}>
      {sorted.map((kind, i) => (
        <svg key={i} viewBox="-50 -50 100 100" aria-hidden="true"><Figure piece={{ side: other(by), kind }} /></svg>
      ))}
    </span>
  );
}

function Clock({ g, side }: { g: Game; side: Side }) {
  void tick.value;
  const c = clockOf(g, side);
  if (c.ms === null || g.status === 'ended') return null;
  return (
    <span class={`clock${c.running ? ' running' : ''}${low(c) ? ' low' : ''}`} role="timer" aria-label={t('clock.label', { side: t(`side.${side}`) })}>
      {clockText(c.ms)}
      {c.periods !== null && <small>{t('clock.periods', { n: c.periods })}</small>}
    </span>
  );
}
