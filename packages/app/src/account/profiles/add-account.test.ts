import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import {
  ADD_ACCOUNT_CHECKS,
  type AddAccountForm,
  type AddAccountStep,
  addAccountRefusal,
  FIRST_STEP,
  NOTHING_TYPED,
  stepFrom,
} from "./add-account.ts";

const RULE = "Password must be at least 8 characters with 1 uppercase, 1 lowercase, 1 number, and 1 special character";

test("the three steps follow one another, and back leads one step back", () => {
  expect(stepFrom(FIRST_STEP, 1)).toBe("CODE_VERIFICATION");
  expect(stepFrom("CODE_VERIFICATION", 1)).toBe("MASTER_PASSWORD");
  expect(stepFrom("MASTER_PASSWORD", 1)).toBeNull();
  expect(stepFrom("MASTER_PASSWORD", -1)).toBe("CODE_VERIFICATION");
  expect(stepFrom(FIRST_STEP, -1)).toBe(FIRST_STEP);
});

test.each<[AddAccountStep, Partial<AddAccountForm>, string]>([
  ["EMAIL_VERIFICATION", { email: " " }, "Email is required"],
  ["EMAIL_VERIFICATION", { email: "bob" }, "Please enter a valid email address"],
  ["CODE_VERIFICATION", { code: "" }, "Verification code is required"],
  ["CODE_VERIFICATION", { code: "12" }, "Invalid verification code"],
  ["MASTER_PASSWORD", { password: "short" }, RULE],
  ["MASTER_PASSWORD", { password: "Good-Word-1!", confirmation: "Good-Word-2!" }, "Passwords do not match"],
])("%s with %o is refused", (step, part, message) => {
  const { fields = {}, whole = null } = ADD_ACCOUNT_CHECKS[step]({ ...NOTHING_TYPED, ...part });
  expect([...Object.values(fields), whole].filter((said) => said !== null)).toEqual([message]);
});

test("a step is checked for what it asks, and for nothing of the others", () => {
  expect(ADD_ACCOUNT_CHECKS.EMAIL_VERIFICATION({ ...NOTHING_TYPED, email: "bob@example.com" })).toEqual({});
  expect(ADD_ACCOUNT_CHECKS.CODE_VERIFICATION({ ...NOTHING_TYPED, code: "123456" })).toEqual({});
});

test("refusals read as the specification says", () => {
  expect(addAccountRefusal(new AppError("unexpected"), "EMAIL_VERIFICATION").whole).toBe("Failed to send verification code");
  expect(addAccountRefusal(new TypeError("Failed to fetch"), "CODE_VERIFICATION").whole).toBe("An error occurred while verifying the code");
  expect(addAccountRefusal(new AppError("email_taken"), "MASTER_PASSWORD").whole).toBe("An account with this email already exists.");
});
