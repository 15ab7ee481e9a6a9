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
  /** Entries as they lie sealed on the web, once the list has loaded and whenever one of them is new. */
  saveEntries: "SAVE_ENTRIES",
  /** Something else than that has changed: the extension asks the server itself. */
  fetchEntries: "FETCH_ENTRIES",
  /** A website is opened from an entry: its form fills by itself. */
  setLaunchData: "SET_LAUNCH_DATA",
} as const;

/** An entry that is opened, the address that opens, and when, in milliseconds since 1970. */
export interface Launch {
  readonly entryId: string;
  readonly url: string;
  readonly timestamp: number;
}

/** More than these are fetched instead of told. */
export const MAX_ENTRIES_PER_MESSAGE = 1000;

/** What the web app may say. */
export type WebMessage =
  | { readonly type: typeof MESSAGES.saveAuthData; readonly slots: Readonly<Record<string, string>> }
  | { readonly type: typeof MESSAGES.clearAuthData | typeof MESSAGES.clearMasterPassword | typeof MESSAGES.fetchEntries }
  /** Each as the server has it: nothing of it is in the clear that the server may not see. */
  | { readonly type: typeof MESSAGES.saveEntries; readonly entries: readonly { readonly id: string; readonly saveId: string }[] }
  | (Launch & { readonly type: typeof MESSAGES.setLaunchData });

export const EXTENSION_WAIT_MS = 5000;
export const EXTENSION_TOAST_MS = 5000;

/** On the root of the web app's page when the extension listens there; without it nobody waits for an answer. */
export const EXTENSION_MARK = "data-coffer-extension";

/** Between the page and the extension's script in it. `tell` names a question, `told` its answer: whether it was done; null for what was begun and went wrong. */
export interface ExtensionReply {
  readonly told: string;
  readonly ok: boolean | null;
}
