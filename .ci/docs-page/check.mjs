// Presses "Try it out" and "Execute" of every operation on /docs in Chromium, signed in as a guest, with nothing
// filled in but ids and codes of what exists. Fails for an answer that is neither a success nor expected here.
import { chromium } from "playwright-core";
import { newGuest, startServer } from "./server.mjs";

// What may be refused: for the state of the game, or for what a guest may do. Never for the request's form.
const refusals = {
  abort: ["409 too_late_to_abort", "409 wrong_ply"],
  adjudicate: ["403 forbidden"],
  chooseSetup: ["409 setup_already_chosen"],
  claimWin: ["409 opponent_present"],
  draw: ["422 no_draws"],
  passTurn: ["409 wrong_ply"],
  quickPlay: ["409 conflict"],
  rematch: ["409 game_not_over"],
  resign: ["409 wrong_ply"],
  setLabels: ["403 forbidden"],
  takeback: ["409 nothing_to_take_back"],
};

const patience = 30_000; // ms

const { base, stop } = await startServer();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
  ],
});
try {
  const faults = await check();
  faults.forEach((fault) => console.error(fault));
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await stop();
}

async function check() {
  const whole = await (await fetch(`${base}/openapi.yaml`)).text();
  const described = new Set(whole.match(/(?<=^      operationId: ).*$/gm));
  const faults = [];
  for (const description of partsOf(whole)) {
    const { guest, filledIn } = await prepare(); // so that no operation ends another's game
    const page = await openDocs(guest.token, description);
    const operations = await page.locator(".opblock").evaluateAll((blocks) =>
      blocks.map((block) => ({
        element: block.id,
        id: block.id.split("-").at(-1),
        path: block.querySelector(".opblock-summary-path").dataset.path,
      })));
    for (const { element, id, path } of operations) {
      const { status, problem } = await execute(page, element, filledIn(path));
      const answer = problem ? `${status} ${problem.code}` : `${status}`;
      console.log(`${id}: ${answer}`);
      described.delete(id);
      const expected = problem ? refusals[id]?.includes(answer) : status >= 200 && status < 300;
      if (!expected) faults.push(`${id} was not expected to answer ${answer}: ${problem?.detail ?? "nothing was sent"}`);
    }
    await page.close(); // ends what streams to it
  }
  described.forEach((id) => faults.push(`${id} is not on the page`));
  return faults;
}

/**
 * Splits the description by paths, each with the components that it needs: the page works through all it has at every
 * press, which takes seconds for the whole.
 */
function partsOf(whole) {
  const [, before, paths, after] = whole.match(/^(.*?^paths:\n)(.*?)^components:\n(.*)$/ms);
  const sections = after.split(/^(?=  \S)/m).map((section) => {
    const [head, ...entries] = section.split(/^(?=    \S)/m);
    const kind = head.trim().slice(0, -1);
    return { kind, head, entries: entries.map((text) => ({ pointer: `#/components/${kind}/${text.trim().split(":")[0]}`, text })) };
  });
  const all = new Map(sections.flatMap(({ entries }) => entries.map(({ pointer, text }) => [pointer, text])));
  return paths.split(/^(?=  \S)/m).map((path) => {
    const needed = new Set();
    const visit = (text) => {
      for (const [pointer] of text.matchAll(/#\/components\/\w+\/[\w-]+/g)) {
        if (needed.has(pointer)) continue;
        if (!all.has(pointer)) throw new Error(`${pointer} is not among the components`);
        needed.add(pointer);
        visit(all.get(pointer));
      }
    };
    visit(path);
    const components = sections.map(({ kind, head, entries }) => {
      const kept = entries.filter(({ pointer }) => needed.has(pointer) || kind === "securitySchemes");
      return kept.length > 0 ? head + kept.map(({ text }) => text).join("") : "";
    });
    return `${before}${path}components:\n${components.join("")}`;
  });
}

/** Opens a game against oneself that is being played; filledIn has what stands in the fields of an operation. */
async function prepare() {
  const guest = await newGuest(base, "춘향");
  const other = await newGuest(base, "몽룡");
  const game = await guest.post("/v1/games", {
    opponent: { type: "self" },
    time_control: { type: "per_move", per_move_ms: 86_400_000 },
  });
  await guest.post(`/v1/games/${game.id}/setup`, { side: "han", setup: "EHHE" });
  await guest.post(`/v1/games/${game.id}/setup`, { side: "cho", setup: "HEEH" });
  const waiting = await other.post("/v1/games", {});
  const ended = await guest.post("/v1/games", { opponent: { type: "self" } });
  await guest.post(`/v1/games/${ended.id}/abort`, {});
  return {
    guest,
    filledIn: async (path) => {
      if (path.startsWith("/v1/rooms/")) return { code: waiting.room_code };
      if (path === "/v1/games/{id}/join") return { id: waiting.id };
      if (path === "/v1/games/{id}/proof") return { id: ended.id };
      if (path === "/v1/players/{id}") return { id: guest.player.id };
      if (path === "/v1/quick-play/{id}") return { id: (await guest.post("/v1/quick-play", {})).id };
      return path.includes("{id}") ? { id: game.id } : {};
    },
  };
}

/** Opens the page with a description and signs in as people do. */
async function openDocs(token, description) {
  const page = await browser.newPage();
  await page.route("**/openapi.yaml", (route) => route.fulfill({ contentType: "application/yaml", body: description }), { times: 1 });
  page.setDefaultTimeout(patience);
  await page.goto(`${base}/docs`);
  await page.locator(".opblock").first().waitFor();
  await page.locator(".auth-wrapper .authorize").first().dispatchEvent("click");
  const dialog = page.locator(".auth-container").first();
  await dialog.locator("input").fill(token);
  await dialog.locator("button.authorize").dispatchEvent("click");
  await page.locator(".modal-ux .btn-done").first().dispatchEvent("click");
  return page;
}

/** Executes an operation; returns the answer's status, 0 if nothing was sent, and the problem of a refusal. */
async function execute(page, element, fields) {
  const block = page.locator(`[id="${element}"]`);
  await block.locator(".opblock-summary-control").dispatchEvent("click");
  await block.locator(".try-out__btn").dispatchEvent("click");
  for (const [name, value] of Object.entries(await fields)) {
    const input = block.locator(`tr[data-param-name="${name}"] input`);
    await input.fill(value);
    await input.blur(); // the page takes over what is typed only after a while, or at once at the end
  }
  // The page shows an answer at its end, which streams do not have; what its cache answers is no response of the network.
  const received = page.waitForResponse((r) => r.request().resourceType() === "fetch").then(async (response) => {
    const status = response.status();
    return { status, problem: status >= 400 ? await response.json() : null };
  });
  const shown = block.locator(".live-responses-table tbody .response-col_status").first().waitFor().then(async () => {
    const status = parseInt(await block.locator(".live-responses-table tbody .response-col_status").first().innerText());
    const body = status >= 400 ? await block.locator(".live-responses-table tbody .response-col_description").first().innerText() : "";
    return { status, problem: status >= 400 ? { code: body.match(/"code": "(\w+)"/)?.[1], detail: body } : null };
  });
  await block.locator("button.execute").dispatchEvent("click");
  const answer = await Promise.any([received, shown]).catch(() => ({ status: 0, problem: null }));
  await block.locator(".opblock-summary-control").dispatchEvent("click");
  return answer;
}
