/** Handles messages of the web app in the worker, and decides which senders are accepted. A page learns whether it was done, and nothing else (security design §10). */
import { KEY_NAMES, LOCAL_HALF, SESSION_SLOTS } from "@coffer/core/account/session-slots";
import { type Launch, MESSAGES } from "@coffer/core/extension-messages";
import {
  type Areas,
  CLEARED_ON_LOCK,
  KNOWN_ACCOUNTS,
  PENDING_ACCOUNT,
  SERVER,
  slotName,
  UNSENT_HALF,
  WEB_SESSION_AT,
} from "../storage-keys.ts";
import { parseEntries, parseLaunch, type WebEntry } from "./web-payloads.ts";
import { parseWebSession, type WebSession } from "./web-session.ts";

/** What the bridge carries. */
export interface FromBridge {
  readonly fromWeb: unknown;
}

/** From the bridge itself: someone uses the web app, as a click or a key has shown. */
export interface UsedOnWeb {
  readonly usedOnWeb: true;
}

/** For the extension's own pages. */
export type SessionEvent = "began" | "ended" | "locked";

export interface LinkDeps {
  /** Of this extension. */
  readonly id: string;
  readonly areas: Areas;
  /** Tells the extension's own pages. */
  readonly tell: (news: SessionEvent) => void;
  /** Has the extension's own copy of the vault refreshed where it lacks any of these; of `null` in any case. @returns whether it holds them. */
  readonly refresh: (entries: readonly WebEntry[] | null) => Promise<boolean>;
  /** A website opens from an entry. @returns whether its form will be filled. */
  readonly launched: (launch: Launch, fromTab: number | undefined) => Promise<boolean>;
  /** Empties the extension's own store of sealed entries. */
  readonly forget: () => Promise<void>;
}

/** The parts of the browser's `MessageSender` that count here. */
export interface Sender {
  readonly id?: string | undefined;
  readonly origin?: string | undefined;
  readonly frameId?: number | undefined;
  readonly tab?: { readonly id?: number | undefined } | undefined;
}

/** Accepted is our own script alone, in the top page of a tab, at exactly the server's origin. */
export async function isFromWebApp({ id, tab, frameId, origin }: Sender, deps: Pick<LinkDeps, "id" | "areas">): Promise<boolean> {
  if (id !== deps.id || tab === undefined || frameId !== 0) return false;
  const { [SERVER]: server } = await deps.areas.local.get(SERVER);
  return typeof server === "string" && origin === server;
}

/** @returns null where nothing is to be answered. */
export const answerWebMessage = async (message: unknown, sender: Sender, deps: LinkDeps): Promise<{ readonly ok: boolean } | null> =>
  (await isFromWebApp(sender, deps)) ? { ok: await carryOut(message, sender.tab?.id, deps) } : null;

const OF_SESSION: readonly unknown[] = [MESSAGES.saveAuthData, MESSAGES.clearAuthData, MESSAGES.clearMasterPassword];

/** Messages that run one after the other: a sign-out that follows a sign-in must not overtake it. All others run at once. */
export const isSessionMessage = (message: unknown): boolean =>
  typeof message === "object" && message !== null && "type" in message && OF_SESSION.includes(message.type);

async function carryOut(message: unknown, fromTab: number | undefined, deps: LinkDeps): Promise<boolean> {
  if (typeof message !== "object" || message === null || !("type" in message)) return false;
  if (message.type === MESSAGES.fetchEntries) return deps.refresh(null);
  if (message.type === MESSAGES.saveEntries) {
    const entries = parseEntries(message);
    return entries !== null && deps.refresh(entries);
  }
  if (message.type === MESSAGES.setLaunchData) {
    const launch = parseLaunch(message, Date.now());
    return launch !== null && deps.launched(launch, fromTab);
  }
  if (message.type === MESSAGES.clearAuthData) return clear(deps);
  if (message.type === MESSAGES.clearMasterPassword) return lockSession(deps);
  if (message.type !== MESSAGES.saveAuthData || !("slots" in message)) return false;
  const webSession = parseWebSession(message.slots);
  return webSession !== null && saveOrAsk(webSession, deps);
}

