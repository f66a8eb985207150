import { signal } from '@preact/signals';
import { read, write } from '../prefs';

/** What was learned in this browser: names of lessons and numbers of puzzles. */
function keptSet(name: string) {
  const key = `janggi.${name}`;
  const parse = (text: string | null) => new Set((text ?? '').split(' ').filter(Boolean));
  const value = signal(parse(read(key)));
  addEventListener('storage', (e) => { if (e.key === key) value.value = parse(e.newValue); });
  return {
    value,
    add(item: string) {
      value.value = new Set(value.value).add(item);
      write(key, [...value.value].join(' '));
    },
  };
}

export const learned = keptSet('lessons');
export const solved = keptSet('puzzles');
