/** Deletes a vault, and asks what becomes of the items in it: they stay without a vault, or go with it. */

import type { Vault } from "@coffer/core/items/item";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "../../frame/Dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { useRemoveVault } from "../queries.ts";

interface Props {
  readonly vault: Vault;
  readonly items: number;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteVaultDialog({ vault, items, onClose, onDeleted }: Props) {
  const [deleteItems, setDeleteItems] = useState(false);
  const removal = useRemoveVault();
  const remove = async () => {
    try {
      await removal.mutateAsync({ id: vault.id, deleteItems });
      toast.done(deleteItems ? "Vault and all contained items have been deleted" : "Vault deleted and items moved to unassigned");
      onClose();
      onDeleted?.();
    } catch (error) {
      toast.failed(error, "Failed to delete vault");
    }
  };
  return (
    <Dialog onClose={() => removal.isPending || onClose()} title="Delete Vault">
      <div className="dialog-form">
        {items === 0 ? (
          <p>{`"${vault.name}" holds no items. Deleting it changes nothing else.`}</p>
        ) : (
          <fieldset className="choice">
            <legend>{`"${vault.name}" holds ${plural(items, "item")}. What should happen to ${items === 1 ? "it" : "them"}?`}</legend>
            <Choice
              checked={!deleteItems}
              onChoose={() => setDeleteItems(false)}
              title="Move items to Unassigned"
              text={`${plural(items, "item")} will be kept without a vault.`}
            />
            <Choice
              checked={deleteItems}
              onChoose={() => setDeleteItems(true)}
              title="Delete all items"
              text={`${plural(items, "item")} will be deleted together with the vault.`}
              danger
            />
          </fieldset>
        )}
        <div className="dialog-buttons">
          <Button variant="default" data-autofocus disabled={removal.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button color="red.8" loading={removal.isPending} onClick={() => void remove()}>
            {deleteItems ? `Delete vault and ${plural(items, "item")}` : "Delete vault"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly checked: boolean;
  readonly onChoose: () => void;
  readonly title: string;
  readonly text: string;
  readonly danger?: boolean;
}

function Choice({ checked, onChoose, title, text, danger = false }: ChoiceProps) {
  return (
    <label className="choice-card" data-danger={danger || undefined}>
      <input type="radio" name="vault-items" checked={checked} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </label>
  );
}
