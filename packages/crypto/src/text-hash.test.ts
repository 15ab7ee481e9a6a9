import { describe, expect, it } from "vitest";
import { fromHex, toBase64Url, toHex, utf8 } from "./encoding.ts";
import { sha256 } from "./primitives.ts";
import { hashHex, hashText } from "./text-hash.ts";

describe("the hash of a text", () => {
  it("is half of its SHA-256 (FIPS 180-4, the example of one block)", () => {
    expect(hashText("abc")).toBe(toBase64Url(fromHex("ba7816bf8f01cfea414140de5dae2223")));
  });

  it.each(["", "ä€😀", "\uFEFFa", "x".repeat(5_000)])("equals the platform's result for %j", async (text) => {
    expect(hashText(text)).toBe(toBase64Url((await sha256(new TextEncoder().encode(text))).slice(0, 16)));
  });

  it.each(["abc", "", "A\u030A€😀", "x".repeat(5_000)])("is whole in hex, as the platform's, for %j", async (text) => {
    expect(hashHex(text)).toBe(toHex(await sha256(utf8(text))));
  });
});
