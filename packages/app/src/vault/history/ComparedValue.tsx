/** One field of an item as it was, or is, next to the same of another time. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import type { ReactNode } from "react";
import { ValueRow } from "../fields/ValueRow.tsx";
import { spokenLabel } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import { fieldTexts } from "./field-texts.ts";

interface Props {
  readonly item: Item;
  readonly actions: ItemActions | undefined;
  readonly name: string;
  /** Of which time: "Now", or when it was saved. */
  readonly of: string;
  /** The field at all times that are compared, and which of them this is. */
  readonly texts: readonly string[];
  readonly at: number;
  /** The field's where it is not given. */
  readonly label?: string | undefined;
  readonly more?: ReactNode;
  /** Where there is little room, in place of `more`. */
  readonly below?: ReactNode;
}

export function ComparedValue({ item, actions, name, of, texts, at, label, more, below }: Props) {
  const field = kindOf(item.kind).fields[name];
  if (!field) return null;
  const look = fieldTexts(name, field, texts);
  const { value = "", shown = "" } = look.texts[at] ?? {};
  const what = spokenLabel(look.label);
  return (
    <ValueRow
      item={item}
      label={label ?? look.label}
      spoken={`${what} of ${of} for ${titleOf(item)}`}
      what={what}
      value={value}
      secret={look.secret && value !== ""}
      copies={value !== ""}
      actions={actions}
      more={more}
      below={below}
    >
      {value === "" ? "Empty" : shown}
    </ValueRow>
  );
}
