import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Server, content, launch, phone, play, shows, visitor } from './harness.mjs';
import { guest, recordedGame } from './records.mjs';

let server;
let browser;
before(async () => { server = await new Server().start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.close(); });

async function sitDown(cho, han) {
  await cho.open('/');
  await cho.getByRole('button', { name: /Play a friend/ }).click();
  const link = await cho.locator('input.link').inputValue();
  await han.goto(link);
  await han.getByRole('button', { name: 'Sit down and play' }).click();
}

async function setUp(page, setup) {
  await page.locator(`input[value=${setup}]`).check();
  await page.getByRole('button', { name: 'Start with this' }).click();
}

test('two visitors play a whole recorded game, and both pages agree at every turn', { timeout: 240_000 }, async () => {
  const record = await recordedGame(server, (await guest(server)).access_token);
  const cho = await visitor(browser, server);
  const han = await visitor(browser, server, phone);
  await sitDown(cho, han);
  await setUp(han, record.setups.han);
  await setUp(cho, record.setups.cho);
  await shows(cho, record.fens[0]);
  for (const [i, move] of record.moves.entries()) {
    await play(i % 2 === 0 ? cho : han, move);
    await Promise.all([shows(cho, record.fens[i + 1]), shows(han, record.fens[i + 1])]);
  }
  for (const page of [cho, han]) {
    await page.getByRole('heading', { name: page === (record.winner === 'cho' ? cho : han) ? 'You won!' : 'You lost' }).waitFor();
    await page.getByText('checkmate').first().waitFor();
  }

  // The way through the game: its beginning by key, a moment by its link, the end by button.
  await cho.keyboard.press('Home');
  await shows(cho, record.fens[0]);
  await cho.locator('.moment input').press('ArrowRight');
  await shows(cho, record.fens[1]);
  await cho.goto(`${cho.url().split('?')[0]}?ply=10`);
  await shows(cho, record.fens[10]);
  await cho.getByRole('button', { name: 'To the present' }).click();
  await shows(cho, record.fens.at(-1));

  const saved = cho.waitForEvent('download');
  await cho.getByRole('button', { name: 'Download' }).click();
  await cho.getByRole('button', { name: 'Korean record (.gib)' }).click();
  assert.equal((await saved).suggestedFilename(), 'janggi.gib');

  await cho.getByRole('button', { name: 'Rematch' }).click();
  await han.getByRole('button', { name: 'Accept the rematch' }).click();
  await Promise.all([cho, han].map((p) => p.locator('.setup').waitFor()));
  assert.equal(new URL(cho.url()).pathname, new URL(han.url()).pathname);
  content(cho);
  content(han);
});

test('why a turn is illegal is said, and the point marked; nothing has moved', async () => {
  const page = await visitor(browser, server);
  await page.open('/');
  await page.getByRole('button', { name: /Both sides yourself/ }).click();
  await setUp(page, 'HEEH');
  await page.getByText('you are Cho').waitFor();
  await setUp(page, 'HEEH');
  await page.locator('.board.playable').waitFor();
  await play(page, 'b3b5');
  await page.getByText('b5: A cannon needs exactly one piece to jump over.').waitFor();
  await page.locator('path.fault').waitFor();
  await play(page, 'b1d2');
  await page.getByText('c1').first().waitFor({ state: 'attached' });
  assert.match(await page.locator('.notice.bad').innerText(), /does not move that way|blocks the way/);
  await shows(page, 'rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR');

  // A pass asks first, and a second one in a row says what it does.
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await page.locator('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cho to move').waitFor();
  await play(page, 'pass');
  await page.getByText('Han to move').waitFor();
  await page.getByRole('button', { name: 'Pass', exact: true }).click();
  await page.getByText('A second pass ends the game').waitFor();
  await page.locator('dialog .primary').click();
  await page.getByText('two passes in a row').first().waitFor();
  content(page);
});

test('two tabs of one player agree, and a drag is a turn', async () => {
  const page = await visitor(browser, server);
  await page.open('/');
  await page.getByRole('button', { name: /Both sides yourself/ }).click();
  await setUp(page, 'HEEH');
  await page.getByText('you are Cho').waitFor();
  await setUp(page, 'HEEH');
  await page.locator('.board.playable').waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('.board.playable').waitFor();
  const cell = async (at) => { const b = await page.locator(`[data-at=${at}]`).boundingBox(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  await page.mouse.move(...await cell('c4'));
  await page.mouse.down();
  await page.mouse.move(...await cell('c5'), { steps: 5 });
  await page.mouse.up();
  const after = 'rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/4K4/RNBA1ABNR';
  await Promise.all([shows(page, after), shows(other, after)]);
  content(page);
});
