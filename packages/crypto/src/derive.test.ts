import { hkdfSync, pbkdf2Sync } from "node:crypto";
import { hashRaw } from "@node-rs/argon2";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { context } from "./context.ts";
import { deriveCredentials, derivePasswordKey, KDF_ID, KEY_ROUNDS, normaliseEmail } from "./derive.ts";
import { toHex, u32, utf8, uuidToBytes } from "./encoding.ts";
import { deriveFieldKey, deriveHeadKey, deriveSymmetricKey, generateKey } from "./keys.ts";
import { argon2id, sha256 } from "./primitives.ts";

const salt = new Uint8Array(16).fill(9);
const ann = { password: "correct horse", email: "ann@example.com", salt, kdfId: KDF_ID };

describe("deriveCredentials", () => {
  it("is Argon2id of the salt bound to the e-mail, then 100000 rounds for each key (spec 1 §9)", async () => {
    const { authKey, encryptionKey, effSalt } = await deriveCredentials(ann);
    expect(KEY_ROUNDS).toBe(100_000);
    expect(effSalt).toEqual(await sha256(context("kdf-salt", utf8("ann@example.com"), salt)));
    const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32, algorithm: 2, version: 1 };
    const masterKey = await hashRaw("correct horse", { ...cost, salt: effSalt });
    expect(authKey).toBe(pbkdf2Sync(masterKey, context("auth-key", effSalt), 100_000, 32, "sha256").toString("hex"));
    expect(toHex(encryptionKey)).toBe(pbkdf2Sync(masterKey, context("encryption-key", effSalt), 100_000, 32, "sha256").toString("hex"));
  });

  it("gives the same keys however the password and the e-mail were typed", async () => {
    const typed = await deriveCredentials({ ...ann, password: "cafe\u0301 \ufb01", email: " Ann@EXAMPLE.com\n" });
    expect(typed).toEqual(await deriveCredentials({ ...ann, password: "caf\u00e9 fi" }));
  });

  it("gives different keys if any one input differs", async () => {
    const own = await deriveCredentials(ann);
    const others = [{ password: "correct horsf" }, { email: "bob@example.com" }, { salt: new Uint8Array(16) }];
    for (const other of others) {
      const { authKey, encryptionKey } = await deriveCredentials({ ...ann, ...other });
      expect(authKey).not.toBe(own.authKey);
      expect(encryptionKey).not.toEqual(own.encryptionKey);
    }
  });

  it("separates the key that is sent from the key that stays on the device", async () => {
    const { authKey, encryptionKey } = await deriveCredentials(ann);
    expect(authKey).toMatch(/^[0-9a-f]{64}$/);
    expect(toHex(encryptionKey)).not.toBe(authKey);
  });

  it.each([0, 2, 1.5, Number.NaN, -1])("refuses the unknown derivation %d before it computes anything", async (kdfId) => {
    const started = performance.now();
    await expect(deriveCredentials({ ...ann, kdfId })).rejects.toThrow(RangeError);
    expect(performance.now() - started).toBeLessThan(50);
  });

  it("refuses a salt that is not 16 bytes and an empty password", async () => {
    await expect(deriveCredentials({ ...ann, salt: new Uint8Array(8) })).rejects.toThrow(RangeError);
    await expect(deriveCredentials({ ...ann, password: "" })).rejects.toThrow(RangeError);
  });
});

describe("derivePasswordKey", () => {
  const one = { password: "correct horse", salt };

  it("is Argon2id of the password and the salt as they are", async () => {
    const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1, outputLen: 32, algorithm: 2, version: 1 };
    expect(toHex(await derivePasswordKey(one))).toBe(toHex(await hashRaw("correct horse", { ...cost, salt })));
  });

  it("does not depend on how the password was typed, and differs for another password or salt", async () => {
    expect(await derivePasswordKey({ ...one, password: "cafe\u0301 \ufb01" })).toEqual(
      await derivePasswordKey({ ...one, password: "caf\u00e9 fi" }),
    );
    const own = await derivePasswordKey(one);
    expect(await derivePasswordKey({ ...one, password: "correct horsf" })).not.toEqual(own);
    expect(await derivePasswordKey({ ...one, salt: new Uint8Array(16) })).not.toEqual(own);
  });

  it("refuses a salt that is not 16 bytes and an empty password", async () => {
    await expect(derivePasswordKey({ ...one, salt: new Uint8Array(32) })).rejects.toThrow(RangeError);
    await expect(derivePasswordKey({ ...one, password: "" })).rejects.toThrow(RangeError);
  });
});

describe("Argon2id", () => {
  it("agrees with another implementation for any password and salt", async () => {
    const bytes = (minLength: number) => fc.uint8Array({ minLength, maxLength: 64 });
    await fc.assert(
      fc.asyncProperty(
        bytes(1),
        bytes(8),
        fc.integer({ min: 8, max: 64 }),
        fc.integer({ min: 1, max: 3 }),
        async (password, salt, memory, passes) => {
          const other = await hashRaw(password, {
            salt,
            memoryCost: memory,
            timeCost: passes,
            parallelism: 1,
            outputLen: 32,
            algorithm: 2,
            version: 1,
          });
          expect(toHex(await argon2id(password, salt, memory, passes))).toBe(toHex(other));
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("normaliseEmail", () => {
  it.each([
    [" Ann@Example.COM ", "ann@example.com"],
    ["\u00a0ann@example.com\u3000", "ann@example.com"],
    ["\uff21nn@example.com", "ann@example.com"],
    ["\u212aann@example.com", "kann@example.com"],
  ])("makes %j %j", (typed, normal) => {
    expect(normaliseEmail(typed)).toBe(normal);
  });
});

describe("derived keys", () => {
  const scope = "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c";
  const other = "2d704b2c-5e3f-4081-8cbd-3e4f5a6b7c8d";
  const key = generateKey();
  const byHand = (info: Uint8Array) => toHex(new Uint8Array(hkdfSync("sha256", key, new Uint8Array(0), info, 32)));

  it("are HKDF of their parent and their context", async () => {
    expect(toHex(await deriveSymmetricKey(key, scope, 7))).toBe(byHand(context("symmetric-key", uuidToBytes(scope), u32(7))));
    expect(toHex(await deriveHeadKey(key, scope, 7))).toBe(byHand(context("head-key", uuidToBytes(scope), u32(7))));
  });

  it("differ by name, id, epoch and parent", async () => {
    const keys = await Promise.all([
      deriveSymmetricKey(key, scope, 1),
      deriveSymmetricKey(key, scope, 2),
      deriveSymmetricKey(key, other, 1),
      deriveHeadKey(key, scope, 1),
      deriveHeadKey(generateKey(), scope, 1),
    ]);
    expect(new Set(keys.map(toHex)).size).toBe(keys.length);
  });

  it("cannot be exported from the platform when they seal fields", async () => {
    const fieldKey = await deriveFieldKey(key, scope, 1);
    expect(fieldKey.extractable).toBe(false);
    await expect(crypto.subtle.exportKey("raw", fieldKey)).rejects.toThrow();
  });
});
