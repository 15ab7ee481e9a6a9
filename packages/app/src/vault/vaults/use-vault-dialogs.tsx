/** The three dialogs of a vault, opened from its card or from inside it; one at a time. */
import type { Contents } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { type ReactNode, useState } from "react";
import { itemsOfVault } from "../item/find-items.ts";
import { AddExistingDialog } from "./AddExistingDialog.tsx";
import { DeleteVaultDialog } from "./DeleteVaultDialog.tsx";
import { VaultDialog } from "./VaultDialog.tsx";

export interface VaultDialogs {
  readonly create: () => void;
  readonly edit: (vault: Vault) => void;
  readonly remove: (vault: Vault) => void;
  readonly addExisting: (vault: Vault) => void;
}

type Open = { readonly dialog: "create" } | { readonly dialog: "edit" | "remove" | "addExisting"; readonly vault: Vault };

/** @returns what opens them, and the dialog to draw. */
export function useVaultDialogs({ items, vaults }: Contents, onDeleted?: () => void): [VaultDialogs, ReactNode] {
  const [open, setOpen] = useState<Open | null>(null);
  const onClose = () => setOpen(null);
  const dialogs: VaultDialogs = {
    create: () => setOpen({ dialog: "create" }),
    edit: (vault) => setOpen({ dialog: "edit", vault }),
    remove: (vault) => setOpen({ dialog: "remove", vault }),
    addExisting: (vault) => setOpen({ dialog: "addExisting", vault }),
  };
  return [dialogs, open && draw(open)];

  function draw(shown: Open): ReactNode {
    switch (shown.dialog) {
      case "create":
        return <VaultDialog vault={null} onClose={onClose} />;
      case "edit":
        return <VaultDialog vault={shown.vault} onClose={onClose} />;
      case "addExisting":
        return <AddExistingDialog vault={shown.vault} items={items} onClose={onClose} />;
      case "remove": {
        const held = itemsOfVault(items, vaults, shown.vault.id).length;
        return <DeleteVaultDialog vault={shown.vault} items={held} onClose={onClose} {...(onDeleted ? { onDeleted } : {})} />;
      }
    }
  }
}
