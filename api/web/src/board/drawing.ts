import { signal } from '@preact/signals';
import board from './drawing/board.json';
import type { Lettering } from '../prefs';

/** The outlines of domain/picture: the server's pictures are drawn from the same. */
export const drawing = board;

type Characters = Record<string, string>;

const load: Record<Lettering, () => Promise<{ default: Characters }>> = {
  hanja: () => import('./drawing/hanja.json'),
  hangul: () => import('./drawing/hangul.json'),
  letters: () => import('./drawing/letters.json'),
};

/** What stands on the pieces, by lettering, once it is loaded. */
export const characters = signal<Partial<Record<Lettering, Characters>>>({});

export async function loadCharacters(l: Lettering) {
  if (characters.value[l]) return;
  const loaded = (await load[l]()).default;
  characters.value = { ...characters.value, [l]: loaded };
}
