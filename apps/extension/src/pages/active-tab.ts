/** The tab that the popup was opened over, and the one that a side panel is next to. */

export interface Tab {
  readonly id: number;
  readonly address: string;
}

/** Tells one page in a tab from the next one. */
export const keyOf = (tab: Tab | null): string => (tab === null ? "" : `${tab.id} ${tab.address}`);

/** In a window of its own the popup keeps to the tab that its address names. */
async function tabInFront(): Promise<chrome.tabs.Tab | undefined> {
  const named = Number(new URLSearchParams(location.search).get("tab") ?? Number.NaN);
  return Number.isInteger(named) ? chrome.tabs.get(named) : (await chrome.tabs.query({ active: true, currentWindow: true }))[0];
}

/** @returns null for pages that nothing fills. */
export async function tabToFill(): Promise<Tab | null> {
  const found = await tabInFront();
  return found?.id === undefined || !/^https?:/.test(found.url ?? "") ? null : { id: found.id, address: found.url ?? "" };
}

/** The browser's window in which a panel opens. */
export const windowInFront = async (): Promise<number> => (await tabInFront())?.windowId ?? chrome.windows.WINDOW_ID_CURRENT;

/** @param show - called with each tab that comes to the front of this window and each page that loads in it, one after the other. */
export function followTab(show: (tab: Tab | null) => Promise<void>): void {
  let shown: string | undefined;
  let turn = Promise.resolve();
  const look = async (): Promise<void> => {
    const tab = await tabToFill();
    if (keyOf(tab) === shown) return;
    shown = keyOf(tab);
    await show(tab);
  };
  const lookNext = (): void => {
    turn = turn.then(look).catch(() => undefined); // it was closed meanwhile: the next one comes to the front
  };
  chrome.tabs.onActivated.addListener(lookNext);
  chrome.tabs.onUpdated.addListener((_, { url, status }) => (url ?? status) !== undefined && lookNext());
  lookNext();
}
