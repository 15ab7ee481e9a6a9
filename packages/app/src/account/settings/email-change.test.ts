import { expect, test } from "vitest";
import { EMAIL_CHANGE_CHECKS, type EmailChangeValues, NO_EMAIL_CHANGE } from "./email-change.ts";

test.each<[Partial<EmailChangeValues>, string, string]>([
  [{ email: " ", password: "x" }, "Please fill in all fields", "email"],
  [{ email: "new@example.com", password: "" }, "Please fill in all fields", "password"],
  [{ email: "new", password: "x" }, "Please enter a valid email address", "email"],
])("the address step refuses %o", (part, whole, at) => {
  expect(EMAIL_CHANGE_CHECKS.address({ ...NO_EMAIL_CHANGE, ...part })).toEqual({ whole, at });
});

test("the code step wants a whole code", () => {
  expect(EMAIL_CHANGE_CHECKS.code({ ...NO_EMAIL_CHANGE, code: "12" })).toEqual({ fields: { code: "Invalid verification code" } });
  expect(EMAIL_CHANGE_CHECKS.code({ ...NO_EMAIL_CHANGE, code: "123456" })).toEqual({});
});
