/** Comparing the clocks of device and server. */
import { describe, expect, it } from "vitest";
import { askClockOffset, offsetOf } from "./server-clock.ts";

const NOON = Date.parse("2025-01-05T12:00:00Z");
const DATE = "Sun, 05 Jan 2025 12:00:00 GMT";

describe("the clock of this device", () => {
  it("is compared at the middle of the call, when the header was written", () => {
    expect(offsetOf({ date: DATE, askedAt: NOON - 1_500, answeredAt: NOON + 2_500 })).toBe(0);
    expect(offsetOf({ date: DATE, askedAt: NOON + 60_500, answeredAt: NOON + 60_500 })).toBe(60_000);
  });

  it("is unknown if the reply has no date", () => {
    expect(offsetOf({ date: null, askedAt: 0, answeredAt: 0 })).toBeNull();
    expect(offsetOf({ date: "soon", askedAt: 0, answeredAt: 0 })).toBeNull();
  });

  it("is unknown if the server cannot be reached", async () => {
    const fetch = async (): Promise<Response> => {
      throw new TypeError("Failed to fetch");
    };
    await expect(askClockOffset({ origin: "http://localhost", fetch, now: () => NOON })).rejects.toThrow("Failed to fetch");
  });
});
