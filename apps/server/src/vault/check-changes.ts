/** Whether a list of changes may be applied to a scope: a pure function, with every rule in one place. */
import { AppError } from "@coffer/contract/errors";
import { type Change, isLaterField, type PlaceChange, type PutChange, type TrashChange } from "@coffer/contract/record";
import type { RecordColumns } from "@coffer/contract/record-columns";
import { isAsSaved } from "@coffer/contract/save-id";
import { DAY_MS, DELETED_KEPT_MS } from "@coffer/core/constants";
import { type AnyKind, wireFields } from "@coffer/core/items/kinds";
import { sha256Hex } from "../secrets.ts";
import { MAX_RETURNING_CHARS, refuseTooLarge } from "./item-size.ts";

/** What is stored under an id. */
export interface Known {
  readonly scopeId: string;
  readonly ownerId: string;
  /** The record's owner, where that is not the owner of its scope. */
  readonly makerId: string | null;
  readonly kind: string;
  readonly revision: number;
  readonly saveId: string;
  readonly state: "live" | "trashed" | "purged";
  readonly categoryId: string | null;
  readonly deletedAt: Date | null;
  readonly favourite: boolean;
  readonly autoLogin: boolean;
  /** Emptied in the trash. */
  readonly isEmpty: boolean;
  /** How long its fields are, if it is large; else 0 (item-size.ts). */
  readonly fieldChars: number;
}
export type KnownById = ReadonlyMap<string, Known>;

/** What a change is checked against. */
export interface Target {
  readonly scopeId: string;
  readonly kind: "personal" | "vault" | "item";
  readonly ownerId: string;
  readonly writerId: string;
  /** The writer's scope: it holds the vaults in which the owner keeps items that are shared on their own. */
  readonly personalScopeId: string;
  /** A shared vault that such an item may be in too. */
  readonly vaultScope?: string | null;
  readonly at: Date;
}

/** A record to be written, as a live one or as one in the trash. */
export type PutRow = PutChange & { readonly trashedAt: number | null };

export interface CheckedChanges {
  readonly puts: readonly PutRow[];
  readonly places: readonly PlaceChange[];
  readonly trashed: readonly TrashChange[];
  readonly purgedIds: readonly string[];
  /** How many more there will be; negative when fewer. */
  readonly more: { readonly live: number; readonly listed: number };
}

/** How far a device's clock may be off. */
const CLOCK_TOLERANCE_MS = 2 * DAY_MS;

/** Whether a record was in the trash so long that it is purged by itself: only then is it purged without a fresh proof of the master password. */
export const isExpired = ({ deletedAt }: Pick<Known, "deletedAt">, now: Date): boolean =>
  deletedAt !== null && deletedAt.getTime() + DELETED_KEPT_MS <= now.getTime();

/** @throws AppError stale_revision, id_taken, not_found, maker_changed, too_large, invalid_input */
export function checkChanges(target: Target, changes: readonly Change[], known: KnownById): CheckedChanges {
  const byId = mapOnce(changes);
  const checked = { puts: [] as PutRow[], places: [] as PlaceChange[], trashed: [] as TrashChange[], purgedIds: [] as string[] };
  const more = { live: 0, listed: 0 };
  for (const change of changes) {
    const stored = known.get(change.id);
    if (change.op === "put") {
      checkVersion(change, stored, target.scopeId);
      if (!stored && target.kind === "item") throw new AppError("forbidden", "What is shared on its own stays alone.");
      checkMaker(change, stored, target);
      refuseTooLarge(change, stored);
      checkContent(change, stored?.scopeId === target.scopeId ? stored : undefined);
      checkInside(change, stored, target);
      if (!isWhereItWas(change, stored, target)) checkVault(change, target, byId, known);
      checked.puts.push({ ...change, trashedAt: null });
      if (stored?.state !== "live") more.live++;
      if (isLacking(stored)) more.listed++;
    } else if (change.op === "place") {
      const own = requireState("live", stored, target);
      checkPlace(own.kind, change);
      checkInside({ ...change, kind: own.kind }, own, target);
      if (change.categoryId !== own.categoryId) checkVault(change, target, byId, known);
      checked.places.push(change);
    } else if (change.op === "trash") {
      requireState("live", stored, target);
      if (Math.abs(change.trashedAt - target.at.getTime()) > CLOCK_TOLERANCE_MS) throw wrongClock();
      checked.trashed.push(change);
      more.live--;
    } else {
      requireState("trashed", stored, target);
      checked.purgedIds.push(change.id);
      more.listed--;
    }
  }
  return { ...checked, more };
}

