import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDespiteTypos } from "./typo-search.ts";

const found = (text: string, ...words: string[]): boolean => findDespiteTypos([text], words).length > 0;

describe("findDespiteTypos", () => {
  it.each([
    ["github", "githib", "a wrong letter"],
    ["github", "gihub", "a missing letter"],
    ["github", "gitthub", "an additional letter"],
    ["github", "gihtub", "swapped letters"],
    ["my github account", "githib", "a word inside"],
    ["почта россии", "росиии", "another script"],
  ])("finds %s by %s: %s", (text, word) => expect(found(text, word)).toBe(true));

  it.each([
    ["github", "hithub"],
    ["github", "gobhub"],
    ["bank", "bonk"],
    ["account 12345", "12346"],
    ["github.com", "githib.com"],
  ])("does not find %s by %s", (text, word) => expect(found(text, word)).toBe(false));

  it("requires every word, in any order", () => {
    expect(found("ann at github", "githib", "ann")).toBe(true);
    expect(found("bob at github", "githib", "ann")).toBe(false);
  });

  it("accepts any words without an error and finds exact matches", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (word, rest) => {
        findDespiteTypos([rest], [word]);
        if (word) expect(found(rest + word, word)).toBe(true);
      }),
    );
  });
});
