/**
 * `npm run test:all`: every part of the proof with every case (tools/parts.mjs). Options:
 *   --only NAME[,NAME]   these parts
 *   --since [NAME]       go on where it was stopped: without the parts that have passed and that nothing changed since can touch; or all from NAME on
 *   --changed [COMMIT]   the parts that the changes since COMMIT (and those not committed) can touch; without COMMIT since the last commit
 *   --list               what there is, and what only this command runs
 * It can be stopped at any time, and says what it did not reach.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser, installBrowser, installPageBrowser } from "./browser.mjs";
import { runChecks } from "./checks.mjs";
import { ensureBuilt, ROOT } from "./ensure.mjs";
import { FEWER_CASES, ONLY_IN_ALL } from "./only-in-all.mjs";
import { PARTS, partsTouchedBy, stillHolds } from "./parts.mjs";
import { CACHE, measured, runPlaywright, runScript, runVitest, stopChildren } from "./runners.mjs";
import { conclude, printCostliest, printParts } from "./summary.mjs";

/** What the parts came to, so that a run that was stopped can go on. */
const STATE = join(CACHE, "test-all.json");

const lines = (text) => text.split("\n").filter(Boolean);
const git = (...args) => lines(execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }));
const changedSince = (commit) => [
  ...new Set([...git("diff", "--name-only", commit), ...git("ls-files", "--others", "--exclude-standard")]),
];

function known(name) {
  if (!PARTS[name]) throw new Error(`There is no part "${name}"; there are ${Object.keys(PARTS).join(", ")}`);
  return name;
}

/** @returns the names of the parts to run, and what an earlier run found of the others that belong to this one. */
function chosen([option, value], earlier) {
  const names = Object.keys(PARTS);
  if (option === undefined) return { names, before: {} };
  if (option === "--only" && value) return { names: value.split(",").map(known), before: {} };
  if (option === "--changed") return { names: partsTouchedBy(changedSince(value ?? "HEAD")), before: {} };
  if (option === "--since" && value) return { names: names.slice(names.indexOf(known(value))), before: {} };
  if (option !== "--since") throw new Error("usage: npm run test:all -- [--only NAME | --since [NAME] | --changed [COMMIT] | --list]");
  const held = names.filter((name) => earlier[name] && stillHolds(name, earlier[name], changedSince(earlier[name].commit)));
  return {
    names: names.filter((name) => !held.includes(name)),
    before: Object.fromEntries(held.map((name) => [name, earlier[name]])),
  };
}

function runPart(name) {
  const { vitest, playwright, command } = PARTS[name];
  if (vitest) return runVitest(name, vitest, true);
  if (playwright) return runPlaywright(name, playwright, true);
  return command ? runScript(command) : runChecks(2);
}

function list() {
  for (const [name, { about, why }] of Object.entries(PARTS)) {
    console.log(`${name.padEnd(14)}${about}`);
    if (why) console.log(`${" ".repeat(14)}only here: ${why}`);
  }
  for (const [place, { why, proves }] of Object.entries(ONLY_IN_ALL)) console.log(`${place}\n    because it ${why}; every day: ${proves}`);
  for (const [place, left] of Object.entries(FEWER_CASES)) console.log(`${place}\n    only here: ${left}`);
}

/** Runs the parts in turn until all have run or a signal stops it. @returns the parts that were not reached */
async function runInTurn(names, results, keep) {
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      isStopped = true;
      stopChildren();
    });
  }
  const waiting = [...names];
  while (waiting.length > 0) {
    console.log(`\n▸ ${waiting[0]}`);
    const [commit] = git("rev-parse", "HEAD");
    const result = await measured(() => runPart(waiting[0]));
    if (isStopped) break;
    results[waiting.shift()] = { ...result, commit };
    keep();
  }
  return waiting;
}

async function runAll(args) {
  const earlier = existsSync(STATE) ? JSON.parse(readFileSync(STATE, "utf8")) : {};
  const { names, before } = chosen(args, earlier);
  if (Object.keys(before).length > 0) console.log(`passed before: ${Object.keys(before).join(", ")}`);
  console.log(`to run: ${names.join(", ")}`);
  const results = { ...before };
  const notReached = await runInTurn(names, results, () => writeFileSync(STATE, JSON.stringify({ ...earlier, ...results })));
  printCostliest(Object.assign({}, ...Object.values(results).map((result) => result.costs ?? {})));
  printParts(results);
  return conclude(results, notReached);
}

if (process.argv[2] === "--list") list();
else {
  ensureBuilt();
  if (!findBrowser()) installBrowser();
  installPageBrowser();
  process.exitCode = await runAll(process.argv.slice(2));
}
