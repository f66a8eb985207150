import type { Game, LegalMove } from '../api/client';
import type { Key } from '../i18n';

/** What a turn would bring about that a player should know before making it. */
export function warningOf(g: Game, move: string, facts: LegalMove | undefined): Key | null {
  const lastPassed = g.last_move === 'pass';
  if (move === 'pass' && g.facing && g.ruleset.bikjang === 'answer') return 'warn.acceptsFacing';
  if (move === 'pass' && lastPassed && g.ruleset.double_pass !== 'off') return 'warn.secondPass';
  if (g.ruleset.turn_limit !== null && g.ply + 1 >= g.ruleset.turn_limit) return 'warn.turnLimit';
  if (!facts) return null;
  if (facts.makes_facing && g.ruleset.bikjang === 'score') return 'warn.facing';
  if (facts.occurrence >= 3) {
    if (g.ruleset.repetition === 'ends') return 'warn.repetitionEnds';
    if (g.ruleset.repetition === 'loses') return 'warn.repetitionLoses';
    if (g.ruleset.perpetual_check === 'loses') return 'warn.perpetual';
  }
  return null;
}
