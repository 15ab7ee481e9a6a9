/**
 * In the worker: decides whether a site's question for a passkey is for us, and opens the window where a person answers it. Everything that decides comes from the browser;
 * nothing is signed here.
 */
import { PASSKEYS_OFF, SERVER } from "../storage-keys.ts";
import { hasKeys } from "../while-open.ts";
import { isOwnPage } from "../worker/own-pages.ts";
import { OLD_AFTER, openVault, pullIfOld } from "../worker/vault.ts";
import { type KnownPasskeys, knownPasskeys } from "./known-passkeys.ts";
import {
  BROWSER,
  CAN,
  type Decision,
  type FromRelay,
  type FromSignal,
  lineName,
  type OpenCeremony,
  OURS,
  type PickedPasskey,
} from "./messages.ts";
import { noteWindow, openCeremony, saveCeremony } from "./open-ceremony.ts";
import { relatedSite } from "./related-sites.ts";
import { isForUs, siteOf } from "./responder.ts";
import { hearSignal } from "./signals.ts";

type Sender = chrome.runtime.MessageSender;

/** The options of a page that wants to know whether it could have a passkey made. */
const ONLY_ASKED = "null";
const ID = /^[0-9a-f-]{36}$/;
/** Where nothing fits, a page waits that long: the server may say meanwhile that something does now. */
const NEWS_WITHIN_MS = 100;
/** The focus comes back to a page's window a moment after ours has closed. */
const FOCUS_WITHIN_MS = 50;
const SIZE = { width: 416, height: 460 } as const;

/** Call once as the worker starts. */
export function watchPasskeys(): void {
  chrome.runtime.onMessage.addListener((message: FromRelay | FromSignal | PickedPasskey | null, sender, answer) => {
    if (typeof message !== "object" || message === null || sender.id !== chrome.runtime.id) return;
    if ("pickedPasskey" in message && isOwnPage(sender)) void openPicked(message.pickedPasskey);
    if ("signal" in message) void hears(message, sender);
    if (!("passkey" in message)) return;
    decide(message, sender).then(answer, () => answer(BROWSER));
    return true;
  });
}

/** One after the other: each changes what the one before has left. */
let heard: Promise<unknown> = Promise.resolve();

async function hears({ signal, said }: FromSignal, sender: Sender): Promise<void> {
  const page = await pageOf(sender);
  if (page !== null) heard = heard.then(() => hearSignal(signal, page.origin, String(said))).catch(() => undefined); // the site says it again
}

/** @returns null for anyone who may not ask at all: the browser answers there too. */
async function decide(message: FromRelay, sender: Sender): Promise<Decision | null> {
  if (message.options === ONLY_ASKED) return canMake(await pageOf(sender));
  const ceremony = await ceremonyOf(message, sender);
  if (ceremony === null) return null;
  const busy = await inTurn(() => refusalNow(ceremony, message.lines));
  if (busy !== null) return busy;
  const { relatedTo, isOurs } = await judge(ceremony, message.passkey === "ask");
  return inTurn(async () => {
    const busy = await refusalNow(ceremony, message.lines);
    if (busy !== null) return busy;
    if (!isOurs) return BROWSER;
    if (message.passkey === "open") await openWindow({ ...ceremony, relatedTo }, sender.tab?.windowId);
    return OURS;
  });
}

/** As of a vault of which nothing is known. */
const NONE: KnownPasskeys = { bySite: {}, elsewhere: [] };

/**
 * The page asks nothing of a person, and hears nothing of the vault: whether that is open, too, no page learns without a person. Until it is, the browser answers the question itself. So the
 * sites where the person wants the browser to answer hear the same: that list is known only while the vault is open.
 */
const canMake = (page: Page | null): Decision | null =>
  page !== null && siteOf({ ...page, known: NONE, options: ONLY_ASKED }, undefined) !== null ? CAN : null;

/**
 * What fits is known from what is held, at once. Where nothing fits, a page waits equally long whether the vault is locked, open, or being looked after: by the time it learns nothing of that.
 * What the server says meanwhile counts; what it says later counts the next time. It is asked
 * as the wait begins, so that what an open vault has to do for it is over by then; docs/passkeys.md says what is left.
 */
