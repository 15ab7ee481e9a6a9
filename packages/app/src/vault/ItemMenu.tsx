/** What can be done with an item, behind three dots. A person who may only read is offered "View" and nothing else. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDotsVertical, IconExternalLink, IconEye, IconPencil, IconTrash } from "@tabler/icons-react";
import { FACES } from "./faces/faces.ts";
import { mayEdit } from "./rights.ts";
import { type ItemActions, websiteField } from "./use-item-actions.ts";

interface Props {
  readonly item: Item;
  readonly actions: ItemActions;
  readonly onOpen: (item: Item) => void;
  readonly onEdit: (item: Item) => void;
  readonly narrow: boolean;
  readonly tabIndex: number;
}

export function ItemMenu({ item, actions, onOpen, onEdit, narrow, tabIndex }: Props) {
  const site = item.state === "intact" && websiteField(item);
  const editable = mayEdit(item) || (narrow && FACES[item.kind].openMenu);
  return (
    <Menu position="bottom-end" width={184} withinPortal>
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
        {site && (
          <Menu.Item leftSection={<IconExternalLink size={16} />} onClick={() => actions.launch(item)}>
            Open website
          </Menu.Item>
        )}
        {editable ? (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(item)}>
              Edit
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void actions.remove(item)}>
              Delete
            </Menu.Item>
          </>
        ) : (
          <Menu.Item leftSection={<IconEye size={16} />} onClick={() => onOpen(item)}>
            View
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
