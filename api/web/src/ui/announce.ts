import { signal } from '@preact/signals';

/** What screen readers say next. */
export const announcement = signal('');
/** What a passing notice shows. */
export const notice = signal<string | null>(null);

let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string) {
  announcement.value = announcement.value === text ? `${text} ` : text;
}

export function notify(text: string) {
  notice.value = text;
  announce(text);
  clearTimeout(timer);
  timer = setTimeout(() => { notice.value = null; }, 6000);
}
