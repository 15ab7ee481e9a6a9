/**
 * Two administrators, an owner and three others in random histories by an honest server, with answers that are lost and devices that restart: there is no
 * alarm, no one is stuck, and whatever waits names whom it waits for. `HISTORIES=1000 HISTORY_SEED=7` plays so many: three CPU seconds each.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stage, settle, startHistories } from "./histories/people.ts";
import { playHistory } from "./histories/play.ts";

const COUNT = Number(process.env.HISTORIES ?? 100);
const SEED = Number(process.env.HISTORY_SEED ?? 1);

let stage: Stage;
beforeAll(async () => {
  stage = await startHistories();
}, 120_000);
afterAll(() => stage.world.stop());

it(`ends ${COUNT} random histories with everyone at ease`, { timeout: 7_200_000 }, async () => {
  const [done, failed]: [string[], string[]] = [[], []];
  for (let at = 0; at < COUNT; at++) {
    const told = await playHistory(stage, SEED * 100_003 + at);
    const problems = [...told.problems, ...(await settle(stage))];
    expect(problems, `history ${SEED * 100_003 + at}:\n${told.acts.join("\n")}`).toEqual([]);
    for (const act of told.acts) (act.includes(" fails: ") ? failed : done).push(act);
  }
  // Most acts do what they say, or nothing would have been tried.
  expect(done.length, failed.join("\n")).toBeGreaterThan(failed.length);
});
