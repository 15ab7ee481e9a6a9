/**
 * Registration: what the link in the address says, the gate before the form, and what the form is checked for.
 *
 *   validating ──┬─▶ restricted (says why)
 *      ▲         ├─▶ allowed (the invitation) ─▶ form
 *      └── retry ┴── unanswered (says why; it may be another time)
 */
import type { Invitation } from "@coffer/client";
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { CODE_LENGTH } from "@coffer/core/constants";
import type { Refusal } from "../../ui/form/form-state.ts";
import { checkNewPassword, type NewPasswordValues } from "../passwords.ts";

export const RESTRICTED = {
  noLink: "Direct registration is not allowed. Please ask your administrator for an invitation.",
  malformed: "Invalid invitation link format.",
  refused: "Invalid or expired invitation link. Please request a new invitation.",
} as const;

export type GateState =
  | { readonly step: "validating"; readonly token: string }
  | { readonly step: "restricted"; readonly message: string }
  | { readonly step: "unanswered"; readonly token: string; readonly message: string }
  | { readonly step: "allowed"; readonly token: string; readonly invitation: Invitation };

export type GateEvent =
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "unanswered"; readonly message: string }
  | { readonly type: "retry" }
  | { readonly type: "welcome"; readonly invitation: Invitation };

/** @param parameter - the query parameter `token`; null when there is none. */
export function gateStart(parameter: string | null): GateState {
  if (!parameter) return { step: "restricted", message: RESTRICTED.noLink };
  const link = parseInvitation(parameter);
  return link === null ? { step: "restricted", message: RESTRICTED.malformed } : { step: "validating", token: link.token };
}

export function gate(state: GateState, event: GateEvent): GateState {
  if (state.step === "unanswered" && event.type === "retry") return { step: "validating", token: state.token };
  if (state.step !== "validating" || event.type === "retry") return state;
  if (event.type === "unanswered") return { step: "unanswered", token: state.token, message: event.message };
  if (event.type === "refused") return { step: "restricted", message: event.message };
  return { step: "allowed", token: state.token, invitation: event.invitation };
}

export const CREATION_FAILED = "Some error occurred";
export const CODE_FAILED = "The code could not be sent";

export interface RegistrationForm extends NewPasswordValues {
  readonly email: string;
  readonly hint: string;
  /** From the mailbox, where the invitation needs it. */
  readonly code: string;
}

const NO_CODE = "Enter the code from the email.";

export function checkRegistration(form: RegistrationForm, needsCode = false): Refusal {
  if (!isEmail(form.email)) return { whole: INVALID_EMAIL, at: "email" };
  if (needsCode && form.code.length < CODE_LENGTH) return { whole: NO_CODE, at: "code" };
  return checkNewPassword(form);
}
