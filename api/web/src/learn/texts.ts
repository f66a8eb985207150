import { effect, signal } from '@preact/signals';
import { lang, type Lang } from '../i18n';
import type en from '../i18n/learn.en';

/** The texts of lessons, guide and glossary load with these pages alone. */
export type LearnTexts = typeof en;

const load: Record<Lang, () => Promise<{ default: LearnTexts }>> = {
  ko: () => import('../i18n/learn.ko'),
  en: () => import('../i18n/learn.en'),
  vi: () => import('../i18n/learn.vi'),
};

export const learnTexts = signal<LearnTexts | null>(null);

effect(() => {
  const wanted = lang.value;
  load[wanted]().then((m) => { if (lang.value === wanted) learnTexts.value = m.default; }).catch(() => { /* stays as it is */ });
});
