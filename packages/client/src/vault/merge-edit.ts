/** Merges an edit with what someone else made of the item in the meantime, field by field. */
import type { SealedRecord } from "@coffer/contract/record";
import { type Draft, type FieldValues, type Item, isSameVersion, isTooLong } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { mergeItems } from "@coffer/core/items/merge-items";
import { OTHERS_FIELD, type OtherValue } from "@coffer/core/items/other-values";
import { shortDate } from "@coffer/core/text";
import type { Scope } from "../sync/scope.ts";
import { type OpenedRecord, openRecord } from "../sync/seal-record.ts";
import { vaultIdIn } from "./shown-vault.ts";

/** What to save, and the fields before: derived fields follow from both. */
export interface Merged {
  readonly draft: Draft;
  readonly before: FieldValues;
  readonly others: readonly OtherValue[];
}

interface Editing {
  /** The item when the form was opened, with all its fields. */
  readonly base: Item;
  readonly draft: Draft;
  /** Takes an earlier edit back: where someone has changed the same since, nothing is written. */
  readonly isUndo?: boolean;
  /** The device of this edit, and when it is saved. */
  readonly device: string;
  readonly now: number;
}

/**
 * Merges `draft`, an edit of `base`, with the current record.
 * @returns null when that is impossible: the item does not open any more, an undo meets a conflict, or there is no room for both values.
 */
export async function mergeEdit(places: readonly Scope[], { keys }: Scope, current: SealedRecord, edit: Editing): Promise<Merged | null> {
  const { base, draft, isUndo, now, device } = edit;
  const mine = { ...base.fields, ...draft.fields };
  const place = mergePlace(places, current, base, draft);
  if (isSameVersion(current, base)) return { draft: { ...draft, ...place, fields: mine }, before: base.fields, others: [] };
  const theirs = await openRecord(keys, current);
  if (theirs.state === "tampered") return null;
  const by = keys.rights.self?.email;
  const { fields, conflicts, others } = mergeItems(draft.kind, {
    base: base.fields,
    mine: { fields: mine, saved: { at: now, device, ...(by && { by }) } },
    theirs: { fields: theirs.fields, saved: savedBy(theirs) },
  });
  if ((isUndo && conflicts.length > 0) || isTooLong(fields[OTHERS_FIELD] ?? "")) return null;
  return { draft: { ...draft, ...place, fields }, before: theirs.fields, others };
}

const savedBy = ({ updatedAt, author, device }: OpenedRecord) => ({
  at: updatedAt,
  ...(author && { by: author.email }),
  ...(device && { device }),
});

/** Vault and favourite mark: as edited, or otherwise as they are now, since they may have changed after the form was opened. */
function mergePlace(places: readonly Scope[], current: SealedRecord, base: Item, draft: Draft): Pick<Draft, "categoryId" | "favourite"> {
  // In other people's scopes the place is theirs and stays.
  if (!base.isOwner) return { categoryId: current.categoryId, favourite: current.favourite };
  return {
    // One that has been deleted since: as if it had been after this.
    categoryId: vaultIdIn(places, draft.categoryId === base.categoryId ? current : draft),
    favourite: draft.favourite === base.favourite ? current.favourite : draft.favourite,
  };
}

/** The content as an item of its own, with a name that explains it: where two histories parted (security design §4, "Repair"). */
export function conflictCopy(draft: Draft, now: number): Draft {
  const { title, unnamed } = kindOf(draft.kind);
  const name = `${draft.fields[title] || unnamed} (conflict copy, ${shortDate(now)})`;
  return { ...draft, fields: { ...draft.fields, [title]: name } };
}
