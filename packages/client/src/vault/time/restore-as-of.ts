/** Gives items back what they were at an earlier moment, together in one commit for each scope; and takes that back. */
import type { Change } from "@coffer/contract/record";
import { withDerived } from "@coffer/core/items/derived-fields";
import { fieldsOnDemand } from "@coffer/core/items/fields-on-demand";
import { type FieldValues, isSameVersion, type Version } from "@coffer/core/items/item";
import { withRestored } from "@coffer/core/items/item-versions";
import type { Scope } from "../../sync/scope.ts";
import { openRecord } from "../../sync/seal-record.ts";
import type { KnownRecord } from "../../types.ts";
import { inParts } from "../commit-parts.ts";
import { byScope, commit, scopeOf, type VaultContext, type VaultPlan } from "../context.ts";
import { placementChange } from "../item-metadata.ts";
import type { Saved } from "../overview.ts";
import { type ItemRecord, isItem } from "../read.ts";
import { type SealedWrite, sealWrite, sendChanges } from "../record-writes.ts";
import type { Difference } from "./as-of.ts";
import { type Place, reachable } from "./places.ts";

/** What is known of an item when it is to be changed: where it is otherwise by then, it is left alone. */
interface Seen extends Place, Version {
  readonly isTrashed: boolean;
}

interface Wanted extends Place {
  readonly isTrashed: boolean;
  /** Null: as they are. */
  readonly fields: FieldValues | null;
  /** These fields alone come back, with what follows from them; null: all, to the last. */
  readonly names: readonly string[] | null;
}

interface Step {
  readonly id: string;
  readonly seen: Seen;
  readonly wanted: Wanted;
}

/** What takes it back: for `takeBackAgain`. */
export type RestoreUndo = readonly Step[];

export interface Outcome {
  readonly undo: RestoreUndo;
  /** Ids of those that were left alone: someone has changed them since they were shown, or something failed. */
  readonly staying: readonly string[];
  /** Why what was not written was not, where it was not for a change; null where nothing failed. */
  readonly failure: unknown;
}

/** Each is an edit of what the item is now, like any other. @param chosen - as `asOf` has them @throws where nothing could be written */
export async function takeBack(context: VaultContext, { chosen }: { readonly chosen: readonly Difference[] }): Promise<Outcome> {
  const steps = chosen.map(stepOf);
  const { after, failure } = await apply(context, steps);
  const done = steps.flatMap((step) => {
    const seen = after.get(step.id);
    return seen ? { id: step.id, seen, wanted: wantedBack(chosen, step) } : [];
  });
  return { undo: done, staying: steps.flatMap(({ id }) => (after.has(id) ? [] : id)), failure };
}

function stepOf({ what, now, was, fields }: Difference): Step {
  const { id, revision, saveId, categoryId, favourite } = now;
  const seen = { revision, saveId, categoryId, favourite, isTrashed: what === "gone" };
  const isTrashed = was === null;
  return { id, seen, wanted: { ...(was ?? now), isTrashed, fields: fields.length > 0 ? (was?.fields ?? null) : null, names: fields } };
}

function wantedBack(chosen: readonly Difference[], { id, seen, wanted }: Step): Wanted {
  const before = chosen.find(({ now }) => now.id === id);
  return { ...seen, fields: wanted.fields && (before?.now.fields ?? null), names: null };
}

/** @returns ids of those that someone has changed since, or that could not be written @throws where nothing could be */
export async function takeBackAgain(context: VaultContext, { undo }: { readonly undo: RestoreUndo }): Promise<readonly string[]> {
  // One change of a record in each write: what was changed while it came out of the trash is given back first.
  const isElsewhere = (one: Place, other: Place): boolean => one.categoryId !== other.categoryId || one.favourite !== other.favourite;
  const isTwice = ({ wanted, seen }: Step): boolean => wanted.isTrashed && (wanted.fields !== null || isElsewhere(wanted, seen));
  const { after: first } = await apply(
    context,
    undo.map((step) => (isTwice(step) ? { ...step, wanted: { ...step.wanted, isTrashed: false } } : step)),
  );
  const second = undo.filter(isTwice).flatMap((step) => {
    const seen = first.get(step.id);
    return seen ? { ...step, seen } : [];
  });
  const { after: last } = await apply(context, second);
  return undo.flatMap((step) => ((isTwice(step) ? last : first).has(step.id) ? [] : step.id));
}

