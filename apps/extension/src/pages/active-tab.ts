/** The tab that the popup was opened over. */

export interface Tab {
  readonly id: number;
  readonly address: string;
}

/** In a window of its own the popup keeps to the tab that its address names. @returns null for pages that nothing fills. */
export async function tabToFill(): Promise<Tab | null> {
  const named = Number(new URLSearchParams(location.search).get("tab") ?? Number.NaN);
  const found = Number.isInteger(named)
    ? await chrome.tabs.get(named)
    : (await chrome.tabs.query({ active: true, currentWindow: true }))[0];
  return found?.id === undefined || !/^https?:/.test(found.url ?? "") ? null : { id: found.id, address: found.url ?? "" };
}
