import { AppError } from "@coffer/contract/errors";
import { expect, test } from "vitest";
import {
  type AddAccountEvent,
  type AddAccountForm,
  type AddAccountState,
  addAccount,
  addAccountRefusal,
  ADD_ACCOUNT_START as START,
} from "./add-account.ts";

const run = (events: readonly AddAccountEvent[], from: AddAccountState = START) => events.reduce(addAccount, from);
const edit = (part: Partial<AddAccountForm>): AddAccountEvent => ({ type: "edit", part });
const SUBMIT: AddAccountEvent = { type: "submit" };
const ADVANCED: AddAccountEvent = { type: "advanced" };
const atCode = run([edit({ email: "bob@example.com" }), SUBMIT, ADVANCED]);
const atPassword = run([edit({ code: "123456" }), SUBMIT, ADVANCED], atCode);
const RULE = "Password must be at least 8 characters with 1 uppercase, 1 lowercase, 1 number, and 1 special character";

test("the three steps follow one another, each after the server's answer", () => {
  expect(atCode).toMatchObject({ step: "CODE_VERIFICATION", busy: false });
  expect(atPassword).toMatchObject({ step: "MASTER_PASSWORD", busy: false });
  expect(run([ADVANCED])).toBe(START);
});

test.each<[AddAccountState, Partial<AddAccountForm>, string]>([
  [START, { email: " " }, "Email is required"],
  [START, { email: "bob" }, "Please enter a valid email address"],
  [atCode, { code: "" }, "Verification code is required"],
  [atCode, { code: "12" }, "Invalid verification code"],
  [atPassword, { password: "short" }, RULE],
  [atPassword, { password: "Good-Word-1!", confirmation: "Good-Word-2!" }, "Passwords do not match"],
])("%o with %o is refused", (state, part, problem) => {
  expect(run([edit(part), SUBMIT], state)).toMatchObject({ busy: false, problem });
});

test("back returns one step and keeps what was typed", () => {
  const back = run([{ type: "back" }], atPassword);
  expect(back).toMatchObject({ step: "CODE_VERIFICATION", form: { email: "bob@example.com" } });
  expect(run([{ type: "back" }, { type: "back" }], back).step).toBe("EMAIL_VERIFICATION");
});

test("success forgets every field and begins anew", () => {
  const sent = run([edit({ password: "Good-Word-1!", confirmation: "Good-Word-1!" }), SUBMIT], atPassword);
  expect(sent.busy).toBe(true);
  expect(addAccount(sent, ADVANCED)).toEqual(START);
});

test("while a step is sent nothing but its answer counts; a refusal leaves it open", () => {
  const sent = run([edit({ code: "000000" }), SUBMIT], atCode);
  expect(run([edit({ code: "1" }), { type: "back" }, SUBMIT], sent)).toBe(sent);
  expect(addAccount(sent, { type: "refused" })).toMatchObject({ step: "CODE_VERIFICATION", busy: false });
});

test("refusals read as the specification says", () => {
  expect(addAccountRefusal(new AppError("unexpected"), "EMAIL_VERIFICATION")).toBe("Failed to send verification code");
  expect(addAccountRefusal(new TypeError("Failed to fetch"), "CODE_VERIFICATION")).toBe("An error occurred while verifying the code");
  expect(addAccountRefusal(new AppError("email_taken"), "MASTER_PASSWORD")).toBe("An account with this email already exists.");
});
