/** Formats of the codes a user types: six digits from an email or an authenticator, and recovery codes of the second factor. */
import { CODE_LENGTH, LONG_CODE_LENGTH } from "../constants.ts";

const DIGITS = `\\d{${CODE_LENGTH}}`;
const LETTERS = "[0-9a-zA-Z]{5}-?[0-9a-zA-Z]{5}";

export const CODE_FORM = new RegExp(`^${DIGITS}$`);
/** A mailed code has six digits, or twelve while someone else is trying codes for that address. */
export const MAILED_CODE_FORM = new RegExp(`^(${DIGITS}|\\d{${LONG_CODE_LENGTH}})$`);
/** Ten letters and digits in two groups of five; the hyphen is optional. */
export const RECOVERY_CODE_FORM = new RegExp(`^${LETTERS}$`);
/** Either is accepted as second factor. */
export const SECOND_FACTOR_FORM = new RegExp(`^(${DIGITS}|${LETTERS})$`);
