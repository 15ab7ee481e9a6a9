/** Validation and normalization of email addresses, the same for forms and for the wire. */

export const EMAIL_MAX_LENGTH = 254;
/** One @, and a host with a dot. No whitespace, no invisible characters, and no separators of email headers. Matched against NFKC only. */
const EMAIL_FORM = /^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}]+\.[^\s@<>,;"\p{C}]+$/u;
export const INVALID_EMAIL = "Please enter a valid email address";

/** @param typed - surrounding whitespace is ignored. */
export function isEmail(typed: string): boolean {
  const address = typed.normalize("NFKC").trim();
  return address.length <= EMAIL_MAX_LENGTH && EMAIL_FORM.test(address);
}

/** NFKC, trimmed, lower case. `crypto` has its own copy of this rule, because keys are derived from the result. */
export const normaliseEmail = (email: string): string => email.normalize("NFKC").trim().toLowerCase();
