import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deriveRecoveryAuth, deriveRecoveryWrap, generateRecoveryKey, parseRecoveryKey } from "./recovery-key.ts";

const account = "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b";
const other = "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c";
const anyKey = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => generateRecoveryKey(() => bytes));
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

describe("recovery key", () => {
  it("is written as 32 characters and 2 of check, in groups of 4", () => {
    expect(generateRecoveryKey().text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){8}[0-9A-HJKMNP-TV-Z]{2}$/);
    expect(generateRecoveryKey(() => new Uint8Array(20)).text).toBe("0000-0000-0000-0000-0000-0000-0000-0000-00");
    expect(generateRecoveryKey(() => new Uint8Array(20).fill(255)).text).toMatch(/^(ZZZZ-){8}/);
  });

  it("is read back from its text", () => {
    fc.assert(
      fc.property(anyKey, ({ bytes, text }) => {
        expect(parseRecoveryKey(text)).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it("is read in any case, with any spaces and dashes, and with the letters people mistake", () => {
    fc.assert(
      fc.property(anyKey, fc.constantFrom("O", "o"), fc.constantFrom("I", "i", "L", "l"), ({ bytes, text }, zero, one) => {
        const typed = ` ${text.toLowerCase().replaceAll("-", " \u2013\n").replaceAll("0", zero).replaceAll("1", one)}\t`;
        expect(parseRecoveryKey(typed)).toEqual(new Uint8Array(bytes));
        expect(parseRecoveryKey(text.replaceAll("-", ""))).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it("is refused with any one character wrong", () => {
    fc.assert(
      fc.property(anyKey, fc.nat(33), fc.integer({ min: 1, max: 31 }), ({ text }, at, shift) => {
        const chars = text.replaceAll("-", "").split("");
        chars[at] = ALPHABET.charAt((ALPHABET.indexOf(chars[at] ?? "") + shift) % 32);
        expect(parseRecoveryKey(chars.join(""))).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it("is refused with any two of its characters exchanged", () => {
    fc.assert(
      fc.property(anyKey, fc.nat(31), fc.nat(31), ({ text }, i, j) => {
        const chars = text.replaceAll("-", "").split("");
        const [a, b] = [chars[i] ?? "", chars[j] ?? ""];
        [chars[i], chars[j]] = [b, a];
        if (a !== b) expect(parseRecoveryKey(chars.join(""))).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    "",
    "0",
    "0".repeat(33),
    "0".repeat(35),
    `U${"0".repeat(33)}`,
    `${"0".repeat(33)}\u0130`,
    `${"0".repeat(33)}\ud83d\udd11`,
    "constructor",
  ])("refuses %j", (text) => {
    expect(parseRecoveryKey(text)).toBeNull();
  });

  it("gives each account separate keys for wrapping and for the proof", async () => {
    const { bytes } = generateRecoveryKey();
    const stranger = generateRecoveryKey().bytes;
    const derived = await Promise.all([
      deriveRecoveryWrap(bytes, account),
      deriveRecoveryAuth(bytes, account),
      deriveRecoveryWrap(bytes, other),
      deriveRecoveryAuth(bytes, other),
      deriveRecoveryWrap(stranger, account),
      deriveRecoveryAuth(stranger, account),
    ]);
    expect(new Set(derived.map((key) => Buffer.from(key).toString("hex"))).size).toBe(6);
    for (const key of derived) expect(key).toHaveLength(32);
  });

  it("refuses bytes that are no recovery key", async () => {
    expect(() => generateRecoveryKey(() => new Uint8Array(16))).toThrow(RangeError);
    await expect(deriveRecoveryWrap(new Uint8Array(19), account)).rejects.toThrow(RangeError);
    await expect(deriveRecoveryAuth(new Uint8Array(32), account)).rejects.toThrow(RangeError);
  });
});
