/**
 * `npm test`: the everyday proof, at most 6 minutes on two cores. Ends with one line "N passed, N failed"; what was skipped is named in it and fails it too.
 * `npm run check` stops before the tests. Everything: `npm run test:all` (tools/test-all.mjs).
 */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser, installBrowser, installPageBrowser } from "./browser.mjs";
import { runChecks } from "./checks.mjs";
import { ensureBuilt } from "./ensure.mjs";
import { EVERYDAY } from "./parts.mjs";
import { CACHE, measured, runPlaywright, runVitest } from "./runners.mjs";
import { conclude, printCostliest, printParts } from "./summary.mjs";

/** The tests alone leave a quarter of the two cores idle, mostly while they start: the checks run there, one at a time. */
async function checksAndTests() {
  const [checks, tests] = await Promise.all([runChecks(1), runVitest("vitest", EVERYDAY.vitest, false)]);
  return { ...tests, passed: checks.passed + tests.passed, failed: checks.failed + tests.failed };
}

const STAGES = {
  "checks, tests": checksAndTests,
  journeys: () => runPlaywright("journeys", EVERYDAY.playwright, false),
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
process.exitCode = conclude(results);
