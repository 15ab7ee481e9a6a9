/** What the detail view gives to the row of every field, whatever its control. */
import type { FieldValues, Item } from "@coffer/core/items/item";
import type { Field } from "@coffer/core/items/kinds";
import type { ItemActions } from "../item/use-item-actions.ts";

export interface ShownField {
  readonly item: Item;
  readonly name: string;
  readonly field: Field;
  readonly value: string;
  /** Absent where an item is only looked at, not used. */
  readonly actions?: ItemActions | undefined;
  /** Told which secret is in sight. */
  readonly onReveal?: ((field: string, shown: boolean) => void) | undefined;
  /** Opens the form with some fields changed already; absent where the user cannot edit. */
  readonly onEditWith?: ((changes: FieldValues) => void) | undefined;
}
