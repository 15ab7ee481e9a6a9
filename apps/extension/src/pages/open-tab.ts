/** From the popup or the side panel to a tab of its own. */
import { makeWay } from "./own-window.ts";

export async function openTab(page: "vault.html" | "options.html"): Promise<void> {
  await (page === "options.html" ? chrome.runtime.openOptionsPage() : chrome.tabs.create({ url: chrome.runtime.getURL(page) }));
  makeWay();
}
