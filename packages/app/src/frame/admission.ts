/** Who may see a page, and where everyone else is sent. */
import type { PermissionFlag } from "@coffer/core/team/permissions";
import type { SessionState } from "./session-watch.ts";

export type PageAccess = "public" | "signed-in" | PermissionFlag;

export interface AdmissionRule {
  readonly access: PageAccess;
  /** Where a user goes who is signed in already. */
  readonly redirectSignedIn?: string;
}

/** A sign-in that completes on the page it began on leads here, not to where the page would send a signed-in visitor (decision S-09). */
export const AFTER_SIGN_IN = "/all-items";

/** `ask`: by what this device knows they may not; the server is asked before they are sent away. */
type Admission = { readonly show: true } | { readonly wait: true } | { readonly ask: true } | { readonly to: string };

/**
 * @param arrivedSignedIn - whether there was a session when this page was opened. One that begins later was begun on it.
 * @param isAsked - whether the server was asked for their role since the page was opened: it may have changed since they signed in
 */
export function admit(
  rule: AdmissionRule,
  { ready, session, reason }: Pick<SessionState, "ready" | "session" | "reason">,
  arrivedSignedIn: boolean,
  isAsked: boolean,
): Admission {
  if (rule.access === "public") {
    if (rule.redirectSignedIn === undefined) return { show: true };
    if (!ready) return { wait: true };
    if (session === null) return { show: true };
    return { to: reason === "signed-in" && !arrivedSignedIn ? AFTER_SIGN_IN : rule.redirectSignedIn };
  }
  if (!ready) return { wait: true };
  if (session === null) return { to: "/login" };
  if (rule.access !== "signed-in" && !session.permissions[rule.access]) return isAsked ? { to: "/not-authorized" } : { ask: true };
  return { show: true };
}
