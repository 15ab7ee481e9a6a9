/** From the popup: the user wants to point at a field in that tab. */
import { TEACHING } from "../storage-keys.ts";

export interface Teaching {
  readonly tabId: number;
  /** In milliseconds since 1970. */
  readonly at: number;
}

export async function startTeaching(tabId: number): Promise<void> {
  await chrome.storage.session.set({ [TEACHING]: { tabId, at: Date.now() } satisfies Teaching });
  await chrome.scripting.executeScript({ target: { tabId }, files: ["teach.js"] });
}
