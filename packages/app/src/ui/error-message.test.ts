import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { messageFor, messageOf } from "./error-message.ts";

class IntegrityError extends Error {
  override name = "IntegrityError";
}

class AnswerError extends Error {
  override name = "AnswerError";
}

class ConnectionError extends Error {
  override name = "ConnectionError";
}

test.each<[unknown, string]>([
  ["Vault name is required", "Vault name is required"],
  [new AppError("stale_revision"), "This item was changed on another device."],
  [new AppError("unexpected", "Failed to fetch profiles"), "Failed to fetch profiles"],
  [new AnswerError("Failed to fetch profiles"), "Failed to fetch profiles"],
  [new AnswerError("An error occurred"), "Failed to save"],
  [new IntegrityError("The server left out items."), "The server left out items."],
  [new AppError("unexpected"), "Failed to save"],
  [new TypeError("Cannot read properties of undefined"), "Failed to save"],
  [undefined, "Failed to save"],
  [new ConnectionError("There is no connection."), "Failed to save. There is no connection."],
])("of %o a person reads %s", (error, sentence) => {
  expect(messageOf(error, "Failed to save")).toBe(sentence);
});

test("where there was no answer the cause alone is said, unless the place has a sentence", () => {
  const error = new ConnectionError("There is no connection.");
  expect(messageOf(error)).toBe("There is no connection.");
  expect(messageOf(error, "The sessions could not be loaded.")).toBe("The sessions could not be loaded. There is no connection.");
  expect(messageFor(error, { refused: "Login failed", threw: "An error occurred during login" })).toBe(
    "An error occurred during login. There is no connection.",
  );
});

test("without a fallback it is the general sentence", () => {
  expect(messageOf(new Error("ECONNRESET"))).toBe("An error occurred");
});

test("where two fallbacks are told apart, an answer and no answer read differently", () => {
  const words = { refused: "Failed to send request", threw: "An error occurred while sending your request" };
  expect(messageFor(new AppError("unexpected"), words)).toBe(words.refused);
  expect(messageFor(new AppError("rate_limited"), words)).toBe("Too many attempts. Please wait a little and try again.");
  expect(messageFor(new AnswerError("An error occurred"), words)).toBe(words.refused);
  expect(messageFor(new TypeError("Failed to fetch"), words)).toBe(words.threw);
});
