import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pad, paddedLength, unpad } from "./padding.ts";

describe("padding", () => {
  it.each([
    [0, 32],
    [31, 32],
    [32, 64],
    [1023, 1024],
    [1024, 1280],
    [1279, 1280],
    [1280, 1536],
    [65_536, 65_792],
  ])("makes %d bytes %d", (length, padded) => {
    expect(paddedLength(length)).toBe(padded);
    expect(pad(new Uint8Array(length))).toHaveLength(padded);
  });

  it("returns any bytes, including those that look like padding", () => {
    const byte = fc.constantFrom(0, 0x80, 1);
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 2_000 }), (list) => {
        expect(unpad(pad(Uint8Array.from(list)))).toEqual(Uint8Array.from(list));
      }),
    );
  });

  it("refuses invalid padding", () => {
    const marked = (length: number, at: number) => {
      const bytes = new Uint8Array(length);
      bytes[at] = 0x80;
      return bytes;
    };
    const wrong = [
      new Uint8Array(0),
      new Uint8Array(32),
      marked(64, 31),
      marked(33, 32),
      marked(31, 3),
      marked(1056, 1050),
      marked(1536, 1279),
    ];
    for (const bytes of wrong) expect(() => unpad(bytes)).toThrow(RangeError);
    expect(() => unpad(new Uint8Array(32).fill(0x81))).toThrow(RangeError);
  });
});
