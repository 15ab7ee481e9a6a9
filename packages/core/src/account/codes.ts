/** The forms of the codes a person types: six digits from a mail or an authenticator, and the recovery codes of the second factor. */
import { CODE_LENGTH, LONG_CODE_LENGTH } from "../constants.ts";

const DIGITS = `\\d{${CODE_LENGTH}}`;
const LETTERS = "[0-9a-zA-Z]{5}-?[0-9a-zA-Z]{5}";

export const CODE_FORM = new RegExp(`^${DIGITS}$`);
/** What is mailed has six digits, or twelve while somebody else is trying codes for that address. */
export const MAILED_CODE_FORM = new RegExp(`^(${DIGITS}|\\d{${LONG_CODE_LENGTH}})$`);
/** Ten letters and digits, written in two groups of five; the hyphen may be left out. */
export const RECOVERY_CODE_FORM = new RegExp(`^${LETTERS}$`);
/** Either answers for the second factor. */
export const SECOND_FACTOR_FORM = new RegExp(`^(${DIGITS}|${LETTERS})$`);
