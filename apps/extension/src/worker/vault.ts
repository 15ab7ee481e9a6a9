/**
 * The vault in the worker. It is opened when it is needed, from the keys in the browser's memory: a worker that slept asks no one to
 * sign in again. It applies the chosen idle time as a page does.
 */
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import { type Client, type Contents, type KeyStore, openClient, type RecordStore } from "@coffer/client";
import { deviceName } from "@coffer/core/account/device-name";
import { AUTH_SLOT, LOCAL_HALF } from "@coffer/core/account/session-slots";
import { forgetOwnGroups, takeOwnGroups } from "../fill/own-groups.ts";
import type { SessionEvent } from "../link/message-handler.ts";
import { extensionKeyStore } from "../pages/key-store.ts";
import { forgetKnown, noteKnown } from "../passkeys/known-passkeys.ts";
import { forgetRelatedSites } from "../passkeys/related-sites.ts";
import { forgetOwners } from "../save/foreign-password.ts";
import { CHANGED_AT, CLEARED_ON_LOCK, PULLED_AT, SERVER, slotName, USED_AT, VERIFIED_AT } from "../storage-keys.ts";
import { UnsentHalf } from "../unsent-half.ts";
import { hasKeys } from "../while-open.ts";
import { lockIfDue } from "./auto-lock.ts";
import { hasWaitingEdits, startWaitingEdits } from "./waiting-edits.ts";

let opened: Promise<Client | null> | null = null;
let tell: (news: SessionEvent) => void = () => undefined;
let stores: Stores = { records: browserRecordStore, keys: extensionKeyStore };

/** The session's slots: when another of our pages, or the web app, changes them, the open client is dropped and the next request opens one again. */
const SESSION_NAMES = [AUTH_SLOT, LOCAL_HALF].map(slotName);

/** Where the worker stores what it holds, sealed. */
interface Stores {
  readonly records: () => RecordStore;
  readonly keys: () => KeyStore;
}

/** What is known of sites, and of which contents; null where it may have changed. */
let noted: { readonly of: Contents | null; readonly done: Promise<void> } | null = null;

/** Each message asks for the vault: it is read again where it holds something else, or this device has written something down. */
async function noteSites(client: Client): Promise<void> {
  const of = client.vault.contents();
  if (noted === null || of === null || noted.of !== of) {
    const done = takeOwnGroups(client).then(() => noteKnown(client));
    noted = { of, done: done.finally(forgetIfLocked) };
    noted.done.catch(forgetNoted); // who waits hears it
  }
  await noted.done;
}

const forgetNoted = (): void => {
  noted = null;
};

/** An answer may have been on its way while a page locked: what that took away does not come back by it. */
async function forgetIfLocked(): Promise<void> {
  if (await hasKeys()) return;
  forgetNoted();
  forgetOwnGroups();
}

/** Call once as the worker starts. */
export function watchKeys(toPages: (news: SessionEvent) => void, ownStores = stores): void {
  tell = toPages;
  stores = ownStores;
  chrome.storage.local.onChanged.addListener(forgetNoted);
  chrome.storage.session.onChanged.addListener((changes) => {
    if (SESSION_NAMES.some((name) => name in changes)) opened = null;
    const half = changes[slotName(LOCAL_HALF)];
    if (half) void forgetOnLock(half.oldValue === undefined);
  });
}

/** @param isUnlock - then the password that was just typed stays noted */
async function forgetOnLock(isUnlock: boolean): Promise<void> {
  forgetNoted();
  forgetOwners();
  forgetOwnGroups();
  forgetKnown();
  forgetRelatedSites();
  await chrome.storage.session.remove(CLEARED_ON_LOCK.filter((name) => !isUnlock || name !== VERIFIED_AT));
}

/** @returns null while there is no open vault, its idle time is over, or the server cannot be reached. */
export async function openVault(): Promise<Client | null> {
  if (!(await hasKeys())) return null;
  opened ??= openNow().catch(() => null);
  const turn = opened;
  const client = await turn;
  if (client === null || client.isLocked || client.session === null) {
    if (opened === turn) opened = null;
    return null;
  }
  if (await lockIfDue(client, tell)) return null;
  // A page of the extension may have kept something since.
  await hasWaitingEdits(client).catch(() => false);
  await noteSites(client);
  return client;
}

