import { describe, expect, it } from "vitest";
import { discardedSentence } from "./discarded-sentence.ts";

describe("the sentence about a vault left behind", () => {
  it("says when, how much, and until when", () => {
    const sentence = discardedSentence({ discardedAt: Date.UTC(2025, 0, 5, 12), count: 3 });
    expect(sentence).toContain("On Jan 5, 2025");
    expect(sentence).toContain("(3 entries)");
    expect(sentence).toContain("until Feb 4, 2025");
    expect(discardedSentence({ discardedAt: 0, count: 1 })).toContain("(1 entry)");
  });
});
