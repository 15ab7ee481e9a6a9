/** Merges an edit with changes that someone else made to the item in the meantime, field by field; conflicts become a copy that says so. */
import type { SealedRecord } from "@coffer/contract/record";
import type { Draft, FieldValues, Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { mergeFields } from "@coffer/core/merge";
import { shortDate } from "@coffer/core/text";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { vaultIdIn } from "./in-its-vault.ts";
import { LIST_MERGES } from "./merge-lists.ts";

/** What to save, and the fields before: derived fields follow from both. */
interface Merged {
  readonly draft: Draft;
  readonly before: FieldValues;
}

/**
 * Merges `draft`, an edit of `base`, with the current record.
 * @returns null when that is impossible: the same field was changed, or the item is gone or broken.
 */
export async function mergeEdit(
  places: readonly Scope[],
  scope: Scope,
  current: SealedRecord | undefined,
  base: Item,
  draft: Draft,
): Promise<Merged | null> {
  if (!current) return null;
  const mine = { ...base.fields, ...draft.fields };
  const place = mergePlace(places, current, base, draft);
  if (current.revision === base.revision) return { draft: { ...draft, ...place, fields: mine }, before: base.fields };
  const theirs = await openRecord(scope.keys, current);
  if (theirs.state === "tampered") return null;
  const { merged, conflicts } = mergeFields({ base: base.fields, mine, theirs: theirs.fields });
  for (const name of conflicts) {
    const { control, derive } = kindOf(draft.kind).fields[name] ?? {};
    const mergeList = control && LIST_MERGES[control];
    const version = (fields: FieldValues): string => fields[name] ?? "";
    if (mergeList) merged[name] = mergeList({ base: version(base.fields), mine: version(mine), theirs: version(theirs.fields) });
    // A derived field is computed again on saving, so it is never in conflict.
    else if (!derive) return null;
  }
  return { draft: { ...draft, ...place, fields: merged }, before: theirs.fields };
}

/** Vault and favourite mark: as edited, or otherwise as they are now, since they may have changed after the form was opened. */
function mergePlace(places: readonly Scope[], current: SealedRecord, base: Item, draft: Draft): Pick<Draft, "categoryId" | "favourite"> {
  // In other people's scopes the place is theirs and stays.
  if (!base.isOwner) return { categoryId: current.categoryId, favourite: current.favourite };
  return {
    categoryId: draft.categoryId === base.categoryId ? vaultIdIn(places, current) : draft.categoryId,
    favourite: draft.favourite === base.favourite ? current.favourite : draft.favourite,
  };
}

/** The edit as an item of its own, with a name that explains it. */
export function conflictCopy(draft: Draft, now: number): Draft {
  const { title, unnamed } = kindOf(draft.kind);
  const name = `${draft.fields[title] || unnamed} (conflict copy, ${shortDate(now)})`;
  return { ...draft, fields: { ...draft.fields, [title]: name } };
}
