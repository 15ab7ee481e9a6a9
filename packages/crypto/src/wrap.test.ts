import { createDecipheriv, createHash, hkdfSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { context } from "./context.ts";
import { fromBase64Url, toBase64Url, utf8 } from "./encoding.ts";
import { deriveHeadKey, generateKey } from "./keys.ts";
import type { Purpose } from "./purpose.ts";
import { refusal } from "./testing/refusal.ts";
import { unwrap, wrap } from "./wrap.ts";

const key = generateKey();
const binding = { purpose: "vaultKey" as Purpose, epoch: 5, context: context("vault-key", utf8("ann")) };

describe("wrap", () => {
  it("gives any bytes back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.nat(), async (bytes, epoch) => {
        const wrapped = await wrap({ ...binding, epoch, key, bytes });
        expect(wrapped).toMatch(/^1\.[A-Za-z0-9_-]{116,}$/);
        expect(await unwrap({ ...binding, epoch, key, wrapped })).toEqual(new Uint8Array(bytes));
      }),
      { numRuns: 50 },
    );
  });

  it("can be opened by hand, step by step (security design §3)", async () => {
    const raw = Buffer.from((await wrap({ ...binding, key, bytes: utf8("a key") })).slice(2), "base64url");
    const header = raw.subarray(0, 7);
    expect(header.toString("hex")).toBe("01010100000005");
    const info = Buffer.concat([Buffer.from("cf1/wrap\0"), header, createHash("sha256").update(binding.context).digest()]);
    const okm = Buffer.from(hkdfSync("sha256", key, raw.subarray(7, 39), info, 64));
    expect(raw.subarray(39, 71)).toEqual(okm.subarray(32));
    const decipher = createDecipheriv("aes-256-gcm", okm.subarray(0, 32), Buffer.alloc(12));
    decipher.setAAD(Buffer.concat([header, binding.context])).setAuthTag(raw.subarray(-16));
    expect(Buffer.concat([decipher.update(raw.subarray(71, -16)), decipher.final()]).toString()).toBe("a key");
  });

  it("never writes the same text twice", async () => {
    expect(await wrap({ ...binding, key, bytes: key })).not.toBe(await wrap({ ...binding, key, bytes: key }));
  });
});

describe("unwrap", () => {
  it("refuses a stranger's key and every other purpose, epoch and context, always in the same words", async () => {
    const wrapped = await wrap({ ...binding, key, bytes: key });
    const others = [
      { key: generateKey() },
      { purpose: "recovery" as const },
      { epoch: 4 },
      { epoch: -1 },
      { context: context("vault-key", utf8("bob")) },
      { context: context("recovery", utf8("ann")) },
      { context: new Uint8Array(0) },
    ];
    for (const other of others)
      expect(await refusal(unwrap({ ...binding, key, wrapped, ...other }))).toEqual(
        await refusal(unwrap({ ...binding, key, wrapped: "" })),
      );
  });

  it("refuses the text with any one bit changed", async () => {
    const bytes = fromBase64Url((await wrap({ ...binding, key, bytes: utf8("k") })).slice(2));
    const bits = Array.from({ length: bytes.length * 8 }, (_, bit) => bit);
    const changed = bits.map((bit) => `1.${toBase64Url(bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)))}`);
    for (const wrapped of changed) await refusal(unwrap({ ...binding, key, wrapped }));
  });

  it("refuses the text cut, longer or spelled otherwise", async () => {
    const wrapped = await wrap({ ...binding, key, bytes: key });
    const others = [
      "",
      "1.",
      "1",
      wrapped.slice(2),
      `2.${wrapped.slice(2)}`,
      `${wrapped}A`,
      `${wrapped}=`,
      ` ${wrapped}`,
      `${wrapped}\n`,
      wrapped.slice(0, -4),
    ];
    const cuts = Array.from({ length: wrapped.length }, (_, length) => wrapped.slice(0, length));
    for (const other of [...others, ...cuts]) await refusal(unwrap({ ...binding, key, wrapped: other }));
  });

  it("refuses the parts of two texts put together", async () => {
    const [a, b] = [await wrap({ ...binding, key, bytes: utf8("aaaa") }), await wrap({ ...binding, key, bytes: utf8("bbbb") })].map(
      (text) => fromBase64Url(text.slice(2)),
    );
    if (a === undefined || b === undefined) throw new Error("two texts were wrapped");
    for (const at of [7, 39, 71, 75]) {
      const mixed = new Uint8Array(a);
      mixed.set(b.subarray(at), at);
      if (at > 7) await refusal(unwrap({ ...binding, key, wrapped: `1.${toBase64Url(mixed)}` }));
      else expect(await unwrap({ ...binding, key, wrapped: `1.${toBase64Url(mixed)}` })).toEqual(utf8("bbbb"));
    }
  });
});

describe("a key that was wiped", () => {
  const wiped = generateKey();
  wiped.fill(0);
  const binding = { purpose: "draft", epoch: 1, context: context("draft") } as const;

  it("wraps nothing and yields no other key", async () => {
    await expect(wrap({ key: wiped, bytes: utf8("a draft"), ...binding })).rejects.toThrow(RangeError);
    await expect(deriveHeadKey(wiped, "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c", 1)).rejects.toThrow(RangeError);
  });

  it("is noticed also when that happens while it is being used", async () => {
    const key = generateKey();
    const sealing = wrap({ key, bytes: utf8("a draft"), ...binding });
    key.fill(0);
    await expect(sealing).rejects.toThrow(RangeError);
  });
});
