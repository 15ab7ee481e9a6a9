import { describe, expect, it } from "vitest";
import { discardedMessage } from "./discarded-message.ts";

describe("what is said of a vault left behind", () => {
  it("says when, how much, and until when", () => {
    const message = discardedMessage({ discardedAt: Date.UTC(2025, 0, 5, 12), count: 3 });
    expect(message).toContain("On Jan 5, 2025");
    expect(message).toContain("(3 entries)");
    expect(message).toContain("until Feb 4, 2025");
    expect(discardedMessage({ discardedAt: 0, count: 1 })).toContain("(1 entry)");
  });
});
