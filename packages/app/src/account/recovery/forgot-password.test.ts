import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { checkForgot, type ForgotValues, forgotRefusal } from "./forgot-password.ts";

test.each<ForgotValues["request"]>(["hint", "reset"])("an address is needed before a %s is asked for", (request) => {
  expect(checkForgot({ request, email: " " })).toEqual({ fields: { email: "Please enter your email address" } });
  expect(checkForgot({ request, email: "ada" })).toEqual({ fields: { email: "Please enter a valid email address" } });
  expect(checkForgot({ request, email: " ada@example.com" })).toEqual({});
});

test("a refusal is said in the server's words where it has some", () => {
  const [hint, reset] = (["hint", "reset"] as const).map((request): ForgotValues => ({ request, email: "ada@example.com" }));
  expect(forgotRefusal(new AppError("unexpected"), hint as ForgotValues)).toEqual({ whole: "Failed to get password hint" });
  expect(forgotRefusal(new TypeError("Failed to fetch"), reset as ForgotValues)).toEqual({ whole: "Failed to initiate password reset" });
  expect(forgotRefusal(new AppError("rate_limited"), reset as ForgotValues)).toEqual({
    whole: "Too many attempts. Please wait a little and try again.",
  });
});
