import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  bytesToUuid,
  concat,
  equalBytes,
  fromBase64Url,
  fromHex,
  toBase64Url,
  toHex,
  u8,
  u32,
  u64,
  utf8,
  uuidToBytes,
} from "./encoding.ts";

const bytes = fc.uint8Array({ maxLength: 200 });

describe("hex", () => {
  it("gives any bytes back", () => {
    fc.assert(
      fc.property(bytes, (b) => {
        expect(fromHex(toHex(b))).toEqual(new Uint8Array(b));
      }),
    );
  });

  it.each(["0", "0G", "AB", " 00", "0x00", "0g", "g0", "0\u0141"])("refuses %j", (text) => {
    expect(() => fromHex(text)).toThrow(RangeError);
  });
});

describe("base64url", () => {
  it("gives any bytes back", () => {
    fc.assert(
      fc.property(bytes, (b) => {
        expect(fromBase64Url(toBase64Url(b))).toEqual(new Uint8Array(b));
      }),
    );
  });

  it("spells as the platform does", () => {
    fc.assert(
      fc.property(bytes, (b) => {
        expect(toBase64Url(b)).toBe(Buffer.from(b).toString("base64url"));
      }),
    );
  });

  it.each(["A", "AA==", "AB", "AAB", "A+AA", "A/AA", "AA A", "AAAA\n", "AAA\u0141", "é", "AAAAA"])("refuses %j", (text) => {
    expect(() => fromBase64Url(text)).toThrow(RangeError);
  });

  it("accepts one spelling of each value only", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ABCDwxyz0189-_=+/ ".split("")), maxLength: 12 }), (text) => {
        let read: Uint8Array;
        try {
          read = fromBase64Url(text);
        } catch {
          // Refused: nothing to compare.
          return;
        }
        expect(toBase64Url(read)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** As the platform decodes where it can (newer browsers): it takes padding, white space and trailing bits. Node 20 has none. */
function setFromBase64(this: Uint8Array, text: string) {
  if (/[^\w\s=-]/.test(text)) throw new SyntaxError("A foreign character");
  const bytes = Buffer.from(text.replace(/[\s=]/g, ""), "base64url").subarray(0, this.length);
  this.set(bytes);
  return { written: bytes.length };
}

describe("a long text that the platform decodes", () => {
  const [name, here] = ["setFromBase64", { value: setFromBase64, configurable: true }];
  const before = Object.getOwnPropertyDescriptor(Uint8Array.prototype, name);
  let decode: typeof fromBase64Url;
  beforeAll(async () => {
    vi.resetModules();
    Object.defineProperty(Uint8Array.prototype, name, here);
    ({ fromBase64Url: decode } = await import("./encoding.ts"));
  });
  afterAll(() => {
    if (before) Object.defineProperty(Uint8Array.prototype, name, before);
    else Reflect.deleteProperty(Uint8Array.prototype, name);
    vi.resetModules();
  });
  const LONG = "A".repeat(4_096);

  it.each(["", "AA", "AAA", "_w", "_-8"])("is read where it ends in %j", (end) => {
    expect(decode(LONG + end)).toEqual(new Uint8Array(Buffer.from(LONG + end, "base64url")));
  });

  it.each(["A", "AB", "AAB", "AA==", "AA A", "AAAA\n", "A+AA", "AAAAA"])("is refused where it ends in %j", (end) => {
    expect(() => decode(LONG + end)).toThrow(RangeError);
  });
});

describe("ids", () => {
  it("gives any id back", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(bytesToUuid(uuidToBytes(id))).toBe(id);
      }),
    );
  });

  it.each([
    "",
    "0B5E2F0A-3C1D-4E6F-8A9B-1C2D3E4F5A6B",
    "0b5e2f0a3c1d4e6f8a9b1c2d3e4f5a6b",
    "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b\n",
    "0b5e2f0a_3c1d-4e6f-8a9b-1c2d3e4f5a6b",
    "0b5e2f0a-3c1d-4e6f-8a9b_1c2d3e4f5a6b",
    "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6g",
  ])("refuses another spelling of an id: %j", (id) => {
    expect(() => uuidToBytes(id)).toThrow(RangeError);
  });

  it("refuses bytes that are no id", () => {
    expect(() => bytesToUuid(new Uint8Array(15))).toThrow(RangeError);
  });
});

describe("numbers", () => {
  it("writes them big-endian", () => {
    expect(toHex(concat(u8(1), u32(0x01020304), u64(Number.MAX_SAFE_INTEGER)))).toBe("0101020304001fffffffffffff");
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY])("refuses %d", (value) => {
    expect(() => u64(value)).toThrow(RangeError);
  });

  it("refuses what does not fit", () => {
    expect(() => u8(256)).toThrow(RangeError);
    expect(() => u32(2 ** 32)).toThrow(RangeError);
  });
});

describe("bytes", () => {
  it("are equal when every byte and the length are", () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(equalBytes(a, b)).toBe(toHex(a) === toHex(b));
      }),
    );
    fc.assert(
      fc.property(bytes, (a) => {
        expect(equalBytes(a, new Uint8Array(a))).toBe(true);
      }),
    );
    expect(equalBytes(new Uint8Array([1]), new Uint8Array([1, 0]))).toBe(false);
    expect(equalBytes(new Uint8Array([1, 0]), new Uint8Array([1]))).toBe(false);
  });

  it("of a text do not depend on how its accents were typed", () => {
    expect(utf8("e\u0301")).toEqual(utf8("\u00e9"));
  });
});
