/** What is taken for an email address while it is typed. */

export const INVALID_EMAIL = "Please enter a valid email address";

const FORM = /^\S+@\S+\.\S+$/;

export const isEmail = (text: string): boolean => FORM.test(text.trim());

/** @param missing - what is said when there is none. */
export function checkEmail(text: string, missing: string = INVALID_EMAIL): string | null {
  if (text.trim() === "") return missing;
  return isEmail(text) ? null : INVALID_EMAIL;
}
