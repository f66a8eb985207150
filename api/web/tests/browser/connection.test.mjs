import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, content, launch, play, shows, visitor } from './harness.mjs';
import { guest } from './records.mjs';

let server;
let browser;
before(async () => { server = await new Server().start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.close(); });

const start = '4k4/9/9/p8/9/9/P8/9/4K4/8R w - - 0 1';

/** Two players at a game without a clock, each on a page. */
async function table() {
  const [a, b] = [await guest(server, 'Kim'), await guest(server, 'Lee')];
  const game = await server.call('POST', '/v1/games', { time_control: { type: 'unlimited' }, start_fen: start }, a.access_token);
  await server.call('POST', `/v1/games/${game.id}/join`, {}, b.access_token);
  const pages = [];
  for (const who of [a, b]) {
    const page = await visitor(browser, server);
    await page.addInitScript((s) => { localStorage.setItem('janggi.session', JSON.stringify(s)); },
      { id: who.player.id, name: who.player.name, token: who.access_token, until: Date.now() + 1e9 });
    await page.open(`/game/${game.id}`);
    await shows(page, start);
    pages.push(page);
  }
  return { game, cho: pages[0], han: pages[1] };
}

test('a turn made without a connection arrives when it is back, once', { timeout: 60_000 }, async () => {
  const { game, cho, han } = await table();
  await cho.context().setOffline(true);
  await cho.getByText('Connection lost').waitFor();
  await play(cho, 'i1i5');
  await shows(cho, '4k4/9/9/p8/9/8R/P8/9/4K4/9'); // shown at once
  await cho.getByText('will be sent as soon as').waitFor();
  await shows(han, start);
  await cho.context().setOffline(false);
  await Promise.all([cho, han].map((p) => shows(p, '4k4/9/9/p8/9/8R/P8/9/4K4/9')));
  await cho.getByText('Connection lost').waitFor({ state: 'detached' });
  assert.deepEqual((await server.call('GET', `/v1/games/${game.id}`)).moves, ['i1i5']);
  content(cho);
});

test('the server is restarted under two players, who play on without a reload', { timeout: 60_000 }, async () => {
  const { cho, han } = await table();
  await play(cho, 'a4a5');
  await shows(han, '4k4/9/9/p8/9/P8/9/9/4K4/8R');
  await server.stop();
  await han.getByText('Connection lost').waitFor();
  await play(han, 'a7a6');
  await server.start();
  const after = '4k4/9/9/9/p8/P8/9/9/4K4/8R';
  await Promise.all([shows(cho, after), shows(han, after)]);
  await play(cho, 'a5a6');
  await Promise.all([cho, han].map((p) => shows(p, '4k4/9/9/9/P8/9/9/9/4K4/8R')));
  content(cho);
  content(han);
});

test('a turn that the server refuses is taken back, and what stands is shown', async () => {
  const { game, cho } = await table();
  const stored = await cho.evaluate(() => JSON.parse(localStorage.getItem('janggi.session')).token);
  // The page does not hear of the turn that another program makes for the same player.
  await cho.route('**/stream*', (r) => r.abort());
  await cho.route(`**/v1/games/${game.id}`, (r) => r.abort());
  await cho.evaluate(() => dispatchEvent(new Event('offline')));
  await server.call('POST', `/v1/games/${game.id}/moves`, { move: 'a4a5' }, stored);
  await play(cho, 'i1i5');
  await cho.locator('.notice.bad').waitFor();
  await shows(cho, '4k4/9/9/p8/9/P8/9/9/4K4/8R');
});

test('without a connection the page itself is there, and a new version is never hidden', async () => {
  const page = await visitor(browser, server);
  await page.open('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now through the service worker, which keeps its parts
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(async () => {
    const cache = await caches.open('janggi');
    await cache.put('/', new Response('<h1>old</h1>', { headers: { 'Content-Type': 'text/html', 'X-Page-Version': 'old' } }));
    await cache.put('/page/old-12345678.js', new Response('old'));
  });
  await page.reload();
  await page.getByRole('heading', { name: 'Janggi, right here' }).waitFor();
  const kept = await page.evaluate(async () => (await (await caches.open('janggi')).keys()).map((r) => new URL(r.url).pathname));
  assert.ok(!kept.includes('/page/old-12345678.js'), 'parts of an old version are kept');
  await page.reload();
  await page.getByRole('heading', { name: 'Janggi, right here' }).waitFor();
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Janggi, right here' }).waitFor();
});
