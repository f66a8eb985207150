import { characters, drawing, loadCharacters } from './drawing';
import { lettering } from '../prefs';
import type { Piece } from './position';

const bodies = drawing.bodies as Record<string, { edge: string; face: string; rim: string; glow: string; radius: number }>;

/** A piece around the origin of its group. */
export function Figure({ piece }: { piece: Pick<Piece, 'side' | 'kind'> }) {
  const body = bodies[piece.kind]!;
  const all = characters.value[lettering.value];
  if (!all) void loadCharacters(lettering.value);
  return (
    <g class={`figure ${piece.side}`}>
      <path class="shadow" d={body.edge} />
      <path class="edge" d={body.edge} />
      <path class="face" d={body.face} />
      <path class="rim" d={body.rim} />
      {all && <path class="character" d={all[`${piece.side}-${piece.kind}`]} />}
    </g>
  );
}

export const glowOf = (kind: string) => bodies[kind]!.glow;
export const radiusOf = (kind: string) => bodies[kind]!.radius;
