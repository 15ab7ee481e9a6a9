/**
 * The trash: deleted items as the server still has them. They are in no head, so what comes back from it is judged by its seals alone;
 * restoring is an ordinary save of the next revision.
 */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import { fromWire, type SealedRecord, type WireRecord } from "@coffer/contract/record";
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { inBatches } from "../batches.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { refuseTampered } from "../sync/tampered.ts";
import type { TrashedItem } from "../types.ts";
import { inItsVault, itemOf } from "./contents.ts";
import { commit, loadedScope, type VaultContext } from "./context.ts";
import { type RecordContent, sealPut, sendTogether } from "./put.ts";
import { pull } from "./read.ts";

interface Trashed extends TrashedItem {
  readonly record: SealedRecord;
}

type Ids = { readonly ids: readonly string[] };

/** Deleted items with all their fields, the last deleted first; one that does not open is there and says so. */
export async function trash(context: VaultContext): Promise<TrashedItem[]> {
  await pull(context);
  const trashed = await readTrash(context, await context.scope());
  return trashed.map(({ item, deletedAt }) => ({ item, deletedAt }));
}

/**
 * Back to the old vault if there still is one, else to none; one commit. What is alive again already is left alone.
 * @throws AppError not_found when one was purged; ClientError when one does not open. Then none is restored.
 */
export async function restore(context: VaultContext, { ids }: Ids): Promise<void> {
  const scope = await loadedScope(context);
  const deadOnes = () => ids.filter((id) => !scope.records.has(id));
  const wanted = deadOnes();
  try {
    await restoreDead(context, wanted);
  } catch (error) {
    if (!isRefusal(error, "not_found")) throw error;
    await scope.pull();
    const left = deadOnes();
    if (left.length === wanted.length) throw error;
    await restoreDead(context, left); // another device was faster with the others
  }
}

/** Deletes for good. @throws AppError not_found when one is not in the trash; then none is purged. */
export async function purge({ call }: VaultContext, { ids }: Ids): Promise<void> {
  const [id, ...more] = ids;
  if (id === undefined) return;
  await (more.length === 0 ? call(api.vault.purge, { id }) : call(api.vault.purgeMany, { ids: [...ids] }));
}

/** @param wanted - absent for all. */
async function readTrash({ call }: VaultContext, scope: Scope, wanted?: ReadonlySet<string>): Promise<Trashed[]> {
  const { data } = await call(api.vault.listTrash, {});
  const entries = KIND_NAMES.flatMap((kind) => (data[kindOf(kind).list] ?? []).map((wire) => ({ kind, wire })));
  // What is alive by the head is not in the trash, whatever the server says.
  const dead = entries.filter(({ wire: { id } }) => !scope.records.has(id) && (!wanted || wanted.has(id)));
  const opened = await inBatches(dead, ({ kind, wire }) => openTrashed(scope, kind, wire), 100);
  return opened.sort((a, b) => b.deletedAt - a.deletedAt);
}

async function restoreDead(context: VaultContext, ids: readonly string[]): Promise<void> {
  await commit(context, async (scope) => {
    const wanted = new Set(ids.filter((id) => !scope.records.has(id)));
    const trashed = wanted.size > 0 ? await readTrash(context, scope, wanted) : [];
    if (trashed.length < wanted.size) throw new AppError("not_found");
    refuseTampered(trashed.map(({ item }) => item));
    const puts = await inBatches(trashed, ({ record, item }) => sealPut(context, scope, item.id, contentOf(scope, item), record));
    return sendTogether(context.call, puts);
  });
}

async function openTrashed({ keys }: Scope, kind: KindName, wire: WireRecord): Promise<Trashed> {
  const record = fromWire(kind, wire);
  const item = itemOf(kind, record, await openRecord(keys, record));
  return { record, item, deletedAt: Number(wire.deleted_at) };
}

/** Its times stay: being away in the trash was no edit. */
function contentOf({ records }: Scope, item: TrashedItem["item"]): RecordContent {
  const { kind, fields, favourite, updatedAt, categoryId } = inItsVault(records, item);
  return { kind, fields, favourite, updatedAt, categoryId };
}
