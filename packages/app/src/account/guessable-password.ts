/**
 * Whether the master password that was just typed at the sign-in is easy to guess. Checked on the device, once per account: the result is stored
 * nowhere, only that it was checked, so that the disk says nothing about the password.
 */
import type { Client } from "@coffer/client";
import { useSyncExternalStore } from "react";

const SLOT = "passwordLookedAt";
/** The sign-in itself comes first. */
const AFTER_MS = 2_000;

interface Found {
  readonly accountId: string;
  readonly reason: string;
}

let found: Found | null = null;
const listeners = new Set<() => void>();

function set(next: Found | null): void {
  found = next;
  for (const listener of listeners) listener();
}

export const guessablePassword = {
  current: (): Found | null => found,
  /** The person was told; it does not come back. */
  dismiss: (): void => set(null),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export const useGuessablePassword = (): Found | null => useSyncExternalStore(guessablePassword.subscribe, guessablePassword.current);

/**
 * Called once a sign-in with this password has succeeded. Says nothing of its own failure: the sign-in is done.
 * @param afterMs - shorter in tests
 */
export function lookAtPassword(
  client: Pick<Client, "session">,
  { email, password }: { readonly email: string; readonly password: string },
  afterMs = AFTER_MS,
): void {
  const accountId = client.session?.user.id;
  if (accountId === undefined || wasLookedAt(accountId)) return;
  setTimeout(() => void look(accountId, email, password).catch(() => undefined), afterMs);
}

async function look(accountId: string, email: string, password: string): Promise<void> {
  const { guessableReason } = await import("./passwords.ts");
  const reason = await guessableReason(password, email);
  localStorage.setItem(SLOT, JSON.stringify([...lookedAt(), accountId]));
  if (reason !== null) set({ accountId, reason });
}

const wasLookedAt = (accountId: string): boolean => lookedAt().includes(accountId);

function lookedAt(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SLOT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return []; // Not what this version keeps: it is looked at once more.
  }
}
