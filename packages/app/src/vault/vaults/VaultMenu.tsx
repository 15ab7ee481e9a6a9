/** What can be done with a vault, behind three dots. Nothing is offered on a vault one may only read (decision V-08). */
import type { Vault } from "@coffer/core/items/item";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDotsVertical, IconPencil, IconPlus, IconShare3, IconTrash } from "@tabler/icons-react";
import { useCommands } from "../../frame/commands.ts";
import { mayEdit } from "../item/rights.ts";
import type { VaultDialogs } from "./use-vault-dialogs.tsx";

export function VaultMenu({ vault, dialogs }: { vault: Vault; dialogs: VaultDialogs }) {
  const { share } = useCommands();
  if (!mayEdit(vault)) return null;
  return (
    <Menu position="bottom-end" width={208}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={`More actions for vault ${vault.name}`}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlus size={18} />} onClick={() => dialogs.addExisting(vault)}>
          Add existing item
        </Menu.Item>
        {vault.isOwner && (
          <>
            <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => dialogs.edit(vault)}>
              Edit
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={18} />} onClick={() => dialogs.remove(vault)}>
              Delete
            </Menu.Item>
            <Menu.Item leftSection={<IconShare3 size={18} />} onClick={() => share({ id: vault.id, kind: "category" })}>
              Share
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
