/** How often a server may fail at the same press before its owner is told, and when it is tried again. */
import { AppError } from "@coffer/contract/errors";
import { expect, it } from "vitest";
import { ConnectionError } from "../../errors.ts";
import { Attempts } from "./classify-failure.ts";

const FAULT = new AppError("unexpected");
const TRIES = [1, 2, 3, 4, 5];
const NOW = 1_000_000;
const edit = (saveId: string) => ({ id: "1", saves: [{ saveId }] });

it("faults of the server are said once they come in a row, and anything else in between begins the count again", () => {
  const attempts = new Attempts();
  const reasons = (error: unknown = FAULT) => attempts.classify(edit("press"), error, NOW).reason;
  const row = () => TRIES.map(() => reasons());
  expect(row()).toEqual(TRIES.map(() => null));
  expect(reasons(new ConnectionError("ask"))).toBeNull();
  expect(row()).toEqual(TRIES.map(() => null));
  expect(reasons()).toBe(FAULT.message);
});

it("and those of one press do not count for another", () => {
  const attempts = new Attempts();
  for (const _ of TRIES) attempts.classify(edit("press"), FAULT, NOW);
  expect(attempts.classify(edit("another"), FAULT, NOW).reason).toBeNull();
});

it("what a fault has stopped is tried again by itself, later and later, and by the next start; what was refused waits for its owner", () => {
  const attempts = new Attempts();
  const isDue = (error: AppError, now: number, by = attempts) =>
    by.isDue({ ...edit("press"), refused: error.message, isFault: error === FAULT }, now);
  for (const _ of TRIES) attempts.classify(edit("press"), FAULT, NOW);
  let now = NOW;
  const minutes = TRIES.concat(6, 7, 8, 9).map(() => {
    expect(attempts.classify(edit("press"), FAULT, now)).toEqual({ isOver: false, reason: FAULT.message, isFault: true });
    const from = now;
    while (!isDue(FAULT, now)) now += 30_000;
    return (now - from) / 60_000;
  });
  expect(minutes).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60]);
  attempts.classify(edit("press"), FAULT, now);
  expect([isDue(FAULT, now), isDue(FAULT, now, new Attempts())]).toEqual([false, true]);
  expect(isDue(new AppError("forbidden"), now + 86_400_000, new Attempts())).toBe(false);
});
