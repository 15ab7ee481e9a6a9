/** What a form gives to every input, whatever its control. */
import type { FieldValues, Item } from "@coffer/core/items/item";
import type { Field } from "@coffer/core/items/kinds";
import type { FocusEvent } from "react";

export interface FormFieldProps {
  readonly id: string;
  readonly kind: Item["kind"];
  readonly field: Field;
  readonly value: string;
  readonly error: string | undefined;
  /** The other fields: a password is measured against the user name. */
  readonly fields: FieldValues;
  /** The secret that was made for a new item; in sight until something else is typed. */
  readonly generated?: string | undefined;
  /** Another one was made in its place. The form keeps it: the window may become another one, and the field with it. */
  readonly onGenerate?: ((value: string) => void) | undefined;
  readonly onType: (value: string) => void;
  readonly onLeave: (event: FocusEvent) => void;
}
