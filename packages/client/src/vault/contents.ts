/** From sealed records to what lists show. Each record is opened once; only those that changed are opened again. */
import type { SealedRecord } from "@coffer/contract/record";
import type { Item, Vault } from "@coffer/core/items/item";
import { type KindName, kindOf, type RecordKind, wireFields } from "@coffer/core/items/kinds";
import { inBatches } from "../batches.ts";
import type { ScopeKeys } from "../keyring.ts";
import { type OpenedRecord, openRecord } from "../sync/seal-record.ts";
import type { Contents } from "../types.ts";
import type { KnownOverview } from "./overview.ts";

type Opened = { readonly record: SealedRecord; readonly item: Item | null; readonly vault: Vault | null };
type Records = ReadonlyMap<string, SealedRecord>;

export class ContentsCache {
  readonly #opened = new Map<string, Opened>();

  get isEmpty(): boolean {
    return this.#opened.size === 0;
  }

  /**
   * Opens what is new in `records` and forgets what is gone.
   * @param known - overviews that need no opening, by record id; see Note: Known overviews (overview.ts).
   * @returns how many records had to be opened.
   */
  async refresh(keys: ScopeKeys, records: Records, known: ReadonlyMap<string, KnownOverview>): Promise<number> {
    const unknown: SealedRecord[] = [];
    for (const [id, record] of records) {
      const before = this.#opened.get(id);
      if (before?.record === record) continue;
      const there = withoutOpening(record, before, known.get(id));
      if (there) this.#opened.set(id, there);
      else unknown.push(record);
    }
    const opened = await inBatches(unknown, (record) => openForLists(keys, record));
    for (const one of opened) this.#opened.set(one.record.id, one);
    if (this.#opened.size > records.size) for (const id of this.#opened.keys()) if (!records.has(id)) this.#opened.delete(id);
    return opened.length;
  }

  /** What an earlier start may show without opening a record; a tampered one is looked at anew each time. */
  *overviews(): Generator<KnownOverview> {
    for (const { record, item } of this.#opened.values()) {
      if (!item || item.state === "tampered") continue;
      const { fields, state, createdAt, updatedAt } = item;
      yield { id: record.id, saveId: record.saveId, fields, state, createdAt, updatedAt };
    }
  }

  contents(): Contents {
    const items: Item[] = [];
    const vaults: Vault[] = [];
    const kindOfRecord = (id: string) => this.#opened.get(id)?.record.kind;
    for (const { item, vault } of this.#opened.values()) {
      if (item) items.push(inVaultOf(kindOfRecord, item));
      if (vault) vaults.push(vault);
    }
    return { items, vaults };
  }
}

/** Where an item lies: a vault that is gone leaves its items unassigned, whatever their row still says. */
export function vaultIdIn(records: Records, { categoryId }: Pick<SealedRecord, "categoryId">): string | null {
  return categoryId !== null && records.get(categoryId)?.kind === "category" ? categoryId : null;
}

export const inItsVault = (records: Records, item: Item): Item => inVaultOf((id) => records.get(id)?.kind, item);

function inVaultOf(kindOfRecord: (id: string) => RecordKind | undefined, item: Item): Item {
  const isThere = item.categoryId === null || kindOfRecord(item.categoryId) === "category";
  return isThere ? item : { ...item, categoryId: null };
}

/** @returns null when the record has to be opened. */
function withoutOpening(record: SealedRecord, before: Opened | undefined, known: KnownOverview | undefined): Opened | null {
  const { kind, saveId } = record;
  // Same save: only its place, favourite mark or last use changed, which are not sealed.
  if (before?.item && before.record.saveId === saveId) return { record, item: { ...before.item, ...unsealedPart(record) }, vault: null };
  if (known?.saveId !== saveId) return null;
  return kind === "category"
    ? { record, item: null, vault: vaultOf(record, known) }
    : { record, item: itemOf(kind, record, known), vault: null };
}

async function openForLists(keys: ScopeKeys, record: SealedRecord): Promise<Opened> {
  const { kind } = record;
  if (kind === "category") return { record, item: null, vault: vaultOf(record, await openRecord(keys, record)) };
  return { record, item: itemOf(kind, record, await openRecord(keys, record, kindOf(kind).overview)), vault: null };
}

const unsealedPart = ({ categoryId, favourite, lastUsedAt }: SealedRecord) => ({ categoryId, favourite, lastUsedAt });

/** In one's own scope everything is one's own, whatever a row says (security design §4). There is no other kind of scope yet. */
const OWN_RIGHTS = { isOwner: true, permission: "write" } as const;

/** An item as its record says; whether the vault it names is still there, `inItsVault` knows. */
export function itemOf(kind: KindName, record: SealedRecord, { fields, state, createdAt, updatedAt }: OpenedRecord): Item {
  const { id, scopeId, revision } = record;
  return {
    id,
    kind,
    scopeId,
    revision,
    fields,
    state,
    createdAt,
    updatedAt,
    holds: heldFields(kind, record),
    ...unsealedPart(record),
    ...OWN_RIGHTS,
  };
}

const heldFields = (kind: KindName, { fields }: SealedRecord): string[] =>
  wireFields(kind).flatMap(([name, wire]) => (wire in fields ? name : []));

export function vaultOf(record: SealedRecord, { fields, state, createdAt, updatedAt }: OpenedRecord): Vault {
  const { id, scopeId, revision } = record;
  const { name = "", description = "" } = fields;
  const [color, icon] = [record.color ?? "", record.icon ?? ""];
  return { id, scopeId, revision, name, description, color, icon, state, createdAt, updatedAt, ...OWN_RIGHTS };
}
