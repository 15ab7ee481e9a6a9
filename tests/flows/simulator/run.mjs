/**
 * `npm run simulate -- --seeds 1000 --seed 7 --steps 20 --devices 8`: plays so many random histories of devices whose edits wait, beginning with that one, and tells the story of the first
 * that is wrong. `--all` goes on after it; `--tell` tells each one.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, ROOT } from "../../../tools/ensure.mjs";

const words = process.argv.slice(2);
const after = (word, other) => (words.includes(word) ? words[words.indexOf(word) + 1] : other);
const numbers = {
  SIMULATE_SEEDS: after("--seeds", "1"),
  SIMULATE_SEED: after("--seed", "1"),
  SIMULATE_STEPS: after("--steps", "20"),
  SIMULATE_DEVICES: after("--devices", "8"),
};
const flags = { SIMULATE_ALL: words.includes("--all") ? "1" : "", SIMULATE_TELL: words.includes("--tell") ? "1" : "" };

ensureInstalled();
const args = ["run", "--project", "flows", "tests/flows/simulator.flow.test.ts"];
const { status } = spawnSync(join(ROOT, "node_modules/.bin/vitest"), args, {
  cwd: ROOT,
  env: { ...process.env, ...numbers, ...flags },
  stdio: "inherit",
});
process.exitCode = status ?? 1;
