/** What an email address is: one rule for forms and for the wire, and the form in which two spellings are equal. */

export const EMAIL_MAX_LENGTH = 254;
/** One @, and a host with a dot. Nothing blank or invisible, and none of the signs that divide addresses in the head of an email. Looked at in NFKC alone. */
const EMAIL_FORM = /^[^\s@<>,;"\p{C}]+@[^\s@<>,;"\p{C}]+\.[^\s@<>,;"\p{C}]+$/u;
export const INVALID_EMAIL = "Please enter a valid email address";

/** @param typed - blanks around it do not count. */
export function isEmail(typed: string): boolean {
  const address = typed.normalize("NFKC").trim();
  return address.length <= EMAIL_MAX_LENGTH && EMAIL_FORM.test(address);
}

/** NFKC, trimmed, lower case. The keys are derived from the same form, which `crypto` makes by itself. */
export const normaliseEmail = (email: string): string => email.normalize("NFKC").trim().toLowerCase();
