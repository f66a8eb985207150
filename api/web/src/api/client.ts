import createClient from 'openapi-fetch';
import type { components, paths } from './schema';
import { learnTime } from './clock';
import { keepSession, session } from './session';
import { lang, t } from '../i18n';

export type Schemas = components['schemas'];
export type Game = Schemas['Game'];
export type GameSummary = Schemas['GameSummary'];
export type Problem = Schemas['Problem'];
export type Side = Schemas['Side'];
export type Turn = Schemas['Turn'];
export type LegalMove = Schemas['LegalMoves']['moves'][number];

/** The public API and nothing else: every call of the page goes through here. */
export const api = createClient<paths>({
  baseUrl: location.origin,
  fetch: async (request) => {
    const sent = performance.now();
    const response = await fetch(request);
    const time = Number(response.headers.get('Server-Time'));
    if (time > 0) learnTime(time, sent, performance.now());
    if (response.status === 401 && request.headers.has('Authorization')) keepSession(null);
    return response;
  },
});

api.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(identity())) request.headers.set(name, value);
    return request;
  },
});

/** The headers that say who asks, and in which language. */
export function identity(): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': lang.value };
  if (session.value) headers.Authorization = `Bearer ${session.value.token}`;
  return headers;
}

/** A request that the server refused. */
export class Refused extends Error {
  constructor(readonly problem: Problem) { super(problem.detail || problem.title); }
}

type Answer<T> = { data?: T; error?: unknown; response: Response };

/** The body of an answer; throws Refused for a problem, TypeError without a connection. */
export async function got<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  if (error && typeof error === 'object' && 'code' in error) throw new Refused(error as Problem);
  throw new TypeError(`the server answered ${response.status}`);
}

let signingIn: Promise<void> | null = null;

/** Makes a guest at the first need. Two needs at once make one guest. */
export function signIn(name?: string): Promise<void> {
  if (session.value && !name) return Promise.resolve();
  signingIn ??= guest(name).finally(() => { signingIn = null; });
  return signingIn;
}

async function guest(name?: string) {
  const given = name?.trim() || `${t('player.guest')} ${1000 + (crypto.getRandomValues(new Uint16Array(1))[0]! % 9000)}`;
  const token = await got(api.POST('/v1/guests', { body: { name: given } }));
  keep(token);
}

function keep(token: Schemas['Token']) {
  keepSession({ id: token.player.id, name: token.player.name, token: token.access_token, until: Date.now() + token.expires_in * 1000 });
}

/** Renews a token in its last ten days, so that a returning player stays the same. */
export async function renew() {
  const s = session.value;
  if (!s || s.until - Date.now() > 10 * 86_400_000) return;
  keep(await got(api.POST('/v1/tokens', { body: {} })));
}
