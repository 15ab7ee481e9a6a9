/** Copies a field of an item that is in no detail: from a list, its menu, a key, the palette. Says what was copied and for how long it stays. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { copiedMessage, copyForAWhile } from "../../ui/clipboard.ts";
import { toast } from "../../ui/toast.ts";
import { spokenLabel } from "./rights.ts";
import type { ItemActions } from "./use-item-actions.ts";

/** Never throws: what fails is said. */
export async function copyField(actions: ItemActions, item: Item, field: string): Promise<void> {
  const label = spokenLabel(kindOf(item.kind).fields[field]?.label ?? field);
  try {
    await copyForAWhile(await actions.read(item, field));
    toast.done(copiedMessage(`Copied ${label} of "${titleOf(item)}"`));
    actions.used(item);
  } catch (error) {
    toast.failed(error, `Failed to copy ${label}`);
  }
}
