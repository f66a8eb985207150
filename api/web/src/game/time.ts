import { signal } from '@preact/signals';
import type { Game, Side } from '../api/client';
import { serverNow } from '../api/clock';

/** Ticks for everything that shows time. Four times a second, while somebody looks. */
export const tick = signal(0);
setInterval(() => { if (document.visibilityState === 'visible') tick.value++; }, 250);

export type Shown = { ms: number | null; periods: number | null; inPeriod: boolean; running: boolean };

/** A side's clock now, by the server's time. */
export function clockOf(g: Game, side: Side, now = serverNow()): Shown {
  const c = g.clocks[side];
  const running = g.clocks.running === side;
  const tc = g.time_control;
  if (g.status === 'setup') {
    const ms = running && g.clocks.deadline ? Math.max(0, Date.parse(g.clocks.deadline) - now) : null;
    return { ms, periods: null, inPeriod: false, running };
  }
  if (c.remaining_ms === null || tc.type === 'unlimited') return { ms: null, periods: null, inPeriod: false, running };
  const periods = tc.type === 'byoyomi' ? c.periods_left ?? 0 : null;
  if (!running || !g.clocks.deadline) return { ms: c.remaining_ms || (tc.type === 'byoyomi' ? tc.period_ms : 0), periods, inPeriod: periods !== null && c.remaining_ms === 0, running };
  const left = Math.max(0, Date.parse(g.clocks.deadline) - now);
  if (tc.type !== 'byoyomi') return { ms: left, periods: null, inPeriod: false, running };
  const inPeriods = (periods ?? 0) * tc.period_ms;
  if (left > inPeriods) return { ms: left - inPeriods, periods, inPeriod: false, running };
  const whole = Math.ceil(left / tc.period_ms);
  return { ms: left - Math.max(0, whole - 1) * tc.period_ms, periods: whole, inPeriod: true, running };
}

export function clockText(ms: number): string {
  const tenths = ms < 10_000;
  const total = tenths ? ms : Math.ceil(ms / 1000) * 1000;
  const s = Math.floor(total / 1000);
  const days = Math.floor(s / 86_400);
  const hours = Math.floor(s / 3600) % 24;
  const two = (n: number) => String(n).padStart(2, '0');
  if (days) return `${days}d ${two(hours)}h`;
  if (hours) return `${hours}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
  const plain = `${Math.floor(s / 60)}:${two(s % 60)}`;
  return tenths ? `${plain}.${Math.floor((ms % 1000) / 100)}` : plain;
}

export const low = (c: Shown) => c.running && c.ms !== null && c.ms < 15_000 && (c.periods === null || c.periods <= 1 || c.inPeriod);
