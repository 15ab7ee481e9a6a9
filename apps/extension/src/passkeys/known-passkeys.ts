/**
 * Which passkeys the open vault has, by site: ids and nothing else, in the browser's memory, so that a worker that has just woken knows at once whether a site's question
 * is for us. Gone with the keys.
 */
import type { Client } from "@coffer/client";
import { readPasskeys } from "@coffer/core/items/passkeys";
import { PASSKEYS } from "../storage-keys.ts";
import { hasKeys } from "../while-open.ts";

export interface KnownPasskeys {
  /** RP ID → ids of its passkeys. */
  readonly bySite: Readonly<Record<string, readonly string[]>>;
  /** Hosts where the person wants the browser to answer. */
  readonly elsewhere: readonly string[];
}

/** What is offered: not what a person has removed, nor what a site says it does not know. */
export const isOffered = ({ state }: { readonly state: string }): boolean => state === "kept" || state === "unconfirmed";

let noted = "";

/** Call when the vault is locked or the session ends. */
export function forgetKnown(): void {
  noted = "";
}

/** Call when the vault is open; what has not changed is not written again. */
export async function noteKnown({ vault, sites }: Client): Promise<void> {
  const items = vault.contents()?.items;
  if (items === undefined) return;
  const bySite: Record<string, string[]> = Object.create(null);
  for (const { fields } of items)
    for (const passkey of readPasskeys(fields.x_passkeys ?? ""))
      if (isOffered(passkey)) bySite[passkey.rpId] = [...(bySite[passkey.rpId] ?? []), passkey.id];
  const known: KnownPasskeys = { bySite, elsewhere: await sites.hosts("passkeys-elsewhere") };
  const text = JSON.stringify(known);
  if (text === noted && (await knownPasskeys()) !== null) return;
  noted = text;
  await chrome.storage.session.set({ [PASSKEYS]: known });
  // Locked meanwhile: what a lock takes away does not come back by this.
  if (await hasKeys()) return;
  forgetKnown();
  await chrome.storage.session.remove(PASSKEYS);
}

/** @returns null while the vault is locked, and before it was first opened. */
export async function knownPasskeys(): Promise<KnownPasskeys | null> {
  const { [PASSKEYS]: kept } = await chrome.storage.session.get(PASSKEYS);
  return (kept as KnownPasskeys | undefined) ?? null; // our own, from a storage that only we write
}
