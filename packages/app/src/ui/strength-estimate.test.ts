/** How the estimate by patterns reads. */
import { describe, expect, it } from "vitest";
import { estimateWords } from "./strength-estimate.ts";

describe("the estimate by patterns", () => {
  it("says how soon the password is guessed, by which assumption, and why", () => {
    expect(estimateWords({ bits: 47, reason: "This is similar to a commonly used password." })).toBe(
      "Time to guess by its patterns: 3 hours at 10 billion tries a second. This is similar to a commonly used password.",
    );
  });

  it("has no reason to give where none stands out", () => {
    expect(estimateWords({ bits: 70, reason: "" })).toBe("Time to guess by its patterns: centuries at 10 billion tries a second.");
  });
});
