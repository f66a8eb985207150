import type { Side } from '../api/client';

export type Kind = 'general' | 'guard' | 'chariot' | 'cannon' | 'horse' | 'elephant' | 'soldier';

/** A piece on its point. The id stays the same through a game, so that moves can be seen. */
export type Piece = { id: number; side: Side; kind: Kind; at: string };

export const files = 'abcdefghi';
export const ranks = 10;

const kinds: Record<string, Kind> = {
  k: 'general', a: 'guard', r: 'chariot', c: 'cannon', n: 'horse', h: 'horse', b: 'elephant', e: 'elephant', p: 'soldier',
};
const letters: Record<Kind, string> = {
  general: 'k', guard: 'a', chariot: 'r', cannon: 'c', horse: 'n', elephant: 'b', soldier: 'p',
};

export const other = (side: Side): Side => (side === 'cho' ? 'han' : 'cho');
export const fileOf = (at: string) => files.indexOf(at[0]!);
export const rankOf = (at: string) => Number(at.slice(1)) - 1;
export const pointAt = (file: number, rank: number) => `${files[file]}${rank + 1}`;

/** The two points of a move, or null for a pass. */
export function ends(move: string): { from: string; to: string } | null {
  const m = /^([a-i](?:10|[1-9]))([a-i](?:10|[1-9]))$/.exec(move);
  return m && m[1] !== m[2] ? { from: m[1]!, to: m[2]! } : null;
}

export function parse(fen: string): { pieces: Piece[]; turn: Side } {
  const [board = '', turn] = fen.split(' ');
  const pieces: Piece[] = [];
  board.split('/').forEach((row, down) => {
    let file = 0;
    for (const ch of row) {
      if (ch >= '1' && ch <= '9') { file += Number(ch); continue; }
      const kind = kinds[ch.toLowerCase()];
      if (kind) pieces.push({ id: pieces.length, side: ch === ch.toUpperCase() ? 'cho' : 'han', kind, at: pointAt(file, ranks - 1 - down) });
      file++;
    }
  });
  return { pieces, turn: turn === 'b' ? 'han' : 'cho' };
}

/** The first field of a FEN. */
export function rows(pieces: Piece[]): string {
  const at = new Map(pieces.map((p) => [p.at, p]));
  const lines: string[] = [];
  for (let rank = ranks - 1; rank >= 0; rank--) {
    let line = '';
    let empty = 0;
    for (let file = 0; file < files.length; file++) {
      const p = at.get(pointAt(file, rank));
      if (!p) { empty++; continue; }
      if (empty) line += empty;
      empty = 0;
      line += p.side === 'cho' ? letters[p.kind].toUpperCase() : letters[p.kind];
    }
    lines.push(empty ? line + empty : line);
  }
  return lines.join('/');
}

/** The pieces after a move, which is taken to be legal: the server alone judges. */
export function played(pieces: Piece[], move: string): Piece[] {
  const turn = ends(move);
  if (!turn) return pieces;
  return pieces.filter((p) => p.at !== turn.to).map((p) => (p.at === turn.from ? { ...p, at: turn.to } : p));
}

/** The pieces at every ply of a game. */
export function history(fen: string, moves: string[]): Piece[][] {
  const all = [parse(fen).pieces];
  for (const move of moves) all.push(played(all[all.length - 1]!, move));
  return all;
}

const backRow = 'RxxA1AxxR';

/** The start position for two setups, each read from its side's own left. */
export function startFen(cho: string, han: string): string {
  const own = fill(cho);
  const theirs = [...fill(han)].reverse().join('').toLowerCase();
  return `${theirs}/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/${own} w - - 0 1`;
}

function fill(setup: string): string {
  let i = 0;
  return backRow.replace(/x/g, () => (setup[i++] === 'H' ? 'N' : 'B'));
}

const values: Record<Kind, number> = { general: 0, guard: 3, chariot: 13, cannon: 7, horse: 5, elephant: 3, soldier: 2 };

/** What a side's pieces are worth, without the deom. */
export const material = (pieces: Piece[], side: Side) =>
  pieces.reduce((sum, p) => sum + (p.side === side ? values[p.kind] : 0), 0);
