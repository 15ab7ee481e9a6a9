/** What the web app and the browser extension say to each other (specification 1 §7), and for how long one waits for the other. */

export const MESSAGES = {
  /** The session's slots, sealed as they lie: after a sign-in, a switch, an unlock. */
  saveAuthData: "SAVE_AUTH_DATA",
  /** Nobody is signed in on the web any more. */
  clearAuthData: "CLEAR_AUTH_DATA",
  /** The vault is locked on the web: what opens it goes. */
  clearMasterPassword: "CLEAR_MASTER_PASSWORD",
  /** From the extension's worker to its own pages. */
  authStateChanged: "AUTH_STATE_CHANGED",
} as const;

/** What the web app may say. */
export type FromWeb =
  | { readonly type: typeof MESSAGES.saveAuthData; readonly slots: Readonly<Record<string, string>> }
  | { readonly type: typeof MESSAGES.clearAuthData | typeof MESSAGES.clearMasterPassword };

export const EXTENSION_WAIT_MS = 5000;
export const EXTENSION_TOAST_MS = 5000;

/** On the root of the web app's page when the extension listens there; without it nobody waits for an answer. */
export const EXTENSION_MARK = "data-coffer-extension";

/** Between the page and the extension's script in it. `tell` names a question, `told` its answer. */
export interface Told {
  readonly told: string;
  readonly ok: boolean;
}
