/** Set-up file of tests that run in Node: notes what a file costs its own worker, with the processes it starts. The reporter adds what all files share. */
import { appendFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { cpuOfThis } from "./cpu.mjs";

const path = process.env.COFFER_COSTS;
const before = cpuOfThis();

if (path) {
  afterAll(() => {
    const file = expect.getState().testPath;
    appendFileSync(`${path}.lines`, `${JSON.stringify({ file, seconds: cpuOfThis() - before })}\n`);
  });
}
