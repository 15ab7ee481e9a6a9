/** What is used or saved in a page of the extension counts for the whole extension. */
import type { SavedHere, UsedInPopup } from "../worker/own-pages.ts";

/** To the worker: an item was used here, in that tab. @param page - address of what it was used for */
export const reportUsed = (id: string, tabId: number, page: string): void => {
  chrome.runtime.sendMessage<UsedInPopup, void>({ used: id, tabId, page }).catch(() => undefined); // the form is filled in any case
};

/** To the worker: the vault holds something else now. */
export const reportSaved = (): void => {
  chrome.runtime.sendMessage<SavedHere, void>({ saved: true }).catch(() => undefined); // it looks when it next wakes
};
