/** What forms check of a new master password: its rule, its confirmation and its hint. */

import { guessableReason as reasonOf } from "@coffer/core/passwords/guessable";
import { checkConfirmation, checkHint, checkRegistrationPassword } from "@coffer/core/passwords/policy";
import { estimateStrength } from "../ui/estimate-strength.ts";
import type { Refusal } from "../ui/form/form-state.ts";
import { firstError } from "./required-fields.ts";

export interface NewPasswordValues {
  readonly password: string;
  readonly confirmation: string;
}

export const checkNewPassword = ({ password, confirmation, hint }: NewPasswordValues & { readonly hint: string }): Refusal =>
  firstError(
    ["password", checkRegistrationPassword(password)],
    ["confirmation", checkConfirmation(password, confirmation)],
    ["hint", checkHint(hint, password)],
  );

/** Whether a new master password is easy to guess. It takes a moment, so it runs once everything else is right. */
export async function checkNotGuessable({ password }: { readonly password: string }, email: string): Promise<Refusal> {
  return firstError(["password", await guessableReason(password, email)]);
}

/** @returns the message to show, or null when it is fine. */
export const guessableReason = (password: string, email: string): Promise<string | null> => reasonOf(password, email, estimateStrength);
