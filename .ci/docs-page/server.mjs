// A server for the check, and the games and players that its operations are tried on.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Builds janggid, starts it on a free port, and returns its address and how to stop it. */
export async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), "janggid-docs-page-"));
  const binary = join(folder, "janggid");
  await ended(spawn("go", ["build", "-o", binary, "./cmd/janggid"], { cwd: "../..", stdio: "inherit" }));
  const server = spawn(binary, ["serve", "--addr", "127.0.0.1:0", "--data", join(folder, "data")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = new Promise((resolve) => server.once("exit", resolve));
  const stop = async () => {
    server.kill("SIGTERM");
    await exit;
    await rm(folder, { recursive: true });
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const base = line.match(/http:\/\/\S+(?=\/v1$)/);
    if (base) {
      server.stdout.resume();
      return { base: base[0], stop };
    }
  }
  throw new Error("the server ended before it told its address");
}

function ended(process) {
  return new Promise((resolve, reject) => {
    process.once("error", reject);
    process.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${process.spawnfile} failed: ${code}`))));
  });
}

/** A player without a sign-up, with a function that calls the API in their name. */
export async function newGuest(base, name) {
  const call = async (method, path, body, token) => {
    const answer = await fetch(base + path, {
      method,
      headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const { player, access_token: token } = await call("POST", "/v1/guests", { name });
  return { player, token, post: (path, body) => call("POST", path, body, token) };
}
