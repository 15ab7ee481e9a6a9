/**
 * The trash: deleted records that the head still lists (security design §4). It is read from this device; restoring is an ordinary save
 * of the next revision.
 */
import { api } from "@coffer/contract/api";
import { AppError } from "@coffer/contract/errors";
import { inBatches } from "../batches.ts";
import { ConnectionError } from "../errors.ts";
import { refuseTampered } from "../sync/refuse-tampered.ts";
import type { Scope } from "../sync/scope.ts";
import { headOf } from "../sync/scope-deps.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { TrashedItem } from "../types.ts";
import { inParts } from "./commit-parts.ts";
import { itemOf } from "./contents.ts";
import { byScope, commit, requireOwnItems, type VaultContext, type VaultPlan } from "./context.ts";
import { isOver } from "./purge-expired.ts";
import { type ItemRecord, isItem, pull } from "./read.ts";
import { type RecordContent, sealWrite, sendTogether } from "./record-writes.ts";
import { withShownVault } from "./shown-vault.ts";

interface Trashed extends TrashedItem {
  readonly record: ItemRecord;
}

type Ids = { readonly ids: readonly string[] };

/** Deleted items with all their fields, last deleted first; `state` shows tampering. Offline: those this device knows of. */
export async function trash(context: VaultContext): Promise<TrashedItem[]> {
  await pull(context).catch((error: unknown) => {
    if (!(error instanceof ConnectionError) || !context.shown.contents) throw error;
  });
  const all = await context.scopes();
  const opened: Trashed[] = [];
  for (const scope of all) {
    const kept = [...scope.trashed.values()].filter((record) => !isOver(record, context.now()));
    // In someone else's vault only own items.
    opened.push(...(await openTrashed(scope, kept.filter(isItem))).filter(({ item }) => item.isOwner));
  }
  return opened.sort((a, b) => b.deletedAt - a.deletedAt).map(({ item, deletedAt }) => ({ item, deletedAt }));
}

/**
 * Restores items to their old vault if it still exists; one commit, or several for very many items. Items that are live again are left
 * alone.
 * @throws AppError not_found when one was purged; ClientError when one does not open. Then nothing in its commit is restored.
 */
export async function restore(context: VaultContext, { ids }: Ids): Promise<void> {
  for (const [scope, own] of await byScope(context, ids))
    for (const part of await inParts(context, own)) await restorePart(context, scope, part);
}

async function restorePart(context: VaultContext, within: Scope, ids: readonly string[]): Promise<void> {
  const plan = async (scope: Scope, places: readonly Scope[]) => {
    const wanted = [...new Set(ids)].filter((id) => !scope.records.has(id));
    await requireOwnItems(scope, wanted);
    const trashed = await openTrashed(scope, wanted.flatMap((id) => scope.trashed.get(id) ?? []).filter(isItem));
    if (trashed.length < wanted.length) throw new AppError("not_found");
    refuseTampered(trashed.map(({ item }) => item));
    const puts = await inBatches(trashed, ({ record, item }) => sealWrite(context, scope, item.id, contentOf(places, item), record));
    return sendTogether(context.call, puts);
  };
  await commit(context, plan, within);
}

/** Deletes permanently. @throws AppError not_found when one is not in the trash; then none is purged. */
export async function purge(context: VaultContext, { ids }: Ids): Promise<void> {
  for (const [scope, own] of await byScope(context, ids)) await purgeIn(context, scope, own);
}

async function purgeIn(context: VaultContext, within: Scope, wanted: readonly string[]): Promise<void> {
  const { call } = context;
  const [id, ...more] = wanted;
  if (id === undefined) return;
  const plan = async ({ trashed }: Scope): Promise<VaultPlan> => {
    if (wanted.some((one) => !trashed.has(one))) throw new AppError("not_found");
    return {
      changes: wanted.map((one) => ({ op: "purge", id: one }) as const),
      send: (write) =>
        more.length === 0
          ? call(api.vault.purge, { id, ...headOf(write) })
          : call(api.vault.purgeMany, { ids: [...wanted], ...headOf(write) }),
    };
  };
  await commit(context, plan, within);
}

const openTrashed = ({ keys }: Scope, records: readonly ItemRecord[]): Promise<Trashed[]> =>
  inBatches(
    records,
    async (record) => ({
      record,
      item: itemOf(record.kind, record, await openRecord(keys, record), keys.rights),
      deletedAt: record.trashedAt ?? 0,
    }),
    100,
  );

/** Its times stay: time in the trash is no edit. */
function contentOf(places: readonly Scope[], item: TrashedItem["item"]): RecordContent {
  const { kind, fields, favourite, updatedAt, categoryId } = withShownVault(places, item);
  return { kind, fields, favourite, updatedAt, categoryId };
}
