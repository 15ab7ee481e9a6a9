/** What is said about a wrong clock. */
import { describe, expect, it } from "vitest";
import { clockWarning } from "./clock.ts";

describe("the clock of this device", () => {
  it("is right enough up to 20 seconds either way", () => {
    expect([0, 20_000, -20_000].map(clockWarning)).toEqual([null, null, null]);
  });

  it.each([
    [45_000, "The clock of this device is about 45 seconds fast. Sites may refuse this code."],
    [-200_000, "The clock of this device is about 3 minutes slow. Sites may refuse this code."],
    [7_200_000, "The clock of this device is about 2 hours fast. Sites may refuse this code."],
  ])("off by %i ms is said in words", (offset, message) => {
    expect(clockWarning(offset)).toBe(message);
  });
});
