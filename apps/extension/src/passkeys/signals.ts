/**
 * What a site says of its passkeys without being asked (Signal API): that it does not know one, which it accepts of an account, how the account is called now. It is heard of its own RP ID alone, hides and
 * never deletes, and says nothing back; the browser is told first, and what it refuses does not get here.
 */
import type { Client } from "@coffer/client";
import { draftOf, type Item } from "@coffer/core/items/item";
import { readPasskeys } from "@coffer/core/items/passkeys";
import { SIGNALLED } from "../storage-keys.ts";
import { hasKeys } from "../while-open.ts";
import { noteChange, openVault } from "../worker/vault.ts";
import { noteKnown } from "./known-passkeys.ts";
import type { SignalKind } from "./messages.ts";
import { readSignal, withSignal } from "./signal-changes.ts";

/** Of one RP ID, until the vault is locked: ids of accounts are guessed by a page of the same site, and not one after the other. */
const MOST_HEARD = 20;

/** @param origin - of the page, as the browser says. While the vault is locked nothing is heard: a site says it again at the next sign-in. */
export async function hearSignal(kind: SignalKind, origin: string, text: string): Promise<void> {
  const heard = readSignal(kind, origin, text);
  const client = heard !== null && (await hasKeys()) ? await openVault() : null;
  if (heard === null || client === null) return;
  const { rpId, said } = heard;
  const { vault } = client;
  const { items } = vault.contents() ?? (await vault.local()) ?? (await vault.pull());
  const isOfSite = ({ fields }: Item): boolean => readPasskeys(fields.x_passkeys ?? "").some((passkey) => passkey.rpId === rpId);
  if (!items.some(isOfSite) || !(await isHeard(rpId))) return;
  const now = Date.now();
  const changes = (item: Item): boolean => {
    const { x_passkeys = "" } = item.fields;
    return item.permission === "write" && item.state === "intact" && withSignal(x_passkeys, rpId, kind, said, now) !== x_passkeys;
  };
  for (const { id } of items.filter(changes)) await save(client, id, (list) => withSignal(list, rpId, kind, said, now));
  await noteKnown(client);
  await noteChange();
}

/** As any edit: the version of before stays in the history of the login. */
async function save({ vault }: Client, id: string, change: (list: string) => string): Promise<void> {
  const base = await vault.open({ id });
  const x_passkeys = change(base.fields.x_passkeys ?? "");
  await vault.update({ base, draft: { ...draftOf(base), fields: { ...base.fields, x_passkeys } } });
}

async function isHeard(rpId: string): Promise<boolean> {
  const { [SIGNALLED]: kept } = await chrome.storage.session.get(SIGNALLED);
  const counts = (kept ?? {}) as Readonly<Record<string, number>>; // our own, from a storage that only we write
  const count = Object.hasOwn(counts, rpId) ? (counts[rpId] ?? 0) : 0;
  if (count >= MOST_HEARD) return false;
  await chrome.storage.session.set({ [SIGNALLED]: { ...counts, [rpId]: count + 1 } });
  return true;
}