async function openNow(): Promise<Client | null> {
  const { [SERVER]: origin } = await chrome.storage.local.get(SERVER);
  if (typeof origin !== "string") return null;
  const device = `${deviceName(navigator.userAgent)}, extension`;
  const estimateStrength = async () => null; // sets no master password
  // Without an answer a start would lock what it cannot open: a worker that wakes without a network leaves everything as it is.
  const unsent = new UnsentHalf({ leavesShut: true });
  const { tabs, fetch, found: onConnection } = unsent;
  const client = openClient({
    origin,
    keys: stores.keys(),
    records: stores.records(),
    device,
    estimateStrength,
    tabs,
    fetch,
    onConnection,
  });
  unsent.follow(client);
  client.onSession((session) => {
    if (session === null) tell("ended");
    else if (client.isLocked) void tellLocked();
  });
  if (!(await client.account.resume())) return null;
  // One entry is asked for by its id: what this device holds has to be there by then.
  if (!client.isLocked && (await client.vault.local()) === null) await fetchNew(client);
  if (!client.isLocked) await startWaitingEdits(client, () => void noteChange());
  return client;
}

/** What has come since this worker looked, an unlock of a page, is not locked. */
const tellLocked = async (): Promise<void> => ((await hasKeys()) ? undefined : tell("locked"));

/** A sign-out empties the store; an answer that was on its way then is also discarded. */
export async function fetchNew(client: Client): Promise<void> {
  try {
    if (await hasKeys()) await chrome.storage.session.set({ [PULLED_AT]: Date.now() });
    await client.vault.pull();
  } finally {
    const auth = slotName(AUTH_SLOT);
    if ((await chrome.storage.session.get(auth))[auth] === undefined) await stores.records().clear();
  }
}

/** How old what is held may be, in milliseconds: where a site asks, and while none does. */
export const OLD_AFTER = { asked: 10_000, resting: 50_000 } as const;

let pulling: Promise<void> = Promise.resolve();

/**
 * What other devices have changed: no one tells that to a worker while no page of the extension is open. One after the other, and none where another has begun late enough: what one that began before was answered is older
 * than the question. Where the server does not answer it is asked again as late, and what is held counts.
 */
export function pullIfOld(ageMs: number): Promise<void> {
  const since = Date.now() - ageMs;
  pulling = pulling.then(() => pullOld(since)).catch(() => undefined); // a page says what is wrong
  return pulling;
}

async function pullOld(since: number): Promise<void> {
  const { [PULLED_AT]: at = 0 } = await chrome.storage.session.get(PULLED_AT);
  if (Number(at) > since && Number(at) <= Date.now()) return;
  const client = await openVault();
  if (client === null) return;
  const before = client.vault.contents();
  await fetchNew(client);
  await noteSites(client);
  if (client.vault.contents() !== before) await noteChange();
}

/** Someone uses the web app now. Counts while the vault is open here too. */
export const noteUseOnWeb = async (): Promise<void> => ((await hasKeys()) ? noteUse() : undefined);

/** The vault may hold something else now. */
export async function noteChange(): Promise<void> {
  if (await hasKeys()) await chrome.storage.session.set({ [CHANGED_AT]: Date.now() });
}

/** Someone uses Coffer now. */
export const noteUse = (): Promise<void> => chrome.storage.session.set({ [USED_AT]: Date.now() });

/**
 * Once a minute while there are keys: locks the vault or ends the session after the chosen idle time, sends what waits, and looks for what is new, whichever of our pages are open. Does nothing
 * while there is no open vault.
 */
export async function everyMinute(): Promise<void> {
  const client = await openVault();
  // What waits goes with the next look; where that fails it waits on.
  if (client !== null) await pullIfOld((await hasWaitingEdits(client)) ? 0 : OLD_AFTER.resting);
}
