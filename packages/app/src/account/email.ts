/** What is said of an email address while it is typed. */
import { INVALID_EMAIL, isEmail } from "@coffer/core/account/email";

/** @param missing - what is said when there is none. */
export function checkEmail(text: string, missing: string = INVALID_EMAIL): string | null {
  if (text.trim() === "") return missing;
  return isEmail(text) ? null : INVALID_EMAIL;
}
