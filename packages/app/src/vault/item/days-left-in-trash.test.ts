import { expect, test } from "vitest";
import { daysLeft, purgeText } from "./days-left-in-trash.ts";

const DAY = 86_400_000;

test("what was just deleted is kept for thirty days, even where the clocks differ", () => {
  expect(daysLeft(0, 0)).toBe(30);
  expect(daysLeft(5 * DAY, 0)).toBe(30);
});

test("a day that has begun counts as one", () => {
  expect(purgeText(0, 28 * DAY)).toBe("Deleted for good in 2 days");
  expect(purgeText(0, 29 * DAY + 1)).toBe("Deleted for good in 1 day");
  expect(purgeText(0, 30 * DAY)).toBe("Deleted for good today");
  expect(purgeText(0, 99 * DAY)).toBe("Deleted for good today");
});
