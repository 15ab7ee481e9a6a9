/** The vault as it was at an earlier moment, and what differs from now. Asked for when a person wants to see it, and kept nowhere on this device. */
import { type ItemThen, timeTravel } from "@coffer/contract/as-of";
import { fieldsOnDemand } from "@coffer/core/items/fields-on-demand";
import { type FieldValues, type Item, isOthers } from "@coffer/core/items/item";
import { differingFields, isRestorable } from "@coffer/core/items/item-versions";
import { inBatches } from "../../batches.ts";
import type { Scope } from "../../sync/scope.ts";
import { openRecord } from "../../sync/seal-record.ts";
import { itemOf } from "../contents.ts";
import type { VaultContext } from "../context.ts";
import { isOver } from "../purge-expired.ts";
import { type ItemRecord, isItem, pull } from "../read.ts";
import { hasOwnId } from "../shown-vault.ts";
import { reachable, wasTrashed } from "./places.ts";

/** What an item was. */
interface Was {
  readonly fields: FieldValues;
  readonly categoryId: string | null;
  readonly favourite: boolean;
}

/** `added`: it was not there, or in the trash; `gone`: it is in the trash. */
export interface Difference {
  readonly what: "changed" | "added" | "gone";
  /** With all its fields; of `gone` as it is in the trash. */
  readonly now: Item;
  /** Null for `added`. */
  readonly was: Was | null;
  /** Names of fields that come back. */
  readonly fields: readonly string[];
  readonly isMoved: boolean;
  readonly isMarked: boolean;
}

/** `missing`: the server does not have, or does not give, what it was; `tampered`: what it gives does not open, or what the item is now. */
export interface NotShown {
  readonly item: Item;
  readonly why: "missing" | "tampered";
}

export interface VaultAsOf {
  readonly at: number;
  readonly differences: readonly Difference[];
  /** Ids of items that were as they are. */
  readonly same: readonly string[];
  readonly notShown: readonly NotShown[];
}

interface MomentRequest {
  /** Milliseconds since 1970, by the server's clock. */
  readonly at: number;
}

/** Own items alone. What was deleted for good since is gone. @throws ConnectionError */
export async function asOf(context: VaultContext, { at }: MomentRequest): Promise<VaultAsOf> {
  const known = await ask(context, at);
  const all = await context.scopes();
  const own = all.filter(({ keys }) => keys.rights.isOwner);
  const looks = own.flatMap((scope) => recordsOf(scope, context.now()).map((record) => ({ scope, record })));
  const compared = await inBatches(
    looks.filter(({ scope, record }) => !hasOwnId(all, scope, record.id)),
    ({ scope, record }) => compare(scope, record, known.get(record.id), at),
    100,
  );
  return {
    at,
    differences: compared.flatMap((one) => ("what" in one ? one : [])),
    same: compared.flatMap((one) => ("same" in one ? one.same : [])),
    notShown: compared.flatMap((one) => ("why" in one ? one : [])),
  };
}

const recordsOf = ({ records, trashed }: Scope, now: number): ItemRecord[] =>
  [...records.values(), ...[...trashed.values()].filter((record) => !isOver(record, now))].filter(isItem).filter(({ seal }) => seal !== "");

type Known = ReadonlyMap<string, ItemThen>;

/** Asked once more where an item was saved while this was asked: it is in no answer then. */
async function ask(context: VaultContext, at: number): Promise<Known> {
  await pull(context);
  const before = await seqsOf(context);
  const first = await askAll(context, at);
  await pull(context);
  return (await seqsOf(context)) === before ? first : askAll(context, at);
}

const seqsOf = async ({ scopes }: VaultContext): Promise<string> =>
  (await scopes()).map(({ keys, seq }) => `${keys.scopeId} ${seq}`).join();

async function askAll({ call }: VaultContext, at: number): Promise<Known> {
  const known = new Map<string, ItemThen>();
  for (let after = ""; ; ) {
    const { items, next } = await call(timeTravel.asOf, { at, ...(after && { after }) });
    for (const item of items) known.set(item.id, item);
    // One that leads nowhere is the last.
    if (next === null || next <= after) return known;
    after = next;
  }
}

type Compared = Difference | NotShown | { readonly same: readonly string[] };
const NOTHING = { same: [] };

async function compare(scope: Scope, record: ItemRecord, given: ItemThen | undefined, at: number): Promise<Compared> {
  const place = given?.place ?? null;
  const isGone = record.trashedAt !== null;
  const isNew = record.createdAt > at;
  const wasGone = isNew || wasTrashed(record, place, at);
  if (isGone && wasGone) return NOTHING;
  const isSaved = record.updatedAt > at;
  // Most of a vault is as it was, and need not be opened.
  if (!isSaved && !isGone && !place) return { same: [record.id] };
  const opened = await openRecord(scope.keys, record, undefined, fieldsOnDemand(record.kind));
  const now = itemOf(record.kind, record, opened, scope.keys.rights);
  if (isOthers(now)) return NOTHING;
  if (now.state === "tampered") return { item: now, why: "tampered" };
  if (wasGone) return { what: "added", now, was: null, fields: [], isMoved: false, isMarked: false };
  const save = isSaved ? await saveThen(scope, record, now, given, at) : { fields: now.fields };
  if ("why" in save) return { item: now, why: save.why };
  return differenceOf(scope, record, now, { ...reachable(scope, record, place ?? record), fields: save.fields });
}

function differenceOf(scope: Scope, record: ItemRecord, now: Item, was: Was): Compared {
  const fields = differingFields(now.kind, was.fields, now.fields).filter((name) => isRestorable(now.kind, name));
  const here = reachable(scope, record, record);
  const isMoved = was.categoryId !== here.categoryId;
  const isMarked = was.favourite !== record.favourite;
  const difference = { now, was, fields, isMoved, isMarked };
  if (record.trashedAt !== null) return { what: "gone", ...difference };
  return fields.length > 0 || isMoved || isMarked ? { what: "changed", ...difference } : { same: [record.id] };
}

type Save = { readonly fields: FieldValues } | Pick<NotShown, "why">;

/**
 * What the item held then. Who shares it, moves it or replaces its key seals it again, and the saves of before are gone: but where it was not edited since, by its own word,
 * what it is is what it was. A save of another item, or one that is no earlier one of this, is tampered with.
 */
async function saveThen(scope: Scope, record: ItemRecord, now: Item, given: ItemThen | undefined, at: number): Promise<Save> {
  const save = given?.save;
  if (!save || save.epoch !== scope.keys.epoch) return now.updatedAt <= at ? { fields: now.fields } : { why: "missing" };
  if (save.revision >= record.revision || save.replacedAt <= at) return { why: "tampered" };
  const { revision, saveId, seal, fields } = save;
  const opened = await openRecord(scope.keys, { ...record, revision, saveId, seal, fields }, undefined, fieldsOnDemand(record.kind));
  if (opened.state === "tampered") return { why: "tampered" };
  const isOfThen = (save.savedAt !== null && save.savedAt <= at) || opened.updatedAt <= at;
  return isOfThen ? { fields: opened.fields } : { why: "missing" };
}
