/** The boards of the strategy guide. Their turns are legal: a test asks the server. */
export const chapterIds = ['opening', 'cannons', 'blocking', 'chariots', 'palace', 'endgame'] as const;
export type ChapterId = (typeof chapterIds)[number];

export const boards: Record<ChapterId, { fen: string; moves: string[]; marks: string[] }> = {
  opening: { fen: 'rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w', moves: ['a4b4', 'i7h7', 'h1g3', 'b10c8'], marks: ['a4', 'i4'] },
  cannons: { fen: 'rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/4K4/R1BA1ABNR w', moves: ['h1g3', 'h10g8', 'h3e3'], marks: ['e3'] },
  blocking: { fen: '3k5/9/9/9/3p5/3P5/2N6/9/4K4/9 w', moves: ['c4d6'], marks: ['c5'] },
  chariots: { fen: '3k5/9/9/9/9/4p4/9/9/4K4/R8 w', moves: ['a1a9', 'e5d5'], marks: ['a9'] },
  palace: { fen: '3aka3/9/9/9/9/9/9/9/4K4/3A1A3 w', moves: ['e2e1', 'd10d9', 'd1d2'], marks: ['e1'] },
  endgame: { fen: '3k5/9/9/9/9/9/4P4/9/4K4/9 w', moves: ['e4e5', 'd10e10', 'e5e6'], marks: [] },
};
