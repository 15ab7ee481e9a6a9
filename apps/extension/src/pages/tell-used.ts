/** What is used in the popup counts for the whole extension. */
import type { UsedInPopup } from "../worker/own-pages.ts";

/** To the worker: an item was used here. */
export const tellUsed = (id: string): void => {
  chrome.runtime.sendMessage<UsedInPopup, void>({ used: id }).catch(() => undefined); // the form is filled in any case
};
