/** What an email address is: one rule for forms and for the wire, and the form in which two spellings are equal. */

export const EMAIL_MAX_LENGTH = 254;
/** One @, and a host with a dot; nothing blank. What more a mail server accepts it says itself. */
export const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
export const INVALID_EMAIL = "Please enter a valid email address";

/** @param typed - blanks around it do not count. */
export const isEmail = (typed: string): boolean => typed.trim().length <= EMAIL_MAX_LENGTH && EMAIL_FORM.test(typed.trim());

/** NFKC, trimmed, lower case. The keys are derived from the same form, which `crypto` makes by itself. */
export const normaliseEmail = (email: string): string => email.normalize("NFKC").trim().toLowerCase();
