/**
 * `npm run gallery`: every screen in its states, both themes and four widths, out of the running product, as one page of pictures with what was measured.
 * Options, each with one or more values separated by commas: --only health,"a card"  --state empty  --theme dark  --width 360; --language de: in that language,
 * without the extension, into a folder of its own; --full keeps pictures in the size of the window; --workers 1 for one browser and product instead of two; --keep adds to what an earlier run found, so that everything can be walked in
 * slices; --rest goes on where an earlier run was ended; --list names the screens. Ends with 1 when something that must hold does not.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt, ROOT } from "../../tools/ensure.mjs";
import { figuresOf, printFigures, writePage } from "./report.mjs";

const text = { type: "string" };
const FLAG = { type: "boolean", default: false };
const { values } = parseArgs({
  options: {
    only: text,
    state: text,
    theme: text,
    width: text,
    language: text,
    workers: text,
    full: FLAG,
    keep: FLAG,
    rest: FLAG,
    list: FLAG,
  },
});
/** Each language has a place of its own: `--keep` and `--rest` go on where that one was. */
const OUT = join(ROOT, "tests/gallery/out", values.language ?? "");
const RESULTS = join(OUT, "results.jsonl");
const several = (value) => value?.split(",").map((part) => part.trim());
const options = {
  only: several(values.only),
  state: several(values.state),
  themes: several(values.theme),
  widths: several(values.width)?.map(Number),
  isFull: values.full,
  language: values.language,
  out: OUT,
};
const rowsSoFar = () => {
  const lines = existsSync(RESULTS) ? readFileSync(RESULTS, "utf8").split("\n").filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line));
};

ensureBuilt();
if (!values.keep && !values.rest && !values.list) rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
if (values.rest) options.done = [...new Set(rowsSoFar().map(({ screen, state }) => `${screen}, ${state}`))];
const { status } = spawnSync(
  join(ROOT, "node_modules/.bin/playwright"),
  ["test", "--config", "tests/gallery/playwright.config.ts", "--workers", values.workers ?? "2", ...(values.list ? ["--list"] : [])],
  { cwd: ROOT, stdio: "inherit", env: { ...process.env, COFFER_GALLERY: JSON.stringify(options) } },
);
if (!values.list) {
  const rows = latest(rowsSoFar());
  writePage(OUT, rows);
  const figures = figuresOf(rows);
  printFigures(rows, figures);
  console.log(`\n${join(OUT, "index.html")}`);
  process.exitCode = status === 0 && rows.length > 0 && figures.every(({ holds }) => holds) ? 0 : 1;
} else process.exitCode = status;

/** Of what was looked at several times the last. */
function latest(rows) {
  return [...new Map(rows.map((row) => [`${row.screen} ${row.state} ${row.theme} ${row.width}`, row])).values()];
}
