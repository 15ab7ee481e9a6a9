/** What the sign-in page says before anyone has typed: why the user is here again. Navigation names a notice; its text is here. */
import type { SessionReason } from "@coffer/client";
import { shortDate } from "@coffer/core/text";

const SESSION_EXPIRED = "Session expired. Please login again.";
const RESET_DONE = "Password has been reset successfully. Please login with your new password.";

interface Notice {
  readonly tone: "success" | "warning";
  readonly message: string;
}

type NoticeState = { readonly notice: "reset" } | { readonly notice: "deleted"; readonly until: number };

/** The navigation state that shows a notice. `until`: when a deleted account goes, in milliseconds since 1970. */
export const withNotice = (state: NoticeState) => ({ state });

/** @param state - the navigation state; anyone may have written it, so it is never shown as it is. */
export function noticeFor(reason: SessionReason | null, state: unknown): Notice | null {
  if (typeof state === "object" && state !== null && "notice" in state) {
    if (state.notice === "reset") return { tone: "success", message: RESET_DONE };
    if (state.notice === "deleted" && "until" in state && typeof state.until === "number") return deleted(state.until);
  }
  return reason === "expired" ? { tone: "warning", message: SESSION_EXPIRED } : null;
}

const deleted = (until: number): Notice => ({
  tone: "warning",
  message: `Your account will be deleted on ${shortDate(until)}. Sign in before then to cancel.`,
});
