/**
 * The files of rows of `npm run evil` that docs/security.md and docs/security-details.md name, the second with the table of defences at its end: each must be one of
 * tests/evil/rows. `npm run check` reads them (docs.mjs).
 */
import { readdirSync } from "node:fs";

const ROWS = new URL("../tests/evil/rows/", import.meta.url);
const TABLE = "| defence | countermeasures (`tests/evil/countermeasures.ts`) | rows (`tests/evil/rows/`) |";
const rowFiles = () => readdirSync(ROWS).map((name) => name.replace(/\.ts$/, ""));

/** In the text: "`evil` pull, forks and envelopes". The runs of made-up calls are no rows. */
const inText = (page) =>
  [...page.matchAll(/`evil` (?!generated\b)([a-z-]+(?:(?:, | and )[a-z-]+)*)/g)].flatMap(([, names]) => names.split(/, | and /));

/** In the last column of the table: "pull (heads), forks, recovery: what is said of them". */
function inTable(page) {
  if (!page.includes(TABLE)) throw new Error("docs/security-details.md has its table of defences no more");
  const rows = page.slice(page.indexOf(TABLE)).matchAll(/^\| .* \| (.*) \|$/gm);
  return [...rows].slice(1).flatMap(([, cell]) => cell.replace(/ ?\([^)]*\)|:.*/g, "").split(", "));
}

/** @returns one line for each name that is no file of rows */
export function unknownRows(page, files = rowFiles()) {
  const names = new Set([...inText(page), ...inTable(page)]);
  return [...names]
    .filter((name) => !files.includes(name))
    .map((name) => `docs/security.md or its details name rows "${name}", and tests/evil/rows has no ${name}.ts`);
}
