import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { Server, content, launch, phone, play, shows, visitor } from './harness.mjs';

let server;
let browser;
before(async () => { server = await new Server().start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.close(); });

/** The engine of `janggid uci`, asked for the turns of the person at the page. */
class Adviser {
  process = spawn(process.env.JANGGID ?? 'janggid', ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] });
  lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();

  async best(fen) {
    this.process.stdin.write(`position fen ${fen}\ngo nodes 20000\n`);
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error('the engine has ended');
      const [word, move] = value.split(' ');
      if (word === 'bestmove') return move;
    }
  }

  close() { this.process.stdin.end('quit\n'); }
}

const session = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('janggi.session')));

/** Plays by touch, as the adviser says, until the game ends or a number of turns is made. */
async function playOn(page, id, token, side, turns, adviser) {
  for (let made = 0; made < turns; made++) {
    let game = await server.call('GET', `/v1/games/${id}`, undefined, token);
    while (game.status !== 'ended' && game.to_act !== side) {
      game = await server.call('GET', `/v1/games/${id}?min_revision=${game.revision + 1}`, undefined, token);
    }
    if (game.status === 'ended') return game;
    await page.locator('.board.playable').waitFor();
    await shows(page, game.fen);
    const move = await adviser.best(game.fen);
    const [, from, to] = /^([a-i]\d+)([a-i]\d+)$/.exec(move);
    await play(page, from === to ? 'pass' : move);
    await server.call('GET', `/v1/games/${id}?min_revision=${game.revision + 1}`, undefined, token);
  }
  return server.call('GET', `/v1/games/${id}`, undefined, token);
}

test('one press begins a game against the computer, which answers', { timeout: 60_000 }, async () => {
  const page = await visitor(browser, server, phone);
  await page.open('/');
  await page.getByText('Intermediate', { exact: true }).click();
  await page.getByRole('button', { name: /Play the computer/ }).click();
  await page.getByRole('button', { name: 'Start with this' }).click();
  await page.locator('.board.playable').waitFor();
  const id = page.url().split('/').at(-1);
  const { token } = await session(page);
  const game = await server.call('GET', `/v1/games/${id}`, undefined, token);
  const side = game.players.cho.kind === 'computer' ? 'han' : 'cho';
  assert.equal(game.players[side === 'cho' ? 'han' : 'cho'].strength, 5);
  const adviser = new Adviser();
  await playOn(page, id, token, side, 3, adviser);
  adviser.close();
  await page.getByText('Computer, strength 5').first().waitFor();
  content(page);
});

test('a visitor with a phone beats the beginner by touch within 150 turns', { timeout: 240_000 }, async () => {
  const page = await visitor(browser, server, phone);
  await page.open('/');
  const me = await server.call('POST', '/v1/guests', { name: 'Phone' });
  await page.evaluate((kept) => localStorage.setItem('janggi.session', JSON.stringify(kept)), { id: me.player.id, name: me.player.name, token: me.access_token, until: Date.now() + 86_400_000 });
  const game = await server.call('POST', '/v1/games', {
    opponent: { type: 'computer', level: 'beginner', seed: 7 }, side: 'cho', time_control: { type: 'unlimited' },
  }, me.access_token);
  await page.open(`/game/${game.id}`);
  await page.getByRole('button', { name: 'Start with this' }).click();
  const adviser = new Adviser();
  const ended = await playOn(page, game.id, me.access_token, 'cho', 75, adviser);
  adviser.close();
  assert.equal(ended.status, 'ended');
  assert.equal(ended.outcome.winner, 'cho');
  assert.ok(ended.ply <= 150, `${ended.ply} turns`);
  await page.getByRole('heading', { name: 'You won!' }).waitFor();
  content(page);
});
