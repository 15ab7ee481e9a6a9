/** What of a change in this page's session the extension has to know, and what is said of a profile it did not take. */
import type { SessionState } from "@coffer/app/frame/session-watch.ts";
import { MESSAGES } from "@coffer/core/extension-messages";

type Known = Pick<SessionState, "session" | "locked">;

/** A page that finds itself locked or signed out has no news: only one in which that happens. */
export function newsFor(was: Known, now: Known): (typeof MESSAGES)["saveAuthData" | "clearAuthData" | "clearMasterPassword"] | null {
  if (now.session !== null && !now.locked) return MESSAGES.saveAuthData;
  if (was.session !== null && now.session === null) return MESSAGES.clearAuthData;
  return was.session !== null && !was.locked ? MESSAGES.clearMasterPassword : null;
}

/** @param answer - of the extension; null when it is silent. @throws an error in the words of the specification (1 §8). */
export function checkSync(answer: boolean | null): void {
  if (answer === null) throw new Error("Failed to sync with extension");
  if (!answer) throw new Error("Extension sync returned an error");
}

export const SYNCED = "Profile synced with extension";
/** Said for either error: the way out is the same. */
export const SYNC_FAILED = "Extension sync failed. Please try logging in directly in the extension.";
