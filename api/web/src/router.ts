import { signal } from '@preact/signals';
import routes from './routes.json';

export type RouteName = keyof typeof routes;
export type Route = { name: RouteName | 'lost'; params: Record<string, string>; query: URLSearchParams };

const patterns = Object.entries(routes) as [RouteName, string][];

/** Finds the page of a path. The server keeps the same list (routes.json). */
export function match(path: string, search = ''): Route {
  const query = new URLSearchParams(search);
  const parts = path.split('/').filter(Boolean);
  for (const [name, pattern] of patterns) {
    const wanted = pattern.split('/').filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = wanted.every((part, i) => {
      if (!part.startsWith(':')) return part === parts[i];
      params[part.slice(1)] = decodeURIComponent(parts[i]!);
      return true;
    });
    if (fits) return { name, params, query };
  }
  return { name: 'lost', params: {}, query };
}

export const route = signal(match(location.pathname, location.search));

/** Goes to another page. Scrolls to its top, as a load would. */
export function navigate(to: string, replace = false) {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  route.value = match(location.pathname, location.search);
  if (!replace) scrollTo(0, 0);
}

export function path(name: RouteName, params: Record<string, string> = {}): string {
  return routes[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
}

export function startRouter() {
  addEventListener('popstate', () => { route.value = match(location.pathname, location.search); });
  addEventListener('click', (e) => {
    if (e.defaultPrevented || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey || e.altKey) return;
    const link = (e.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (match(link.pathname).name === 'lost') return;
    if (link.pathname === location.pathname && link.hash) return;
    e.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  });
}
