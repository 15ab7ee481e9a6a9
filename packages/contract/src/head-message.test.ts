/** The signed bytes are spelled out here: servers and clients of different versions must agree on them. */
import { describe, expect, it } from "vitest";
import { headMessage } from "./head-message.ts";

const bytes = (from: number): Uint8Array => Uint8Array.from({ length: 32 }, (_, i) => from + i);
const SIGNED = {
  scopeId: "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11",
  generation: 0xfffffffe,
  seq: Number.MAX_SAFE_INTEGER,
  previousHash: bytes(0),
  hash: bytes(0x40),
};
const hex = (message: Uint8Array): string => Buffer.from(message).toString("hex");

describe("the message of a head", () => {
  it("is the prefix, scope, generation, seq and both hashes, with this order and these widths", () => {
    expect(hex(headMessage(SIGNED))).toBe(
      [
        Buffer.from("cf1/sig/head\0").toString("hex"),
        "3f0e7a528a8c4d0e9a530c1f2f0f6a11",
        "fffffffe",
        "001fffffffffffff",
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
        "404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f",
      ].join(""),
    );
  });

  it.each([{ scopeId: SIGNED.scopeId.slice(2) }, { previousHash: new Uint8Array(31) }, { hash: new Uint8Array(33) }])(
    "refuses parts of a wrong length: %j",
    (wrong) => {
      expect(() => headMessage({ ...SIGNED, ...wrong })).toThrow(RangeError);
    },
  );

  it("refuses numbers that do not fit", () => {
    expect(() => headMessage({ ...SIGNED, generation: 2 ** 32 })).toThrow(RangeError);
    expect(() => headMessage({ ...SIGNED, generation: -1 })).toThrow(RangeError);
    expect(() => headMessage({ ...SIGNED, seq: 2 ** 53 })).toThrow(RangeError);
    expect(() => headMessage({ ...SIGNED, seq: -1 })).toThrow(RangeError);
  });
});
