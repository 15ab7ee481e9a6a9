/** What becomes of an edit when the item was changed by somebody else meanwhile: merged by field, or kept as a copy that says so. */
import type { SealedRecord } from "@coffer/contract/record";
import { withDerived } from "@coffer/core/items/derive";
import type { Draft, FieldValues, Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { mergeFields } from "@coffer/core/merge";
import { shortDate } from "@coffer/core/text";
import type { Scope } from "./scope.ts";
import { openRecord } from "./seal-record.ts";

/**
 * The fields to save when `draft`, an edit of `base`, meets the record as it is now.
 * @returns null when they cannot be brought together: the same field was changed, or the item is gone or broken.
 */
export async function mergeEdit(scope: Scope, current: SealedRecord | undefined, base: Item, draft: Draft): Promise<FieldValues | null> {
  if (!current) return null;
  const mine = withDerived(draft.kind, { ...base.fields, ...draft.fields });
  if (current.revision === base.revision) return mine;
  const theirs = await openRecord(scope.keys, current);
  if (theirs.state === "tampered") return null;
  const { merged, conflicts } = mergeFields({ base: base.fields, mine, theirs: theirs.fields });
  const { fields } = kindOf(draft.kind);
  // A derived field follows from the others: it is computed anew and never in conflict.
  return conflicts.some((name) => !fields[name]?.derive) ? null : withDerived(draft.kind, merged);
}

/** The edit as an item of its own, whose name says why it is there. */
export function conflictCopy(draft: Draft, now: number): Draft {
  const { title, unnamed } = kindOf(draft.kind);
  const name = `${draft.fields[title] || unnamed} (conflict copy, ${shortDate(now)})`;
  return { ...draft, fields: { ...draft.fields, [title]: name } };
}
