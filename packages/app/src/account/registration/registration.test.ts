import { encodeInvitation } from "@coffer/core/account/invitation-link";
import { expect, test } from "vitest";
import { checkRegistration, gate, gateStart, type RegistrationForm } from "./registration.ts";

const INVITATION = {
  ...{ email: null, team_name: null, role_name: "Member", invited_by_email: null, expires_at: "2026-01-01T00:00:00Z" },
  ...{ userExists: false, is_mailed: false },
};
const FORM: RegistrationForm = {
  email: "ada@example.com",
  password: "Correct-Horse-77!",
  confirmation: "Correct-Horse-77!",
  hint: "",
  code: "",
};
const RULE = "Password must be at least 8 characters with 1 uppercase, 1 lowercase, 1 number, and 1 special character";

test("without a link the gate stays shut", () => {
  const message = "Direct registration is not allowed. Please ask your administrator for an invitation.";
  expect(gateStart(null)).toEqual({ step: "restricted", message });
  expect(gateStart("")).toEqual({ step: "restricted", message });
});

test.each(["%%%", "bm90IGpzb24", btoa("{}"), btoa("[1]"), btoa('{"token":7}')])("the malformed link %s is refused", (parameter) => {
  expect(gateStart(parameter)).toEqual({ step: "restricted", message: "Invalid invitation link format." });
});

test("a well-formed link waits for the server, whose word decides", () => {
  const start = gateStart(encodeInvitation({ token: "secret-token" }));
  expect(start).toEqual({ step: "validating", token: "secret-token" });
  expect(gate(start, { type: "welcome", invitation: INVITATION })).toEqual({
    step: "allowed",
    token: "secret-token",
    invitation: INVITATION,
  });
  const shut = gate(start, { type: "refused", message: "Used." });
  expect(shut).toEqual({ step: "restricted", message: "Used." });
  expect(gate(shut, { type: "welcome", invitation: INVITATION })).toBe(shut);
});

test.each<[Partial<RegistrationForm>, string, string]>([
  [{ email: "nobody" }, "Please enter a valid email address", "email"],
  [{ password: "Short1!", confirmation: "Short1!" }, RULE, "password"],
  [{ password: "no-upper-77!", confirmation: "no-upper-77!" }, RULE, "password"],
  [{ password: "Only_underscore1", confirmation: "Only_underscore1" }, RULE, "password"],
  [{ confirmation: "Correct-Horse-78!" }, "Passwords do not match", "confirmation"],
  [{ hint: "it is correct-horse-77!" }, "The hint must not give away your password", "hint"],
])("%o is refused", (part, whole, at) => {
  expect(checkRegistration({ ...FORM, ...part })).toEqual({ whole, at });
});

test("a link that was handed over takes a code", () => {
  expect(checkRegistration(FORM, true)).toEqual({ whole: "Enter the code from the email.", at: "code" });
  expect(checkRegistration({ ...FORM, code: "123456" }, true)).toEqual({});
});

test("a good form is sent", () => {
  expect(checkRegistration(FORM)).toEqual({});
});
