import { drawing } from './drawing';
import { fileOf, files, pointAt, rankOf, ranks } from './position';

export const { width, height, margin, step } = drawing;

/** Where a point is in the drawing; flipped has Han below. */
export function place(at: string, flipped: boolean): { x: number; y: number } {
  const file = fileOf(at);
  const rank = rankOf(at);
  return {
    x: margin + step * (flipped ? files.length - 1 - file : file),
    y: margin + step * (flipped ? rank : ranks - 1 - rank),
  };
}

/** The point nearest to a place of the drawing, or null beyond half a step. */
export function pointNear(x: number, y: number, flipped: boolean): string | null {
  const column = Math.round((x - margin) / step);
  const row = Math.round((y - margin) / step);
  if (column < 0 || row < 0 || column >= files.length || row >= ranks) return null;
  return flipped ? pointAt(files.length - 1 - column, row) : pointAt(column, ranks - 1 - row);
}
