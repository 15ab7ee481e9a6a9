import { expect, test } from "vitest";
import { digitsOf, isWholeCode } from "./digits.ts";

test.each([
  ["a1b2c3d4e5f6g7", "123456"],
  [" 123 456 ", "123456"],
  ["12345678", "123456"],
  ["code", ""],
])("of %s the digits %s stay", (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});

test("a code is whole with its sixth digit", () => {
  expect(isWholeCode("12345")).toBe(false);
  expect(isWholeCode("123456")).toBe(true);
});
