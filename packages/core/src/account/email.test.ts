import { expect, it } from "vitest";
import { isEmail, normaliseEmail } from "./email.ts";

it.each(["ann@example.com", " ann@example.com ", "änn+tag@müller.example", "a@b.c"])("takes %j", (typed) => {
  expect(isEmail(typed)).toBe(true);
});

it.each([
  "",
  "ann",
  "ann@",
  "@example.com",
  "ann@localhost",
  "ann lee@example.com",
  "ann@@example.com",
  "a@b@example.com",
  `${"a".repeat(250)}@b.cd`,
])("refuses %j", (typed) => expect(isEmail(typed)).toBe(false));

it("makes one of two spellings", () => {
  expect(normaliseEmail(" Ann@Example.com ")).toBe("ann@example.com");
  expect(normaliseEmail("ａnn@example.com")).toBe("ann@example.com");
});
