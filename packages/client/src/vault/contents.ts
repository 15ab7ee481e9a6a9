/** Turns sealed records into what lists show. Each record is opened once; only changed ones are opened again. */
import { isLaterField, type SealedRecord } from "@coffer/contract/record";
import type { Item, Named, Vault } from "@coffer/core/items/item";
import { isItemKind, type KindName, kindOf } from "@coffer/core/items/kinds";
import { inBatches, nextTurn } from "../batches.ts";
import { PERSONAL, type ScopeKeys, type ScopeRights } from "../keyring.ts";
import { makerOf } from "../sync/makers.ts";
import { type OpenedRecord, openRecord } from "../sync/seal-record.ts";
import type { Contents } from "../types.ts";
import { heldFields } from "./held-fields.ts";
import { blankRecord, type KnownOverview, rowOf } from "./overview.ts";
import { sameItem, sameVault } from "./same-contents.ts";
import { hasOwnId, type Source, withVaultFrom } from "./shown-vault.ts";

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

interface Foreseen {
  readonly keys: ScopeKeys;
  readonly opening: Promise<OpenedRecord>;
}

/** What a refresh has done. `isChanged`: lists show something else than before. */
interface Refreshed {
  readonly openedCount: number;
  readonly isChanged: boolean;
}

/** So many records whose overviews are known take the page a few milliseconds. */
const AT_ONCE = 100;

