import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { Server, content, launch, visitor } from './harness.mjs';
import { guest, recordedGame } from './records.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const routes = JSON.parse(readFileSync(new URL('../../src/routes.json', import.meta.url), 'utf8'));

let server;
let browser;
let session;
let pages;
before(async () => {
  server = await new Server().start();
  browser = await launch();
  const me = await guest(server, 'Kim');
  session = { id: me.player.id, name: 'Kim', token: me.access_token, until: Date.now() + 1e9 };
  const create = (body) => server.call('POST', '/v1/games', body, me.access_token);
  const unlimited = { time_control: { type: 'unlimited' } };
  const played = await create({ ...unlimited, opponent: { type: 'self' }, start_fen: '3k5/9/9/p8/9/9/P8/9/4K4/8R w' });
  await server.call('POST', `/v1/games/${played.id}/moves`, { move: 'a4a5' }, me.access_token);
  await server.call('POST', `/v1/games/${played.id}/chat`, { text: 'Hello' }, me.access_token);
  const choosing = await create({ ...unlimited, opponent: { type: 'self' } });
  const waiting = await create({});
  const over = await recordedGame(server, me.access_token);
  const of = { game: [played.id, choosing.id, waiting.id, over.id], room: [waiting.room_code], lesson: ['chariot'], puzzle: ['1'] };
  pages = Object.entries(routes).flatMap(([name, path]) => (path.includes(':') ? of[name].map((value) => path.replace(/:\w+/, value)) : [path]));
});
after(async () => { await browser?.close(); await server?.close(); });

async function open(settings, options) {
  const page = await visitor(browser, server, options);
  await page.addInitScript((s) => { for (const [k, v] of Object.entries(s)) localStorage.setItem(k, v); }, { 'janggi.session': JSON.stringify(session), ...settings });
  return page;
}

const themes = ['wood', 'plain', 'contrast'].flatMap((board) => ['light', 'dark'].map((mode) => [board, mode]));
for (const [board, mode] of themes) {
  test(`axe finds nothing on any page: ${board}, ${mode}`, { timeout: 240_000 }, async () => {
    const page = await open({ 'janggi.board': board, 'janggi.mode': mode, 'janggi.language': 'en' });
    const found = [];
    for (const path of pages) {
      await page.goto(server.url + path);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await page.evaluate(() => Promise.race([new Promise((r) => requestIdleCallback(r)), new Promise((r) => setTimeout(r, 500))]));
      await page.evaluate(`${axe}; 0`).catch(() => {});
      const { violations, passes } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      assert.ok(passes.length > 5, `axe looked at nothing on ${path}`);
      for (const v of violations) found.push(`${path}: ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).slice(0, 3).join(' | ')}`);
    }
    assert.deepEqual(found, []);
    content(page);
  });
}

for (const [language, locale, word] of [['ko', 'ko-KR', '장기'], ['en', 'en-US', 'Janggi'], ['vi', 'vi-VN', 'Chơi']]) {
  test(`every page is whole in ${language}, on the narrowest phone too`, { timeout: 120_000 }, async () => {
    const page = await open({}, { locale, viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    await page.goto(server.url);
    await page.locator('header', { hasText: { ko: '대국', en: 'Play', vi: 'Chơi' }[language] }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    assert.ok((await page.innerText('body')).includes(word) || (await page.title()).includes(word));
    for (const path of pages) {
      await page.goto(server.url + path);
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${path} is ${wide} pixels too wide`);
      // A text that is not there leaves its element, and its label, empty.
      const empty = await page.evaluate(() => [...document.querySelectorAll('button, a, h1, h2, summary, label, legend, option')]
        .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.querySelector('[aria-label]'))).map((e) => e.outerHTML.slice(0, 120)));
      assert.deepEqual(empty, [], path);
      const raw = (await page.innerText('body')).match(/\{\w+\}|undefined|NaN|\[object/g);
      assert.equal(raw, null, `${path}: ${raw}`);
    }
    content(page);
  });
}
