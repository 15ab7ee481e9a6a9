import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import {
  RECOVERY_START,
  type RecoveryEvent,
  type RecoveryState,
  type ResetForm,
  recovery,
  recoveryRefusal,
  resetProblem,
  resetRefusal,
} from "./recovery.ts";

const run = (events: readonly RecoveryEvent[], from: RecoveryState = RECOVERY_START) => events.reduce(recovery, from);
const EMAIL = "ada@example.com";
const FORM: ResetForm = { password: "a-new-Password-1", confirmation: "a-new-Password-1", recoveryKey: "AAAA-BBBB", sentence: "" };
const RESET: RecoveryState = { step: "reset", discard: false, problem: null };
const submitReset = (form: ResetForm = FORM): RecoveryEvent => ({ type: "submit-reset", form, email: EMAIL });

test("an empty code is asked for and a short one is not sent", () => {
  expect(run([{ type: "submit-code", code: "" }])).toMatchObject({
    step: "verify",
    busy: false,
    problem: "Please enter the recovery code",
  });
  expect(run([{ type: "submit-code", code: "123" }])).toMatchObject({ busy: false, problem: "Invalid recovery code" });
});

test("a code that is taken leads to the reset, or first to the second factor", () => {
  const busy = run([{ type: "submit-code", code: "123456" }]);
  expect(busy).toMatchObject({ step: "verify", busy: true });
  expect(recovery(busy, { type: "verified" })).toEqual(RESET);
  const factor = recovery(busy, { type: "factor-asked" });
  expect(factor).toMatchObject({ step: "factor", code: "123456", busy: false });
  expect(run([{ type: "submit-factor", factor: "" }], factor)).toMatchObject({ problem: "Please enter the MFA code" });
  expect(run([{ type: "submit-factor", factor: "654321" }, { type: "verified" }], factor)).toEqual(RESET);
  expect(run([{ type: "submit-factor", factor: "abcde-fghij" }], factor)).toMatchObject({ busy: true });
});

test("a refused code may be typed again", () => {
  const refused = run([
    { type: "submit-code", code: "000000" },
    { type: "refused", problem: "Invalid recovery code" },
  ]);
  expect(refused).toMatchObject({ step: "verify", busy: false, problem: "Invalid recovery code" });
  expect(recovery(refused, { type: "edit" })).toMatchObject({ problem: null });
});

test("nobody reaches the reset without an answer of the server", () => {
  expect(run([{ type: "verified" }])).toBe(RECOVERY_START);
  expect(run([submitReset()])).toBe(RECOVERY_START);
});

test.each<[Partial<ResetForm>, string]>([
  [{ password: "" }, "Please fill in all fields"],
  [{ confirmation: "" }, "Please fill in all fields"],
  [{ recoveryKey: " " }, "Please fill in all fields"],
  [{ confirmation: "another-Password-1" }, "Passwords do not match"],
  [{ password: "Short-77-xy", confirmation: "Short-77-xy" }, "Password must be at least 12 characters long"],
])("%o is refused", (part, sentence) => {
  expect(resetProblem({ ...FORM, ...part }, false, EMAIL)).toBe(sentence);
});

test("without an e-mail nothing is reset", () => {
  expect(resetProblem(FORM, false, "")).toBe("Email is required for password reset");
});

test("twelve characters of any class are enough at a reset", () => {
  expect(resetProblem({ ...FORM, password: "aaaaaaaaaaaa", confirmation: "aaaaaaaaaaaa" }, false, EMAIL)).toBeNull();
});

test("starting empty wants its sentence typed, and no recovery key", () => {
  const form = { ...FORM, recoveryKey: "" };
  expect(resetProblem({ ...form, sentence: "yes" }, true, EMAIL)).toBe('Please type "start with an empty vault" to go on');
  expect(resetProblem({ ...form, sentence: " Start with  an empty vault" }, true, EMAIL)).toBeNull();
  expect(resetProblem({ ...FORM, sentence: "" }, true, EMAIL)).toBe("Please fill in all fields");
});

test("progress only grows, a refusal returns to the form, and the end is the end", () => {
  const resealing = run([submitReset()], RESET);
  expect(resealing).toEqual({ step: "resealing", discard: false, percent: 0 });
  const later = run(
    [
      { type: "progressed", percent: 60 },
      { type: "progressed", percent: 40 },
    ],
    resealing,
  );
  expect(later).toMatchObject({ percent: 60 });
  expect(recovery(later, submitReset())).toBe(later);
  expect(recovery(later, { type: "refused", problem: "Failed to reset password" })).toEqual({
    ...RESET,
    problem: "Failed to reset password",
  });
  expect(recovery(later, { type: "expired", problem: "Too long." })).toMatchObject({ step: "verify", problem: "Too long." });
  expect(recovery(later, { type: "finished" })).toEqual({ step: "done" });
});

test("refusals read as the specification says", () => {
  expect(recoveryRefusal(new AppError("unexpected"))).toBe("Invalid recovery code");
  expect(resetRefusal(new AppError("unexpected"))).toBe("Failed to reset password");
  expect(resetRefusal(new AppError("invalid_recovery_key"))).toBe("This recovery key does not belong to this account.");
  expect(resetRefusal(new Error("DecryptError"))).toBe("Password reset failed");
});
