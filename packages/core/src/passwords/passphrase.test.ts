import { describe, expect, it } from "vitest";
import { generatePassphrase, generateUsername, passphraseBits } from "./passphrase.ts";
import { seededRandom, unevenness } from "./testing/seeded-random.ts";
import { WORDS } from "./wordlist.ts";

describe("WORDS", () => {
  it("is the large list: 7,776 different words of 3 to 9 letters", () => {
    expect(new Set(WORDS).size).toBe(7776);
    expect(WORDS.every((word) => /^[a-z]+(-[a-z]+)?$/.test(word) && word.length >= 3 && word.length <= 9)).toBe(true);
    expect([WORDS[0], WORDS.at(-1)]).toEqual(["abacus", "zoom"]);
  });
});

describe("generatePassphrase", () => {
  it("joins six words by default, 77 bits", () => {
    const phrase = generatePassphrase({ separator: " " }, seededRandom(1));
    expect(phrase.split(" ")).toHaveLength(6);
    expect(phrase.split(" ").every((word) => WORDS.includes(word))).toBe(true);
    expect(passphraseBits(6)).toBeCloseTo(77.5, 1);
  });
  it("capitalizes, adds one digit and respects the bounds", () => {
    expect(generatePassphrase({ words: 4, separator: "_", capitalise: true, number: true }, seededRandom(2))).toMatch(
      /^[A-Z][a-z-]+\d?(_[A-Z][a-z-]+\d?){3}$/,
    );
    expect(generatePassphrase({ words: 4, number: true }, seededRandom(2)).match(/\d/g)).toHaveLength(1);
    expect(generatePassphrase({ words: 1, separator: " " }, seededRandom(3)).split(" ")).toHaveLength(3);
    expect(generatePassphrase({ words: 99, separator: " " }, seededRandom(3)).split(" ")).toHaveLength(20);
  });
  it("draws every word evenly", () => {
    const random = seededRandom(9);
    const counts = new Map(WORDS.map((word) => [word, 0]));
    for (let n = 0; n < 4_000; n++)
      for (const word of generatePassphrase({ words: 20, separator: " " }, random).split(" "))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    expect(counts.size).toBe(7776);
    expect(unevenness([...counts.values()])).toBeLessThan(5);
  });
});

describe("generateUsername", () => {
  const random = seededRandom(4);
  it("generates a word and four digits", () => expect(generateUsername({ style: "word" }, random)).toMatch(/^[a-z]+\d{4}$/));
  it("adds a random part to the user's own address, replacing an earlier one", () => {
    expect(generateUsername({ style: "plus-address", email: "ann+old@example.com" }, random)).toMatch(/^ann\+[a-z2-9]{8}@example\.com$/);
    expect(generateUsername({ style: "plus-address", email: "nobody" }, random)).toBe("");
  });
  it("generates a name at the user's own domain", () => {
    expect(generateUsername({ style: "catch-all", domain: "@example.com" }, random)).toMatch(/^[a-z]+\d{4}@example\.com$/);
    expect(generateUsername({ style: "catch-all", domain: "localhost" }, random)).toBe("");
  });
});
