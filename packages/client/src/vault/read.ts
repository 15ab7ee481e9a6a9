/** Reading: the contents of lists, and records with all their fields. */
import { AppError } from "@coffer/contract/errors";
import type { SealedRecord } from "@coffer/contract/record";
import { fieldsOnDemand } from "@coffer/core/items/fields-on-demand";
import type { Item } from "@coffer/core/items/item";
import { isItemKind, type KindName } from "@coffer/core/items/kinds";
import { inBatches } from "../batches.ts";
import { loadPart } from "../lazy-load.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { Contents, KnownRecord } from "../types.ts";
import { itemOf } from "./contents.ts";
import { loadedScope, scopeOf, type VaultContext } from "./context.ts";
import { purgeExpired } from "./purge-expired.ts";
import { hasOwnId, withShownVault } from "./shown-vault.ts";

export type ItemRecord = KnownRecord & { readonly kind: KindName };
export const isItem = (record: KnownRecord): record is ItemRecord => isItemKind(record.kind);

/** The items of a scope that this version knows, optionally only `ids`. */
export const itemsIn = ({ records }: Scope, ids?: readonly string[]): ItemRecord[] => {
  const wanted = ids && new Set(ids);
  return [...records.values()].filter(isItem).filter(({ id }) => !wanted || wanted.has(id));
};

/**
 * The first rows of what `atOnce` gives, from one sealed text: of each kind the first in the order of their names. Nothing may be counted by it, nor missed in it.
 * @returns null when there is none, it is of another time, or all of it is there as soon.
 */
export const beginning = ({ shown }: VaultContext): Promise<Contents | null> => shown.beginning();

/**
 * What this device showed last, from its sealed overviews alone: no record is read for it. It is what the newest head shows that this device has verified, but for
 * what others share and what was tampered with; `local` follows and says what it finds. @returns null when there is none, or it is of another time.
 */
export const atOnce = ({ shown }: VaultContext): Promise<Contents | null> => shown.atOnce();

/** What this device has, without the server. @returns null when it has nothing yet. @throws ClientError when the session is locked or over. */
export async function local({ scope, loadShared, shown }: VaultContext): Promise<Contents | null> {
  if (!(await (await scope()).load())) return null;
  await loadShared().catch(() => undefined); // own items are shown anyway
  return shown.refresh();
}

/**
 * Pulls from the server; the store is written a moment later. @throws IntegrityError when the answer contradicts what this device has
 * seen; the lists stay then.
 */
export async function pull(context: VaultContext): Promise<Contents> {
  const scope = await context.scope();
  await scope.pull();
  await context.pullShared();
  await purgeExpired(context);
  const contents = await context.shown.refresh();
  const changed = contents.items.filter(({ fields }) => fields.x_passkeys?.includes('"removed"'));
  if (changed.length > 0) await purgePasskeys(context, changed).catch(() => undefined); // another pull tries again
  void scope.persist();
  void context.pulled().catch(() => undefined); // another pull does it
  if (scope.trust) void sealVersionsAgain(context).catch(() => undefined); // another pull goes on
  return context.shown.contents ?? contents;
}

const sealVersionsAgain = async (context: VaultContext): Promise<unknown> =>
  (await loadPart(() => import("./seal-versions.ts"))).sealVersionsAgain(context);

const purgePasskeys = async (...what: Parameters<typeof import("./purge-passkeys.ts")["purgePasskeys"]>): Promise<void> =>
  (await loadPart(() => import("./purge-passkeys.ts"))).purgePasskeys(...what);

/** The current contents; null before the first load and after a lock. Makes no call. */
export const contents = ({ shown }: VaultContext): Contents | null => shown.contents;

/** What the server has of records, as it gave them, in the order of `ids`; those that no open scope has are left out. */
export async function sealedRecords({ scopes }: VaultContext, { ids }: { readonly ids: readonly string[] }): Promise<SealedRecord[]> {
  const all = await scopes();
  return ids.flatMap((id) => all.flatMap(({ records, trashed }) => records.get(id) ?? trashed.get(id) ?? []).slice(0, 1));
}

/** `withKeys`: with the fields too that are opened on demand alone; for a copy of the whole item. */
interface Opening {
  readonly withKeys?: boolean | undefined;
}

/** An item with all its fields but those opened on demand; its `state` shows tampering. @throws AppError not_found, also for a vault. */
export async function open(context: VaultContext, { id, withKeys }: { readonly id: string } & Opening): Promise<Item> {
  const scope = await scopeOf(context, id);
  const record = scope.records.get(id);
  if (!record || !isItem(record)) throw new AppError("not_found");
  return openItem(await context.scopes(), scope, record, withKeys);
}

async function openItem(places: readonly Scope[], { keys }: Scope, record: ItemRecord, withKeys = false): Promise<Item> {
  const opened = await openRecord(keys, record, undefined, withKeys ? [] : fieldsOnDemand(record.kind));
  return withShownVault(places, itemOf(record.kind, record, opened, keys.rights));
}

/** @param places - scopes in which their vaults can be. @returns the items in the order of `records`; `state` shows tampering. */
export const openAll = (places: readonly Scope[], scope: Scope, records: readonly ItemRecord[], withKeys?: boolean): Promise<Item[]> =>
  inBatches(records, (record) => openItem(places, scope, record, withKeys), 100);

/** Items as `open` gives them, optionally only `ids`. Ids that are gone are left out. */
export async function openMany(
  context: VaultContext,
  { ids, withKeys }: { readonly ids?: readonly string[] } & Opening = {},
): Promise<Item[]> {
  await loadedScope(context);
  const all = await context.scopes();
  const shownOf = (scope: Scope): ItemRecord[] => itemsIn(scope, ids).filter(({ id }) => !hasOwnId(all, scope, id));
  return (await Promise.all(all.map((scope) => openAll(all, scope, shownOf(scope), withKeys)))).flat();
}
