/** Rules for a master password and its hint. Only the client can check: the server never sees the password (decisions S-11, S-12, Z-13). */
import { REGISTRATION_PASSWORD_MIN_LENGTH, RESET_PASSWORD_MIN_LENGTH } from "../constants.ts";
import { meets } from "./strength.ts";

const REGISTRATION_PASSWORD_RULE =
  "Password must be at least 8 characters with 1 uppercase, 1 lowercase, 1 number, and 1 special character";
const RESET_PASSWORD_RULE = "Password must be at least 12 characters long";
const PASSWORDS_DIFFER = "Passwords do not match";
export const HINT_GIVES_PASSWORD = "The hint must not give away your password";
/** Shown below the hint's field (decision Z-13). */
export const HINT_IS_READABLE = "Stored unencrypted so we can e-mail it. Don't include your password.";

const isAtLeast = (password: string, length: number): boolean => Array.from(password).length >= length;

/** For registration and linked profiles. @returns the message to show, or null when it is fine. */
export function checkRegistrationPassword(password: string): string | null {
  const isFine =
    isAtLeast(password, REGISTRATION_PASSWORD_MIN_LENGTH) &&
    meets(password, "lowercase") &&
    meets(password, "uppercase") &&
    meets(password, "number") &&
    meets(password, "symbol");
  return isFine ? null : REGISTRATION_PASSWORD_RULE;
}

/** For recovery: only the length counts (decision S-11). @returns the message to show, or null when it is fine. */
export const checkResetPassword = (password: string): string | null =>
  isAtLeast(password, RESET_PASSWORD_MIN_LENGTH) ? null : RESET_PASSWORD_RULE;

export const checkConfirmation = (password: string, confirmation: string): string | null =>
  password === confirmation ? null : PASSWORDS_DIFFER;

/** The hint is stored unencrypted, so it must neither contain the password nor be a part of it. @returns the message to show, or null when it is fine. */
export function checkHint(hint: string, password: string): string | null {
  const [said, secret] = [hint.trim().toLowerCase(), password.trim().toLowerCase()];
  if (!said || !secret) return null;
  return said.includes(secret) || secret.includes(said) ? HINT_GIVES_PASSWORD : null;
}
