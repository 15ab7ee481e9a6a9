/** Which test file ran which place of the sources, and so which ones could notice a fault there. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../ensure.mjs";
import { EVERYDAY } from "../parts.mjs";
import { CACHE } from "../runners.mjs";
import { faultsIn, readSource, sources } from "./faults.mjs";

const IN_NODE = ["fast"];
const IN_BROWSER = EVERYDAY.vitest.filter((project) => ["browser", "extension", "fill"].includes(project));
const STORIES = EVERYDAY.vitest.filter((project) => ![...IN_NODE, ...IN_BROWSER].includes(project));
/** The cheapest first, because most faults are noticed there. */
const GROUPS = [IN_NODE, IN_BROWSER, STORIES];

/** So many of a group are asked before the rest of it: starting again costs less than a hundred files that need not run. */
const FIRST = 8;

/** Runs the everyday tests once with marks in the sources. */
export function measure() {
  mkdirSync(CACHE, { recursive: true });
  const tests = {};
  for (const projects of [[...IN_NODE, ...STORIES], IN_BROWSER]) {
    const result = join(CACHE, "marks-part.json");
    rmSync(result, { force: true });
    spawnSync(
      join(ROOT, "node_modules/.bin/vitest"),
      ["run", "--config", join(ROOT, "tools/mutants/vitest.config.mjs"), ...projects.flatMap((project) => ["--project", project])],
      { cwd: ROOT, stdio: "inherit", env: { ...process.env, COFFER_MARKS: result } },
    );
    Object.assign(tests, JSON.parse(readFileSync(result, "utf8")));
  }
  keep(tests);
}

function keep(tests) {
  const places = Object.fromEntries(sources().map((path) => [path, faultsIn(path, readSource(path)).map(({ what }) => what)]));
  writeFileSync(Marks.file, JSON.stringify({ tests, places }));
}

const testFiles = () =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.test.ts", "*.test.tsx"], {
    cwd: ROOT,
    encoding: "utf8",
  })
    .split("\n")
    .filter(Boolean);

export class Marks {
  static file = join(CACHE, "marks.json");
  #tests;
  #places;
  /** Of test files that the measuring did not see as they are now: no one knows what they run. */
  #newer;
  #faults = new Map();

  constructor({ tests, places }, newer) {
    this.#tests = tests;
    this.#places = places;
    this.#newer = newer;
  }

  static read() {
    const since = statSync(Marks.file).mtimeMs;
    const all = JSON.parse(readFileSync(Marks.file, "utf8"));
    return new Marks(
      all,
      testFiles().filter((file) => statSync(join(ROOT, file)).mtimeMs > since),
    );
  }

  /** The place of a fault as it was measured: a source may have changed since, so what the fault says counts, and which of its like it is. */
  #indexOf(fault) {
    if (!this.#faults.has(fault.path)) this.#faults.set(fault.path, faultsIn(fault.path, readSource(fault.path)));
    const now = this.#faults.get(fault.path).filter(({ what }) => what === fault.what);
    const nth = now.findIndex(({ from }) => from === fault.from);
    const then = (this.#places[fault.path] ?? []).flatMap((what, index) => (what === fault.what ? [index] : []));
    return then[nth];
  }

  /** @returns the test files that ran the place */
  #filesFor(fault) {
    const index = this.#indexOf(fault);
    const ran = Object.entries(this.#tests).filter(([, test]) => test.ran[fault.path]);
    // What runs when a module is loaded is counted for the first file that loads it: any that uses the module could notice.
    return (index === undefined || fault.isAtLoad ? ran : ran.filter(([, test]) => test.ran[fault.path].includes(index))).map(
      ([file]) => file,
    );
  }

  countFor = (fault) => this.#filesFor(fault).length;

  /** @returns lists of test files in the order in which to ask them; no file twice */
  stagesFor(fault) {
    const folder = dirname(fault.path);
    const near = this.#newer.filter((file) => file.startsWith(fault.path.split("/").slice(0, 2).join("/")) || file.startsWith("tests/"));
    const files = [...new Set([...this.#filesFor(fault), ...near])];
    const distance = (file) => (dirname(file) === folder ? 0 : 1);
    const seconds = (file) => this.#tests[file]?.seconds ?? 1;
    return GROUPS.flatMap((projects) => {
      const group = files
        .filter((file) => projects.includes(this.#projectOf(file)))
        .sort((a, b) => distance(a) - distance(b) || seconds(a) - seconds(b));
      return [group.slice(0, FIRST), group.slice(FIRST)];
    });
  }

  #projectOf(file) {
    if (this.#tests[file]) return this.#tests[file].project;
    if (file.startsWith("tests/")) return file.startsWith("tests/evil/") ? "evil" : "flows";
    if (!file.includes(".browser.")) return "fast";
    return file.startsWith("packages/fill") ? "fill" : file.startsWith("apps/extension") ? "extension" : "browser";
  }
}
