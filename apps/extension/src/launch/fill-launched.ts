/** Fills the form of a website that was opened from an entry, in its own tab alone, once each part of it is asked for. */
import type { Item } from "@coffer/client";
import type { Launch } from "@coffer/core/extension-messages";
import { addressesOf } from "@coffer/core/items/structured";
import { type Frame, fillFrame, framesOf } from "../fill/frames.ts";
import { LAUNCHED } from "../kept.ts";
import { noteUse, openVault } from "../worker/vault.ts";
import { type Launched, launchedIn, mayFillUnpicked, type NewTab, opensIn, stillToFill } from "./launched.ts";
import { submitForm } from "./submit-form.ts";

/** Forms come late: so often is looked for one after a page has loaded, ever more rarely, for some ten seconds. */
const WAITS_MS = [0, 150, 300, 500, 800, 1200, 2000, 2000, 3000];

const ASK_AGAIN_MS = 500;

/** Those that were created a moment ago. */
let recent: readonly NewTab[] = [];

const keptLaunch = async (): Promise<Launched | null> => {
  const { [LAUNCHED]: kept } = await chrome.storage.session.get(LAUNCHED);
  return launchedIn(kept, Date.now());
};
const keep = (launched: Launched): Promise<void> => chrome.storage.session.set({ [LAUNCHED]: launched });

/** Call once as the worker starts: listeners that come later miss what woke it. */
export function watchLaunches(): void {
  chrome.tabs.onCreated.addListener((tab) => void created(tab));
  chrome.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === "complete") void loaded(tabId);
  });
  // A Chromium that starts together with the extension says nothing of tabs until it is asked again, a moment later (measured).
  setTimeout(() => chrome.tabs.onCreated.addListener(() => undefined), ASK_AGAIN_MS);
}

/** @returns whether its form will be filled, where it has one. */
export async function launchedFrom({ entryId, timestamp: at }: Launch, fromTab: number | undefined): Promise<boolean> {
  await noteUse();
  const client = await openVault();
  if (client === null) return false;
  const launched: Launched = { entryId, at, fromTab, tabId: null, done: [] };
  const tab = recent.find((one) => opensIn(launched, one));
  await keep({ ...launched, tabId: tab?.id ?? null });
  if (tab !== undefined) void loaded(tab.id);
  return true;
}

async function created({ id, openerTabId }: chrome.tabs.Tab): Promise<void> {
  if (id === undefined) return;
  const tab: NewTab = { id, at: Date.now(), openerTabId };
  recent = [...recent.slice(-9), tab];
  const launched = await keptLaunch();
  if (launched !== null && opensIn(launched, tab)) await keep({ ...launched, tabId: id });
}

/** One round of looking for a tab at a time. */
const looking = new Set<number>();

async function loaded(tabId: number): Promise<void> {
  if (looking.has(tabId) || (await keptLaunch())?.tabId !== tabId) return;
  looking.add(tabId);
  try {
    for (const wait of WAITS_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (await fillOnce(tabId)) return;
    }
  } finally {
    looking.delete(tabId);
  }
}

/** @returns whether there is no more to be done in what is loaded now. */
async function fillOnce(tabId: number): Promise<boolean> {
  const [launched, client] = await Promise.all([keptLaunch(), openVault()]);
  if (launched?.tabId !== tabId || client === null) return true;
  if ((await client.account.lockSettings.read()).autoFill === "off") return true;
  const frames = await framesOf(tabId).catch(() => []);
  const page = frames.find(({ frameId }) => frameId === 0);
  if (page === undefined) return false;
  const item = await client.vault.open({ id: launched.entryId }).catch(() => null);
  if (item === null || item.state !== "intact" || item.kind !== "password") return true;
  if (!mayFillUnpicked(addressesOf(item.fields), page.address)) return false; // on its way there, it may be
  return fillInto(tabId, page, item, launched);
}

async function fillInto(tabId: number, page: Frame, item: Item, launched: Launched): Promise<boolean> {
  const asked = page.fields.map(({ role }) => role);
  const values = stillToFill(asked, launched.done, item.fields);
  if (Object.keys(values).length === 0) return launched.done.includes("current-password");
  const { filled } = await fillFrame(tabId, page, values);
  const done = [...launched.done, ...filled];
  await keep({ ...launched, done });
  if (!filled.includes("current-password")) return false;
  const client = await openVault();
  void client?.vault.markUsed({ id: item.id }).catch(() => undefined); // filled it is all the same
  if ((await client?.account.lockSettings.read())?.autoSubmit === "on") await submitForm(tabId, page);
  return true;
}
