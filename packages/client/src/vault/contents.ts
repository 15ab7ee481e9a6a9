/** Turns sealed records into what lists show. Each record is opened once; only changed ones are opened again. */
import type { SealedRecord } from "@coffer/contract/record";
import type { Item, Named, Vault } from "@coffer/core/items/item";
import { isItemKind, type KindName, kindOf, wireFields } from "@coffer/core/items/kinds";
import { inBatches } from "../batches.ts";
import type { ScopeKeys, ScopeRights } from "../keyring.ts";
import { makerOf } from "../sync/makers.ts";
import { type OpenedRecord, openRecord } from "../sync/seal-record.ts";
import type { Contents } from "../types.ts";
import type { KnownOverview } from "./overview.ts";

interface Opened {
  readonly record: SealedRecord;
  /** The rights at that time: another grant opens the same record with other rights. */
  readonly rights: ScopeRights;
  readonly item: Item | null;
  readonly vault: Vault | null;
  /** The person it belongs to, if not the owner of its scope. */
  readonly owner?: Named | undefined;
  /** On its way back to the person it belongs to: no longer shown. */
  readonly isLeaving?: boolean;
}
type Records = ReadonlyMap<string, SealedRecord>;

interface Foreseen {
  readonly keys: ScopeKeys;
  readonly opening: Promise<OpenedRecord>;
}

/** The parts of a scope that lists need. */
export interface Source {
  readonly keys: ScopeKeys;
  readonly records: Records;
}

export class ContentsCache {
  readonly #opened = new Map<string, Opened>();
  /** Records opened before they are verified, by their fields, so that they are forgotten together. */
  readonly #foreseen = new WeakMap<SealedRecord["fields"], Foreseen>();
  #later = 0;

  get isEmpty(): boolean {
    return this.#opened.size === 0;
  }