/** As a sign-out in the extension itself does. The keys go first, even if the rest fails. */
async function clear({ areas, tell, forget }: LinkDeps): Promise<boolean> {
  await areas.alone(() => areas.session.clear());
  tell("ended");
  await forget();
  return true;
}

/** Leaves the session without a key. The server keeps its half, which opens nothing without this one: the web app may still have the vault open. */
export async function lockSession({ areas, tell }: Pick<LinkDeps, "areas" | "tell">): Promise<boolean> {
  const gone = [PENDING_ACCOUNT, UNSENT_HALF, WEB_SESSION_AT, ...CLEARED_ON_LOCK, ...[LOCAL_HALF, ...KEY_NAMES].map(slotName)];
  await areas.alone(() => areas.session.remove(gone));
  tell("locked");
  return true;
}

/** An account that no one has agreed to waits for the user: a page must not replace their vault with another. */
async function saveOrAsk(webSession: WebSession, { areas, tell }: LinkDeps): Promise<boolean> {
  if (!(await knownAccounts(areas)).includes(webSession.user.id)) {
    await areas.session.set({ [PENDING_ACCOUNT]: webSession.slots });
    return false;
  }
  const isNew = await areas.alone(async () => {
    const isOther = !(await isCurrentSession(webSession, areas));
    await saveWebSession(webSession, areas);
    if (isOther) await areas.session.set({ [WEB_SESSION_AT]: Date.now() });
    return isOther;
  });
  if (isNew) tell("began");
  return true;
}

/** Whether this very session, with the same key halves, is stored already: pages that have it open need not start again. */
async function isCurrentSession({ user, halfHash }: WebSession, { session }: Areas): Promise<boolean> {
  const kept = await Promise.all(SESSION_SLOTS.map(async (slot) => [slot, (await session.get(slotName(slot)))[slotName(slot)]] as const));
  const found = parseWebSession(Object.fromEntries(kept.filter(([, value]) => value !== undefined)));
  return found?.user.id === user.id && found.halfHash === halfHash;
}

async function saveWebSession({ slots }: WebSession, { session }: Areas): Promise<void> {
  // Slots that stay the same are not removed first: a reload of the web app ends nothing here. Where there is no room, all stays as it was.
  await session.set(Object.fromEntries(Object.entries(slots).map(([slot, value]) => [slotName(slot), value])));
  await session.remove([PENDING_ACCOUNT, UNSENT_HALF, ...SESSION_SLOTS.filter((slot) => slots[slot] === undefined).map(slotName)]);
}

async function knownAccounts({ local }: Areas): Promise<string[]> {
  const { [KNOWN_ACCOUNTS]: known } = await local.get(KNOWN_ACCOUNTS);
  return Array.isArray(known) ? known : [];
}

/** From now on the web app may send this account: the user signed in to it here, or agreed. */
export async function rememberAccount(id: string, areas: Areas): Promise<void> {
  const known = await knownAccounts(areas);
  if (!known.includes(id)) await areas.local.set({ [KNOWN_ACCOUNTS]: [...known, id] });
}

/** @returns null when there is no one to ask. */
export async function pendingAccount(areas: Areas): Promise<WebSession | null> {
  const { [PENDING_ACCOUNT]: pending } = await areas.session.get(PENDING_ACCOUNT);
  const webSession = parseWebSession(pending);
  return webSession === null || (await knownAccounts(areas)).includes(webSession.user.id) ? null : webSession;
}

/** @param shown - what the user saw and agreed to, whatever came since. */
export async function acceptPending(shown: WebSession, areas: Areas): Promise<void> {
  await rememberAccount(shown.user.id, areas);
  await areas.alone(async () => {
    await saveWebSession(shown, areas);
    await areas.session.set({ [WEB_SESSION_AT]: Date.now() });
  });
}

/** @returns when keys last came from the web; 0 for never. */
export async function webSessionAt({ session }: Areas): Promise<number> {
  const { [WEB_SESSION_AT]: at } = await session.get(WEB_SESSION_AT);
  return typeof at === "number" ? at : 0;
}

export const refusePending = ({ session }: Areas): Promise<void> => session.remove(PENDING_ACCOUNT);
