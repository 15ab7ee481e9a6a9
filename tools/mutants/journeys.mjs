/** Whether the everyday journeys notice a fault that neither types nor the tests of vitest have noticed. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ROOT } from "../ensure.mjs";
import { EVERYDAY } from "../parts.mjs";
import { CACHE } from "../runners.mjs";
import { ends, Product } from "./product.mjs";

const REPORT = join(CACHE, "mutants-journeys.json");
/** The state of the sources for which the journeys were green without a fault. */
const GREEN = join(CACHE, "mutants-green");

const EXTENSION = ["tests/journeys/everyday/extension.spec.ts"];
/** Folder → the journeys that run what is in it; all of them without a row. */
const JOURNEYS_OF = { "packages/fill": EXTENSION, "apps/extension": EXTENSION };

const everydayProjects = EVERYDAY.playwright.flatMap((name) => ["--project", name]);
const allFor = (path) => [...(JOURNEYS_OF[path.split("/").slice(0, 2).join("/")] ?? []), ...everydayProjects];

/** Of a suite of the report and those in it. */
const redIn = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ results }) => results.some(({ status }) => status === "failed" || status === "timedOut"))
      .map(({ projectName }) => ({ name: title, only: [file, "--project", projectName, "--no-deps"] })),
  ),
  ...suites.flatMap(redIn),
];

/** @returns the first test that is red: its name, and the arguments that run its file alone; undefined when all are green */
async function firstRed(args) {
  rmSync(REPORT, { force: true });
  const isGreen = await ends("playwright", ["test", "--config", "tools/mutants/playwright.config.mjs", "--max-failures=1", ...args], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT },
    seconds: 600,
  });
  if (isGreen) return undefined;
  const report = existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, "utf8")) : {};
  // Nothing has run where the product does not start.
  return redIn(report)[0] ?? { name: "the first start", only: args };
}

/** Only what was red twice in the same test counts: a journey that is red once may have been slow. */
async function redTwice(args) {
  const red = await firstRed(args);
  const again = red && (await firstRed(red.only));
  return again && again.name === red.name ? red.name : undefined;
}

const git = (...args) => execFileSync("git", args, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 28 });

/** @throws when they are red without a fault */
async function mustBeGreen() {
  const state = createHash("sha256").update(git("rev-parse", "HEAD")).update(git("diff", "HEAD")).digest("hex");
  if (existsSync(GREEN) && readFileSync(GREEN, "utf8") === state) return;
  const red = await firstRed(everydayProjects);
  if (red) throw new Error(`Without a fault this journey is red: ${red.name}`);
  writeFileSync(GREEN, state);
}

export class Journeys {
  #product = new Product();
  #isReady = false;

  /** @returns the journey that notices the fault, or undefined */
  async noticing(fault) {
    if (!this.#isReady) {
      ensureBuilt();
      await mustBeGreen();
      this.#isReady = true;
    }
    const found = await this.#product.withFault(fault, async () => (await redTwice(allFor(fault.path))) ?? "");
    return found === null ? "the build" : found || undefined;
  }

  end = () => this.#product.mend();
}
