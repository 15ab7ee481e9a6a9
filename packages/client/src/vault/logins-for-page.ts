/** The logins that are for a page. It comes with the list of public suffixes, which is large, and nobody but the extension asks for it. */
import { lookAlikeOf } from "@coffer/core/items/look-alike";
import { type Address, addressesOf } from "@coffer/core/items/structured-fields";
import { rankMatch } from "@coffer/core/items/url-match";
import { inBatches } from "../batches.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { KnownRecord } from "../types.ts";
import { loadedScope, type VaultContext } from "./context.ts";

/**
 * Ids of the logins that are for a page, the best match first, and of those that match as well the one used last. It is looked up on this device: the server is asked nothing (decision Z-05).
 * @param page - a full web address.
 */
export async function findForPage(context: VaultContext, { page }: { readonly page: string }): Promise<string[]> {
  await loadedScope(context);
  const ranked = (await logins(context)).map(({ id, usedAt, addresses }) => {
    const ranks = addresses.map(({ url, match }) => rankMatch({ saved: url, mode: match, page }));
    return { id, usedAt, rank: Math.max(0, ...ranks) };
  });
  const found = ranked.filter(({ rank }) => rank > 0);
  return found.sort((a, b) => b.rank - a.rank || b.usedAt - a.usedAt).map(({ id }) => id);
}

/**
 * A site one has a login for that a page is made to look like, and is not. Looked up on this device as well.
 * @param page - a full web address. @returns null for none.
 */
export async function findLookAlike(context: VaultContext, { page }: { readonly page: string }): Promise<string | null> {
  await loadedScope(context);
  const addresses = (await logins(context)).flatMap((login) => login.addresses);
  return lookAlikeOf(
    page,
    addresses.flatMap(({ url, match }) => (match === "regex" ? [] : [url])),
  );
}

interface Login {
  readonly id: string;
  readonly usedAt: number;
  readonly addresses: readonly Address[];
}

/** Every login with the addresses that it is for. */
async function logins(context: VaultContext): Promise<Login[]> {
  const records = (await context.scopes()).flatMap(({ keys, records }) =>
    [...records.values()].filter(({ kind }) => kind === "password").map((record) => ({ keys, record })),
  );
  return inBatches(records, async ({ keys, record }) => ({
    id: record.id,
    usedAt: record.lastUsedAt ?? 0,
    addresses: await addressesIn(keys, record),
  }));
}

/** Of records that were opened for their addresses, for as long as the vault is open: pages change more often than entries do. */
const known = new WeakMap<KnownRecord, Promise<readonly Address[]>>();

function addressesIn(keys: Scope["keys"], record: KnownRecord): Promise<readonly Address[]> {
  const found = known.get(record) ?? readAddresses(keys, record);
  known.set(record, found);
  return found;
}

/** @returns none of what is not believed. */
async function readAddresses(keys: Scope["keys"], record: KnownRecord): Promise<readonly Address[]> {
  const { fields, state } = await openRecord(keys, record, ADDRESS_FIELDS);
  return state === "tampered" ? [] : addressesOf(fields);
}

/** What `addressesOf` reads. */
const ADDRESS_FIELDS = ["website_url", "url_match", "more_urls"] as const;
