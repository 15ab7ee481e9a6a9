/** What is done with an opened item now and then, behind three dots. */
import type { ControlName } from "@coffer/core/items/controls";
import { DECRYPTION_FAILED, type Item, titleOf } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { ActionIcon, Menu } from "@mantine/core";
import { IconCopyPlus, IconDotsVertical, IconEyeOff, IconHistory, IconShare3, IconTextSize } from "@tabler/icons-react";
import { SERVER_VIEW, useCommands } from "../../frame/commands.ts";
import { EARLIER_VERSIONS } from "../item/item-in-address.ts";
import { mayEdit, mayShare, spokenLabel } from "../item/rights.ts";

interface Props {
  /** With all its fields. */
  readonly item: Item;
  readonly onDuplicate: () => void;
  readonly onEnlarge: (field: string) => void;
  readonly onVersions: () => void;
}

/** What people type on another device by hand. */
const ENLARGED: ReadonlySet<ControlName> = new Set(["password"]);

export function DetailMenu({ item, onDuplicate, onEnlarge, onVersions }: Props) {
  const { share, showServerView } = useCommands();
  if (item.state !== "intact") return null;
  const large = enlargedFields(item);
  return (
    <Menu position="bottom-end" width={248} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More actions for ${titleOf(item)}`}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {large.map(({ name, label }) => (
          <Menu.Item key={name} leftSection={<IconTextSize size={18} />} onClick={() => onEnlarge(name)}>
            Show {spokenLabel(label)} in large type
          </Menu.Item>
        ))}
        {mayEdit(item) && (
          <Menu.Item leftSection={<IconCopyPlus size={18} />} onClick={onDuplicate}>
            Duplicate
          </Menu.Item>
        )}
        {mayShare(item) && (
          <Menu.Item leftSection={<IconShare3 size={18} />} onClick={() => share({ id: item.id, kind: item.kind })}>
            Share
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory size={18} />} onClick={onVersions}>
          {EARLIER_VERSIONS}
        </Menu.Item>
        <Menu.Item leftSection={<IconEyeOff size={18} />} onClick={showServerView}>
          {SERVER_VIEW}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const enlargedFields = ({ kind, fields }: Item): { name: string; label: string }[] =>
  Object.entries(kindOf(kind).fields).flatMap(([name, { control, label }]) =>
    ENLARGED.has(control) && fields[name] && fields[name] !== DECRYPTION_FAILED ? { name, label } : [],
  );
