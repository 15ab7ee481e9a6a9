/** The forgot page: one address, two things that can be mailed to it. */

import { messageOf } from "../../ui/error-message.ts";
import type { Refusal } from "../../ui/form/form-state.ts";
import { checkEmail } from "../email.ts";

export interface ForgotValues {
  readonly email: string;
  readonly request: "hint" | "reset";
}

/** Says nothing about whether there is such an account. */
export const HINT_SENT = "If there is an account with this address, its hint is on the way.";
export const RESET_FAILED = "Failed to initiate password reset";

const FAILED: Record<ForgotValues["request"], string> = { hint: "Failed to get password hint", reset: RESET_FAILED };

export function checkForgot({ email }: ForgotValues): Refusal {
  const message = checkEmail(email, "Please enter your email address");
  return message === null ? {} : { fields: { email: message } };
}

export const forgotRefusal = (error: unknown, { request }: ForgotValues): Refusal => ({ whole: messageOf(error, FAILED[request]) });
