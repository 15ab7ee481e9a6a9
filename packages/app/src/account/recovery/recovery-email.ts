/** Whose password is being reset: kept for this tab alone, from the forgot page to the end of the recovery (specification 1 §2). */
import { CODE_LENGTH, LONG_CODE_LENGTH } from "@coffer/core/constants";

const SLOT = "recoveryEmail";

export const recoveryEmail = {
  find: (): string | null => sessionStorage.getItem(SLOT),
  keep: (email: string): void => sessionStorage.setItem(SLOT, email),
  forget: (): void => sessionStorage.removeItem(SLOT),
};

/** The email in the navigation state, if that is what it holds. */
export function emailIn(state: unknown): string | null {
  const email = typeof state === "object" && state !== null && "email" in state ? state.email : null;
  return typeof email === "string" && email !== "" ? email : null;
}

/** How many digits the code has that was mailed, by the same state. */
export const codeLengthIn = (state: unknown): number =>
  typeof state === "object" && state !== null && "codeLength" in state && state.codeLength === LONG_CODE_LENGTH
    ? LONG_CODE_LENGTH
    : CODE_LENGTH;
