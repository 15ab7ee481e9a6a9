/** From sealed records to what lists show. Each record is opened once; only those that changed are opened again. */
import type { SealedRecord } from "@coffer/contract/record";
import type { Item, Vault } from "@coffer/core/items/item";
import { type KindName, kindOf, wireFields } from "@coffer/core/items/kinds";
import { inBatches } from "../batches.ts";
import type { ScopeKeys } from "../keyring.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { Contents } from "../types.ts";
import type { KeptOverview } from "./overview-cache.ts";

type Opened = { readonly record: SealedRecord; readonly item: Item | null; readonly vault: Vault | null };

export class ContentsCache {
  #opened = new Map<string, Opened>();

  get isEmpty(): boolean {
    return this.#opened.size === 0;
  }

  /**
   * Opens what is new in `records` and forgets what is gone.
   * @param kept - overviews of an earlier start; see Note: Kept overviews (overview-cache.ts).
   */
  async refresh(
    keys: ScopeKeys,
    records: ReadonlyMap<string, SealedRecord>,
    kept?: ReadonlyMap<string, KeptOverview>,
  ): Promise<{ readonly contents: Contents; readonly openedCount: number }> {
    const next = new Map<string, Opened>();
    const changed: SealedRecord[] = [];
    for (const [id, record] of records) {
      const known = this.#opened.get(id);
      if (known && known.record === record) next.set(id, known);
      else changed.push(record);
    }
    const unkept: SealedRecord[] = [];
    for (const record of changed) {
      const overview = kept?.get(record.id);
      if (overview && overview.saveId === record.saveId && record.kind !== "category")
        next.set(record.id, { record, item: itemOf(record.kind, record, overview), vault: null });
      else unkept.push(record);
    }
    const opened = await inBatches(unkept, (record) => openForLists(keys, record, this.#opened.get(record.id)));
    for (const one of opened) next.set(one.record.id, one);
    this.#opened = next;
    return { contents: this.contents(), openedCount: opened.length };
  }

  /** What an earlier start may show without opening a record; a tampered one is looked at anew each time. */
  *overviews(): Generator<KeptOverview> {
    for (const { record, item } of this.#opened.values()) {
      if (!item || item.state === "tampered") continue;
      const { fields, state, createdAt, updatedAt } = item;
      yield { id: record.id, saveId: record.saveId, fields, state, createdAt, updatedAt };
    }
  }

  contents(): Contents {
    const all = [...this.#opened.values()];
    const vaults = all.flatMap(({ vault }) => vault ?? []);
    const known = new Set(vaults.map(({ id }) => id));
    // A vault that is gone leaves its items unassigned, whatever their row still says.
    const items = all.flatMap(({ item }) => item ?? []);
    return {
      items: items.map((item) => (item.categoryId && !known.has(item.categoryId) ? { ...item, categoryId: null } : item)),
      vaults,
    };
  }
}

async function openForLists(keys: ScopeKeys, record: SealedRecord, before: Opened | undefined): Promise<Opened> {
  const { kind } = record;
  if (kind === "category") return { record, item: null, vault: vaultOf(record, await openRecord(keys, record)) };
  // Same save: only its place, favourite mark or last use changed, which are not sealed.
  if (before?.item && before.record.saveId === record.saveId)
    return { record, item: { ...before.item, ...clearPart(record) }, vault: null };
  const opened = await openRecord(keys, record, kindOf(kind).overview);
  return { record, item: itemOf(kind, record, opened), vault: null };
}

type OpenedRecord = Awaited<ReturnType<typeof openRecord>>;

const clearPart = ({ categoryId, favourite, lastUsedAt, isOwner, permission }: SealedRecord) => ({
  categoryId,
  favourite,
  lastUsedAt,
  isOwner,
  permission,
});

export function itemOf(kind: KindName, record: SealedRecord, { fields, state, createdAt, updatedAt }: OpenedRecord): Item {
  const { id, scopeId, revision } = record;
  return { id, kind, scopeId, revision, fields, state, createdAt, updatedAt, holds: heldFields(kind, record), ...clearPart(record) };
}

const heldFields = (kind: KindName, { fields }: SealedRecord): string[] =>
  wireFields(kind).flatMap(([name, wire]) => (wire in fields ? name : []));

export function vaultOf(record: SealedRecord, { fields, state, createdAt, updatedAt }: OpenedRecord): Vault {
  const { id, scopeId, revision, isOwner, permission } = record;
  const { name = "", description = "" } = fields;
  const [color, icon] = [record.color ?? "", record.icon ?? ""];
  return { id, scopeId, revision, name, description, color, icon, state, createdAt, updatedAt, isOwner, permission };
}
