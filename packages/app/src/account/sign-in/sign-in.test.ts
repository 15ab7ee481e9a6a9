import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { checkCredentials, signInRefusal } from "./sign-in.ts";

test.each([
  ["", "x", "email"],
  ["  ", "x", "email"],
  ["ada@example.com", "", "password"],
])("%j with %j asks for all fields, beginning with the %s", (email, password, at) => {
  expect(checkCredentials({ email, password })).toEqual({ whole: "Please fill in all fields", at });
});

test("an address that is none is said to be so before anything is sent (A-12)", () => {
  expect(checkCredentials({ email: "ada", password: "x" })).toEqual({ whole: "Please enter a valid email address", at: "email" });
});

test("filled fields are sent", () => {
  expect(checkCredentials({ email: "ada@example.com", password: " " })).toEqual({});
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
])("%s is said in words, and the password has to be typed again", (error, whole) => {
  expect(signInRefusal(error)).toEqual({ whole, at: "password" });
});
