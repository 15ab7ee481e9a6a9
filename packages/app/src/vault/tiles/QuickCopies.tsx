/** Copying the fields of an item without opening it; what does not open is never copied. */
import { titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { Icon123, IconKey, IconUser } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { isCopyable } from "../item/copyable.ts";
import { copyLabels, spokenLabel } from "../item/rights.ts";
import type { ItemActions } from "../item/use-item-actions.ts";
import type { ItemTileProps } from "./tile.ts";
import { TILES } from "./tiles.ts";

interface Props extends Pick<ItemTileProps, "item"> {
  readonly actions: ItemActions;
  readonly fields?: readonly string[];
}

export const QuickCopies = memo(function QuickCopies({ item, actions, fields = TILES[item.kind].copies }: Props) {
  const present = fields.filter((field) => isCopyable(item, field));
  return present.map((field) => (
    <CopyButton
      key={field}
      {...copyLabels(item.kind, field, titleOf(item))}
      failure={`Failed to copy ${spokenLabel(kindOf(item.kind).fields[field]?.label ?? field)}`}
      icon={COPY_ICONS[field]}
      value={() => actions.read(item, field)}
      onCopied={() => actions.used(item)}
    />
  ));
});

/** Two equal icons in a row would not say which is which. */
const COPY_ICONS: Readonly<Record<string, ReactNode>> = {
  username: <IconUser size={18} aria-hidden />,
  password: <IconKey size={18} aria-hidden />,
  totp: <Icon123 size={18} aria-hidden />,
};
