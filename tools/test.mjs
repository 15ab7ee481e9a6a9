/**
 * `npm test`: the everyday proof; the aim is 6 minutes on two cores. Ends with one line "N passed, N failed"; what was skipped is named in it and fails it too.
 * `npm run check` stops before the tests. Everything: `npm run test:all` (tools/test-all.mjs).
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser, installBrowser, installPageBrowser } from "./browser.mjs";
import { runChecks } from "./checks.mjs";
import { readTable, speedOf } from "./costs/table.mjs";
import { ensureBuilt, ROOT } from "./ensure.mjs";
import { EVERYDAY } from "./parts.mjs";
import { CACHE, measured, runPlaywright, runVitest } from "./runners.mjs";
import { conclude, printCostliest, printParts, printSpeed } from "./summary.mjs";

const [gapTests, ...alone] = EVERYDAY.playwright;

/** Between the tests, which leave a quarter of the two cores idle: the checks one at a time, then the journeys, one at a time too. */
async function betweenTests() {
  const checks = await runChecks(1);
  console.log("\n▸ journeys, told when they have ended");
  return [checks, await runPlaywright("journeys", [gapTests], false, { isInGaps: true })];
}

async function checksTestsAndJourneys() {
  const [between, tests] = await Promise.all([betweenTests(), runVitest("vitest", EVERYDAY.vitest, false)]);
  const all = [...between, tests];
  const sum = (key) => all.reduce((total, { [key]: count = 0 }) => total + count, 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failures: all.flatMap(({ failures = [] }) => failures),
    flaky: all.flatMap(({ flaky = [] }) => flaky),
    costs: Object.assign({}, ...all.map(({ costs }) => costs)),
  };
}

const STAGES = {
  "checks, tests, journeys": checksTestsAndJourneys,
  // What the project depends on has run.
  "what is counted": () => runPlaywright("counted", alone, false, { args: ["--no-deps"] }),
};

ensureBuilt();
const isCheck = process.argv[2] === "check";
if (!isCheck) {
  if (!findBrowser()) installBrowser(); // parts of screens are tested in one, and journeys after them
  installPageBrowser();
}
const results = {};
for (const [name, stage] of Object.entries(isCheck ? { checks: () => runChecks(2) } : STAGES)) {
  console.log(`\n▸ ${name}`);
  results[name] = await measured(stage);
}
const costs = Object.assign({}, ...Object.values(results).map((result) => result.costs ?? {}));
if (!isCheck) {
  const last = join(CACHE, "costs.json");
  if (existsSync(last)) renameSync(last, join(CACHE, "costs-before.json"));
  writeFileSync(last, JSON.stringify(costs, null, 1));
  printCostliest(costs);
}
printParts(results);
if (!isCheck) printSpeed(results, speedOf(readTable(readFileSync(join(ROOT, "tests/costs.tsv"), "utf8")), costs));
process.exitCode = conclude(results);
