import { signal } from '@preact/signals';
import { read, write } from '../prefs';

export type Session = { id: string; name: string; token: string; until: number };

const key = 'janggi.session';

function parse(text: string | null): Session | null {
  try {
    const s = JSON.parse(text ?? 'null') as Session | null;
    return s && typeof s.token === 'string' && s.until > Date.now() ? s : null;
  } catch {
    return null;
  }
}

/** Who plays in this browser; null until the first thing that needs a player. */
export const session = signal<Session | null>(parse(read(key)));

addEventListener('storage', (e) => {
  if (e.key === key) session.value = parse(e.newValue);
});

export function keepSession(s: Session | null) {
  session.value = s;
  write(key, s && JSON.stringify(s));
}
