/** What can be done with an item, behind three dots. A person who may only read is offered to look at it and to copy, and nothing else. */
import { type Item, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { Menu } from "@mantine/core";
import {
  IconCopy,
  IconDotsVertical,
  IconExternalLink,
  IconEye,
  IconFolderShare,
  IconHistory,
  IconPencil,
  IconShare3,
  IconStar,
  IconTag,
  IconTrash,
} from "@tabler/icons-react";
import { memo, type RefCallback, type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useCommands } from "../../frame/commands.ts";
import { whenPaneIsFree } from "../../frame/pane-slot.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { isCopyable } from "../item/copyable.ts";
import { EARLIER_VERSIONS, useShowVersions } from "../item/item-in-address.ts";
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

/** The menu itself is made when it is first asked for: a list draws hundreds of these for a letter that is typed, and menus would take most of that time. */
export const ItemMenu = memo(function ItemMenu(props: Props) {
  const { item, tabIndex } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isMade, setMade] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        id={id}
        aria-label={`More actions for ${titleOf(item)}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        tabIndex={tabIndex}
        data-tile-control
        onClick={() => (isMade ? setOpen(!isOpen) : setMade(true))}
      >
        <IconDotsVertical size={18} />
      </IconButton>
      {isMade && (
        <Menu id={id} position="bottom-end" width={208} withinPortal opened={isOpen} onClose={() => setOpen(false)}>
          <Menu.Target>
            <At element={button} onThere={() => setOpen(true)} />
          </Menu.Target>
          <Menu.Dropdown>
            <Entries {...props} />
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
});

interface AtProps {
  readonly element: RefObject<HTMLElement | null>;
  /** Once: the menu opens when it is there, and so finds what had the focus. */
  readonly onThere: () => void;
  readonly ref?: RefCallback<HTMLElement>;
}

/** The place of the menu is what is drawn already. */
function At({ element, onThere, ref }: AtProps) {
  const open = useEffectEvent(onThere);
  useLayoutEffect(() => {
    ref?.(element.current);
    return () => void ref?.(null);
  }, [element, ref]);
  useEffect(() => {
    open();
  }, []);
  return null;
}

function Entries(props: Props) {
  const { item, onOpen, narrow } = props;
  const editable = mayEdit(item) || (narrow && TILES[item.kind].openMenu);
  return (
    <>
      <UseEntries {...props} />
      {editable ? (
        <ChangeEntries {...props} />
      ) : (
        <Menu.Item leftSection={<IconEye size={ICON} />} onClick={() => onOpen(item)}>
          View
        </Menu.Item>
      )}
    </>
  );
}

/** Whether the menu offers what is otherwise next to the item: in a narrow window, and where nothing can be pointed at. */
const hasLittleRoom = (narrow: boolean): boolean => narrow || !window.matchMedia("(hover: hover)").matches;

/** Opening the website, and on narrow screens and under a finger the copies there is no room for next to the item. */
function UseEntries({ item, actions, narrow }: Props) {
  const site = item.state === "intact" && websiteField(item);
  const copies = hasLittleRoom(narrow) ? TILES[item.kind].copies.filter((field) => isCopyable(item, field)) : [];
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

function ChangeEntries({ item, actions, onEdit, narrow }: Props) {
  const { share } = useCommands();
  const showVersions = useShowVersions();
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={ICON} />} onClick={() => onEdit(item)}>
        Edit
      </Menu.Item>
      {/* A line has no room for the star, and under a finger a tile shows it only where it is set. */}
      {hasLittleRoom(narrow) && mayOrganise(item) && (
        <Menu.Item leftSection={<IconStar size={ICON} />} onClick={() => void actions.toggleFavourite(item)}>
          {item.favourite ? "Remove from favorites" : "Add to favorites"}
        </Menu.Item>
      )}
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
      <Menu.Item leftSection={<IconHistory size={ICON} />} onClick={() => whenPaneIsFree(() => showVersions(item))}>
        {EARLIER_VERSIONS}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={ICON} />} onClick={() => void actions.remove(item)}>
        Delete
      </Menu.Item>
    </>
  );
}
