/** What steps over row-level security is in one table, and calls that do so as a whole are counted. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { STEPS } from "./step-over.ts";

const SRC = fileURLToPath(new URL("..", import.meta.url));
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("testing"))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf8") }));
const found = (pattern: RegExp): string[] => sources.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));

/** Of 117 calls and those of the kinds: they change memberships of other people, and what follows from them. */
const WHOLE_CALLS_MAX = 10;

it("only the table's own file lets a connection work for all accounts", () => {
  const others = sources.filter(({ path, text }) => /\bSYSTEM\b/.test(text) && !/^db\/(?:step-over|row-level-security)\.ts$/.test(path));
  expect(others.map(({ path }) => path)).toEqual([]);
});

it("there are at most ten reasons, each in use and a sentence", () => {
  const used = new Set(found(/\b(?:stepOver|stepOverWithin|acrossAccounts)\("(\w+)"/g));
  expect([...used].sort()).toEqual(Object.keys(STEPS).sort());
  expect(used.size).toBeLessThanOrEqual(10);
  for (const reason of Object.values(STEPS)) expect(reason).toMatch(/^[A-Z].*\.$/);
});

it("no further call works for all accounts from its beginning to its end", () => {
  expect(found(/(\w+): acrossAccounts\(/g).length).toBeLessThanOrEqual(WHOLE_CALLS_MAX);
});
