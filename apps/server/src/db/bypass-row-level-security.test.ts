/** What bypasses row-level security is in one table, and calls that do so as a whole are counted. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { BYPASSES } from "./bypass-row-level-security.ts";

const SRC = fileURLToPath(new URL("..", import.meta.url));
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("testing"))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf8") }));
const found = (pattern: RegExp): string[] => sources.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));

/** Of 120 calls and those of the kinds: they change memberships of other people, and what follows from them. */
const WHOLE_CALLS_MAX = 10;

it("only the table's own file lets a connection work for all accounts", () => {
  const others = sources.filter(
    ({ path, text }) => /\bSYSTEM\b/.test(text) && !/^db\/(?:bypass-row-level-security|row-level-security)\.ts$/.test(path),
  );
  expect(others.map(({ path }) => path)).toEqual([]);
});

it("there are at most ten reasons, each in use and a sentence", () => {
  const used = new Set(found(/\b(?:bypassRls|bypassRlsWithin|acrossAccounts)\("(\w+)"/g));
  expect([...used].sort()).toEqual(Object.keys(BYPASSES).sort());
  expect(used.size).toBeLessThanOrEqual(10);
  for (const reason of Object.values(BYPASSES)) expect(reason).toMatch(/^[A-Z].*\.$/);
});

it("no further call works for all accounts from its beginning to its end", () => {
  expect(found(/(\w+): acrossAccounts\(/g).length).toBeLessThanOrEqual(WHOLE_CALLS_MAX);
});

/** Of each function or constant of a file; a function that is handed a transaction, or the rest of one that begins one. */
const inTransactions = (text: string): string[] =>
  text.split(/^(?=export |async function |function |const |interface |class )/m).flatMap((part) => {
    if (/^[^{=]*[(,]\s*tx: Tx\b/.test(part)) return [part];
    const [, ...bodies] = part.split(/\.transaction\(\s*(?:async )?\(?tx\)?\s*=>/);
    return bodies.map((body) => body.slice(0, endOf(body)));
  });

/** Where the bracket ends that was open before the text. */
function endOf(text: string): number {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    depth += bracket === "(" ? 1 : -1;
    if (depth < 0) return index;
  }
  return text.length;
}

it("no one who holds a connection waits for another one: counters within a transaction are on its own", () => {
  const waiting = /limits\s*\.(?:count|note|forgive)\(/;
  expect(sources.filter(({ text }) => inTransactions(text).some((part) => waiting.test(part))).map(({ path }) => path)).toEqual([]);
  expect(inTransactions('function f(tx: Tx) {\n  await limits.note("a", who);\n}').some((part) => waiting.test(part))).toBe(true);
  expect(
    inTransactions("const f = () => db.transaction(async (tx) => {\n  await deps.limits.count(1);\n});").some((part) => waiting.test(part)),
  ).toBe(true);
  expect(inTransactions("const f = () => (db.transaction((tx) => go(tx)), limits.count(1));").some((part) => waiting.test(part))).toBe(
    false,
  );
});
