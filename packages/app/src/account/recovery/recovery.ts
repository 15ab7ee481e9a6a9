/**
 * Recovery of an account: the mailed code, the second factor where there is one, then new keys for everything.
 *
 *   code ──▶ (factor) ──▶ reset (with the recovery key, or starting empty) ──▶ done
 *     ▲                     │
 *     └──── took too long ──┘
 */
import { isRefusal } from "@coffer/contract/errors";
import { MAILED_CODE_FORM } from "@coffer/core/account/codes";
import { checkConfirmation, checkResetPassword } from "@coffer/core/passwords/policy";
import { isUnreachable, messageFor, messageOf } from "../../ui/error-message.ts";
import type { Refusal } from "../../ui/form/form-state.ts";
import type { NewPasswordValues } from "../passwords.ts";
import { firstError, requireAll } from "../required-fields.ts";

export type RecoveryStep =
  | { readonly at: "code" /** Why the user is here again. */; readonly reason: string | null }
  | { readonly at: "factor"; readonly code: string }
  | { readonly at: "reset" }
  | { readonly at: "done" };

export interface ResetValues extends NewPasswordValues {
  readonly recoveryKey: string;
  /** Whether the user starts over with nothing, because the recovery key is lost. */
  readonly discard: boolean;
  /** What is typed to say so. */
  readonly consent: string;
}

export const RESET_START: ResetValues = { password: "", confirmation: "", recoveryKey: "", discard: false, consent: "" };
/** Typed by a user who gives up what they saved. */
export const CONSENT = "start with an empty vault";
export const RESET_HINT = "12 characters with 1 uppercase, 1 lowercase, 1 number, 1 special";

const INVALID_CODE = "Invalid recovery code";

export function checkRecoveryCode({ code }: { readonly code: string }): Refusal {
  if (code === "") return { fields: { code: "Please enter the recovery code" } };
  return MAILED_CODE_FORM.test(code) ? {} : { fields: { code: INVALID_CODE } };
}

/** Without an answer no one knows whether the code is right: the message says that there was no answer, and nothing of the code. */
export const codeRefusal = (error: unknown): Refusal =>
  isUnreachable(error) ? { whole: error.message, at: "code" } : { fields: { code: messageOf(error, INVALID_CODE) } };

const isConsent = (typed: string): boolean => typed.trim().toLowerCase().replace(/\s+/g, " ") === CONSENT.toLowerCase();

/** @param email - whose password it is. */
export function checkReset({ password, confirmation, recoveryKey, discard, consent }: ResetValues, email: string): Refusal {
  const proof = discard ? { consent: consent.trim() } : { recoveryKey: recoveryKey.trim() };
  return (
    requireAll({ ...proof, password, confirmation }) ??
    firstError(
      ["confirmation", checkConfirmation(password, confirmation)],
      ["password", checkResetPassword(password)],
      ["password", email.trim() === "" ? "Email is required for password reset" : null],
      ["consent", discard && !isConsent(consent) ? `Please type "${CONSENT}" to continue` : null],
    )
  );
}

/** What is said when the reset failed: the server's words, "Failed to reset password" without any, and one message for what went wrong here. */
export function resetRefusal(error: unknown): Refusal {
  const whole = messageFor(error, { refused: "Failed to reset password", threw: "Password reset failed" });
  return isRefusal(error, "invalid_recovery_key") ? { whole, at: "recoveryKey" } : { whole };
}

/** A token of the recovery lives for minutes; after that the mailed code is asked for again. */
export const TOOK_TOO_LONG = "This took too long. Please request a new code.";

export const hasExpired = (error: unknown): boolean =>
  isRefusal(error, "session_expired") || isRefusal(error, "authentication_required") || isRefusal(error, "temp_token_expired");
