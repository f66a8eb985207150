import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { Server, content, launch, play, visitor } from './harness.mjs';

const read = (name) => readFileSync(new URL(`../../src/learn/${name}`, import.meta.url), 'utf8');
const puzzles = JSON.parse(read('puzzles.json'));
// The data of the lessons and of the guide.
const data = (name) => import(`data:text/javascript,${encodeURIComponent(ts.transpile(read(name), { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }))}`);

let server;
let browser;
before(async () => { server = await new Server().start(); browser = await launch(); });
after(async () => { await browser?.close(); await server?.close(); });

test('the tutorial is done to its end, and the progress is kept', { timeout: 180_000 }, async () => {
  const { lessons } = await data('lessons.ts');
  assert.ok(lessons.length >= 10);
  const page = await visitor(browser, server);
  await page.open('/learn');
  await page.locator('.game-card').first().click();
  for (const [i, lesson] of lessons.entries()) {
    for (const [n, step] of lesson.steps.entries()) {
      await page.getByText(`Step ${n + 1} of ${lesson.steps.length}`).waitFor();
      for (const move of step.solution) {
        await page.locator('.board.playable').waitFor();
        if (move === 'pass') await page.getByRole('button', { name: 'Pass' }).click();
        else await play(page, move);
      }
      await page.locator('.notice.good').waitFor();
      if (n < lesson.steps.length - 1) await page.getByRole('button', { name: 'Next step' }).click();
    }
    await page.getByRole('link', { name: i < lessons.length - 1 ? 'Next lesson' : 'On to the puzzles' }).click();
  }
  await page.open('/learn');
  await page.getByText(`${lessons.length} / ${lessons.length}`).waitFor();
  content(page);
});

test('a lesson says why a turn is illegal, and begins anew after a wrong one', async () => {
  const page = await visitor(browser, server);
  await page.open('/learn/cannon');
  await page.locator('.board.playable').waitFor();
  await play(page, 'b3b9');
  await page.locator('.notice.bad', { hasText: 'one piece only' }).waitFor();
  await page.open('/learn/check');
  await page.locator('.board.playable').waitFor();
  await play(page, 'a5a6');
  await page.locator('.notice.warn', { hasText: 'Not quite' }).waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await play(page, 'a5e5');
  await page.locator('.notice.good').waitFor();
  content(page);
});

test('puzzles are solved against the reply, and a wrong turn is not', { timeout: 60_000 }, async () => {
  const page = await visitor(browser, server);
  for (const mate of [2, 3]) {
    const number = puzzles.findIndex((p) => p.mate === mate) + 1;
    await page.open(`/puzzles/${number}`);
    let known = puzzles[number - 1].answers;
    while (known) {
      const [move, answer] = Object.entries(known)[0];
      await page.locator('.board.playable').waitFor();
      await play(page, move);
      known = answer.then;
    }
    await page.locator('.board.playable').waitFor();
    const fen = puzzles[number - 1].fen;
    const moves = [];
    for (let at = puzzles[number - 1].answers; at;) { const [move, a] = Object.entries(at)[0]; moves.push(move, a.reply); at = a.then; }
    const now = await server.call('POST', '/v1/positions', { fen, moves, ruleset: 'record' });
    let mating = null;
    for (const move of now.legal_moves) {
      const after = await server.call('POST', '/v1/positions', { fen, moves: [...moves, move], ruleset: 'record' });
      if (after.outcome?.reason === 'checkmate') { mating = move; break; }
    }
    assert.ok(mating, `puzzle ${number} has no mate at its end`);
    await play(page, mating);
    await page.locator('.notice.good').waitFor();
  }
  await page.open('/puzzles');
  await page.getByRole('button', { name: 'Mate in 2' }).click();
  await page.getByRole('link', { name: /solved/ }).waitFor();
  content(page);
});

test('every puzzle and every board of the guide holds by the rules of the server', { timeout: 60_000 }, async () => {
  const judge = (fen, moves) => server.call('POST', '/v1/positions', { fen, moves, ruleset: 'record' });
  const walk = async (fen, moves, answers, left) => {
    for (const [move, answer] of Object.entries(answers ?? {})) {
      const line = [...moves, move, answer.reply];
      const after = await judge(fen, line);
      assert.equal(after.outcome, null, `${fen} ${line}`);
      assert.ok(answer.then === undefined || left > 1, `${fen}: ${line} is longer than it says`);
      await walk(fen, line, answer.then, left - 1);
    }
  };
  for (const p of puzzles) await walk(p.fen, [], p.answers, p.mate - 1);
  const { boards } = await data('chapters.ts');
  assert.ok(Object.keys(boards).length >= 6);
  for (const b of Object.values(boards)) await judge(b.fen, b.moves);
});