/** What a repair brings: records as a device has them, of any revision, also in the trash, and ids that are to be purged. */
export interface Repair {
  readonly records: readonly PutRow[];
  readonly purged: readonly string[];
}

/** @throws AppError id_taken, not_found, too_large, invalid_input */
export function checkRepair(target: Target, { records, purged }: Repair, known: KnownById): CheckedChanges {
  const puts = mapOnce(records);
  mapOnce([...records, ...purged.map((id) => ({ id }))]);
  const more = { live: 0, listed: 0 };
  for (const put of records) {
    const stored = known.get(put.id);
    if (stored && stored.scopeId !== target.scopeId && !isGivenUp(stored, target)) throw new AppError("id_taken");
    checkKind(put, stored);
    const isReturning = isLacking(stored) || put.revision > (stored?.revision ?? 0);
    refuseTooLarge(put, stored, isReturning ? MAX_RETURNING_CHARS : undefined);
    checkContent(put);
    checkVaultOfRepair(put, target, puts, known);
    if (put.trashedAt !== null && put.trashedAt - target.at.getTime() > CLOCK_TOLERANCE_MS) throw wrongClock();
    more.live += Number(put.trashedAt === null) - Number(stored?.state === "live");
    if (isLacking(stored)) more.listed++;
  }
  for (const id of purged) {
    const stored = known.get(id);
    if (stored?.scopeId !== target.scopeId) throw new AppError("not_found");
    if (stored.state === "live") more.live--;
    if (stored.state !== "purged") more.listed--;
  }
  return { puts: records, places: [], trashed: [], purgedIds: purged, more };
}

const isLacking = (stored: Known | undefined): boolean => stored === undefined || stored.state === "purged";

/** Purged in another scope of the same owner, by the repair of that one: since the backup it was moved to this one. */
export const isGivenUp = (stored: Known | undefined, { ownerId, scopeId }: Pick<Target, "ownerId" | "scopeId">): boolean =>
  stored?.state === "purged" && stored.ownerId === ownerId && stored.scopeId !== scopeId;

const wrongClock = (): AppError => new AppError("invalid_input", "The clock of this device is wrong.");

function mapOnce<T extends { readonly id: string }>(list: readonly T[]): ReadonlyMap<string, T> {
  const byId = new Map(list.map((one) => [one.id, one]));
  if (byId.size !== list.length) throw new AppError("invalid_input", "The same id is changed twice.");
  return byId;
}

/** @throws AppError not_found, also for what is another's or in another scope */
function requireState(state: Known["state"], stored: Known | undefined, { scopeId }: Target): Known {
  if (stored?.state !== state || stored.scopeId !== scopeId) throw new AppError("not_found");
  return stored;
}

/** A new record begins at 1; any other is the next of what is stored, also when it comes back. */
function checkVersion(put: PutChange, stored: Known | undefined, scopeId: string): void {
  if (put.revision === 1) {
    if (stored) throw new AppError("id_taken");
    return;
  }
  if (!stored || stored.scopeId !== scopeId) throw new AppError("not_found");
  checkKind(put, stored);
  if (stored.revision + 1 !== put.revision) throw new AppError("stale_revision");
}

function checkKind(put: PutChange, stored: Known | undefined): void {
  if (stored && stored.kind !== put.kind) throw new AppError("invalid_input", "The kind of a record never changes.");
}

/**
 * Who made a record never changes, and a new one is made by the person who writes it (security design §6). Earlier clients name no one: the
 * row decides then, and every client compares what is under the seal with it.
 * @throws AppError maker_changed
 */
