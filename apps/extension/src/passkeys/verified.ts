/** When the person last proved who they are with the master password, in a window for a site: what a site is told of a "verified user" is true by this alone. */
import { VERIFIED_AT } from "../storage-keys.ts";

/** How long a typed password counts (passkeys design §1.6). */
const COUNTS_MS = 10 * 60_000;

/** @param at - milliseconds since 1970; a time that is to come counts for nothing: the clock was set back since. */
export const isRecent = (at: unknown, now: number): boolean => typeof at === "number" && at <= now && now - at <= COUNTS_MS;

export async function isVerified(now: number): Promise<boolean> {
  const { [VERIFIED_AT]: at } = await chrome.storage.session.get(VERIFIED_AT);
  return isRecent(at, now);
}

export const noteVerified = (now: number): Promise<void> => chrome.storage.session.set({ [VERIFIED_AT]: now });
