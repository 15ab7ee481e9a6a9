/** The actions of the bar below a list of items. */
import { IconFolderShare, IconStar, IconStarOff, IconTag, IconTrash } from "@tabler/icons-react";
import { mayEdit, mayOrganise } from "../item/rights.ts";
import type { ListActions } from "../tiles/tile.ts";
import type { BulkAction } from "./BulkBar.tsx";
import type { ListSelection } from "./use-selection.ts";

const ICON = 18;

export function bulkActions({ items, clear }: ListSelection, actions: ListActions): readonly BulkAction[] {
  const own = items.filter(mayOrganise);
  const marked = own.length > 0 && own.every(({ favourite }) => favourite);
  const remove = async () => {
    if (await actions.removeAll(items)) clear();
  };
  return [
    { label: "Move to vault", icon: <IconFolderShare size={ICON} />, disabled: own.length === 0, run: () => actions.place(items) },
    { label: "Tag", icon: <IconTag size={ICON} />, disabled: !items.some(mayEdit), run: () => actions.tag(items) },
    {
      label: marked ? "Remove from favorites" : "Add to favorites",
      icon: marked ? <IconStarOff size={ICON} /> : <IconStar size={ICON} />,
      disabled: own.length === 0,
      run: () => void actions.favourite(items),
    },
    { label: "Delete", icon: <IconTrash size={ICON} />, danger: true, disabled: !items.some(mayEdit), run: () => void remove() },
  ];
}
