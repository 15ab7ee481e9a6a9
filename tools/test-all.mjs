/**
 * `npm run test:all`: every part of the proof with every case (tools/parts.mjs). Options:
 *   --only NAME[,NAME]   these parts
 *   --since [NAME]       go on where it was stopped: the parts that have not passed yet, or all from NAME on
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
import { ONLY_IN_ALL, PARTS, partsTouchedBy } from "./parts.mjs";
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
  if (option === undefined) return { names, earlier: {} };
  if (option === "--only" && value) return { names: value.split(",").map(known), earlier: {} };
  if (option === "--changed") return { names: partsTouchedBy(changedSince(value ?? "HEAD")), earlier: {} };
  if (option === "--since" && value) return { names: names.slice(names.indexOf(known(value))), earlier: {} };
  if (option !== "--since") throw new Error("usage: npm run test:all -- [--only NAME | --since [NAME] | --changed [COMMIT] | --list]");
  const isDone = (name) => earlier[name]?.failed === 0 && !earlier[name].skipped;
  return {
    names: names.filter((name) => !isDone(name)),
    earlier: Object.fromEntries(Object.entries(earlier).filter(([name]) => isDone(name))),
  };
}

function runPart(name) {
  const { vitest, playwright, command } = PARTS[name];
  if (vitest) return runVitest(name, vitest, true);
  if (playwright) return runPlaywright(name, playwright, true);
  return command ? runScript(command) : runChecks();
}

function list() {
  for (const [name, { about, why }] of Object.entries(PARTS)) {
    console.log(`${name.padEnd(14)}${about}`);
    if (why) console.log(`${" ".repeat(14)}only here: ${why}`);
  }
  for (const [place, { why, proves }] of Object.entries(ONLY_IN_ALL)) console.log(`${place}\n    because it ${why}; every day: ${proves}`);
}

async function runAll(args) {
  const { names, earlier } = chosen(args, existsSync(STATE) ? JSON.parse(readFileSync(STATE, "utf8")) : {});
  if (Object.keys(earlier).length > 0) console.log(`passed before: ${Object.keys(earlier).join(", ")}`);
  console.log(`to run: ${names.join(", ")}`);
  const results = { ...earlier };
  let isStopped = false;
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      isStopped = true;
      stopChildren();
    });
  }
  const waiting = [...names];
  while (waiting.length > 0 && !isStopped) {
    console.log(`\n▸ ${waiting[0]}`);
    const result = await measured(() => runPart(waiting[0]));
    if (isStopped) break;
    results[waiting.shift()] = result;
    writeFileSync(STATE, JSON.stringify(results));
  }
  printCostliest(Object.assign({}, ...Object.values(results).map((result) => result.costs ?? {})));
  printParts(results);
  return conclude(results, waiting);
}

if (process.argv[2] === "--list") list();
else {
  ensureBuilt();
  if (!findBrowser()) installBrowser();
  installPageBrowser();
  process.exitCode = await runAll(process.argv.slice(2));
}
