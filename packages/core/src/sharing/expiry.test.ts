import { expect, it } from "vitest";
import { DAY_MS } from "../constants.ts";
import { EXPIRY_CHOICES, expiryBucket, expiryIn, expiryNote } from "./expiry.ts";

const NOW = Date.UTC(2026, 10, 1);

it("offers never, 24 hours, 7, 30 and 90 days, in the words of each place", () => {
  expect(EXPIRY_CHOICES.map(({ asked }) => asked)).toEqual(["Never", "24 hours", "7 days", "30 days", "90 days"]);
  expect(EXPIRY_CHOICES.map(({ listed }) => listed)).toEqual(["Never expires", "1 day", "7 days", "30 days", "90 days"]);
  expect(EXPIRY_CHOICES.map(({ days }) => expiryIn(days, NOW))).toEqual([null, ...[1, 7, 30, 90].map((days) => NOW + days * DAY_MS)]);
});

it.each([
  [null, null],
  [NOW - 1, "expired"],
  [NOW, "expired"],
  [NOW + 1, 1],
  [NOW + 0.5 * DAY_MS, 1],
  [NOW + DAY_MS, 1],
  [NOW + DAY_MS + 1, 7],
  [NOW + 2 * DAY_MS, 7],
  [NOW + 7 * DAY_MS, 7],
  [NOW + 8 * DAY_MS, 30],
  [NOW + 30 * DAY_MS, 30],
  [NOW + 31 * DAY_MS, 90],
  [NOW + 400 * DAY_MS, 90],
])("shows %s as %s", (at, bucket) => expect(expiryBucket(at, NOW)).toBe(bucket));

it("counts the days when seven or fewer are left, and reports expiry", () => {
  expect(expiryNote(null, NOW)).toBeNull();
  expect(expiryNote(NOW + 8 * DAY_MS, NOW)).toBeNull();
  expect(expiryNote(NOW + 7 * DAY_MS, NOW)).toEqual({ text: "Expires in 7 days", isOver: false });
  expect(expiryNote(NOW + 4.2 * DAY_MS, NOW)).toEqual({ text: "Expires in 5 days", isOver: false });
  expect(expiryNote(NOW + 1, NOW)).toEqual({ text: "Expires in 1 day", isOver: false });
  expect(expiryNote(NOW, NOW)).toEqual({ text: "Expired", isOver: true });
});
