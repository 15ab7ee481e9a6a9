/** Guessing times in words. */
import { expect, it } from "vitest";
import { guessingTime } from "./guessing-time.ts";

it.each([
  [0, "less than a second"],
  [19.9, "less than a second"],
  [35.3, "2 seconds"],
  [41, "1 minute"],
  [47, "1 hour"],
  [50, "15 hours"],
  [56, "1 month"],
  [60, "1 year"],
  [64, "29 years"],
  [70, "centuries"],
  [90, "millions of years"],
  [103.4, "longer than the universe is old"],
  [4_000, "longer than the universe is old"],
])("%d bits take %s", (bits, words) => {
  expect(guessingTime(bits)).toBe(words);
});
