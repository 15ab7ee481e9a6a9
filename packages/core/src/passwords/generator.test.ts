import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_GENERATOR, GENERATOR_SYMBOLS, type GeneratorOptions, generatePassword, generatePin, passwordBits } from "./generator.ts";
import { checkRegistrationPassword } from "./policy.ts";
import { scorePassword } from "./strength.ts";
import { seededRandom, unevenness } from "./testing/seeded-random.ts";

const optionsOf: fc.Arbitrary<GeneratorOptions> = fc.record(
  {
    length: fc.integer({ min: -5, max: 200 }),
    lowercase: fc.boolean(),
    uppercase: fc.boolean(),
    numbers: fc.boolean(),
    symbols: fc.boolean(),
    avoidLookAlikes: fc.boolean(),
    minNumbers: fc.integer({ min: 0, max: 9 }),
    minSymbols: fc.integer({ min: 0, max: 9 }),
  },
  { requiredKeys: ["length", "lowercase", "uppercase", "numbers", "symbols"] },
);
const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

describe("generatePassword", () => {
  it("generates 16 characters with one of each set by default, with the top score (spec 2 §5)", () => {
    const random = seededRandom(1);
    for (let n = 0; n < 500; n++) {
      const password = generatePassword(DEFAULT_GENERATOR, random);
      expect(password).toMatch(/^[a-zA-Z0-9!#$%^&*()_+]{16}$/);
      expect(scorePassword(password).met).toBe(true);
      expect(checkRegistrationPassword(password)).toBeNull();
    }
  });

  it("returns nothing when no set is chosen (spec 2 §4)", () => {
    expect(generatePassword({ length: 16, lowercase: false, uppercase: false, numbers: false, symbols: false }, seededRandom(1))).toBe("");
  });

  it("contains every chosen set and no other, with the requested length and minimums", () => {
    fc.assert(
      fc.property(optionsOf, fc.nat(), (options, seed) => {
        const password = generatePassword(options, seededRandom(seed));
        const chosen = [options.lowercase, options.uppercase, options.numbers, options.symbols];
        if (!chosen.includes(true)) {
          expect(password).toBe("");
          return;
        }
        const found = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].map((set) => set.test(password));
        expect(found).toEqual(chosen);
        expect(password.length).toBeGreaterThanOrEqual(Math.min(64, Math.max(8, options.length)));
        expect(password.length).toBeLessThanOrEqual(64);
        if (options.numbers) expect(countOf(password, /\d/g)).toBeGreaterThanOrEqual(options.minNumbers ?? 1);
        if (options.symbols) expect(countOf(password, /[!#$%^&*()_+]/g)).toBeGreaterThanOrEqual(options.minSymbols ?? 1);
        if (options.symbols) expect(password).toMatch(/[!#$%^&*()]/);
        if (options.avoidLookAlikes) expect(password).not.toMatch(/[Il1O0|]/);
      }),
    );
  });

  it("draws every character of a set evenly, at every position", () => {
    const random = seededRandom(11);
    const options = { ...DEFAULT_GENERATOR, uppercase: false, symbols: false, numbers: false, length: 20 };
    const byLetter = new Map<string, number>();
    const byPlace = new Array<number>(20).fill(0);
    for (let n = 0; n < 5_000; n++) {
      const password = generatePassword(options, random);
      for (const letter of password) byLetter.set(letter, (byLetter.get(letter) ?? 0) + 1);
      for (let place = 0; place < 20; place++) if (password[place] === "q") byPlace[place] = (byPlace[place] ?? 0) + 1;
    }
    expect(byLetter.size).toBe(26);
    expect(unevenness([...byLetter.values()])).toBeLessThan(5);
    expect(unevenness(byPlace)).toBeLessThan(5);
  });

  it("does not reveal a set by its position", () => {
    const random = seededRandom(5);
    const digitAt = new Array<number>(16).fill(0);
    for (let n = 0; n < 8_000; n++) {
      const password = generatePassword(DEFAULT_GENERATOR, random);
      for (let place = 0; place < 16; place++) if (/\d/.test(password[place] ?? "")) digitAt[place] = (digitAt[place] ?? 0) + 1;
    }
    expect(unevenness(digitAt)).toBeLessThan(5);
  });

  it.each([
    { length: 64 },
    { length: 8, lowercase: false, uppercase: false, numbers: false },
    { length: 16, lowercase: false, uppercase: false, minSymbols: 9 },
  ])("has every symbol as often as any other (S-12): %j", (asked) => {
    const random = seededRandom(7);
    const counts = new Map(Array.from(GENERATOR_SYMBOLS, (symbol) => [symbol, 0]));
    for (let n = 0; n < 4_000; n++)
      for (const character of generatePassword({ ...DEFAULT_GENERATOR, ...asked }, random))
        if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(unevenness([...counts.values()])).toBeLessThan(5);
  });

  it("uses every symbol of the set", () => {
    const random = seededRandom(2);
    const seen = new Set(Array.from({ length: 500 }, () => generatePassword(DEFAULT_GENERATOR, random)).join(""));
    for (const symbol of GENERATOR_SYMBOLS) expect(seen).toContain(symbol);
  });
});

describe("generatePin", () => {
  it.each([
    [undefined, 6],
    [4, 4],
    [1, 3],
    [99, 12],
  ])("makes a PIN of %s digits with %i", (length, digits) => {
    expect(generatePin(length === undefined ? {} : { length }, seededRandom(1))).toMatch(new RegExp(`^\\d{${digits}}$`));
  });
});

describe("passwordBits", () => {
  it("counts the possible characters for every position", () => {
    expect(passwordBits(DEFAULT_GENERATOR)).toBeCloseTo(16 * Math.log2(26 + 26 + 10 + GENERATOR_SYMBOLS.length));
    expect(passwordBits({ ...DEFAULT_GENERATOR, length: 1, symbols: false, avoidLookAlikes: true })).toBeCloseTo(
      8 * Math.log2(25 + 24 + 8),
    );
  });

  it("is zero when no set is chosen", () => {
    expect(passwordBits({ length: 16, lowercase: false, uppercase: false, numbers: false, symbols: false })).toBe(0);
  });
});
