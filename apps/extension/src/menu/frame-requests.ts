/** Answers the menu's frame in the worker. A frame is answered only when it knows the token of the menu that is open in its tab. */
import type { Client } from "@coffer/client";
import type { Filled } from "@coffer/fill/write/fill";
import { recordPicked } from "../fill/used-logins.ts";
import { type Match, matchesForConditional, relatedTo } from "../passkeys/matching-passkeys.ts";
import { openPicked } from "../passkeys/message-handler.ts";
import { noteUse, openVault } from "../worker/vault.ts";
import { findOpenMenu, forgetOpenMenu, type OpenMenu } from "./menu-state.ts";
import type { FromMenu, MenuOffer, MenuRow, PickOutcome, ToField } from "./messages.ts";
import { muteOrigin } from "./muted-origins.ts";
import { ASKS_FIRST, OFFERINGS } from "./offers.ts";
import { openPopup } from "./open-popup.ts";

const GONE: PickOutcome = { failed: "gone" };
const NOT_TAKEN: PickOutcome = { failed: "not-all" };

export async function answerFrame(message: FromMenu, { tab, url }: chrome.runtime.MessageSender): Promise<MenuOffer | PickOutcome | null> {
  const opened = await findOpenMenu(message.token, tab?.id);
  if (opened === null || URL.parse(url ?? "")?.pathname !== "/menu.html") return null;
  if (message.menu === "rows") return offerOf(opened);
  if (message.menu === "pick") return pick(opened, message.id);
  if (message.menu === "passkey") return pickPasskey(opened, message.id);
  if (message.menu === "not-here") await muteOrigin(opened.origin, await openVault());
  await end(opened);
  if (message.menu === "unlock" && tab !== undefined) await openPopup(tab);
  return {};
}

async function end({ tabId, documentId, token }: Pick<OpenMenu, "tabId" | "documentId" | "token">): Promise<void> {
  await forgetOpenMenu();
  await tell(tabId, documentId, { menuIs: "over", token });
}

const tell = <Answer>(tabId: number, documentId: string, message: ToField): Promise<Answer | null> =>
  chrome.tabs.sendMessage<ToField, Answer>(tabId, message, { documentId }).catch(() => null); // the page is gone

/** Of the page as it is now: its path may have changed, its origin may not. */
async function addressOf({ tabId, origin }: OpenMenu): Promise<string | null> {
  const { url = "" } = await chrome.tabs.get(tabId);
  return URL.parse(url)?.origin === origin ? url : null;
}

async function offerOf(opened: OpenMenu): Promise<MenuOffer | null> {
  const { kind, isLocked, origin, made, waits } = opened;
  const { host } = new URL(origin);
  if (isLocked) return { kind, isLocked, host, rows: [] };
  const [client, address] = await Promise.all([openVault(), addressOf(opened)]);
  if (client === null || address === null) return null;
  const rows = await OFFERINGS[kind].rows(client, { page: address, made });
  const held = waits === null || kind !== "login" ? [] : await matchesForConditional(client, origin, waits.options);
  return { kind, isLocked, host, rows: await Promise.all(rows.map((row) => withPasskey(client, row, held))) };
}

/** A login with a passkey is the same line: a page sees how many lines a menu has, and learns nothing of passkeys. */
async function withPasskey({ vault }: Client, row: MenuRow, held: readonly Match[]): Promise<MenuRow> {
  const found = held.find(({ item }) => item.id === row.id);
  if (found === undefined) return row;
  const { name, displayName } = found.passkey;
  const { password = "" } = (await vault.open({ id: row.id })).fields;
  return { ...row, detail: name || displayName, passkey: password === "" ? "alone" : "with a password" };
}

/** The window that opens is the browser's own: what was pressed here is not asked again there. */
async function pickPasskey({ tabId, documentId, origin, waits, token }: OpenMenu, id: string): Promise<PickOutcome> {
  const client = await openVault();
  if (client === null || waits === null || !(await tell<boolean>(tabId, documentId, { menuIs: "asked", token }))) return GONE;
  const held = await matchesForConditional(client, origin, waits.options);
  const found = held.find(({ item }) => item.id === id);
  if (found === undefined) return GONE;
  await end({ tabId, documentId, token });
  void noteUse();
  return (await openPicked({ ...waits, kind: "get", tabId, documentId, origin, relatedTo: relatedTo(origin, found.passkey), picked: id }))
    ? {}
    : GONE;
}

async function pick(opened: OpenMenu, id: string): Promise<PickOutcome> {
  const { tabId, documentId, token, kind, made } = opened;
  const { values: valuesOf, used } = OFFERINGS[kind];
  const [client, address] = await Promise.all([openVault(), addressOf(opened)]);
  if (client === null || address === null || !(await tell<boolean>(tabId, documentId, { menuIs: "asked", token }))) return GONE;
  const values = await valuesOf(client, { page: address, made }, id);
  if (values === null) return GONE;
  if (values === ASKS_FIRST) {
    await end(opened);
    await openPopup(await chrome.tabs.get(tabId));
    return {};
  }
  await forgetOpenMenu();
  const filled = await tell<Filled>(tabId, documentId, { menuIs: "picked", token, values });
  if (filled === null) return GONE;
  void noteUse();
  used(client, id);
  if (kind === "login" || kind === "code") await recordPicked(client, tabId, address, id);
  return filled.filled.length === 0 ? NOT_TAKEN : {};
}
