import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { SIGN_IN_START, type SignInState, signIn, signInProblem } from "./sign-in.ts";

const CHECKING: SignInState = { step: "checking" };
const submit = (email: string, password: string) => ({ type: "submit", email, password }) as const;

test("both fields are asked for before anything is sent", () => {
  for (const event of [submit("", "x"), submit("  ", "x"), submit("ada@example.com", "")]) {
    expect(signIn(SIGN_IN_START, event)).toEqual({ step: "editing", problem: "Please fill in all fields" });
  }
});

test("filled fields are checked, and success ends it", () => {
  expect(signIn(SIGN_IN_START, submit("ada@example.com", "x"))).toEqual(CHECKING);
  expect(signIn(CHECKING, { type: "signed-in" })).toEqual({ step: "done" });
});

test("a refusal is shown until the form is edited", () => {
  const refused = signIn(CHECKING, { type: "refused", problem: "Invalid credentials" });
  expect(refused).toEqual({ step: "editing", problem: "Invalid credentials" });
  expect(signIn(refused, { type: "edit" })).toEqual(SIGN_IN_START);
});

test("a second submit while the first is checked changes nothing", () => {
  expect(signIn(CHECKING, submit("eve@example.com", "y"))).toBe(CHECKING);
  expect(signIn(SIGN_IN_START, { type: "signed-in" })).toBe(SIGN_IN_START);
});

test("where a code is asked for, the second step follows and success ends it too", () => {
  const code = signIn(CHECKING, { type: "code-asked", tempToken: "t" });
  expect(code).toEqual({ step: "code", tempToken: "t" });
  expect(signIn(code, submit("eve@example.com", "y"))).toBe(code);
  expect(signIn(code, { type: "signed-in" })).toEqual({ step: "done" });
  const again = signIn(code, { type: "again", problem: "This took too long. Please sign in again." });
  expect(again).toEqual({ step: "editing", problem: "This took too long. Please sign in again." });
});

class ClientError extends Error {
  override name = "ClientError";
}

test.each([
  [new AppError("invalid_credentials"), "Invalid credentials"],
  [new AppError("rate_limited"), "Too many attempts. Please wait a little and try again."],
  [new AppError("unexpected"), "Login failed"],
  [new ClientError("Failed to decrypt vault key"), "Failed to decrypt vault key"],
  [new TypeError("Failed to fetch"), "An error occurred during login"],
])("%s reads as a sentence", (error, sentence) => {
  expect(signInProblem(error)).toBe(sentence);
});
