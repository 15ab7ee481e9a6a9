import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import { noConnection } from "../../testing/no-connection.ts";
import { checkRecoveryCode, checkReset, codeRefusal, hasExpired, RESET_START, type ResetValues, resetRefusal } from "./recovery.ts";

const EMAIL = "ada@example.com";
const FORM: ResetValues = {
  ...RESET_START,
  password: "a-new-Password-1",
  confirmation: "a-new-Password-1",
  recoveryKey: "AAAA-BBBB",
};

test("an empty code is asked for and a short one is not sent", () => {
  expect(checkRecoveryCode({ code: "" })).toEqual({ fields: { code: "Please enter the recovery code" } });
  expect(checkRecoveryCode({ code: "123" })).toEqual({ fields: { code: "Invalid recovery code" } });
  expect(checkRecoveryCode({ code: "123456" })).toEqual({});
});

test.each<[Partial<ResetValues>, string, string]>([
  [{ password: "" }, "Please fill in all fields", "password"],
  [{ confirmation: "" }, "Please fill in all fields", "confirmation"],
  [{ recoveryKey: " " }, "Please fill in all fields", "recoveryKey"],
  [{ discard: true }, "Please fill in all fields", "consent"],
  [{ confirmation: "another-Password-1" }, "Passwords do not match", "confirmation"],
  [{ password: "Short-77-xy", confirmation: "Short-77-xy" }, "Password must be at least 12 characters long", "password"],
])("%o is refused", (part, whole, at) => {
  expect(checkReset({ ...FORM, ...part }, EMAIL)).toEqual({ whole, at });
});

test("without an email nothing is reset", () => {
  expect(checkReset(FORM, "").whole).toBe("Email is required for password reset");
});

test("twelve characters of any class are enough at a reset", () => {
  expect(checkReset({ ...FORM, password: "aaaaaaaaaaaa", confirmation: "aaaaaaaaaaaa" }, EMAIL)).toEqual({});
});

test("starting empty wants its words typed, and no recovery key", () => {
  const form = { ...FORM, recoveryKey: "", discard: true };
  expect(checkReset({ ...form, consent: "yes" }, EMAIL).whole).toBe('Please type "start with an empty vault" to continue');
  expect(checkReset({ ...form, consent: " Start with  an empty vault" }, EMAIL)).toEqual({});
});

test("refusals read as the specification says, and a wrong recovery key is what to put right", () => {
  expect(codeRefusal(new AppError("unexpected"))).toEqual({ fields: { code: "Invalid recovery code" } });
  expect(resetRefusal(new AppError("unexpected"))).toEqual({ whole: "Failed to reset password" });
  expect(resetRefusal(new AppError("invalid_recovery_key"))).toEqual({
    whole: "This recovery key does not belong to this account.",
    at: "recoveryKey",
  });
  expect(resetRefusal(new Error("DecryptError"))).toEqual({ whole: "Password reset failed" });
});

test("a recovery that took too long is told from one that was refused", () => {
  expect(hasExpired(new AppError("session_expired"))).toBe(true);
  expect(hasExpired(new AppError("invalid_recovery_key"))).toBe(false);
});

test("without a connection nothing is said of the code (A-10)", () => {
  expect(codeRefusal(noConnection())).toEqual({ whole: "There is no connection to the server.", at: "code" });
});
