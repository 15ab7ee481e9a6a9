/** Keys of small order are refused, because the platform's Ed25519 believes signatures by them that anyone can make. */
import { describe, expect, it } from "vitest";
import { isWeakSigningKey } from "./signing-key.ts";

const bytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const IDENTITY = `01${"00".repeat(31)}`;

describe("a public key", () => {
  it("of small order lets anyone sign: the platform believes a signature without a secret", async () => {
    const key = await crypto.subtle.importKey("raw", bytes(IDENTITY), "Ed25519", false, ["verify"]);
    const made = bytes(IDENTITY + "00".repeat(32));
    expect(await crypto.subtle.verify("Ed25519", key, made, new Uint8Array([1, 2, 3]))).toBe(true);
  });

  it.each([
    ["0", "00".repeat(32)],
    ["1", IDENTITY],
    ["1 with the other sign", `01${"00".repeat(30)}80`],
    ["-1", `ec${"ff".repeat(30)}7f`],
    ["order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"],
    ["order 8 with the other sign", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa"],
    ["a second spelling of 0", `ed${"ff".repeat(30)}7f`],
    ["a second spelling of 18", `ff${"ff".repeat(30)}ff`],
  ])("is weak: %s", (_, hex) => {
    expect(isWeakSigningKey(bytes(hex))).toBe(true);
  });

  it("that a person's device makes is not", async () => {
    for (let n = 0; n < 20; n++) {
      const { publicKey } = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair;
      expect(isWeakSigningKey(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey)))).toBe(false);
    }
    expect(isWeakSigningKey(bytes(`eb${"ff".repeat(30)}7f`))).toBe(false);
  });
});
