import { expect, it } from "vitest";
import { CODE_FORM, SECOND_FACTOR_FORM } from "./codes.ts";

it("accepts only six digits as a code", () => {
  expect(["123456", "12345", "1234567", "12345a", " 123456"].map((text) => CODE_FORM.test(text))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

it("accepts a code or a recovery code as second factor", () => {
  const typed = ["123456", "ab3de-9fgh1", "AB3DE9FGH1", "ab3de 9fgh1", "ab3de-9fgh", "12345"];
  expect(typed.map((text) => SECOND_FACTOR_FORM.test(text))).toEqual([true, true, true, false, false, false]);
});
