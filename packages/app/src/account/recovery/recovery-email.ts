/** Whose password is being reset: kept for this tab alone, from the forgot page to the end of the recovery (specification 1 §2). */

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
