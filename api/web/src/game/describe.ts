import type { Game, Schemas } from '../api/client';
import { t, type Key } from '../i18n';

type TimeControl = Schemas['TimeControl'];

/** A time control in words. */
export function timeText(tc: TimeControl): string {
  switch (tc.type) {
    case 'per_move': return t('time.perMove', { time: span(tc.per_move_ms) });
    case 'fischer': return t('time.fischer', { time: span(tc.initial_ms), add: span(tc.increment_ms) });
    case 'byoyomi': return t('time.byoyomi', { time: span(tc.main_ms), n: tc.periods, period: span(tc.period_ms) });
    default: return t('time.unlimited');
  }
}

export function span(ms: number): string {
  if (ms >= 86_400_000 && ms % 86_400_000 === 0) return t('span.days', { n: ms / 86_400_000 });
  if (ms >= 60_000 && ms % 60_000 === 0) return t('span.minutes', { n: ms / 60_000 });
  return t('span.seconds', { n: ms / 1000 });
}

/** Rules and clock of a game in a line. */
export function optionsText(g: Pick<Game, 'ruleset' | 'time_control'>): string {
  return `${presetTitle(g.ruleset.preset)} · ${timeText(g.time_control)}`;
}

export const presets = ['standard', 'standard-score', 'online', 'simple', 'tournament', 'traditional', 'pychess', 'record'];

/** A preset's title; a preset that is newer than this page has its name. */
export const presetTitle = (name: string) => (presets.includes(name) ? t(`preset.${name}` as Key) : name);
