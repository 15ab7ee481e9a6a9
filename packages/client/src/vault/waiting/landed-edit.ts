/**
 * Whether an edit is on the server that was sent and not answered. Others may have saved, deleted or taken it back since, knowing it: sent once more as an edit of what it began
 * from it would ask them to choose between their value and one that they have replaced, or bring it back.
 */
import { isRefusal } from "@coffer/contract/errors";
import type { Item } from "@coffer/core/items/item";
import { generateId } from "@coffer/crypto";
import { loadPart } from "../../lazy-load.ts";
import { scopeOf, type VaultContext } from "../context.ts";
import { placementChange } from "../item-metadata.ts";
import { open } from "../read.ts";
import { newSaveId, sendChanges } from "../record-writes.ts";
import type { Press } from "../save.ts";
import type { ItemVersion } from "../versions.ts";
import type { WaitingEdit } from "./waiting-list.ts";

export const newPress = ({ random }: Pick<VaultContext, "random">): Press => pressOf(newSaveId({ random }), generateId(random));

/** No save of the same once more. */
export const pressOf = (saveId: string, apartId: string): Press => ({
  saveId,
  apartId,
  instead(call, current, { draft, before }, fields) {
    const isSame = Object.keys({ ...before, ...fields }).every((name) => (before[name] ?? "") === (fields[name] ?? ""));
    if (!isSame) return null;
    const { categoryId, favourite } = draft;
    const change = placementChange(current, { categoryId, favourite });
    return sendChanges(call, change ? [change] : []);
  },
});

/** @returns the item as the newest of its saves that landed made it, from which the rest is an edit; null for none; "gone again" where all landed and it was deleted since */
export async function landed(context: VaultContext, edit: WaitingEdit): Promise<Item | "gone again" | null> {
  const { id, base, saveIds } = edit;
  const { records, trashed } = await scopeOf(context, id);
  if (saveIds.at(-1) !== undefined && trashed.get(id)?.saveId === saveIds.at(-1) && !edit.isDeleted) return "gone again";
  const record = records.get(id);
  if (!record || record.revision <= (base?.revision ?? 0)) return null;
  const now = await open(context, { id });
  const isIt = ({ saveId }: Pick<ItemVersion, "saveId">): boolean => saveIds.includes(saveId);
  const save = isIt(record) ? { ...now, saveId: record.saveId } : (await earlier(context, id)).find(isIt);
  if (!save) return null;
  const isAll = save.saveId === saveIds.at(-1);
  // All that was wanted: the lists that follow from it were computed once more since, at another time.
  const fields = isAll ? { ...save.fields, ...edit.draft?.fields } : save.fields;
  return { ...now, ...placeOf(edit, now, isAll), fields, revision: save.revision };
}

async function earlier(context: VaultContext, id: string): Promise<readonly ItemVersion[]> {
  const { versions } = await loadPart(() => import("../versions.ts"));
  return versions(context, { id }).then(
    (found) => found.earlier,
    (error: unknown) => (isRefusal(error, "not_found") ? [] : Promise.reject(error)),
  );
}

/** Vault and favourite mark went with the save, unless its vault is in another scope: then they follow it. */
function placeOf({ base, draft }: WaitingEdit, now: Item, isAll: boolean): Pick<Item, "categoryId" | "favourite"> {
  const before = base ?? now;
  if (!draft || !isAll) return { categoryId: before.categoryId, favourite: before.favourite };
  const isStill = now.categoryId === before.categoryId;
  return { categoryId: isStill ? before.categoryId : draft.categoryId, favourite: draft.favourite };
}
