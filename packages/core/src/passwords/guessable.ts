/** Whether a new master password is easy to guess, and why (attacks, row 35): in addition to the specified rules, which many weak passwords satisfy. */
import { PRODUCT_NAME } from "../constants.ts";
import { knownWords } from "./known-words.ts";
import { isNamesAndYear } from "./names-and-year.ts";
import { containsIdentity } from "./strength.ts";

/** Minimum score of the pattern-based estimate (0 to 4): passwords below are weak. */
export const MIN_SAFE_SCORE = 3;

/** The result of the pattern-based estimate. */
export interface StrengthEstimate {
  readonly score: number;
  /** A sentence; "" if there is no single reason. */
  readonly reason: string;
}

/** The estimate's lists are long, so it comes from the platform. Null where it cannot be computed. */
export type EstimateStrength = (question: {
  readonly password: string;
  /** Words an attacker would try first. */
  readonly known: readonly string[];
}) => Promise<StrengthEstimate | null>;

const BETTER = "A few words that have nothing to do with each other make a good one.";

/** The judge of every new master password, for forms and for the client. @returns the message to show, or null when it is fine. */
export async function guessableReason(password: string, email: string, estimate: EstimateStrength): Promise<string | null> {
  const address = email.trim();
  return checkGuessable(password, address, await estimate({ password, known: knownWords(address, PRODUCT_NAME) }));
}

/**
 * @param email - of the account.
 * @param estimate - null if it could not be computed; then only the rest is checked.
 * @returns the message to show, or null when it is fine.
 */
export function checkGuessable(password: string, email: string, estimate: StrengthEstimate | null): string | null {
  if (containsIdentity(password, { email })) return `Your password holds a part of your email, which is tried first. ${BETTER}`;
  if (password.toLowerCase().includes(PRODUCT_NAME.toLowerCase()))
    return `Your password holds the name ${PRODUCT_NAME}, which is tried first. ${BETTER}`;
  if (estimate !== null && estimate.score < MIN_SAFE_SCORE)
    return ["This password is too easy to guess.", estimate.reason, BETTER].filter((text) => text !== "").join(" ");
  if (isNamesAndYear(password)) return `Your password is a name or two with a year or a number, which is tried early. ${BETTER}`;
  return null;
}
