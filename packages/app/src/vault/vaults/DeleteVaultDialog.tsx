/** Deletes a vault, and asks what becomes of the items in it: they stay without a vault, or go with it. */
import type { Vault } from "@coffer/core/items/item";
import { plural } from "@coffer/core/text";
import { useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { KeepOrLoseChoice } from "../../ui/form/KeepOrLoseChoice.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { useRemoveVault } from "../queries.ts";

interface Props {
  readonly vault: Vault;
  readonly items: number;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteVaultDialog({ vault, items, onClose, onDeleted }: Props) {
  // Nothing that would be lost: closing must not ask about it, so it is no value of the form.
  const [deleteItems, setDeleteItems] = useState(false);
  const holds = plural(items, "item");
  const removal = useRemoveVault();
  const isShared = vault.scopeId !== useSession()?.personalVaultId;
  const form = useForm({
    start: {},
    async send() {
      await removal.mutateAsync({ id: vault.id, deleteItems });
      toast.done(deleteItems ? "Vault and all contained items have been deleted" : "Vault deleted and items moved to unassigned");
    },
    failed: "Failed to delete vault",
    failsBy: "toast",
    onSent() {
      onClose();
      onDeleted?.();
    },
    guard: { onLeave: onClose },
  });
  return (
    <FormDialog
      form={form}
      title="Delete Vault"
      submitLabel={deleteItems ? `Delete vault and ${holds}` : "Delete vault"}
      busyLabel="Deleting..."
      isDestructive
    >
      {items === 0 ? (
        <p>{`"${vault.name}" holds no items. Deleting it changes nothing else.`}</p>
      ) : (
        <KeepOrLoseChoice
          question={`"${vault.name}" holds ${holds}. What should happen to ${items === 1 ? "it" : "them"}?`}
          keeps={{ title: "Move items to Unassigned", text: `${holds} will be kept without a vault.` }}
          loses={{ title: "Delete all items", text: `${holds} will be deleted together with the vault.` }}
          isLosing={deleteItems}
          onChoose={setDeleteItems}
        />
      )}
      {isShared && (
        <p>It is shared. Deleting it ends everyone's access. If others made items in it, you are asked first what becomes of them.</p>
      )}
    </FormDialog>
  );
}
