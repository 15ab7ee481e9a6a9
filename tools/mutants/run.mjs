/**
 * `npm run mutants -- --seed 7 --count 40`: draws small faults over all packages, puts in one at a time and looks whether `npm test` notices: its types, or
 * one of its tests that ran the line. `--at FILE:LINE` tries every fault of one line; `--from 20` goes on in the middle; `--reach` lists what no test runs.
 * The faults are put into what the tests load, not into the files.
 *
 * `--journeys`: what types and tests do not notice is put into the file itself, the product is built, and the everyday journeys run (90 seconds for each; the
 * file is put back). Without it, what they alone notice counts as not noticed.
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
import { Journeys } from "./journeys.mjs";
import { Marks, measure } from "./reach.mjs";
import { typesOf } from "./types.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    from: { type: "string", default: "0" },
    to: { type: "string" },
    at: { type: "string" },
    journeys: { type: "boolean" },
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

const SAID = {
  types: "noticed (types)",
  tests: "noticed        ",
  journeys: "noticed (seen) ",
  same: "SAME           ",
  none: "SURVIVED       ",
};

/** @returns { by: a key of SAID, more: what else there is to say } */
async function tryOut(fault, { marks, types, journeys }) {
  const reason = sameBehaviour(fault);
  if (reason) return { by: "same", more: `(${reason})` };
  if (types.refuse(fault)) return { by: "types" };
  if (marks.stagesFor(fault).some((files) => fails(fault, files))) return { by: "tests" };
  const journey = await journeys?.noticing(fault);
  return journey ? { by: "journeys", more: `[${journey}]` } : { by: "none", more: `[run by ${marks.countFor(fault)} files]` };
}

async function runAll(faults, askers) {
  const counts = { types: 0, tests: 0, journeys: 0, same: 0, none: 0 };
  for (const fault of faults) {
    const began = Date.now();
    const { by, more = "" } = await tryOut(fault, askers);
    counts[by] += 1;
    const seconds = ((Date.now() - began) / 1000).toFixed(0).padStart(4);
    console.log(`${SAID[by]} ${seconds} s  ${fault.path}:${fault.line}  ${fault.what}  ${more}`.trimEnd());
  }
  const noticed = counts.types + counts.tests + counts.journeys;
  console.log(
    `\n${noticed} of ${faults.length} noticed (${counts.types} by types, ${counts.journeys} by journeys); ${counts.same} cannot change what anyone sees`,
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
  const journeys = values.journeys ? new Journeys() : undefined;
  try {
    await runAll(faults.slice(Number(values.from), values.to ? Number(values.to) : undefined), { marks, types: typesOf(), journeys });
  } finally {
    journeys?.end();
  }
}
