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
import { itemOf } from "./contents.ts";
import { sealPut } from "./put.ts";
import type { VaultAccess, VaultDeps } from "./vault.ts";

interface Trashed extends TrashedItem {
  readonly record: SealedRecord;
}

type Ids = { readonly ids: readonly string[] };

export function trashRoom(deps: VaultDeps, { commit, refresh, loaded }: VaultAccess) {
  const { call } = deps;

  /** @param wanted - absent for all. */
  async function load(scope: Scope, wanted?: ReadonlySet<string>): Promise<Trashed[]> {
    const { data } = await call(api.vault.listTrash, {});
    const entries = KIND_NAMES.flatMap((kind) => (data[kindOf(kind).list] ?? []).map((wire) => ({ kind, wire })));
    // What is alive by the head is not in the trash, whatever the server says.
    const dead = entries.filter(({ wire: { id } }) => !scope.records.has(id) && (!wanted || wanted.has(id)));
    const opened = await inBatches(dead, ({ kind, wire }) => openTrashed(scope, kind, wire), 100);
    return opened.sort((a, b) => b.deletedAt - a.deletedAt);
  }

  async function trash(): Promise<TrashedItem[]> {
    const scope = await deps.scope();
    await scope.pull();
    await refresh();
    return (await load(scope)).map(({ item, deletedAt }) => ({ item, deletedAt }));
  }

  async function restoreDead(ids: readonly string[]): Promise<void> {
    await commit(async (scope) => {
      const wanted = new Set(ids.filter((id) => !scope.records.has(id)));
      const trashed = wanted.size > 0 ? await load(scope, wanted) : [];
      if (trashed.length < wanted.size) throw new AppError("not_found");
      refuseTampered(trashed.map(({ item }) => item));
      const changes = await inBatches(trashed, ({ record, item }) => sealPut(deps, scope, item.id, contentOf(scope, item), record));
      return { changes, send: (write) => call(api.vault.commit, { ...write, changes }) };
    });
  }

  /**
   * Back to the old vault if there still is one, else to none; one commit. What is alive again already is left alone.
   * @throws AppError not_found when one was purged; ClientError when one does not open. Then none is restored.
   */
  async function restore({ ids }: Ids): Promise<void> {
    const scope = await loaded();
    const deadOnes = () => ids.filter((id) => !scope.records.has(id));
    const wanted = deadOnes();
    try {
      await restoreDead(wanted);
    } catch (error) {
      if (!isRefusal(error, "not_found")) throw error;
      await scope.pull();
      const left = deadOnes();
      if (left.length === wanted.length) throw error;
      await restoreDead(left); // another device was faster with the others
    }
  }

  return {
    /** Deleted items with all their fields, the last deleted first; one that does not open is there and says so. */
    trash,
    restore,
    /** Deletes for good. @throws AppError not_found when one is not in the trash; then none is purged. */
    purge: async ({ ids }: Ids): Promise<void> => {
      const [id, ...more] = ids;
      if (id === undefined) return;
      await (more.length === 0 ? call(api.vault.purge, { id }) : call(api.vault.purgeMany, { ids: [...ids] }));
    },
  };
}

async function openTrashed({ keys }: Scope, kind: KindName, wire: WireRecord): Promise<Trashed> {
  const record = fromWire(kind, wire);
  const item = itemOf(kind, record, await openRecord(keys, record));
  return { record, item, deletedAt: Number(wire.deleted_at) };
}

/** Its times stay: being away in the trash was no edit. */
function contentOf({ records }: Scope, { kind, fields, favourite, categoryId, updatedAt }: TrashedItem["item"]) {
  const isVaultThere = categoryId !== null && records.get(categoryId)?.kind === "category";
  return { kind, fields, favourite, updatedAt, categoryId: isVaultThere ? categoryId : null };
}
