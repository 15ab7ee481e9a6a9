/**
 * Random histories of devices whose edits wait, on a network and a server that fail: no value is lost, nothing is sent twice, and all devices come to show the same.
 * `npm run simulate -- --seeds 1000 --seed 7` plays so many, beginning with that one; a failing one is repeated by its number.
 */
import { expect, inject, it } from "vitest";
import { whileItMayRun } from "./long-run.ts";
import { playHistory } from "./simulator/play.ts";
import { startWorld } from "./world.ts";

const COUNT = Number(process.env.SIMULATE_SEEDS ?? (inject("isWhole") ? 300 : 12));
const FIRST = Number(process.env.SIMULATE_SEED ?? 1);
const SIZE = {
  steps: Number(process.env.SIMULATE_STEPS ?? (inject("isWhole") ? 20 : 5)),
  devices: Number(process.env.SIMULATE_DEVICES ?? (inject("isWhole") ? 8 : 2)),
};
const goesOn = process.env.SIMULATE_ALL === "1";
/** In one world: its tables grow. */
const BLOCK = 50;

it(`loses nothing in ${COUNT} histories`, { timeout: 36_000_000 }, async () => {
  const wrong: string[] = [];
  for (let from = FIRST; from < FIRST + COUNT && (goesOn || wrong.length === 0); from += BLOCK) {
    const world = await startWorld({ isWithoutSockets: true });
    try {
      for (let seed = from; seed < Math.min(from + BLOCK, FIRST + COUNT) && (goesOn || wrong.length === 0); seed++) {
        await whileItMayRun();
        const { story, problems } = await playHistory(world, seed, SIZE);
        if (process.env.SIMULATE_TELL) process.stderr.write(`seed ${seed}:\n${story.join("\n")}\n`);
        if (problems.length === 0) continue;
        wrong.push([`--seed ${seed} --steps ${SIZE.steps} --devices ${SIZE.devices}:`, ...story, "then:", ...problems].join("\n"));
        if (goesOn) process.stderr.write(`${wrong.at(-1)}\n\n`);
      }
    } finally {
      await world.stop();
    }
  }
  expect(wrong.join("\n\n")).toBe("");
});
