import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, content, launch, visitor } from './harness.mjs';

let server;
let browser;
before(async () => { server = await new Server().start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.close(); });

/** Presses Tab until something with a name has the focus. */
async function tabTo(page, name) {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const e = document.activeElement;
      if (!e || e === document.body) return ''; // nothing has the focus, and the body has all texts
      return e.getAttribute('aria-label') ?? e.textContent ?? '';
    });
    if (name.test(now)) return;
  }
  throw new Error(`nothing named ${name} can be reached by Tab`);
}

async function go(page, at) {
  for (let i = 0; i < 20; i++) {
    const now = await page.evaluate(() => document.activeElement?.getAttribute('data-at'));
    if (now === at) return;
    const key = now[0] < at[0] ? 'ArrowRight' : now[0] > at[0] ? 'ArrowLeft' : Number(now.slice(1)) < Number(at.slice(1)) ? 'ArrowUp' : 'ArrowDown';
    await page.keyboard.press(key);
  }
  throw new Error(`${at} cannot be reached by arrow keys`);
}

async function turn(page, from, to) {
  await go(page, from);
  await page.keyboard.press('Enter');
  await go(page, to);
  await page.keyboard.press('Enter');
}

// A chariot on a9 and another from b1: mate on the back row.
const nearMate = '4k4/R8/9/9/9/9/9/9/4K4/1R7 w - - 0 1';

test('a game is begun, played and won by keyboard alone, and heard', { timeout: 90_000 }, async () => {
  const page = await visitor(browser, server);
  await page.open('/');
  await page.getByRole('button', { name: /Both sides yourself/ }).waitFor();
  await tabTo(page, /Both sides yourself/);
  await page.keyboard.press('Enter');
  for (const side of ['Han', 'Cho']) {
    await page.getByText(`you are ${side}`).waitFor();
    await page.getByRole('button', { name: 'Start with this' }).waitFor();
    await tabTo(page, /^Start with this/);
    await page.keyboard.press('Enter');
  }
  await page.locator('.board.playable').waitFor();
  await tabTo(page, /^[a-i]\d+, /);
  await turn(page, 'a4', 'a5');
  await page.locator('[role=status]', { hasText: 'Cho: a4 to a5.' }).waitFor({ state: 'attached' });
  await turn(page, 'c7', 'c6');
  await page.locator('[role=status]', { hasText: 'Han: c7 to c6.' }).waitFor({ state: 'attached' });
  assert.equal(await page.locator('[data-at=c6]').getAttribute('aria-label'), 'c6, Han soldier');

  // A game near its end, as one that is found under "My games".
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('janggi.session')).token);
  const game = await server.call('POST', '/v1/games', { opponent: { type: 'self' }, time_control: { type: 'unlimited' }, start_fen: nearMate }, token);
  await page.open(`/game/${game.id}`);
  await page.locator('.board.playable').waitFor();
  await tabTo(page, /^[a-i]\d+, /);
  await go(page, 'b1');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('[data-at=b10]').getAttribute('aria-label'), 'b10, empty, can move here');
  await go(page, 'b10');
  await page.keyboard.press('Enter');
  await page.locator('[role=status]', { hasText: 'Cho wins: checkmate.' }).waitFor({ state: 'attached' });
  content(page);
});

test('a screen reader meets the board as a grid of named points', async () => {
  const page = await visitor(browser, server);
  const me = await server.call('POST', '/v1/guests', { name: 'Reader' });
  const game = await server.call('POST', '/v1/games', { opponent: { type: 'self' }, time_control: { type: 'unlimited' }, start_fen: nearMate }, me.access_token);
  await page.open(`/game/${game.id}`);
  await page.locator('.board').waitFor();
  const seen = await page.locator('.board-place').ariaSnapshot();
  assert.match(seen, /grid "Board/);
  assert.equal(seen.match(/gridcell "[a-i]\d+, empty"/g).length, 86);
  for (const name of ['e2, Cho general', 'e10, Han general', 'a9, Cho chariot', 'b1, Cho chariot']) assert.ok(seen.includes(`gridcell "${name}"`), `${name} in ${seen}`);
  content(page);
});
