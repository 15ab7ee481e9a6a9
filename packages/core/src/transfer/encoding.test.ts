/** How the bytes of a file become text, and what the user is asked if the encoding is unclear (T1). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeAs, decodeCertain, ENCODING_IDS, samplesOf } from "./encoding.ts";

const TEXT = "name,password\nBüro,pässwörd€\n";
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
      isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
    ),
  );
/** "pässwörd" of Excel on Windows. */
const WINDOWS = Uint8Array.from([...utf8("Mail,ann,p"), 0xe4, ...utf8("ssw"), 0xf6, ...utf8("rd,"), 0xfc, ...utf8("5\n")]);

describe("decodeCertain", () => {
  it.each([
    ["UTF-8", utf8(TEXT)],
    ["UTF-8 with a mark", utf8(`\uFEFF${TEXT}`)],
    ["UTF-16 with a mark", utf16(`\uFEFF${TEXT}`, true)],
    ["UTF-16 with a mark, the other way round", utf16(`\uFEFF${TEXT}`, false)],
    ["UTF-16 without a mark", utf16(TEXT, true)],
    ["UTF-16 without a mark, the other way round", utf16(TEXT, false)],
  ])("reads %s to the last character", (_, bytes) => expect(decodeCertain(bytes)).toBe(TEXT));

  it.each([
    ["Windows-1252", WINDOWS],
    ["a UTF-8 that breaks off", utf8("ä").subarray(0, 1)],
    ["half a surrogate in UTF-16", utf16("\uFEFFab\ud800cd", true)],
  ])("does not guess at %s", (_, bytes) => expect(decodeCertain(bytes)).toBeNull());

  it("never produces a replacement character", () => {
    const hasNone = (bytes: Uint8Array) => !(decodeCertain(bytes) ?? "").includes("\uFFFD");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => hasNone(bytes) || utf8(decodeCertain(bytes) ?? "").join() === bytes.join()),
    );
  });

  it("reads every character of Windows-1252 correctly on every platform", () => {
    const bytes = Uint8Array.of(0x80, 0x85, 0x8a, 0x93, 0x99, 0x9f, 0xe4, 0x41, 0x81);
    expect(decodeAs(bytes, "windows-1252")).toBe("€…Š“™ŸäA\u0081");
  });

  it("reads any text that was written as UTF-8", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => decodeCertain(utf8(`\uFEFF${text}`)) === text));
  });
});

describe("the question to the user", () => {
  it("shows what would be lost and how an encoding reads it, but no whole password", () => {
    expect(samplesOf(WINDOWS, "windows-1252")).toEqual([
      { before: "p\uFFFDssw", after: "pässw" },
      { before: "ssw\uFFFDrd", after: "sswörd" },
      { before: "\uFFFD5", after: "ü5" },
    ]);
    expect(samplesOf(WINDOWS, "windows-1251")[0]?.after).toBe("pдssw");
    expect(decodeAs(WINDOWS, "windows-1252")).toBe("Mail,ann,pässwörd,ü5\n");
  });

  it("shows few samples, each once", () => {
    const bytes = Uint8Array.from(Array.from({ length: 50 }, (_, at) => [0xe4, 0x61 + (at % 9), 0x2c]).flat());
    expect(samplesOf(bytes, "windows-1252")).toHaveLength(4);
    expect(samplesOf(utf8("plain"), "windows-1252")).toEqual([]);
  });

  it.each(ENCODING_IDS)("works for any bytes with %s", (encoding) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        decodeAs(bytes, encoding);
        samplesOf(bytes, encoding);
      }),
    );
  });
});
