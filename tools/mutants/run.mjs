/**
 * `npm run mutants -- --seed 7 --count 40`: draws small faults over all packages, puts in one at a time and looks whether `npm test` notices: its types, or
 * one of its tests that ran the line. `--at FILE:LINE` tries every fault of one line; `--from 20` goes on in the middle; `--reach` lists what no test runs.
 * Journeys do not run: what they alone notice counts as not noticed. The faults are put into what the tests load, not into the files.
 *
 * Which test file ran which line is measured first, in one run (--marks, about four minutes), and kept in .cache/marks.json. Later changes of a test or a
 * source do not need a new one: tests next to the source and tests that are newer are always asked.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../ensure.mjs";
import { EVERYDAY } from "../parts.mjs";
import { sameBehaviour } from "./equivalent.mjs";
import { drawn, faultsAt, faultsIn, readSource, sources } from "./faults.mjs";
import { Marks, measure } from "./reach.mjs";
import { typesOf } from "./types.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    from: { type: "string", default: "0" },
    to: { type: "string" },
    at: { type: "string" },
    marks: { type: "boolean" },
    reach: { type: "boolean" },
  },
});

const CONFIG = join(ROOT, "tools/mutants/vitest.config.mjs");

/** @returns whether one of these test files fails with the fault */
function fails(fault, files) {
  if (files.length === 0) return false;
  const { status } = spawnSync(
    join(ROOT, "node_modules/.bin/vitest"),
    ["run", "--config", CONFIG, "--bail=1", "--passWithNoTests", ...EVERYDAY.vitest.flatMap((project) => ["--project", project]), ...files],
    {
      cwd: ROOT,
      stdio: "ignore",
      env: { ...process.env, COFFER_FAULT: JSON.stringify(fault) },
      timeout: 240_000, // a fault can make a loop endless: that is noticed too
    },
  );
  return status !== 0;
}

/** @returns who noticed the fault: "types", "tests"; "no one" */
function tryOut(fault, marks, types) {
  if (types.refuse(fault)) return "types";
  return marks.stagesFor(fault).some((files) => fails(fault, files)) ? "tests" : "no one";
}

function runAll(faults, marks) {
  const counts = { types: 0, tests: 0, same: 0, "no one": 0 };
  const types = typesOf();
  for (const fault of faults) {
    const began = Date.now();
    const reason = sameBehaviour(fault);
    const found = reason ? "same" : tryOut(fault, marks, types);
    counts[found] += 1;
    const said = { types: "noticed (types)", tests: "noticed        ", same: "SAME           ", "no one": "SURVIVED       " }[found];
    const reached = found === "no one" ? `  [run by ${marks.countFor(fault)} files]` : "";
    console.log(
      `${said} ${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${fault.path}:${fault.line}  ${fault.what}${reached}${reason ? `  (${reason})` : ""}`,
    );
  }
  console.log(
    `\n${counts.types + counts.tests} of ${faults.length} noticed (${counts.types} by types); ${counts.same} cannot change what anyone sees`,
  );
}

/** Prints the lines that no everyday test runs: a fault in them is noticed by types alone. */
function printUnreached(marks) {
  let [all, unreached] = [0, 0];
  for (const path of sources()) {
    const faults = faultsIn(path, readSource(path));
    const free = faults.filter((fault) => marks.countFor(fault) === 0);
    all += faults.length;
    unreached += free.length;
    if (free.length > 0)
      console.log(`${path}  ${free.length} of ${faults.length}: ${[...new Set(free.map(({ line }) => line))].join(" ")}`);
  }
  console.log(`\n${unreached} of ${all} places are run by no test`);
}

if (values.marks || !existsSync(Marks.file)) measure();
const marks = Marks.read();
if (values.reach) printUnreached(marks);
else {
  const faults = values.at ? faultsAt(values.at) : drawn(Number(values.seed), Number(values.count));
  runAll(faults.slice(Number(values.from), values.to ? Number(values.to) : undefined), marks);
}
