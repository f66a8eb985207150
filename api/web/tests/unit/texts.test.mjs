import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const src = new URL('../../src', import.meta.url).pathname;
const languages = ['en', 'ko', 'vi'];

function texts(language) {
  const all = new Map();
  for (const [, key, text] of readFileSync(join(src, `i18n/${language}.ts`), 'utf8').matchAll(/^ {2}'([^']+)': (?:'|")(.*)(?:'|"),$/gm)) all.set(key, text);
  return all;
}

function code(folder = src) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((f) => {
    const path = join(folder, f.name);
    if (f.isDirectory()) return f.name === 'i18n' ? [] : code(path);
    return /\.tsx?$/.test(f.name) && f.name !== 'schema.d.ts' ? [readFileSync(path, 'utf8')] : [];
  });
}

const codes = JSON.parse(readFileSync(join(src, 'i18n/codes.json'), 'utf8'));
const english = texts('en');

test('every language has the same keys, with the same values to fill in', () => {
  assert.ok(english.size > 250, `only ${english.size} texts were found`);
  const holes = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
  for (const language of languages) {
    const all = texts(language);
    assert.deepEqual([...all.keys()].sort(), [...english.keys()].sort(), language);
    for (const [key, text] of all) {
      assert.equal(holes(text), holes(english.get(key)), `${language} ${key}`);
      assert.ok(text.trim(), `${language} ${key} is empty`);
    }
  }
});

test('no text is unused, and none that is used is missing', () => {
  const source = code().join('\n');
  const literal = new Set([...source.matchAll(/'([a-z]\w*(?:\.[\w-]+)+)'/g)].map((m) => m[1]));
  // `piece.${side}.${kind}` and the like: anything that fits counts as used.
  const patterns = [...source.matchAll(/`([a-z]\w*\.[^`\s]*\$\{[^`]*?)`/g)].map((m) => new RegExp(`^${m[1].replace(/\./g, '\\.').replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`));
  // Settings take their choices' texts from a prefix, given as pick(label, value, choices, prefix).
  for (const [, prefix] of source.matchAll(/(?:pick|radio)\(.*'([\w.]+)'\)/g)) patterns.push(new RegExp(`^${prefix.replace(/\./g, '\\.')}\\.[\\w-]+$`));
  const used = (key) => literal.has(key) || patterns.some((p) => p.test(key));
  assert.deepEqual([...english.keys()].filter((key) => !used(key)), [], 'unused');
  const called = [...source.matchAll(/\bt\('([^']+)'/g)].map((m) => m[1]);
  assert.deepEqual(called.filter((key) => !english.has(key)), [], 'missing');
  for (const reason of codes.reasons) assert.ok(english.has(`illegal.${reason}`), reason);
  for (const name of codes.codes) assert.ok(english.has(`problem.${name}`), name);
});

test('the codes are those of the API', () => {
  const schema = readFileSync(join(src, 'api/schema.d.ts'), 'utf8');
  const values = (name) => [...new RegExp(`${name}: ((?:"\\w+"(?: \\| )?)+);`).exec(schema)[1].matchAll(/"(\w+)"/g)].map((m) => m[1]);
  assert.deepEqual([...codes.reasons].sort(), values('IllegalMoveReason').sort());
  const problems = values('ProblemCode');
  assert.deepEqual(codes.codes.filter((c) => !problems.includes(c)), []);
});
