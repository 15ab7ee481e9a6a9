/** A copy of an item to start a new one from. */
import type { Draft, FieldValues, Item } from "@coffer/core/items/item";
import { titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";

/** What was computed belongs to the original: the copy has no earlier passwords. It is no favourite, and is in the same vault. */
export function duplicateOf({ kind, categoryId, isOwner, fields }: Pick<Item, "kind" | "categoryId" | "isOwner" | "fields">): Draft {
  const { title, fields: table } = kindOf(kind);
  const copied: Record<string, string> = { ...fields };
  for (const [name, { derive }] of Object.entries(table)) if (derive) copied[name] = "";
  const named: FieldValues = { ...copied, [title]: `${titleOf({ kind, fields })} (copy)` };
  return { kind, categoryId: isOwner ? categoryId : null, favourite: false, fields: named };
}
