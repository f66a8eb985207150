import { signal } from '@preact/signals';
import { read, write } from '../prefs';
import type en from './en';

export type Key = keyof typeof en;
export type Texts = Record<Key, string>;
export const languages = { ko: '한국어', en: 'English', vi: 'Tiếng Việt' } as const;
export type Lang = keyof typeof languages;

const load: Record<Lang, () => Promise<{ default: Texts }>> = {
  ko: () => import('./ko'),
  en: () => import('./en'),
  vi: () => import('./vi'),
};

const key = 'janggi.language';
const known = (text: string | null | undefined): Lang | null => (text && text in languages ? (text as Lang) : null);

function wanted(): Lang {
  const chosen = known(read(key));
  if (chosen) return chosen;
  for (const l of navigator.languages) {
    const lang = known(l.slice(0, 2).toLowerCase());
    if (lang) return lang;
  }
  return 'en';
}

export const lang = signal<Lang>(wanted());
const texts = signal<Texts | null>(null);

/** Loads the browser's language, or the one chosen before. */
export async function startLanguage() {
  await show(lang.value);
  addEventListener('storage', (e) => {
    const other = e.key === key && known(e.newValue);
    if (other) void show(other);
  });
}

export async function choose(l: Lang) {
  write(key, l);
  await show(l);
}

async function show(l: Lang) {
  const loaded = (await load[l]()).default;
  document.documentElement.lang = l;
  lang.value = l;
  texts.value = loaded;
}

/** The text of a key, with {name} replaced. Components that call it follow the language. */
export function t(key: Key, values?: Record<string, string | number>): string {
  const text = texts.value?.[key] ?? '';
  return values ? text.replace(/\{(\w+)\}/g, (_, name: string) => format(values[name])) : text;
}

function format(value: string | number | undefined): string {
  return typeof value === 'number' ? new Intl.NumberFormat(lang.value).format(value) : value ?? '';
}

export const number = (n: number) => format(n);

export const date = (iso: string) =>
  new Intl.DateTimeFormat(lang.value, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));
