/**
 * The forgot page: one address, two things that can be mailed to it.
 *
 *   editing ──press(hint | reset)──▶ sending ──sent──▶ editing (hint: told so) | done (reset)
 *      ▲                                │
 *      └────────────refused─────────────┘
 */
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";
import { messageOf } from "../../ui/message.ts";

export type ForgotWish = "hint" | "reset";

export type ForgotState =
  | { readonly step: "editing"; readonly problem: string | null; readonly hintSent: boolean }
  | { readonly step: "sending"; readonly wish: ForgotWish }
  | { readonly step: "done" };

export type ForgotEvent =
  | { readonly type: "edit" }
  | { readonly type: "press"; readonly wish: ForgotWish; readonly email: string }
  | { readonly type: "sent" }
  | { readonly type: "refused"; readonly problem: string };

export const FORGOT_START: ForgotState = { step: "editing", problem: null, hintSent: false };
/** Says nothing about whether there is such an account. */
export const HINT_SENT = "If there is an account with this address, its hint is on the way.";

const FAILED: Record<ForgotWish, string> = { hint: "Failed to get password hint", reset: "Failed to initiate password reset" };
function emailProblem(email: string): string | null {
  if (email.trim() === "") return "Please enter your email address";
  return isEmail(email) ? null : INVALID_EMAIL;
}

export function forgot(state: ForgotState, event: ForgotEvent): ForgotState {
  switch (event.type) {
    case "edit":
      return state.step === "editing" ? FORGOT_START : state;
    case "press": {
      if (state.step !== "editing") return state;
      const problem = emailProblem(event.email);
      return problem === null ? { step: "sending", wish: event.wish } : { step: "editing", problem, hintSent: false };
    }
    case "sent":
      if (state.step !== "sending") return state;
      return state.wish === "reset" ? { step: "done" } : { step: "editing", problem: null, hintSent: true };
    case "refused":
      return state.step === "sending" ? { step: "editing", problem: event.problem, hintSent: false } : state;
  }
}

export const forgotRefusal = (error: unknown, wish: ForgotWish): string => messageOf(error, FAILED[wish]);
