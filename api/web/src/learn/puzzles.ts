import data from './puzzles.json';

/** Turns that keep a mate, with the reply that resists longest. Turns that mate are the server's to know. */
export type Answers = { [move: string]: { reply: string; then?: Answers } };
export type Puzzle = { fen: string; mate: number; answers?: Answers };

export const puzzles = data as unknown as Puzzle[];

/** The number of today's puzzle, the same for everybody. */
export function puzzleOfTheDay(now = new Date()): number {
  const day = Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / 86_400_000);
  return ((day * 37) % puzzles.length) + 1;
}

/** What is known after some turns, own and replies in turn. */
export function answersAfter(p: Puzzle, moves: string[]): Answers | undefined {
  let known = p.answers;
  for (let i = 0; i < moves.length; i += 2) known = known?.[moves[i]!]?.then;
  return known;
}
