import { expect, test } from "vitest";
import { heartbeatMs, isDueAtStart, type LockAfter, lockVerdict } from "./auto-lock.ts";

const MINUTE = 60_000;

test.each<[LockAfter, number]>([
  [1, 1],
  [5, 5],
  [15, 15],
  [240, 240],
])("%s: locks after %d minutes without use, and not before", (after, minutes) => {
  expect(lockVerdict(after, minutes * MINUTE, 0).state).toBe("due");
  expect(lockVerdict(after, minutes * MINUTE - 1, 0).state).toBe("soon");
  expect(lockVerdict(after, 0, 0).state).toBe("open");
});

test("it is said 60 s before, and for a rest of one minute in its last half", () => {
  expect(lockVerdict(15, 14 * MINUTE - 1, 0).state).toBe("open");
  expect(lockVerdict(15, 14 * MINUTE, 0)).toEqual({ state: "soon", seconds: 60, of: 60 });
  expect(lockVerdict(15, 14 * MINUTE + 18_000, 0)).toMatchObject({ seconds: 42 });
  expect(lockVerdict(1, 29_000, 0).state).toBe("open");
  expect(lockVerdict(1, 30_000, 0)).toEqual({ state: "soon", seconds: 30, of: 30 });
});

test("immediately means when no page is in front, but not while one is reloaded", () => {
  expect(lockVerdict("immediately", 60 * MINUTE, 0).state).toBe("open");
  expect(lockVerdict("immediately", 0, 1_000).state).toBe("open");
  expect(lockVerdict("immediately", 0, 2_000).state).toBe("due");
});

test.each<LockAfter>(["never", "on-close"])("%s does not lock an open page", (after) => {
  expect(lockVerdict(after, 1_000 * MINUTE, 1_000 * MINUTE).state).toBe("open");
});

test.each<[LockAfter, number | null, boolean, boolean]>([
  ["never", null, true, false],
  ["on-close", 0, true, true],
  ["on-close", 0, false, false],
  ["immediately", 0, true, true],
  ["immediately", 500, false, false],
  ["immediately", 5_000, false, true],
  [15, 14 * MINUTE, true, false],
  [15, 15 * MINUTE, false, true],
  [15, null, false, true],
])("at a start with %s, idle %s ms, first page %s: due is %s", (after, idleMs, isFirstPage, due) => {
  const now = 1_000_000_000;
  expect(isDueAtStart(after, { lastUsedAt: idleMs === null ? null : now - idleMs, now, isFirstPage })).toBe(due);
});

test.each<[LockAfter, number]>([
  ["immediately", 1],
  [1, 1],
  [5, 5],
  [15, 15],
  [240, 240],
  ["on-close", 60],
])(
  "%s: an open vault gives at least two signs of life in the %d minutes after which the server would forget its half",
  (after, minutes) => {
    expect(heartbeatMs(after)).toBeLessThanOrEqual((minutes * MINUTE) / 2);
    expect(heartbeatMs(after)).toBeGreaterThanOrEqual(MINUTE / 2);
  },
);
