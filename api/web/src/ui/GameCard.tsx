import type { GameSummary } from '../api/client';
import { session } from '../api/session';
import { Thumbnail } from '../board/Board';
import { parse, startFen } from '../board/position';
import { outcomeText, playerName } from '../game/words';
import { optionsText } from '../game/describe';
import { date, t } from '../i18n';
import { path } from '../router';

/** A game in a list, with its board. */
export function GameCard({ g }: { g: GameSummary }) {
  const own = (['cho', 'han'] as const).filter((s) => g.players[s]?.id === session.value?.id);
  const fen = g.fen ?? startFen(g.setups.cho ?? 'HEEH', g.setups.han ?? 'HEEH');
  const mine = g.status !== 'ended' && g.to_act !== null && own.includes(g.to_act);
  return (
    <a class={`card game-card${mine ? ' mine' : ''}`} href={path('game', { id: g.id })}>
      <Thumbnail pieces={parse(fen).pieces} flipped={own.length === 1 && own[0] === 'han'} last={g.last_move} />
      <span class="about">
        <strong><span class="dot cho" />{playerName(g, 'cho')}</strong>
        <strong><span class="dot han" />{playerName(g, 'han')}</strong>
        <span class="small">{state(g, mine)}</span>
        <span class="small quiet">{optionsText(g)}</span>
        <span class="small quiet">{date(g.created_at)}</span>
      </span>
    </a>
  );
}

function state(g: GameSummary, mine: boolean): string {
  if (g.status === 'ended') return g.outcome ? outcomeText(g) : t('list.ended');
  if (mine) return t('turn.yours');
  if (g.status === 'waiting') return t('list.waiting');
  if (g.status === 'setup') return t('list.setup');
  return t('list.turn', { n: g.ply });
}
