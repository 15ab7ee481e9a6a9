/** Finds the logins for a page. Loaded separately: it needs the large list of public suffixes, and only the extension uses it. */

import type { FieldValues } from "@coffer/core/items/item";
import { lookAlikeOf } from "@coffer/core/items/look-alike";
import { addressesOf } from "@coffer/core/items/structured-fields";
import { rankOn, readPage, readSaved, type SavedAddress } from "@coffer/core/items/url-match";
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
  const at = readPage(page);
  const ranked = (await logins(context)).map(({ id, isOwn, usedAt, addresses }) => {
    const ranks = addresses.map((saved) => rankOn(saved, at));
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
    some.flatMap(({ addresses }) => addresses.flatMap(({ mode, on }) => (mode === "regex" ? [] : (on("https:")?.site ?? []))));
  // A login that another person has shared vouches for no site: it may be there so that nothing is said.
  return lookAlikeOf(page, sitesOf(all), sitesOf(all.filter(({ isOwn }) => isOwn)));
}

interface Login {
  readonly id: string;
  /** In a scope of the user's own. */
  readonly isOwn: boolean;
  /** Zero for another's: its owner's use is told, and not the user's. */
  readonly usedAt: number;
  readonly addresses: readonly SavedAddress[];
}

/** What a record says of its addresses. */
interface Opened {
  readonly fields: FieldValues;
  readonly addresses: readonly SavedAddress[];
}

interface Held extends Login, Opened {}

/** Every login with its addresses, as lists show them: what waits for the server is found, or not, by what it will be. */
async function logins(context: VaultContext): Promise<Login[]> {
  const records = (await context.scopes()).flatMap(({ keys, records }) =>
    [...records.values()].filter(({ kind }) => kind === "password").map((record) => ({ keys, record })),
  );
  const held = await inBatches(records, async ({ keys, record }) => ({
    id: record.id,
    isOwn: keys.rights.isOwner,
    usedAt: keys.rights.isOwner ? (record.lastUsedAt ?? 0) : 0,
    ...(await openedOf(keys, record)),
  }));
  const waiting = new Map(context.shown.overlay?.edits.map((edit) => [edit.id, edit]));
  const known = new Set(held.map(({ id }) => id));
  const isMade = ({ id, base, draft }: WaitingEdit): boolean => base === null && draft?.kind === "password" && !known.has(id);
  const made = [...waiting.values()].filter(isMade).map(({ id }) => ({ id, ...NEW }));
  return [...held, ...made].flatMap(({ fields, ...login }) => {
    const edit = waiting.get(login.id);
    if (edit?.isDeleted) return [];
    return [edit?.draft ? { ...login, ...read({ ...fields, ...edit.draft.fields }) } : login];
  });
}

/** What waits without having been there is the user's own: it waits for no one else's vault (waiting-verbs.ts). */
const NEW: Omit<Held, "id"> = { isOwn: true, usedAt: 0, fields: {}, addresses: [] };

/** Of records of this revision, as long as their scope is open: it forgets them with its key. Pages change more often than records. */
const opened = new WeakMap<KnownRecord, Promise<Opened>>();

function openedOf(keys: Scope["keys"], record: KnownRecord): Promise<Opened> {
  const found = opened.get(record) ?? open(keys, record);
  opened.set(record, found);
  return found;
}

/** @returns none for a tampered record. */
async function open(keys: Scope["keys"], record: KnownRecord): Promise<Opened> {
  const { fields, state } = await openRecord(keys, record, ADDRESS_FIELDS);
  return read(state === "tampered" ? {} : fields);
}

const read = (fields: FieldValues): Opened => ({ fields, addresses: addressesOf(fields).map(({ url, match }) => readSaved(url, match)) });

/** The fields `addressesOf` reads. */
const ADDRESS_FIELDS = ["website_url", "url_match", "more_urls"] as const;
