/** Finds the logins for a page. Loaded separately: it needs the large list of public suffixes, and only the extension uses it. */

import type { FieldValues } from "@coffer/core/items/item";
import { lookAlikeOf } from "@coffer/core/items/look-alike";
import { type Address, addressesOf } from "@coffer/core/items/structured-fields";
import { rankMatch } from "@coffer/core/items/url-match";
import { inBatches } from "../batches.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { KnownRecord } from "../types.ts";
import { loadedScope, type VaultContext } from "./context.ts";
import type { WaitingEdit } from "./waiting/waiting-list.ts";

/**
 * Ids of the logins for a page: the user's own first, of each the best match first, equal matches by last use. Which address another's login has, and when it was used
 * last, is up to that person: neither brings it before an own one. Looked up on this device, without the server (decision Z-05).
 * @param page - a full web address.
 */
export async function findForPage(context: VaultContext, { page }: { readonly page: string }): Promise<string[]> {
  await loadedScope(context);
  const ranked = (await logins(context)).map(({ id, isOwn, usedAt, addresses }) => {
    const ranks = addresses.map(({ url, match }) => rankMatch({ saved: url, mode: match, page }));
    return { id, isOwn, usedAt, rank: Math.max(0, ...ranks) };
  });
  const found = ranked.filter(({ rank }) => rank > 0);
  return found.sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.rank - a.rank || b.usedAt - a.usedAt).map(({ id }) => id);
}

/**
 * A site with a saved login that a page imitates. Looked up on this device too.
 * @param page - a full web address. @returns null for none.
 */
export async function findLookAlike(context: VaultContext, { page }: { readonly page: string }): Promise<string | null> {
  await loadedScope(context);
  const all = await logins(context);
  const sitesOf = (some: readonly Login[]): string[] =>
    some.flatMap(({ addresses }) => addresses.flatMap(({ url, match }) => (match === "regex" ? [] : [url])));
  // A login that another person has shared vouches for no site: it may be there so that nothing is said.
  return lookAlikeOf(page, sitesOf(all), sitesOf(all.filter(({ isOwn }) => isOwn)));
}

interface Login {
  readonly id: string;
  /** In a scope of the user's own. */
  readonly isOwn: boolean;
  /** Zero for another's: its owner's use is told, and not the user's. */
  readonly usedAt: number;
  readonly addresses: readonly Address[];
}

interface Held extends Omit<Login, "addresses"> {
  /** Those that say its addresses. */
  readonly fields: FieldValues;
}

/** Every login with its addresses, as lists show them: what waits for the server is found, or not, by what it will be. */
async function logins(context: VaultContext): Promise<Login[]> {
  const records = (await context.scopes()).flatMap(({ keys, records }) =>
    [...records.values()].filter(({ kind }) => kind === "password").map((record) => ({ keys, record })),
  );
  const held = await inBatches(records, async ({ keys, record }) => ({
    id: record.id,
    isOwn: keys.rights.isOwner,
    usedAt: keys.rights.isOwner ? (record.lastUsedAt ?? 0) : 0,
    fields: await fieldsOf(keys, record),
  }));
  const waiting = new Map(context.shown.overlay?.edits.map((edit) => [edit.id, edit]));
  const known = new Set(held.map(({ id }) => id));
  const isMade = ({ id, base, draft }: WaitingEdit): boolean => base === null && draft?.kind === "password" && !known.has(id);
  const made = [...waiting.values()].filter(isMade).map(({ id }) => ({ id, ...NEW }));
  return [...held, ...made].flatMap(({ fields, ...login }) => {
    const edit = waiting.get(login.id);
    return edit?.isDeleted ? [] : [{ ...login, addresses: addressesOf({ ...fields, ...edit?.draft?.fields }) }];
  });
}

/** What waits without having been there is the user's own: it waits for no one else's vault (waiting-verbs.ts). */
const NEW: Omit<Held, "id"> = { isOwn: true, usedAt: 0, fields: {} };

/** Of opened records, cached while the vault is open: pages change more often than records. */
const opened = new WeakMap<KnownRecord, Promise<FieldValues>>();

function fieldsOf(keys: Scope["keys"], record: KnownRecord): Promise<FieldValues> {
  const found = opened.get(record) ?? readFields(keys, record);
  opened.set(record, found);
  return found;
}

/** @returns none for a tampered record. */
async function readFields(keys: Scope["keys"], record: KnownRecord): Promise<FieldValues> {
  const { fields, state } = await openRecord(keys, record, ADDRESS_FIELDS);
  return state === "tampered" ? {} : fields;
}

/** The fields `addressesOf` reads. */
const ADDRESS_FIELDS = ["website_url", "url_match", "more_urls"] as const;