export function checkMaker(put: Pick<PutChange, "makerId">, stored: Pick<Known, "makerId"> | undefined, target: Makers): void {
  if (put.makerId === undefined) return;
  const maker = stored ? stored.makerId : target.writerId;
  if ((put.makerId ?? target.ownerId) !== (maker ?? target.ownerId)) throw new AppError("maker_changed");
}

type Makers = Pick<Target, "ownerId" | "writerId">;

const NAMES = new Map<AnyKind, ReadonlySet<string>>();
function namesOf(kind: AnyKind): ReadonlySet<string> {
  const names = NAMES.get(kind) ?? new Set(wireFields(kind).map(([, wire]) => wire));
  NAMES.set(kind, names);
  return names;
}

/** More than any kind has, and few enough that a client can seal their names again. */
const MOST_FIELDS = 200;

/**
 * Every client refuses other texts than the id is of: with such an id, a colleague's own client could hold up the vault of all.
 * @param stored - what it takes the place of, in the same scope @throws AppError invalid_input
 */
export function checkContent(put: PutChange, stored?: Pick<Known, "saveId">): void {
  checkTexts(put, stored);
  checkPlace(put.kind, put);
}

/** @throws AppError invalid_input */
export function checkTexts(put: Pick<PutChange, "kind" | "saveId" | "seal" | "fields">, stored?: Pick<Known, "saveId">): void {
  const names = namesOf(put.kind);
  if (Object.keys(put.fields).length > MOST_FIELDS) throw new AppError("invalid_input", "These are too many fields.");
  if (!isAsSaved(put, sha256Hex) || (stored && put.saveId.length < stored.saveId.length))
    throw new AppError("invalid_input", "The id of this save is not of what is saved.");
  for (const name in put.fields)
    if (!names.has(name) && !isLaterField(name)) throw new AppError("invalid_input", `The field "${name}" does not belong to this kind.`);
}

function checkPlace(kind: string, { categoryId }: Pick<RecordColumns, "categoryId">): void {
  if (kind === "category" && categoryId !== null) throw new AppError("invalid_input", "A vault is not in another vault.");
}

type Placed = Pick<RecordColumns, "categoryId">;

/** An item that is shared on its own still names its owner's vault, whichever scope that vault is in. */
const isWhereItWas = ({ categoryId }: Placed, stored: Known | undefined, { kind }: Target): boolean =>
  kind === "item" && stored !== undefined && stored.categoryId === categoryId;

/**
 * In a shared vault all items are in that vault: all who have it read them, wherever its owner's list would show them. What an earlier version let be outside stays there
 * until it is placed; a purged record is nowhere. @throws AppError invalid_input
 */
function checkInside({ kind, categoryId }: Placed & Pick<Known, "kind">, stored: Known | undefined, target: Target): void {
  const wasOutside = stored !== undefined && stored.state !== "purged" && stored.categoryId === null;
  if (target.kind === "vault" && kind !== "category" && categoryId === null && !wasOutside)
    throw new AppError("invalid_input", "What is in a shared vault is in no other place.");
}

/** The vault of an item: a live one of the same scope, or one that this very write makes; for an item shared on its own, one of its owner's. */
export function checkVault({ categoryId }: Placed, target: Target, byId: ReadonlyMap<string, Change>, known: KnownById): void {
  if (categoryId === null) return;
  const change = byId.get(categoryId);
  if (change && change.op !== "place") {
    if (change.op === "put" && change.kind === "category") return;
    throw new AppError("not_found");
  }
  const stored = known.get(categoryId);
  const where = target.kind === "item" ? (target.vaultScope ?? target.personalScopeId) : target.scopeId;
  if (stored?.kind !== "category" || stored.scopeId !== where || stored.state !== "live") throw new AppError("not_found");
}

/** A device's history is accepted as it is: the vault of an item may have been deleted long ago. It is only never another's, nor an item. */
function checkVaultOfRepair({ categoryId }: Placed, { ownerId }: Target, puts: ReadonlyMap<string, PutRow>, known: KnownById): void {
  if (categoryId === null) return;
  const stored = known.get(categoryId);
  const kind = puts.get(categoryId)?.kind ?? stored?.kind ?? "category";
  if (kind !== "category" || (stored && stored.ownerId !== ownerId)) throw new AppError("not_found");
}
