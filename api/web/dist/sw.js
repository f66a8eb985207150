// Keeps the page at hand where there is no connection. It never hides a new version: a page is
// asked for first, and what is kept is shown only where no answer comes. Parts have their hash
// in their name, so one that is kept is the right one.
const store = 'janggi';

addEventListener('install', () => skipWaiting());
addEventListener('activate', (e) => e.waitUntil(clients.claim()));

addEventListener('fetch', (e) => {
  const { request } = e;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && !/^\/(v1|docs)(\/|$)|\.\w+$/.test(url.pathname)) e.respondWith(page(request));
  else if (url.pathname.startsWith('/page/')) e.respondWith(part(request));
});

async function page(request) {
  const cache = await caches.open(store);
  try {
    const answer = await fetch(request);
    const kept = await cache.match('/');
    if (answer.ok && answer.headers.get('Content-Type')?.startsWith('text/html')) {
      const version = (a) => a?.headers.get('X-Page-Version');
      if (kept && version(kept) !== version(answer)) {
        for (const old of await cache.keys()) await cache.delete(old);
      }
      await cache.put('/', answer.clone());
    }
    return answer;
  } catch (e) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw e;
  }
}

async function part(request) {
  const cache = await caches.open(store);
  const hashed = /-[\w-]{8}\.\w+$/.test(new URL(request.url).pathname);
  const kept = await cache.match(request);
  if (kept && hashed) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (e) {
    if (kept) return kept;
    throw e;
  }
}
