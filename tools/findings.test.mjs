/** docs/findings.md names a test for each finding of the first look; each of them is there, under that name. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./ensure.mjs";

const rows = readFileSync(join(ROOT, "docs/findings.md"), "utf8")
  .split("\n")
  .map((line) => /^\| ([A-Z][^|]*?) \| [^|]* \| ([^|]*) \|$/.exec(line))
  .filter(Boolean)
  .map(([, numbers, shown]) => ({ numbers, shown }));

/** A file in code marks, and up to the next one or a full stop the name of a test in it, or some words of it. */
const NAMED = /`([\w./-]+\.(?:ts|tsx|mjs))` ([^`|]+?)(?=; `|\. [A-Z`"]|$)/g;
const proofs = rows.flatMap(({ numbers, shown }) =>
  [...shown.matchAll(NAMED)].map(([, file, name]) => [`${numbers}: ${name}`, file, name]),
);

/** The numbers of a section, from 1. */
const all = (letter, count) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

describe("every finding", () => {
  it("is answered", () => {
    const wanted = [...all("O", 20), ...all("T", 14), ...all("A-", 14), ...all("V-", 10)];
    const answered = new Set(rows.flatMap(({ numbers }) => numbers.split(", ")));
    expect(wanted.filter((number) => !answered.has(number))).toEqual([]);
    expect(rows.filter(({ numbers }) => !proofs.some(([name]) => name.startsWith(`${numbers}: `)))).toEqual([]);
  });

  it.each(proofs)("%s", (_, file, name) => {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    expect(readFileSync(join(ROOT, file), "utf8").replaceAll('\\"', '"')).toContain(name.trim());
  });
});
