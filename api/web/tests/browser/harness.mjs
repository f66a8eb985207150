// Starts a server and browsers for the tests. JANGGID is the binary, CHROMIUM the browser.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desktop = { viewport: { width: 1280, height: 800 } };

/** A server on a free port, with a store of its own that outlives restarts. */
export class Server {
  data = mkdtempSync(join(tmpdir(), 'janggid-page-'));
  addr = '127.0.0.1:0';

  async start() {
    this.process = spawn(process.env.JANGGID ?? 'janggid', ['serve', '--addr', this.addr, '--data', this.data, '--limits', 'off', '--computer-pause', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    this.process.stderr.on('data', (d) => { said += d; });
    await new Promise((resolve, reject) => {
      this.process.stdout.on('data', (d) => {
        said += d;
        const at = /Play {5}http:\/\/(\S+)\//.exec(said);
        if (at) { this.addr = at[1]; resolve(); }
      });
      this.process.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    });
    return this;
  }

  get url() { return `http://${this.addr}`; }

  async stop() {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGTERM');
    await ended;
  }

  async close() {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** A call of the API; for what a test prepares or compares. */
  async call(method, path, body, token) {
    const response = await fetch(this.url + path, {
      method,
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...(token && { Authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** A visitor with a browser profile of its own. Anything that the page's console complains of fails the test. */
export async function visitor(browser, server, options = {}, ignored = /422|409|404|503|ERR_|Failed to fetch/) {
  const context = await browser.newContext({ ...desktop, locale: 'en-US', reducedMotion: 'reduce', ...options });
  await context.grantPermissions(['clipboard-write']).catch(() => {});
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.touch = options.hasTouch === true;
  page.complaints = [];
  page.on('pageerror', (e) => page.complaints.push(e.stack ?? String(e)));
  page.on('console', (m) => { if (['error', 'warning'].includes(m.type()) && !ignored.test(m.text())) page.complaints.push(m.text()); });
  page.on('request', (r) => {
    const to = new URL(r.url());
    if (to.protocol.startsWith('http') && to.host !== server.addr) page.complaints.push(`asks ${r.url()}`);
  });
  page.open = (path) => page.goto(server.url + path);
  return page;
}

export const content = (page) => assert.deepEqual(page.complaints, []);

/** Where a point is on the screen. */
export async function spot(page, point) {
  const cell = await page.locator(`[data-at="${point}"]`).boundingBox();
  return { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
}

export async function tap(page, point) {
  const { x, y } = await spot(page, point);
  if (page.touch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}

/** A turn by clicks; a pass by its button and dialog. Questions are answered with yes. */
export async function play(page, move) {
  const question = page.locator('dialog .primary');
  if (move === 'pass') {
    await page.locator('.action').first().click();
    await question.click(); // a pass always asks
    return;
  }
  const [, from, to] = /^([a-i]\d+)([a-i]\d+)$/.exec(move);
  await tap(page, from);
  await tap(page, to);
  if (await question.isVisible()) await question.click();
}

/** Waits until a page shows a position: the first field of a FEN, as its grid tells it. */
export async function shows(page, fen) {
  const rows = fen.split(' ')[0];
  await page.waitForFunction((wanted) => {
    const names = { general: 'k', guard: 'a', chariot: 'r', cannon: 'c', horse: 'n', elephant: 'b', soldier: 'p' };
    let text = '';
    for (let rank = 10; rank >= 1; rank--) {
      let empty = 0;
      for (const file of 'abcdefghi') {
        const said = document.querySelector(`[data-at="${file}${rank}"]`)?.getAttribute('aria-label') ?? '';
        const [, side, kind] = /(Cho|Han) (\w+)/.exec(said) ?? [];
        if (!kind) { empty++; continue; }
        text += (empty || '') + (side === 'Cho' ? names[kind].toUpperCase() : names[kind]);
        empty = 0;
      }
      text += (empty || '') + (rank > 1 ? '/' : '');
    }
    return text === wanted;
  }, rows);
}
