/**
 * `npm test`: everything, in the order in which it fails fastest. Ends with one line "N passed, N failed"; what was skipped or not reached is named
 * in it and fails it too.
 * `npm run check` stops before the tests.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findBrowser, installBrowser, installPageBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, ROOT } from "./ensure.mjs";

const CACHE = join(ROOT, ".cache");
const bin = (name) => join(ROOT, "node_modules", ".bin", name);

/** Each is one yes or no. */
const CHECKS = [
  ["the lock file is complete", process.execPath, ["tools/lock-is-complete.mjs"]],
  ["formatted and linted", bin("biome"), ["check", "."]],
  ["typed lint", bin("oxlint"), ["--type-aware", "packages", "apps", "tests"]],
  ["tests compile", bin("tsc"), ["-p", "tsconfig.tests.json"]],
  ["no dead code, nothing exported that nobody imports", bin("knip"), ["--no-progress"]],
  ["imports point down and never in a circle", bin("depcruise"), ["--config", ".dependency-cruiser.mjs", "packages", "apps"]],
  ["lengths, styles, facts with one home", process.execPath, ["tools/house.mjs"]],
  ["the sign-in page stays small", process.execPath, ["tools/first-bytes.mjs"]],
  ["documentation is up to date", process.execPath, ["tools/docs.mjs", "--check"]],
];

function passes(command, args, env = {}) {
  return spawnSync(command, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } }).status === 0;
}

function runChecks() {
  const failed = CHECKS.filter(([name, command, args]) => {
    console.log(`\n▸ ${name}`);
    return !passes(command, args);
  });
  for (const [name] of failed) console.log(`✗ ${name}`);
  return { passed: CHECKS.length - failed.length, failed: failed.length };
}

/** A runner that ends without a report has failed, whatever its status says. */
function counts(report, read, ok) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { failed, ...others } = read(JSON.parse(readFileSync(report, "utf8")));
  return { ...others, failed: failed === 0 && others.skipped === 0 && !ok ? 1 : failed };
}

function runUnits() {
  console.log("\n▸ units and flows");
  if (!findBrowser()) installBrowser(); // parts of screens are tested in one, and journeys after them
  installPageBrowser();
  const report = join(CACHE, "vitest.json");
  const ok = passes(bin("vitest"), ["run", "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`]);
  return counts(
    report,
    ({ numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests }) => ({
      passed,
      failed,
      skipped: numPendingTests + numTodoTests,
    }),
    ok,
  );
}

/** Of a suite of Playwright's report and those in it: the tests that passed at their second try only. */
const flakyIn = ({ file, suites = [], specs = [] }) => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky")).map(({ line, title }) => `${file}:${line} ${title}`),
  ...suites.flatMap(flakyIn),
];

function runJourneys() {
  console.log("\n▸ journeys in a browser");
  const report = join(CACHE, "journeys.json");
  const ok = passes(bin("playwright"), ["test"], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return counts(
    report,
    ({ stats, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      flaky: suites.flatMap(flakyIn),
    }),
    ok,
  );
}

ensureInstalled();
ensureBuilt();
rmSync(join(CACHE, "vitest.json"), { force: true });
rmSync(join(CACHE, "journeys.json"), { force: true });
mkdirSync(CACHE, { recursive: true });
const stages = process.argv[2] === "check" ? [runChecks] : [runChecks, runUnits, runJourneys];
const results = stages.map((stage) => stage());
const sum = (key) => results.reduce((total, { [key]: count = 0 }) => total + count, 0);
for (const name of results.flatMap(({ flaky = [] }) => flaky)) console.log(`flaky: ${name}`);
const skipped = sum("skipped");
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(sum("failed") + skipped > 0 ? 1 : 0);
