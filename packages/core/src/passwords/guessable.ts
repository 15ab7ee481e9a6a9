/** Whether a new master password is one that is guessed soon, and why (attacks, row 35): beside the specified rules, which many such passwords keep. */
import { PRODUCT_NAME } from "../constants.ts";
import { containsIdentity } from "./strength.ts";

/** Of 0 to 4, as the estimate by patterns counts: one with less is weak. */
export const MIN_SAFE_SCORE = 3;

/** What the estimate by patterns says. */
export interface StrengthEstimate {
  readonly score: number;
  /** A sentence; "" where no reason stands out. */
  readonly reason: string;
}

const BETTER = "A few words that have nothing to do with each other make a good one.";

/**
 * @param email - whose password it is.
 * @param estimate - null where it could not be made; then the rest is checked.
 * @returns the message to show, or null when it is fine.
 */
export function checkGuessable(password: string, email: string, estimate: StrengthEstimate | null): string | null {
  if (containsIdentity(password, { email })) return `Your password holds a part of your email, which is tried first. ${BETTER}`;
  if (password.toLowerCase().includes(PRODUCT_NAME.toLowerCase()))
    return `Your password holds the name ${PRODUCT_NAME}, which is tried first. ${BETTER}`;
  if (estimate === null || estimate.score >= MIN_SAFE_SCORE) return null;
  return ["This password is too easy to guess.", estimate.reason, BETTER].filter((text) => text !== "").join(" ");
}
