/** What of a change in this page's session the extension has to know, and what is said of a profile it did not take. */
import type { SessionState } from "@coffer/app/frame/session-watch.ts";
import { MESSAGES } from "@coffer/core/extension-messages";
import type { Answer } from "./send-message.ts";

type Known = Pick<SessionState, "session" | "locked">;

/** A page that finds itself locked or signed out has no news: only one in which that happens. */
export function sessionMessage(was: Known, now: Known): (typeof MESSAGES)["saveAuthData" | "clearAuthData" | "clearMasterPassword"] | null {
  if (now.session !== null && !now.locked) return MESSAGES.saveAuthData;
  if (was.session !== null && now.session === null) return MESSAGES.clearAuthData;
  return was.session !== null && !was.locked ? MESSAGES.clearMasterPassword : null;
}

export const SYNCED = "Profile synced with extension";

const WAY_OUT = "Please try logging in directly in the extension.";

/** Why the extension is behind, in the specification's words (1 §8). The way out is the same. @returns null where it is not. */
export function syncProblem(answer: Answer): string | null {
  if (answer === true) return null;
  if (answer === "silent") return `Failed to sync with extension. ${WAY_OUT}`;
  if (answer === "error") return `Extension sync returned an error. ${WAY_OUT}`;
  return "Extension sync failed. Please try logging in directly in the extension.";
}