async function judge({ kind, origin, options }: OpenCeremony, isFirst: boolean) {
  const late = new Promise((resolve) => setTimeout(resolve, NEWS_WITHIN_MS));
  if (isFirst) void pullIfOld(OLD_AFTER.asked);
  const open = await known();
  // No site lets the pages of another one make passkeys for it: the browser says no to that, or yes.
  const relatedTo = kind === "get" ? await relatedSite(origin, options, open) : undefined;
  const asking = { origin, options, relatedTo };
  const isOurs = isForUs(kind, { ...asking, known: open });
  if (isOurs) return { relatedTo, isOurs };
  await late;
  // Looked at and worked out in every case: what comes after the wait would tell.
  const now = await knownPasskeys();
  const fits = isForUs(kind, { ...asking, known: now ?? NONE });
  return { relatedTo, isOurs: open !== null && now !== null && fits };
}

/** While a window is open every question gets the same, whatever it is for: what is held is not told by it. As browsers do, a page waits for one answer at a time; a person looks at one window. */
async function refusalNow({ tabId, documentId }: OpenCeremony, lines: readonly string[]): Promise<Decision | null> {
  const open = await openCeremony();
  if (open === null) return null;
  if (open.tabId !== tabId) return BROWSER;
  // Its page is another now, or waits no more: the window only closes still.
  return open.documentId === documentId && lines.includes(lineName(open.id)) ? { error: "OperationError" } : null;
}

/** The person has picked a login for a page that waits: the window signs with its passkey, and wants the master password where one is wanted. @returns whether it opens */
export const openPicked = (ceremony: OpenCeremony): Promise<boolean> =>
  inTurn(async () => {
    if ((await openCeremony()) !== null) return false;
    await openWindow(ceremony, (await chrome.tabs.get(ceremony.tabId)).windowId);
    return true;
  });

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: of two questions in one breath the second finds the window of the first. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = turn.then(work);
  turn = done.catch(() => undefined); // who asked hears it
  return done;
}

type Page = Pick<OpenCeremony, "tabId" | "documentId" | "origin">;

/** A page itself, over an encrypted connection: in a frame the browser answers. */
async function pageOf(sender: Sender): Promise<Page | null> {
  const { tab, frameId, documentId, origin } = sender;
  if (isOwnPage(sender) || tab?.id === undefined || frameId !== 0 || documentId === undefined) return null;
  const { [SERVER]: server, [PASSKEYS_OFF]: off } = await chrome.storage.local.get([SERVER, PASSKEYS_OFF]);
  return off !== undefined || origin === undefined || origin === server ? null : { tabId: tab.id, documentId, origin };
}

async function ceremonyOf({ id, kind, options }: FromRelay, sender: Sender): Promise<OpenCeremony | null> {
  const page = ID.test(String(id)) && (await isInFront(sender)) ? await pageOf(sender) : null;
  return page && { id, kind, options: String(options), ...page };
}

/** A person looks at it: no window of the extension comes over what they do elsewhere. One of the extension that is open, or has just closed, is in no one's way: its page may ask again. */
async function isInFront({ tab }: Sender): Promise<boolean> {
  if (!tab?.active) return false;
  const isFront = async (): Promise<boolean> => {
    const { id, type, focused } = await chrome.windows.getLastFocused();
    if (id === tab.windowId || id === undefined || type !== "popup") return id === tab.windowId && focused;
    const [shown] = await chrome.tabs.query({ windowId: id });
    return shown?.url?.startsWith(chrome.runtime.getURL("passkey.html")) === true;
  };
  if (await isFront()) return true;
  await new Promise((resolve) => setTimeout(resolve, FOCUS_WITHIN_MS));
  return isFront();
}

async function known() {
  const found = await knownPasskeys();
  if (found !== null || !(await hasKeys())) return found;
  // The vault was opened a moment ago, and no page has been looked at since.
  await openVault();
  return knownPasskeys();
}

/** In the middle of the page's own window, which is where the person looks. */
async function openWindow(ceremony: OpenCeremony, below: number | undefined): Promise<void> {
  const before = await openCeremony();
  if (before?.windowId !== undefined) await chrome.windows.remove(before.windowId).catch(() => undefined); // it has closed itself
  await saveCeremony(ceremony);
  const { left = 0, top = 0, width = SIZE.width } = below === undefined ? {} : await chrome.windows.get(below);
  const place = { left: Math.round(left + (width - SIZE.width) / 2), top: top + 80 };
  const url = chrome.runtime.getURL(`passkey.html#${ceremony.id}`);
  const opened = await chrome.windows.create({ url, type: "popup", ...SIZE, ...place });
  if (opened?.id !== undefined) await noteWindow(ceremony.id, opened.id);
}
