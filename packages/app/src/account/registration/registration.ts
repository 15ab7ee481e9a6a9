/**
 * Registration: what the link in the address says, the gate before the form, and the form itself.
 *
 *   gate   validating ──┬─▶ restricted (a sentence)
 *                       └─▶ allowed (the invitation) ─▶ form
 *
 *   form   editing ──submit──▶ creating ──created──▶ done
 *             ▲                    │
 *             └──────refused───────┘
 */

import type { Invitation } from "@coffer/client";
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { checkConfirmation, checkHint, checkRegistrationPassword } from "@coffer/core/passwords/policy";

export const RESTRICTED = {
  noLink: "Direct registration is not allowed. Please ask your administrator for an invitation.",
  malformed: "Invalid invitation link format.",
  refused: "Invalid or expired invitation link. Please request a new invitation.",
} as const;

export type GateState =
  | { readonly step: "validating"; readonly token: string }
  | { readonly step: "restricted"; readonly message: string }
  | { readonly step: "allowed"; readonly token: string; readonly invitation: Invitation };

export type GateEvent =
  | { readonly type: "refused"; readonly message: string }
  | { readonly type: "welcome"; readonly invitation: Invitation };

/** @param parameter - the query parameter `token`; null when there is none. */
export function gateStart(parameter: string | null): GateState {
  if (!parameter) return { step: "restricted", message: RESTRICTED.noLink };
  const link = parseInvitation(parameter);
  return link === null ? { step: "restricted", message: RESTRICTED.malformed } : { step: "validating", token: link.token };
}

export function gate(state: GateState, event: GateEvent): GateState {
  if (state.step !== "validating") return state;
  if (event.type === "refused") return { step: "restricted", message: event.message };
  return { step: "allowed", token: state.token, invitation: event.invitation };
}

export const CREATION_FAILED = "Some error occurred";
export interface RegistrationForm {
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly hint: string;
}

/** The first thing wrong with the form, or null. */
export function registrationProblem({ email, password, confirmation, hint }: RegistrationForm): string | null {
  if (!isEmail(email)) return INVALID_EMAIL;
  return checkRegistrationPassword(password) ?? checkConfirmation(password, confirmation) ?? checkHint(hint, password);
}

export type FormState =
  | { readonly step: "editing"; readonly problem: string | null }
  | { readonly step: "creating" }
  | { readonly step: "done" };

export type FormEvent =
  | { readonly type: "submit"; readonly form: RegistrationForm }
  | { readonly type: "edit" }
  | { readonly type: "refused"; readonly problem: string }
  | { readonly type: "created" };

export const FORM_START: FormState = { step: "editing", problem: null };

export function registration(state: FormState, event: FormEvent): FormState {
  switch (event.type) {
    case "submit": {
      if (state.step !== "editing") return state;
      const problem = registrationProblem(event.form);
      return problem === null ? { step: "creating" } : { step: "editing", problem };
    }
    case "edit":
      return state.step === "editing" && state.problem !== null ? { step: "editing", problem: null } : state;
    case "refused":
      return state.step === "creating" ? { step: "editing", problem: event.problem } : state;
    case "created":
      return state.step === "creating" ? { step: "done" } : state;
  }
}
