import { effect, signal, type Signal } from '@preact/signals';

/** A setting that is kept in this browser and shared by its tabs. */
function kept<T extends string>(name: string, initial: T, allowed: readonly T[]): Signal<T> {
  const key = `janggi.${name}`;
  const valid = (text: string | null): T => (allowed.includes(text as T) ? (text as T) : initial);
  const value = signal(valid(read(key)));
  let first = true;
  effect(() => {
    const now = value.value;
    if (!first) write(key, now);
    first = false;
  });
  addEventListener('storage', (e) => {
    if (e.key === key) value.value = valid(e.newValue);
  });
  return value;
}

/** Storage may be switched off; the page then keeps nothing and works on. */
export function read(key: string): string | null {
  try { return localStorage.getItem(key); } catch { return null; }
}

export function write(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch { /* nothing is kept */ }
}

export const boardThemes = ['wood', 'plain', 'contrast'] as const;
export const modes = ['auto', 'light', 'dark'] as const;
export const letterings = ['hanja', 'hangul', 'letters'] as const;
const onOff = ['on', 'off'] as const;

export type Lettering = (typeof letterings)[number];

export const boardTheme = kept('board', 'wood', boardThemes);
export const mode = kept('mode', 'auto', modes);
export const lettering = kept<Lettering>('pieces', navigator.language.startsWith('ko') ? 'hangul' : 'hanja', letterings);
export const coordinates = kept('coordinates', 'on', onOff);
export const sounds = kept('sounds', 'off', onOff);
export const levels = ['beginner', 'intermediate', 'advanced'] as const;

export type Level = (typeof levels)[number];

/** The computer's level in games begun from the first view. */
export const level = kept<Level>('level', 'beginner', levels);
export const notation = kept('notation', 'korean', ['korean', 'uci'] as const);

/** Puts the theme on the document, where the style sheet looks for it. */
export function startTheme() {
  effect(() => {
    const root = document.documentElement;
    root.dataset.board = boardTheme.value;
    root.dataset.mode = mode.value;
  });
}
