/**
 * Whether an edit is on the server that was sent and not answered. Others may have saved, deleted or taken it back since, knowing it: sent once more as an edit of what it began
 * from it would ask them to choose between their value and one that they have replaced, or bring it back.
 */
import { isRefusal } from "@coffer/contract/errors";
import { type Item, isSameVersion } from "@coffer/core/items/item";
import { generateId } from "@coffer/crypto";
import { loadPart } from "../../lazy-load.ts";
import { pressIn } from "../../sync/save-id.ts";
import { openRecord } from "../../sync/seal-record.ts";
import type { KnownRecord } from "../../types.ts";
import { itemOf } from "../contents.ts";
import { scopeOf, type VaultContext } from "../context.ts";
import { placementChange } from "../item-metadata.ts";
import { isItem, open } from "../read.ts";
import { newSaveId, sendChanges } from "../record-writes.ts";
import type { Press } from "../save.ts";
import type { ItemVersion } from "../versions.ts";
import { leftAfter, type WaitingEdit, type WaitingSave } from "./waiting-list.ts";

export const newPress = ({ random }: Pick<VaultContext, "random">): Press => pressOf(newSaveId({ random }), generateId(random));

/** The item has another revision than was looked at. */
export class ItemChangedMeanwhile extends Error {}

interface Looking {
  /** What is in the trash comes back, though nothing of it is changed. */
  readonly isBack?: boolean;
  /** Saved though it is the same: an earlier save of this edit may be on its way, and is taken by no one after this one. */
  readonly isToSave?: boolean;
  /** The revision of the item when it was looked at what has landed; undefined where that does not matter, or none was there. */
  readonly looked?: number | undefined;
}

/** No save of the same once more. */
export const pressOf = (saveId: string, apartId: string, { isBack = false, isToSave = false, looked }: Looking = {}): Press => ({
  saveId,
  apartId,
  instead(call, current, { draft, before }, fields) {
    if (looked !== undefined && current.revision !== looked) throw new ItemChangedMeanwhile();
    const isSame = Object.keys({ ...before, ...fields }).every((name) => (before[name] ?? "") === (fields[name] ?? ""));
    const isGone = current.trashedAt !== null;
    if (!isSame || (isGone ? isBack : isToSave)) return null;
    const { categoryId, favourite } = draft;
    const change = isGone ? null : placementChange(current, { categoryId, favourite });
    return sendChanges(call, change ? [change] : []);
  },
});

/** Also of an item in the trash. */
export async function recordOf(context: VaultContext, id: string): Promise<KnownRecord | undefined> {
  const { records, trashed } = await scopeOf(context, id);
  return records.get(id) ?? trashed.get(id);
}

/** @returns what is left of it: an edit of the item as the newest of its saves that landed made it; null where none is found */
export async function findStored(context: VaultContext, edit: WaitingEdit): Promise<WaitingEdit | null> {
  const { id, base, saves } = edit;
  const record = await recordOf(context, id);
  if (!record || record.revision <= (base?.revision ?? 0)) return null;
  const isIt = ({ saveId }: Pick<ItemVersion, "saveId">): boolean => saves.some((one) => one.saveId === pressIn(saveId));
  // The server could list anything under the id of a press that it has not answered.
  const isTrue = (version: ItemVersion): boolean => version.state === "intact" && isIt(version);
  const now = record.trashedAt === null ? await open(context, { id }) : await openDeleted(context, record);
  const save = isIt(record) ? now && { ...now, saveId: record.saveId } : (await earlier(context, id)).find(isTrue);
  const done = save && saves.find(({ saveId }) => saveId === pressIn(save.saveId));
  if (!now || !save || !done) return null;
  const { fields, revision } = save;
  const left = leftAfter(edit, withPlaceOf(done, base, now), { ...now, fields, revision });
  // Deleted again since: someone knew it.
  return { ...left, isBack: edit.isBack === true && done !== saves.at(-1) };
}

/**
 * Whether someone has changed the item since it was shown here to be deleted. Neither a save of this edit counts, nor one that changes no field: a move to another scope gives the item
 * its next revision too. Not of what is in the trash already.
 */
export async function isChangedByOthers(
  context: VaultContext,
  { id, base, draft, saves, seen = base ?? NEVER }: WaitingEdit,
): Promise<boolean> {
  const record = await recordOf(context, id);
  if (!record || record.trashedAt !== null || record.revision < seen.revision || isSameVersion(record, seen)) return false;
  const all = [record, ...(await earlier(context, id))];
  const own = all.filter((version) => version.revision > seen.revision && saves.some(({ saveId }) => saveId === pressIn(version.saveId)));
  if (own.length > 0 && own.length === record.revision - seen.revision) return false;
  const now = await open(context, { id });
  const isSame = (name: string): boolean => {
    const [value, shown, before] = [now, seen, base].map((one) => one?.fields[name] ?? "");
    return value === shown || (draft?.fields[name] !== undefined && value === before);
  };
  return now.state !== "intact" || !Object.keys({ ...seen.fields, ...now.fields }).every(isSame);
}

export const NEVER = { revision: 0, fields: {} };

/** @returns null where it does not open */
async function openDeleted(context: VaultContext, record: KnownRecord): Promise<Item | null> {
  const { keys } = await scopeOf(context, record.id);
  if (!isItem(record) || record.seal === "") return null;
  const item = itemOf(record.kind, record, await openRecord(keys, record), keys.rights);
  return item.state === "intact" ? item : null;
}

async function earlier(context: VaultContext, id: string): Promise<readonly ItemVersion[]> {
  const { versions } = await loadPart(() => import("../versions.ts"));
  return versions(context, { id }).then(
    (found) => found.earlier,
    (error: unknown) => (isRefusal(error, "not_found") ? [] : Promise.reject(error)),
  );
}

/** A vault went with the save, unless it is in another scope: then the item is moved after it. */
function withPlaceOf({ categoryId, ...done }: WaitingSave, base: Item | null, now: Item): WaitingSave {
  const isMoved = categoryId !== undefined && now.categoryId !== base?.categoryId;
  return isMoved ? { ...done, categoryId } : done;
}
