import type { Problem } from '../api/client';
import { t, type Key } from '../i18n';
import en from '../i18n/codes.json';

/**
 * A refusal in the reader's language. Where the server has said it in that language already,
 * its words are used; reasons of illegal turns have texts of their own.
 */
export function problemText(p: Problem): string {
  if (p.reason && en.reasons.includes(p.reason)) {
    const why = t(`illegal.${p.reason}` as Key);
    return p.at ? `${p.at}: ${why}` : why;
  }
  if (en.codes.includes(p.code)) return t(`problem.${p.code}` as Key);
  return p.detail || p.title;
}
