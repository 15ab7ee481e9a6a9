/** What can be done with an item, behind three dots. A person who may only read is offered to look at it and to copy, and nothing else. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { ActionIcon, Menu } from "@mantine/core";
import {
  IconCopy,
  IconDotsVertical,
  IconExternalLink,
  IconEye,
  IconFolderShare,
  IconPencil,
  IconShare3,
  IconTag,
  IconTrash,
} from "@tabler/icons-react";
import { useCommands } from "../../frame/commands.ts";
import { isCopyable } from "../item/copyable.ts";
import { mayEdit, mayOrganise, mayShare, spokenLabel } from "../item/rights.ts";
import { websiteField } from "../item/use-item-actions.ts";
import type { ListActions } from "./tile.ts";
import { TILES } from "./tiles.ts";

interface Props {
  readonly item: Item;
  readonly actions: ListActions;
  readonly onOpen: (item: Item) => void;
  readonly onEdit: (item: Item) => void;
  readonly narrow: boolean;
  readonly tabIndex: number;
}

const ICON = 18;

export function ItemMenu(props: Props) {
  const { item, onOpen, narrow, tabIndex } = props;
  const editable = mayEdit(item) || (narrow && TILES[item.kind].openMenu);
  return (
    <Menu position="bottom-end" width={208} withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={`More actions for ${titleOf(item)}`}
          tabIndex={tabIndex}
          data-tile-control
        >
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <UseEntries {...props} />
        {editable ? (
          <ChangeEntries {...props} />
        ) : (
          <Menu.Item leftSection={<IconEye size={ICON} />} onClick={() => onOpen(item)}>
            View
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Opening the website, and on narrow screens the copies there is no room for next to the item. */
function UseEntries({ item, actions, narrow }: Props) {
  const site = item.state === "intact" && websiteField(item);
  const copies = narrow ? TILES[item.kind].copies.filter((field) => isCopyable(item, field)) : [];
  return (
    <>
      {site && (
        <Menu.Item leftSection={<IconExternalLink size={ICON} />} onClick={() => actions.launch(item)}>
          Open website
        </Menu.Item>
      )}
      {copies.map((field) => (
        <Menu.Item key={field} leftSection={<IconCopy size={ICON} />} onClick={() => void actions.copy(item, field)}>
          {`Copy ${spokenLabel(kindOf(item.kind).fields[field]?.label ?? field)}`}
        </Menu.Item>
      ))}
    </>
  );
}

function ChangeEntries({ item, actions, onEdit }: Props) {
  const { share } = useCommands();
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={ICON} />} onClick={() => onEdit(item)}>
        Edit
      </Menu.Item>
      {mayOrganise(item) && (
        <Menu.Item leftSection={<IconFolderShare size={ICON} />} onClick={() => actions.place([item])}>
          Move to vault
        </Menu.Item>
      )}
      {mayShare(item) && (
        <Menu.Item leftSection={<IconShare3 size={ICON} />} onClick={() => share({ id: item.id, kind: item.kind })}>
          Share
        </Menu.Item>
      )}
      {mayEdit(item) && item.state === "intact" && (
        <Menu.Item leftSection={<IconTag size={ICON} />} onClick={() => actions.tag([item])}>
          Tags
        </Menu.Item>
      )}
      <Menu.Item color="red" leftSection={<IconTrash size={ICON} />} onClick={() => void actions.remove(item)}>
        Delete
      </Menu.Item>
    </>
  );
}
