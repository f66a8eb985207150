// Fails when a description breaks clients of a kept one otherwise than is accepted: breaks.mjs KEPT NOW ACCEPTED.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parse } from "yaml";

const [kept, now, acceptedFile] = process.argv.slice(2);
const accepted = (parse(readFileSync(acceptedFile, "utf8")) ?? []).map((entry) => ({ ...entry, matches: new RegExp(entry.text), used: false }));
const output = execFileSync("go", ["run", "github.com/oasdiff/oasdiff@v1.37.0", "breaking", kept, now, "--format", "json"], {
  encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"],
});

const breaks = (output.trim() ? JSON.parse(output) : []).filter((change) => {
  const entry = accepted.find((a) => a.rule === change.id && a.matches.test(`${change.operation} ${change.path}: ${change.text}`));
  if (entry) entry.used = true;
  return !entry;
});
for (const change of breaks) console.error(`${change.operation} ${change.path}: ${change.text} [${change.id}]`);
const unused = accepted.filter((entry) => !entry.used);
for (const entry of unused) console.error(`${acceptedFile} accepts what does not happen: ${entry.rule} ${entry.text}`);
if (breaks.length + unused.length > 0) {
  console.error(`${now} breaks clients of ${kept}: undo the change, or say in ${acceptedFile} why it is accepted`);
  process.exit(1);
}
