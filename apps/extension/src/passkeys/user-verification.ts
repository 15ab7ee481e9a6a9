/**
 * When the person last proved who they are with the master password, typed into a page of the extension's own: what a site is told of a "verified user" is true by this alone. A
 * session that the web app brought proves nothing here: no page of the extension has seen a password.
 */
import type { Client } from "@coffer/client";
import { VERIFIED_AT } from "../storage-keys.ts";

/** How long a typed password counts (passkeys design §1.6). */
const COUNTS_MS = 10 * 60_000;

interface Verified {
  /** Account. */
  readonly of: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type Verifying = Pick<Client, "session" | "isLocked">;

/** @param at - milliseconds since 1970; a time that is to come counts for nothing: the clock was set back since. */
export const isRecent = (at: unknown, now: number): boolean => typeof at === "number" && at <= now && now - at <= COUNTS_MS;

export async function isUserVerified({ session }: Pick<Client, "session">, now: number): Promise<boolean> {
  const { [VERIFIED_AT]: kept } = await chrome.storage.session.get(VERIFIED_AT);
  const verified = kept as Verified | undefined; // our own, from a storage that only we write
  return session !== null && verified?.of === session.user.id && isRecent(verified.at, now);
}

/** A lock takes it away, and what comes after one brings nothing back. */
async function recordVerified({ session, isLocked }: Verifying): Promise<void> {
  if (session !== null && !isLocked)
    await chrome.storage.session.set({ [VERIFIED_AT]: { of: session.user.id, at: Date.now() } satisfies Verified });
}

/** Notes each time that the right master password was typed into a page of the extension. */
export function withRecordedProofs(client: Client): Client {
  const { account } = client;
  const { unlock, prove, login } = account;
  const noted: Pick<Client["account"], "unlock" | "prove" | "login"> = {
    async unlock(typed) {
      // As soon as it was right: the popup shows the vault then, and may be closed before the server has its half of the keys.
      const stop = client.onSession((_, reason) => {
        if (reason === "unlocked") void recordVerified(client);
      });
      try {
        await unlock(typed);
      } finally {
        stop();
      }
      // Keys of before that were replaced by these have taken it with them.
      await recordVerified(client);
    },
    prove: (typed) => prove(typed).then(() => recordVerified(client)),
    async login(typed) {
      const outcome = await login(typed);
      // One that waits for its second step has opened nothing.
      if (outcome.step === "signed-in") await recordVerified(client);
      return outcome;
    },
  };
  Object.assign(account, noted);
  return client;
}
