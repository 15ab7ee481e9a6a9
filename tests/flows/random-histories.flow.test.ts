/**
 * Two administrators, an owner and three others in random histories by an honest server, with answers that are lost and devices that restart: there is no
 * alarm, no one is stuck, and whatever waits names whom it waits for. `HISTORIES=1000 HISTORY_SEED=7` plays so many: three CPU seconds each; `HISTORY_FROM=250` leaves
 * the first ones out, `HISTORY_ALL=1` goes on after a finding.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stage, settle, startHistories } from "./histories/people.ts";
import { playHistory } from "./histories/play.ts";

const COUNT = Number(process.env.HISTORIES ?? 100);
const SEED = Number(process.env.HISTORY_SEED ?? 1);
const FROM = Number(process.env.HISTORY_FROM ?? 0);
const goesOn = process.env.HISTORY_ALL === "1";

let stage: Stage;
beforeAll(async () => {
  stage = await startHistories();
}, 120_000);
afterAll(() => stage.world.stop());

it(`ends ${COUNT} random histories with everyone at ease`, { timeout: 7_200_000 }, async () => {
  const [done, failed, wrong]: [string[], string[], string[]] = [[], [], []];
  for (let at = FROM; at < FROM + COUNT; at++) {
    const told = await playHistory(stage, SEED * 100_003 + at);
    const problems = [...told.problems, ...(await settle(stage))];
    if (problems.length > 0) wrong.push([`history ${SEED * 100_003 + at}, number ${at}:`, ...told.acts, "then:", ...problems].join("\n"));
    if (goesOn && (problems.length > 0 || at % 25 === 0)) process.stderr.write(`${at}: ${problems.length > 0 ? wrong.at(-1) : "fine"}\n`);
    if (!goesOn) expect(wrong).toEqual([]);
    for (const act of told.acts) (act.includes(" fails: ") ? failed : done).push(act);
  }
  expect(wrong.join("\n\n")).toBe("");
  // Most acts do what they say, or nothing would have been tried.
  expect(done.length, failed.join("\n")).toBeGreaterThan(failed.length);
});
