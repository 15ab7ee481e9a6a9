import { describe, expect, it } from "vitest";
import { isExpired } from "./check-changes.ts";

const DAY = 24 * 3_600_000;

describe("what is in the trash", () => {
  it("is expired after 30 days, and not before", () => {
    const deletedAt = new Date(Date.UTC(2025, 3, 1));
    const after = (ms: number) => isExpired({ deletedAt }, new Date(deletedAt.getTime() + ms));
    expect(after(30 * DAY - 1)).toBe(false);
    expect(after(30 * DAY)).toBe(true);
    expect(isExpired({ deletedAt: null }, new Date())).toBe(false);
  });
});
