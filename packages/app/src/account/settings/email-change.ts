/**
 * Changing the email address: the master password and the new address, then the code mailed to it.
 *
 *   closed ──open──▶ address ──sent──▶ code ──changed──▶ closed
 */

import { MAILED_CODE_FORM } from "@coffer/core/account/codes";
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";
import type { Refusal } from "../../ui/form/form-state.ts";
import { requireAll } from "../required-fields.ts";
import { checkWholeCode } from "../two-factor/mfa.ts";

export interface EmailChangeValues {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

export type EmailChangeStep = "address" | "code";

export const NO_EMAIL_CHANGE: EmailChangeValues = { email: "", password: "", code: "" };

export const EMAIL_CHANGE_CHECKS: Record<EmailChangeStep, (values: EmailChangeValues) => Refusal> = {
  address: ({ email, password }) =>
    requireAll({ email: email.trim(), password }) ?? (isEmail(email) ? {} : { whole: INVALID_EMAIL, at: "email" }),
  code: ({ code }) => (MAILED_CODE_FORM.test(code) ? {} : checkWholeCode({ code })),
};

/** Said before anything is mailed. */
export const OWN_ADDRESS: Refusal = { fields: { email: "This is your email already." } };
