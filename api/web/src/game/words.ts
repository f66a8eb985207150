import type { Game, Side } from '../api/client';
import { other } from '../board/position';
import { t, type Key } from '../i18n';

/** The name of who plays a side. */
export function playerName(g: Pick<Game, 'players'>, side: Side): string {
  const p = g.players[side] as { name: string; kind: string; strength?: number } | null;
  if (!p) return t(`side.${side}`);
  if (p.kind === 'computer' && p.strength) return t('player.computer', { strength: p.strength });
  return p.name || t(`side.${side}`);
}

type Said = { side: Side; move: string; captured: string | null; text: string };

/** A turn in words. */
export function turnSaid(turn: Said): string {
  const side = t(`side.${turn.side}`);
  if (turn.move === 'pass') return t('news.pass', { side });
  const [, from = '', to = ''] = /^([a-i]\d+)([a-i]\d+)$/.exec(turn.move) ?? [];
  const said = t('news.move', { side, from, to });
  return turn.captured ? `${said} ${t('news.captures', { piece: t(`piece.${other(turn.side)}.${turn.captured}` as Key) })}` : said;
}

export function outcomeText(g: Pick<Game, 'outcome' | 'players'>): string {
  const o = g.outcome!;
  const why = t(`reason.${o.reason}` as Key);
  if (o.result === 'none') return why;
  if (o.result === 'draw') return t('ended.draw', { why });
  return t('ended.won', { side: t(`side.${o.winner!}`), why });
}
