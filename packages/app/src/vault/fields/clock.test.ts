/** The comparison of clocks. */
import { describe, expect, it } from "vitest";
import { clockOffset, clockWarning } from "./clock.ts";

const NOON = Date.parse("2025-01-05T12:00:00Z");
const DATE = "Sun, 05 Jan 2025 12:00:00 GMT";

describe("the clock of this device", () => {
  it("is compared at the middle of the call, because the header was written then", () => {
    expect(clockOffset({ date: DATE, askedAt: NOON - 1_500, answeredAt: NOON + 2_500 })).toBe(0);
    expect(clockOffset({ date: DATE, askedAt: NOON + 60_500, answeredAt: NOON + 60_500 })).toBe(60_000);
  });

  it("is not judged where the reply tells no time", () => {
    expect(clockOffset({ date: null, askedAt: 0, answeredAt: 0 })).toBeNull();
    expect(clockOffset({ date: "soon", askedAt: 0, answeredAt: 0 })).toBeNull();
  });

  it("is right enough up to 20 seconds either way", () => {
    expect([0, 20_000, -20_000].map(clockWarning)).toEqual([null, null, null]);
  });

  it.each([
    [45_000, "The clock of this device is about 45 seconds fast. Sites may refuse this code."],
    [-200_000, "The clock of this device is about 3 minutes slow. Sites may refuse this code."],
    [7_200_000, "The clock of this device is about 2 hours fast. Sites may refuse this code."],
  ])("off by %i ms is said in words", (offset, sentence) => {
    expect(clockWarning(offset)).toBe(sentence);
  });
});