  /**
   * Opens what is new in the scopes and forgets what is gone.
   * @param known - overviews that need no opening, by record id; see Note: Known overviews (overview.ts).
   * @returns how many records had to be opened.
   */
  async refresh(sources: readonly Source[], known: ReadonlyMap<string, KnownOverview>): Promise<number> {
    const unknown: (readonly [ScopeKeys, SealedRecord])[] = [];
    this.#later = 0;
    for (const { keys, records } of sources) {
      for (const [id, record] of records) {
        if (!isShown(record)) {
          this.#later++;
          continue;
        }
        const before = this.#opened.get(id);
        if (before?.record === record && before.rights === keys.rights) continue;
        const there = withoutOpening(keys.rights, record, before, known.get(id));
        if (there) this.#opened.set(id, there);
        else unknown.push([keys, record]);
      }
    }
    const opened = await inBatches(unknown, async ([keys, record]) => openedOf(record, await this.#openingOf(keys, record), keys.rights));
    for (const one of opened) this.#opened.set(one.record.id, one);
    const count = sources.reduce((sum, { records }) => sum + records.size, 0);
    const isThere = (id: string): boolean => sources.some(({ records }) => records.has(id));
    if (this.#opened.size + this.#later > count) for (const id of this.#opened.keys()) if (!isThere(id)) this.#opened.delete(id);
    return opened.length;
  }

  /** Starts opening a record that may be shown later; it is not visible until it is verified. */
  openEarly(keys: ScopeKeys, record: SealedRecord): void {
    if (!isShown(record) || record.trashedAt !== null) return;
    const opening = openForLists(keys, record);
    opening.catch(() => undefined); // the error goes to the caller that asks for it
    this.#foreseen.set(record.fields, { keys, opening });
  }

  #openingOf(keys: ScopeKeys, record: SealedRecord): Promise<OpenedRecord> {
    const foreseen = this.#foreseen.get(record.fields);
    return foreseen?.keys === keys ? foreseen.opening : openForLists(keys, record);
  }

  /** What an earlier start can show without opening records of that scope; tampered ones are checked again each time. */
  *overviews(scopeId: string): Generator<KnownOverview> {
    for (const { record, item, owner } of this.#opened.values()) {
      if (!item || item.state === "tampered" || record.scopeId !== scopeId) continue;
      const { fields, state, createdAt, updatedAt, author } = item;
      const people = { ...(author && { author }), ...(owner && { owner }) };
      yield { id: record.id, saveId: record.saveId, fields, state, createdAt, updatedAt, ...people };
    }
  }

  contents(): Contents {
    const items: Item[] = [];
    const vaults: Vault[] = [];
    const vaultById = (id: string) => this.#opened.get(id)?.vault;
    for (const { item, vault, isLeaving } of this.#opened.values()) {
      if (item && !isLeaving) items.push(inVaultOf(vaultById, item));
      if (vault) vaults.push(vault);
    }
    return { items, vaults, ...(this.#later > 0 && { later: this.#later }) };
  }
}

/** See Note: Later kinds (core). */
const isShown = ({ kind }: SealedRecord): boolean => kind === "category" || isItemKind(kind);

/** The vault an item is shown in: if the vault is gone, the item is unassigned, whatever its row says. */
export function vaultIdIn(places: readonly Pick<Source, "records">[], { categoryId }: Pick<SealedRecord, "categoryId">): string | null {
  const isThere = categoryId !== null && places.some(({ records }) => records.get(categoryId)?.kind === "category");
  return isThere ? categoryId : null;
}

/** @param places - scopes in which its vault can be. */
export function inItsVault(places: readonly Source[], item: Item): Item {
  const find = (id: string): HeldVault | null => {
    const source = places.find(({ records }) => records.get(id)?.kind === "category");
    if (!source) return null;
    const { isOwner, sharedBy } = source.keys.rights;
    return { scopeId: source.keys.scopeId, isOwner, sharedBy };
  };
  return inVaultOf(find, item);
}

type HeldVault = Pick<Vault, "scopeId" | "isOwner" | "sharedBy">;

/**
 * Items shared by others are only in vaults that come with them or from the same person: a sharer cannot place items in the recipient's
 * own vaults.
 */
function inVaultOf(find: (id: string) => HeldVault | null | undefined, item: Item): Item {
  const vault = item.categoryId === null ? null : find(item.categoryId);
  const isThere = item.categoryId === null || (vault && (vault.scopeId === item.scopeId || isOfSame(vault, item)));
  return isThere ? item : { ...item, categoryId: null };
}

const isOfSame = (vault: HeldVault, item: Item): boolean =>
  vault.isOwner ? item.isOwner : vault.sharedBy !== null && vault.sharedBy === item.sharedBy;

/** @returns null if the record has to be opened. */
function withoutOpening(
  rights: ScopeRights,
  record: SealedRecord,
  before: Opened | undefined,
  known: KnownOverview | undefined,
): Opened | null {
  const { saveId } = record;
  // Same save: only its place, favourite mark or last use changed, which are not sealed.
  if (before?.item && before.record.saveId === saveId)
    return {
      ...before,
      record,
      rights,
      item: { ...before.item, ...unsealedPart(record), ...rightsIn(rights, makerOf(record, before.owner)) },
    };
  if (known?.saveId !== saveId) return null;
  return openedOf(record, known, rights);
}

function openForLists(keys: ScopeKeys, record: SealedRecord): Promise<OpenedRecord> {
  const { kind } = record;
  return openRecord(keys, record, isItemKind(kind) ? kindOf(kind).overview : undefined);
}

function openedOf(record: SealedRecord, opened: OpenedRecord, rights: ScopeRights): Opened {
  const { kind } = record;
  if (!isItemKind(kind)) return { record, rights, item: null, vault: vaultOf(record, opened, rights) };
  const item = itemOf(kind, record, opened, rights);
  const isLeaving = rights.kind === "item" && rights.isOwner && item.belongsTo !== undefined;
  return { record, rights, item, vault: null, owner: opened.owner, isLeaving };
}

const unsealedPart = ({ categoryId, favourite, lastUsedAt }: SealedRecord) => ({ categoryId, favourite, lastUsedAt });

/** Rights follow from the scope and from the item's seal; never from a row (security design §4). */
function rightsIn({ isOwner, permission, sharedBy, self }: ScopeRights, owner?: Named) {
  const isMine = owner !== undefined && owner.id === self?.id;
  const mayWrite = permission === "write";
  return { isOwner: isOwner || (isMine && mayWrite), permission, sharedBy, ...(owner && !isMine && { belongsTo: owner }) };
}

/** An item from its record; `inItsVault` checks whether its vault still exists. */
export function itemOf(
  kind: KindName,
  record: SealedRecord,
  { fields, state, createdAt, updatedAt, author, owner }: OpenedRecord,
  rights: ScopeRights,
): Item {
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
    ...rightsIn(rights, makerOf(record, owner)),
    ...(author && { author }),
  };
}

const heldFields = (kind: KindName, { fields }: SealedRecord): string[] =>
  wireFields(kind).flatMap(([name, wire]) => (wire in fields ? name : []));

export function vaultOf(record: SealedRecord, { fields, state, createdAt, updatedAt }: OpenedRecord, rights: ScopeRights): Vault {
  const { id, scopeId, revision } = record;
  const { name = "", description = "" } = fields;
  const [color, icon] = [record.color ?? "", record.icon ?? ""];
  return { id, scopeId, revision, name, description, color, icon, state, createdAt, updatedAt, ...rightsIn(rights) };
}
