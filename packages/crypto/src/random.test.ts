import { describe, expect, it } from "vitest";
import { generateKey, secretKey } from "./keys.ts";
import { generateId, randomBytes } from "./random.ts";

describe("randomness", () => {
  it("fills more bytes than one platform call returns", () => {
    const bytes = randomBytes(200_000);
    expect(bytes).toHaveLength(200_000);
    expect(new Set(bytes.subarray(199_000)).size).toBeGreaterThan(200);
  });

  it("makes ids of version 4 in lower case", () => {
    const ids = Array.from({ length: 100 }, () => generateId());
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(100);
  });

  it("is not changed by generating an id", () => {
    const source = new Uint8Array(16).fill(255);
    expect(generateId(() => source)).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
    expect(source).toEqual(new Uint8Array(16).fill(255));
  });

  it("generates different keys of 32 bytes", () => {
    expect(generateKey()).toHaveLength(32);
    expect(generateKey()).not.toEqual(generateKey());
  });

  it("refuses a key of another length", () => {
    for (const length of [0, 16, 31, 33]) expect(() => secretKey(new Uint8Array(length))).toThrow(RangeError);
    expect(() => generateKey(() => new Uint8Array(16))).toThrow(RangeError);
  });
});
