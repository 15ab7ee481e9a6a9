/** A copy of an item to start a new one from. */
import type { Draft, FieldValues, Item } from "@coffer/core/items/item";
import { titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";

/**
 * What was computed belongs to the original: the copy has no earlier passwords. It is no favourite, and is in the same vault. Passkeys stay in the original too: one that is in two logins would still sign once it was
 * removed from one of them.
 */
export function duplicateOf({ kind, categoryId, isOwner, fields }: Pick<Item, "kind" | "categoryId" | "isOwner" | "fields">): Draft {
  const { title, fields: table } = kindOf(kind);
  const copied: Record<string, string> = { ...fields };
  for (const [name, { derive }] of Object.entries(table)) if (derive) copied[name] = "";
  for (const name of OF_PASSKEYS) if (copied[name] !== undefined) copied[name] = "";
  const named: FieldValues = { ...copied, [title]: `${titleOf({ kind, fields })} (copy)` };
  return { kind, categoryId: isOwner ? categoryId : null, favourite: false, fields: named };
}

const OF_PASSKEYS = ["x_passkeys", "x_passkey_keys"] as const;
