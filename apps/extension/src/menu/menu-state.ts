/** The open menu: there is one at most, where the user is. It is stored in the browser's memory, because the worker may sleep while they think. */

import type { Question } from "../passkeys/messages.ts";
import { MENU } from "../storage-keys.ts";
import type { MenuKind } from "./messages.ts";

export interface OpenMenu {
  readonly token: string;
  readonly tabId: number;
  /** Of the page, which alone is filled: what is loaded in its place is another. */
  readonly documentId: string;
  readonly origin: string;
  readonly kind: MenuKind;
  readonly isLocked: boolean;
  /** The page waits for a passkey, at a field for user names. */
  readonly waits: Question | null;
  /** What was made for it: a new password; empty for menus of items. */
  readonly made: string;
}

export const saveOpenMenu = (opened: OpenMenu): Promise<void> => chrome.storage.session.set({ [MENU]: opened });

/** @returns null unless it is the one that is open in this tab. */
export async function findOpenMenu(token: unknown, tabId: number | undefined): Promise<OpenMenu | null> {
  const { [MENU]: kept } = await chrome.storage.session.get(MENU);
  const opened = kept as OpenMenu | undefined; // our own, from a storage that only we write
  return opened !== undefined && opened.token === token && opened.tabId === tabId ? opened : null;
}

export const forgetOpenMenu = (): Promise<void> => chrome.storage.session.remove(MENU);
