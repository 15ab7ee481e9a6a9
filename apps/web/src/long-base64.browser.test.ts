/** Long texts are decoded by the browser: exactly those are taken that our own decoder takes, which decodes the short ones. */
import { fromBase64Url, toBase64Url } from "@coffer/crypto";
import { expect, it } from "vitest";

/** Whole groups of four, and more than our own decoder gets. */
const LONG = "AAAA".repeat(300);

it("gives the same bytes, whatever their number", () => {
  for (let length = 1_000; length < 1_012; length++) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes);
  }
});

it.each(["A", "AA==", "AAA=", "AB", "AAB", "A+AA", "A/AA", "AA A", "AA  ", "AAAA\n", "AA\n\n", "AAA\u0141", "é", "AAAAA"])(
  "refuses a text that ends with %j, as a short one",
  (end) => {
    expect(() => fromBase64Url(end)).toThrow(RangeError);
    expect(() => fromBase64Url(LONG + end)).toThrow(RangeError);
  },
);

it.each(["AA==", "A+AA", "AA A", " AAA", "é"])("refuses a text that begins with %j", (begin) => {
  expect(() => fromBase64Url(begin + LONG)).toThrow(RangeError);
});

it("is done by the browser", () => {
  expect("setFromBase64" in Uint8Array.prototype).toBe(true);
});
