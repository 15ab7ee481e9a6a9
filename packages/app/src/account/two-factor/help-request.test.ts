import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { checkHelp, helpRefusal } from "./help-request.ts";

test("help wants a message", () => {
  expect(checkHelp({ message: " " })).toEqual({ fields: { message: "Please provide a message for the administrator" } });
  expect(checkHelp({ message: "Lost my phone" })).toEqual({});
});

test("refusals read as the specification says", () => {
  expect(helpRefusal(new AppError("unexpected"))).toEqual({ whole: "Failed to send request" });
  expect(helpRefusal(new TypeError("Failed to fetch"))).toEqual({ whole: "An error occurred while sending your request" });
});