const NOTHING_SHOWN: ReadonlyMap<string, Item | Vault> = new Map();

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
   * @param shown - what is shown of them already, by record id: the same objects are used for what has not changed.
   */
  async refresh(sources: readonly Source[], known: ReadonlyMap<string, KnownOverview>, shown = NOTHING_SHOWN): Promise<Refreshed> {
    const unknown: (readonly [ScopeKeys, SealedRecord])[] = [];
    const before = { later: this.#later, size: this.#opened.size };
    let [isChanged, twins, met] = [false, 0, 0];
    this.#later = 0;
    for (const source of sources) {
      const { keys, records } = source;
      for (const [id, record] of records) {
        if (hasOwnId(sources, source, id)) {
          twins++;
          continue;
        }
        if (!isShown(record)) {
          this.#later++;
          continue;
        }
        const earlier = this.#opened.get(id);
        if (earlier?.record === record && earlier.rights === keys.rights) continue;
        isChanged = true;
        if (++met % AT_ONCE === 0) await nextTurn();
        const there = withoutOpening(keys.rights, record, earlier, known.get(id));
        if (there) this.#opened.set(id, asShown(there, shown.get(id)));
        else unknown.push([keys, record]);
      }
    }
    const opened = await inBatches(unknown, async ([keys, record]) => openedOf(record, await this.#openingOf(keys, record), keys.rights));
    for (const one of opened) this.#opened.set(one.record.id, one);
    const count = sources.reduce((sum, { records }) => sum + records.size, 0);
    const isThere = (id: string): boolean => sources.some(({ records }) => records.has(id));
    if (this.#opened.size + this.#later + twins > count) for (const id of this.#opened.keys()) if (!isThere(id)) this.#opened.delete(id);
    isChanged ||= this.#later !== before.later || this.#opened.size !== before.size;
    return { openedCount: opened.length, isChanged };
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
    // Opened once: what was made of it is all that is needed from now on.
    this.#foreseen.delete(record.fields);
    return foreseen?.keys === keys ? foreseen.opening : openForLists(keys, record);
  }

  /** What an earlier start can show without opening records of that scope; tampered ones are checked again each time. */
  *overviews(scopeId: string): Generator<KnownOverview> {
    for (const { record, item, vault, owner } of this.#opened.values()) {
      const shown = item ?? vault;
      if (!shown || shown.state === "tampered" || record.scopeId !== scopeId) continue;
      const { state, createdAt, updatedAt } = shown;
      const people = { ...(item?.author && { author: item.author }), ...(owner && { owner }) };
      const fields = item?.fields ?? { name: vault?.name ?? "", description: vault?.description ?? "" };
      yield { id: record.id, saveId: record.saveId, fields, state, createdAt, updatedAt, ...people, row: rowOf(record) };
    }
  }

  /** @param before - what was shown until now; it keeps its order, so that a list that is sorted stays almost sorted. */
  contents(before: readonly Item[] = []): Contents {
    const items: Item[] = [];
    const vaults: Vault[] = [];
    const vaultById = (id: string) => this.#opened.get(id)?.vault;
    const ids = new Set([...before.map(({ id }) => id), ...this.#opened.keys()]);
    for (const id of ids) {
      const { item, vault, isLeaving } = this.#opened.get(id) ?? {};
      if (item && !isLeaving) items.push(withVaultFrom(vaultById, item));
      if (vault) vaults.push(vault);
    }
    return { items, vaults, ...(this.#later > 0 && { later: this.#later }) };
  }
}

/**
 * What an earlier start has shown of the personal scope, from its overviews alone. Of what others share nothing is known without their grants.
 * @param overviews - of the newest state that this device has verified; see Note: Known overviews (overview.ts).
 * @param shown - what is shown of them already, as in `refresh`
 */
export function contentsOf(scopeId: string, overviews: Iterable<KnownOverview>, shown = NOTHING_SHOWN): Contents {
  const items: Item[] = [];
  const vaults = new Map<string, Vault>();
  for (const known of overviews) {
    const record = blankRecord(scopeId, known);
    if (!record || !isShown(record)) continue;
    const { item, vault } = asShown(openedOf(record, known, PERSONAL), shown.get(record.id));
    if (item) items.push(item);
    if (vault) vaults.set(vault.id, vault);
  }
  return { items: items.map((item) => withVaultFrom((id) => vaults.get(id), item)), vaults: [...vaults.values()] };
}

/** @param shown - what is shown of it already */
function asShown(opened: Opened, shown: Item | Vault | undefined): Opened {
  const { item, vault } = opened;
  if (shown === undefined) return opened;
  if (item && "kind" in shown && sameItem(item, shown)) return { ...opened, item: shown };
  if (vault && "name" in shown && sameVault(vault, shown)) return { ...opened, vault: shown };
  return opened;
}

/** See Note: Later kinds (core). */
const isShown = ({ kind }: SealedRecord): boolean => kind === "category" || isItemKind(kind);

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
      item: { ...before.item, ...unsealedPart(record, rights), ...rightsIn(rights, makerOf(record, before.owner)) },
    };
  if (known?.saveId !== saveId || isOfEarlierVersion(known, record)) return null;
  return openedOf(record, known, rights);
}

/** Whether lists show a field of it today that the version which stored its overview did not know. */
const isOfEarlierVersion = ({ fields }: KnownOverview, { kind, fields: sealed }: SealedRecord): boolean =>
  isItemKind(kind) && kindOf(kind).overview.some((name) => isLaterField(name) && name in sealed && !(name in fields));

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

/** In another's scope the server notes when its owner used an item: that is nothing the user has done, and sorts none of their lists. */
const unsealedPart = ({ categoryId, favourite, lastUsedAt: at }: SealedRecord, { isOwner }: ScopeRights) => ({
  ...{ categoryId, favourite, lastUsedAt: isOwner ? at : null },
});

/** Rights follow from the scope and from the item's seal; never from a row (security design §4). */
function rightsIn({ isOwner, permission, sharedBy, self }: ScopeRights, owner?: Named) {
  const isMine = owner !== undefined && owner.id === self?.id;
  const mayWrite = permission === "write";
  return { isOwner: isOwner || (isMine && mayWrite), permission, sharedBy, ...(owner && !isMine && { belongsTo: owner }) };
}

/** An item from its record; `withShownVault` checks whether its vault still exists. */
export function itemOf(
  kind: KindName,
  record: SealedRecord,
  { fields, state, createdAt, updatedAt, author, owner }: OpenedRecord,
  rights: ScopeRights,
): Item {
  const { id, scopeId, revision, saveId } = record;
  return {
    id,
    kind,
    scopeId,
    ...{ revision, saveId },
    fields,
    state,
    createdAt,
    updatedAt,
    holds: heldFields(kind, record),
    ...unsealedPart(record, rights),
    ...rightsIn(rights, makerOf(record, owner)),
    ...(author && { author }),
  };
}

export function vaultOf(record: SealedRecord, { fields, state, createdAt, updatedAt }: OpenedRecord, rights: ScopeRights): Vault {
  const { id, scopeId, revision } = record;
  const { name = "", description = "" } = fields;
  const [color, icon] = [record.color ?? "", record.icon ?? ""];
  return { id, scopeId, revision, name, description, color, icon, state, createdAt, updatedAt, ...rightsIn(rights) };
}
