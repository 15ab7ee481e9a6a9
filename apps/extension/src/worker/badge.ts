/** On the button in the toolbar: how many logins there are for the active tab's site. Nothing while the vault is locked. */
import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { slotName } from "../storage-keys.ts";
import { hasKeys } from "../while-open.ts";
import { openVault } from "./vault.ts";

/** The accent in light: the button's own, in every theme of the browser. */
const COLOUR = "#0b5d53";
const MOST = 99;

/** Call once as the worker starts. */
export function watchTabs(): void {
  chrome.tabs.onActivated.addListener(({ tabId }) => void showIn(tabId));
  chrome.tabs.onUpdated.addListener((tabId, { url, status }, { active }) => {
    if (active && (url !== undefined || status === "complete")) void showIn(tabId);
  });
  chrome.storage.session.onChanged.addListener((changes) => {
    if (slotName(LOCAL_HALF) in changes) void (changes[slotName(LOCAL_HALF)]?.newValue === undefined ? clearAll() : showCount());
  });
}

/** Again in the active tabs: the contents of the vault have changed. */
export async function showCount(): Promise<void> {
  const tabs = await chrome.tabs.query({ active: true });
  await Promise.all(tabs.flatMap(({ id }) => (id === undefined ? [] : [showIn(id)])));
}

async function showIn(tabId: number): Promise<void> {
  const address = await addressOf(tabId);
  const count = address === null ? 0 : await countFor(address).catch(() => 0);
  // The tab may show another site now, or the vault may be locked.
  if ((await addressOf(tabId)) !== address || !(await hasKeys())) return;
  const text = count === 0 ? "" : String(Math.min(count, MOST));
  await Promise.all([
    chrome.action.setBadgeBackgroundColor({ color: COLOUR }),
    chrome.action.setBadgeTextColor({ color: "#ffffff" }),
    chrome.action.setBadgeText({ tabId, text }),
  ]).catch(() => undefined); // the tab is gone
}

async function addressOf(tabId: number): Promise<string | null> {
  const { url = "" } = await chrome.tabs.get(tabId).catch(() => ({ url: "" }));
  return /^https?:/.test(url) ? url : null;
}

async function countFor(page: string): Promise<number> {
  const client = await openVault();
  return client === null ? 0 : (await client.vault.findForPage({ page })).length;
}

async function clearAll(): Promise<void> {
  const tabs = await chrome.tabs.query({});
  const ids = tabs.flatMap(({ id }) => (id === undefined ? [] : [id]));
  await Promise.all(ids.map((tabId) => chrome.action.setBadgeText({ tabId, text: "" }).catch(() => undefined)));
}
