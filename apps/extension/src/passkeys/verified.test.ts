import { expect, it } from "vitest";
import { isRecent } from "./verified.ts";

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;

it("a typed master password counts for ten minutes and no longer", () => {
  for (const ago of [0, 1, 9 * MINUTE, 10 * MINUTE]) expect(isRecent(NOW - ago, NOW)).toBe(true);
  for (const ago of [10 * MINUTE + 1, 60 * MINUTE, NOW]) expect(isRecent(NOW - ago, NOW)).toBe(false);
});

it("a time that is to come, and what is no time, count for nothing", () => {
  for (const at of [NOW + 1, NOW + MINUTE, undefined, null, "", String(NOW), Number.NaN]) expect(isRecent(at, NOW)).toBe(false);
});
