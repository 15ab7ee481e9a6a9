/**
 * Two administrators, an owner and three others in random histories by an honest server, with answers that are lost and devices that restart: there is no
 * alarm, no one is stuck, and whatever waits names whom it waits for. `HISTORIES=1000 HISTORY_SEED=7` plays so many; `HISTORY_FROM=250` leaves
 * the first ones out, `HISTORY_ALL=1` goes on after a finding.
 */
import { expect, it } from "vitest";
import { settle, startHistories } from "./histories/people.ts";
import { playHistory } from "./histories/play.ts";
import { whileItMayRun } from "./long-run.ts";

const COUNT = Number(process.env.HISTORIES ?? 100);
const SEED = Number(process.env.HISTORY_SEED ?? 1);
/** In one world: a history leaves a vault and shares behind, and each one after it takes longer. A world begins with each of these numbers, so that a run can too. */
const BLOCK = 25;
const FROM = Math.floor(Number(process.env.HISTORY_FROM ?? 0) / BLOCK) * BLOCK;
const goesOn = process.env.HISTORY_ALL === "1";

/** Worlds at the same time: while one waits for its database, the other goes on. */
const LANES = 2;

interface Found {
  readonly done: string[];
  readonly failed: string[];
  readonly wrong: string[];
}

/** In a world of their own. */
async function playBlock(from: number, count: number, { done, failed, wrong }: Found): Promise<void> {
  const stage = await startHistories();
  try {
    for (let at = from; at < from + count && (goesOn || wrong.length === 0); at++) {
      // No device has been idle meanwhile.
      stage.world.passMinutes(-(await whileItMayRun()) / 60_000);
      const told = await playHistory(stage, SEED * 100_003 + at);
      const problems = [...told.problems, ...(await settle(stage))];
      if (problems.length > 0) wrong.push([`history ${SEED * 100_003 + at}, number ${at}:`, ...told.acts, "then:", ...problems].join("\n"));
      for (const act of told.acts) (act.includes(" fails: ") ? failed : done).push(act);
      if (goesOn && problems.length > 0) process.stderr.write(`${wrong.at(-1)}\n`);
    }
  } finally {
    await stage.world.stop();
  }
  if (goesOn) process.stderr.write(`${from} to ${from + count - 1} are played\n`);
}

it(`ends ${COUNT} random histories with everyone at ease`, { timeout: 7_200_000 }, async () => {
  const found: Found = { done: [], failed: [], wrong: [] };
  const blocks = Array.from({ length: Math.ceil(COUNT / BLOCK) }, (_, at) => FROM + at * BLOCK);
  const lane = async (): Promise<void> => {
    for (let from = blocks.shift(); from !== undefined; from = blocks.shift())
      if (goesOn || found.wrong.length === 0) await playBlock(from, Math.min(BLOCK, FROM + COUNT - from), found);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  expect(found.wrong.join("\n\n")).toBe("");
  // Most acts do what they say, or nothing would have been tried.
  expect(found.done.length, found.failed.join("\n")).toBeGreaterThan(found.failed.length);
});
