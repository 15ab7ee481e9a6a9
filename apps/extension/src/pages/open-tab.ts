/** From the popup to a tab of its own: a browser closes the popup with the next click elsewhere, and a tab stays. */
export async function openTab(page: "vault.html" | "options.html"): Promise<void> {
  await (page === "options.html" ? chrome.runtime.openOptionsPage() : chrome.tabs.create({ url: chrome.runtime.getURL(page) }));
  window.close();
}
