import { api, got, type Schemas } from '../api/client';

export type Judged = Schemas['Position'];

/** Asks the server's rules about a position and the turns made in it. */
export const judge = (fen: string, moves: string[], ruleset = 'record') =>
  got(api.POST('/v1/positions', { body: { fen, moves, ruleset } }));
