/** Messages between the web app and the browser extension (specification 1 §7), and their timeouts. */

export const MESSAGES = {
  /** The session's slots, as stored (sealed): after a sign-in, a profile switch, an unlock. */
  saveAuthData: "SAVE_AUTH_DATA",
  /** The web app was signed out. */
  clearAuthData: "CLEAR_AUTH_DATA",
  /** The vault was locked in the web app: its keys are removed. */
  clearMasterPassword: "CLEAR_MASTER_PASSWORD",
  /** From the extension's worker to its own pages. */
  authStateChanged: "AUTH_STATE_CHANGED",
  /** Sealed entries from the web app, once the list has loaded and whenever an entry changes. */
  saveEntries: "SAVE_ENTRIES",
  /** Something else has changed: the extension fetches from the server itself. */
  fetchEntries: "FETCH_ENTRIES",
  /** A website was opened from an entry: its form is filled automatically. */
  setLaunchData: "SET_LAUNCH_DATA",
} as const;

/** The launched entry, the opened address, and the time in milliseconds since 1970. */
export interface Launch {
  readonly entryId: string;
  readonly url: string;
  readonly timestamp: number;
}

/** Larger changes are fetched instead. */
export const MAX_ENTRIES_PER_MESSAGE = 1000;

/** Messages from the web app. */
export type WebMessage =
  | { readonly type: typeof MESSAGES.saveAuthData; readonly slots: Readonly<Record<string, string>> }
  | { readonly type: typeof MESSAGES.clearAuthData | typeof MESSAGES.clearMasterPassword | typeof MESSAGES.fetchEntries }
  /** Each as the server has it: nothing in plaintext that the server may not see. */
  | { readonly type: typeof MESSAGES.saveEntries; readonly entries: readonly { readonly id: string; readonly saveId: string }[] }
  | (Launch & { readonly type: typeof MESSAGES.setLaunchData });

export const EXTENSION_WAIT_MS = 5000;
export const EXTENSION_TOAST_MS = 5000;

/** Attribute on the root of the web app's page while the extension listens; without it the app does not wait for a reply. */
export const EXTENSION_MARK = "data-coffer-extension";

/** The reply of the extension's script to the page. `tell` is the id of a message, `told` that of its reply. `ok`: whether it was done; null when it was started and failed. */
export interface ExtensionReply {
  readonly told: string;
  readonly ok: boolean | null;
}