interface Applied {
  /** What each of them is afterwards, without those that were left alone. */
  readonly after: ReadonlyMap<string, Seen>;
  readonly failure: unknown;
}

/** What is written stays: it can be undone. @throws where nothing was */
async function apply(context: VaultContext, steps: readonly Step[]): Promise<Applied> {
  const after = new Map<string, Seen>();
  const byId = new Map(steps.map((step) => [step.id, step]));
  const write = async (scope: Scope, ids: readonly string[]): Promise<void> => {
    const own = ids.flatMap((id) => byId.get(id) ?? []);
    for (const id of (await commit(context, (within) => planSteps(context, within, own), scope)).done) {
      const record = find(await scopeOf(context, id), id);
      if (record) after.set(id, seenOf(record));
    }
  };
  try {
    for (const [scope, ids] of await byScope(context, [...byId.keys()]))
      for (const part of await inParts(context, ids)) await write(scope, part);
  } catch (failure) {
    if (after.size === 0) throw failure;
    return { after, failure };
  }
  return { after, failure: null };
}

const find = ({ records, trashed }: Scope, id: string): KnownRecord | undefined => records.get(id) ?? trashed.get(id);

const seenOf = ({ revision, saveId, categoryId, favourite, trashedAt }: KnownRecord): Seen => ({
  ...{ revision, saveId, categoryId, favourite },
  isTrashed: trashedAt !== null,
});

interface StepsPlan extends VaultPlan {
  /** Ids of those that are as wanted afterwards. */
  readonly done: readonly string[];
}

async function planSteps(context: VaultContext, scope: Scope, steps: readonly Step[]): Promise<StepsPlan> {
  const changes: Change[] = [];
  const saved: Saved[] = [];
  const done: string[] = [];
  for (const step of steps) {
    const record = find(scope, step.id);
    if (!record || !isItem(record) || !isAsSeen(seenOf(record), step.seen)) continue;
    const change = await changeOf(context, scope, record, step.wanted);
    if (change === "closed") continue;
    done.push(step.id);
    if (change !== null) changes.push("saved" in change ? change.change : change);
    if (change !== null && "saved" in change) saved.push(change.saved);
  }
  return { ...sendChanges(context.call, changes), saved, done };
}

const isAsSeen = (one: Seen, other: Seen): boolean =>
  isSameVersion(one, other) &&
  one.categoryId === other.categoryId &&
  one.favourite === other.favourite &&
  one.isTrashed === other.isTrashed;

/** @returns null where nothing is to be written; "closed" for what does not open, which is never sealed again */
async function changeOf(
  context: VaultContext,
  scope: Scope,
  record: ItemRecord,
  wanted: Wanted,
): Promise<SealedWrite | Change | null | "closed"> {
  const { id, kind } = record;
  if (wanted.isTrashed) return record.trashedAt === null ? { op: "trash", id, trashedAt: context.now() } : null;
  const place = reachable(scope, record, wanted);
  if (wanted.fields === null && record.trashedAt === null) return placementChange(record, place);
  const opened = await openRecord(scope.keys, record, undefined, fieldsOnDemand(kind));
  if (opened.state === "tampered") return "closed";
  const content = { kind, ...place, fields: fieldsOf(context, scope, record, opened.fields, wanted) };
  // Out of the trash and no more is no edit.
  const times = wanted.fields === null ? { updatedAt: opened.updatedAt } : {};
  return sealWrite(context, scope, id, { ...content, ...times }, record);
}

function fieldsOf(
  context: VaultContext,
  { keys }: Scope,
  { kind }: ItemRecord,
  before: FieldValues,
  { fields, names }: Wanted,
): FieldValues {
  if (fields === null) return before;
  if (names === null) return { ...Object.fromEntries(Object.keys(before).map((name) => [name, ""])), ...fields };
  return withDerived(kind, { fields: withRestored(before, fields, names), before, now: context.now(), by: keys.rights.self?.email });
}
