/** Fills the form of a website that was opened from an entry, in its own tab alone, once each part of it is asked for. */
import type { Item } from "@coffer/client";
import type { Launch } from "@coffer/core/extension-messages";
import { asksAgain } from "@coffer/core/items/ask-again";
import { addressesOf } from "@coffer/core/items/structured-fields";
import { type Frame, fillFrame, framesOf } from "../fill/frames.ts";
import { recordUsedIn } from "../fill/used-logins.ts";
import { LAUNCHED } from "../storage-keys.ts";
import { noteUse, openVault } from "../worker/vault.ts";
import { type Launched, launchedIn, mayFillUnpicked, type NewTab, opensIn, stillToFill } from "./launched.ts";
import { lookRepeatedly } from "./look-repeatedly.ts";
import { nameSentIn } from "./name-sent.ts";
import { submitForm } from "./submit-form.ts";

/** Those that were created a moment ago, the newest last. */
let recent: readonly NewTab[] = [];

const storedLaunch = async (): Promise<Launched | null> => {
  const { [LAUNCHED]: kept } = await chrome.storage.session.get(LAUNCHED);
  return launchedIn(kept, Date.now());
};

/** One change after the other: a new tab and the message about it arrive at the same time, from two processes. */
let last: Promise<unknown> = Promise.resolve();

/** @param to - the same for no change. @returns what is kept from now on. */
function change(to: (before: Launched | null) => Launched | null): Promise<Launched | null> {
  const turn = last.then(async () => {
    const before = await storedLaunch();
    const after = to(before);
    if (after !== null && after !== before) await chrome.storage.session.set({ [LAUNCHED]: after });
    return after;
  });
  last = turn.catch(() => undefined);
  return turn;
}

/** Call once as the worker starts: listeners that come later miss what woke it. */
export function watchLaunches(): void {
  chrome.tabs.onCreated.addListener((tab) => void created(tab));
  chrome.tabs.onUpdated.addListener((tabId, { status }) => {
    if (status === "complete") void loaded(tabId);
  });
}

/** @returns whether its form will be filled, where it has one. */
export async function launchedFrom({ entryId, timestamp: at }: Launch, fromTab: number | undefined): Promise<boolean> {
  await noteUse();
  const client = await openVault();
  if (client === null) return false;
  const launched: Launched = { entryId, at, fromTab, tabId: null, done: [] };
  const kept = await change(() => ({ ...launched, tabId: recent.findLast((one) => opensIn(launched, one))?.id ?? null }));
  if (kept?.tabId != null) void loaded(kept.tabId);
  return true;
}

async function created({ id, openerTabId }: chrome.tabs.Tab): Promise<void> {
  if (id === undefined) return;
  const tab: NewTab = { id, at: Date.now(), openerTabId };
  recent = [...recent.slice(-9), tab];
  const kept = await change((before) => (before !== null && opensIn(before, tab) ? { ...before, tabId: id } : before));
  if (kept?.tabId === id) void loaded(id); // it may be there already
}

const look = lookRepeatedly(fillOnce);

/** Whether the tab was opened from an entry a moment ago: that entry is filled there. */
export const isLaunchedIn = async (tabId: number): Promise<boolean> => (await storedLaunch())?.tabId === tabId;

async function loaded(tabId: number): Promise<void> {
  if (await isLaunchedIn(tabId)) await look(tabId);
}

/** @returns whether there is no more to be done in what is loaded now. */
async function fillOnce(tabId: number): Promise<boolean> {
  const [launched, client] = await Promise.all([storedLaunch(), openVault()]);
  if (launched?.tabId !== tabId) return true;
  if (client === null) return false; // its keys are being renewed; a lock discards the launch
  if ((await client.account.lockSettings.read()).autoFill === "off") return true;
  const frames = await framesOf(tabId).catch(() => []);
  const page = frames.find(({ frameId }) => frameId === 0);
  if (page === undefined) return false;
  const item = await client.vault.open({ id: launched.entryId });
  if (item.state !== "intact" || item.kind !== "password" || asksAgain(item)) return true;
  if (!mayFillUnpicked(addressesOf(item.fields), page.address)) return false; // on its way there, it may be
  return fillInto(tabId, page, item, launched);
}

async function fillInto(tabId: number, page: Frame, item: Item, launched: Launched): Promise<boolean> {
  const asked = page.fields.map(({ role }) => role);
  const values = stillToFill(asked, launched.done, item.fields, await nameSentIn(tabId, page.address));
  if (Object.keys(values).length === 0) return launched.done.includes("current-password");
  const { filled } = await fillFrame(tabId, page, values, item.fields.username ?? "");
  await change((now) => (now?.at === launched.at ? { ...now, done: [...now.done, ...filled] } : now));
  if (filled.length > 0) await recordUsedIn(tabId, page.address, item.id);
  if (!filled.includes("current-password")) return false;
  const client = await openVault();
  void client?.vault.markUsed({ id: item.id }).catch(() => undefined); // the form is filled in any case
  if ((await client?.account.lockSettings.read())?.autoSubmit === "on") await submitForm(tabId, page);
  return true;
}
