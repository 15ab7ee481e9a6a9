import { shortDateTime } from "@coffer/core/text";
import { expect, test } from "vitest";
import { relativeTime } from "./relative-time.ts";

const NOW = new Date(2026, 0, 5, 15, 4).getTime();
const MINUTE = 60_000;

test("a moment is a short date and a time", () => {
  expect(shortDateTime(NOW)).toBe("Jan 5, 2026, 3:04 PM");
});

test.each([
  [0, "just now"],
  [MINUTE - 1, "just now"],
  [5 * MINUTE, "5 min ago"],
  [61 * MINUTE, "1 h ago"],
  [24 * 60 * MINUTE, "Jan 4, 2026, 3:04 PM"],
])("%d ms ago reads %s", (ago, text) => {
  expect(relativeTime(NOW - ago, NOW)).toBe(text);
});
