/** From the popup: the user wants to point at a field in that tab. */
import { DEFAULT_LANGUAGE } from "@coffer/core/device/languages";
import { TEACHING } from "../storage-keys.ts";

export interface Teaching {
  readonly tabId: number;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** @param language - of the popup: the script that the page gets has its words in it */
export async function startTeaching(tabId: number, language = document.documentElement.lang): Promise<void> {
  await chrome.storage.session.set({ [TEACHING]: { tabId, at: Date.now() } satisfies Teaching });
  await chrome.scripting.executeScript({ target: { tabId }, files: [language === DEFAULT_LANGUAGE ? "teach.js" : `${language}/teach.js`] });
}
