/** What forms check of a new master password: its rule, its confirmation and its hint. */

import { PRODUCT_NAME } from "@coffer/core/constants";
import { checkGuessable } from "@coffer/core/passwords/guessable";
import { checkConfirmation, checkHint, checkRegistrationPassword } from "@coffer/core/passwords/policy";
import type { Refusal } from "../ui/form/form-state.ts";
import { type Estimate, type EstimateQuestion, knownWords } from "../ui/strength-estimate.ts";
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
export async function guessableReason(password: string, email: string): Promise<string | null> {
  const address = email.trim();
  return checkGuessable(password, address, await estimateOf({ password, known: knownWords(address, PRODUCT_NAME) }));
}

/** Null where the estimator cannot be loaded: it is an addition, and a form must not fail without it. */
async function estimateOf(question: EstimateQuestion): Promise<Estimate | null> {
  const estimator = await import("../ui/estimator.ts").catch(() => null);
  return estimator?.askEstimate(question) ?? null;
}
