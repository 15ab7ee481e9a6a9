import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { FORGOT_START, type ForgotWish, forgot, forgotRefusal } from "./forgot.ts";

const press = (wish: ForgotWish, email = "ada@example.com") => forgot(FORGOT_START, { type: "press", wish, email });

test.each<ForgotWish>(["hint", "reset"])("an address is needed before a %s is asked for", (wish) => {
  expect(press(wish, " ")).toMatchObject({ step: "editing", problem: "Please enter your email address" });
  expect(press(wish, "ada")).toMatchObject({ step: "editing", problem: "Please enter a valid email address" });
});

test("a hint that was asked for is said to be on the way, until the address changes", () => {
  const told = forgot(press("hint"), { type: "sent" });
  expect(told).toMatchObject({ step: "editing", hintSent: true });
  expect(forgot(told, { type: "edit" })).toEqual(FORGOT_START);
});

test("a reset that was asked for ends the page", () => {
  const sending = press("reset");
  expect(forgot(sending, { type: "press", wish: "hint", email: "eve@example.com" })).toBe(sending);
  expect(forgot(sending, { type: "sent" })).toEqual({ step: "done" });
});

test("a refusal is shown, in the server's words where it has some", () => {
  expect(forgot(press("hint"), { type: "refused", problem: "No." })).toMatchObject({ step: "editing", problem: "No." });
  expect(forgotRefusal(new AppError("unexpected"), "hint")).toBe("Failed to get password hint");
  expect(forgotRefusal(new TypeError("Failed to fetch"), "reset")).toBe("Failed to initiate password reset");
  expect(forgotRefusal(new AppError("rate_limited"), "reset")).toBe("Too many attempts. Please wait a little and try again.");
});
