/** Codes of a second factor as they are typed: of the authenticator, or one of the recovery codes in its place. */
import { CODE_FORM, RECOVERY_CODE_FORM, SECOND_FACTOR_FORM } from "@coffer/core/account/codes";
import { messageFor } from "../ui/error-message.ts";
import type { Refusal } from "../ui/form/form-state.ts";

export interface CodeValues {
  readonly code: string;
  /** Whether the code is one of the ten recovery codes in place of the authenticator's. */
  readonly isRecoveryCode: boolean;
}

export const CODE_START: CodeValues = { code: "", isRecoveryCode: false };

/** The two ways for a user who has neither; the same words wherever they are named. */
export const NO_FACTOR = "Having trouble with your authenticator app?";
export const ASK_FOR_HELP = "Send Request to Admin";

const ENTER_CODE = "Please enter the MFA code";
const INVALID_CODE = "Invalid MFA code";

const refusedCode = (message: string): Refusal => ({ fields: { code: message } });

/** @param isFine - whether a code may be sent: of one way or of either. */
function check(code: string, isFine: (code: string) => boolean): Refusal {
  const typed = code.trim();
  if (typed === "") return refusedCode(ENTER_CODE);
  return isFine(typed) ? {} : refusedCode(INVALID_CODE);
}

export const checkCode = ({ code, isRecoveryCode }: CodeValues): Refusal =>
  check(code, (typed) => (isRecoveryCode ? RECOVERY_CODE_FORM : CODE_FORM).test(typed));

/** Where both kinds of codes go into one field. */
export const checkEitherCode = ({ code }: { readonly code: string }): Refusal => check(code, (typed) => SECOND_FACTOR_FORM.test(typed));

/** What is said when the code was not taken (specification 1 §8). */
export const codeRefusal = (error: unknown): Refusal =>
  refusedCode(messageFor(error, { refused: "MFA verification failed", threw: "MFA verification failed" }));
