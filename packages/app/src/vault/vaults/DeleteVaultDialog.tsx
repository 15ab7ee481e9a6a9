/** Deletes a vault, and asks what becomes of the items in it: they stay without a vault, or go with it. */
import type { Vault } from "@coffer/core/items/item";
import { plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { Dialog } from "../../frame/Dialog.tsx";
import { Form, FormButtons, FormError, SubmitButton } from "../../ui/form/Form.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { useRemoveVault } from "../queries.ts";
import styles from "./DeleteVaultDialog.module.css";

interface Props {
  readonly vault: Vault;
  readonly items: number;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteVaultDialog({ vault, items, onClose, onDeleted }: Props) {
  // Nothing that would be lost: closing must not ask about it, so it is no value of the form.
  const [deleteItems, setDeleteItems] = useState(false);
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
    <Dialog onClose={() => void form.leave()} title="Delete Vault">
      <Form form={form} startsAt="[data-cancel]">
        {items === 0 ? (
          <p>{`"${vault.name}" holds no items. Deleting it changes nothing else.`}</p>
        ) : (
          <ItemsChoice vault={vault} items={items} deleteItems={deleteItems} onChoose={setDeleteItems} />
        )}
        {isShared && <p>It is shared. Deleting it takes everybody's access back, and what others added goes back to them.</p>}
        <FormError form={form} />
        <FormButtons>
          <Button variant="default" data-cancel disabled={form.busy} onClick={() => void form.leave()}>
            Cancel
          </Button>
          <SubmitButton form={form} color="red" busyLabel="Deleting...">
            {deleteItems ? `Delete vault and ${plural(items, "item")}` : "Delete vault"}
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

interface ItemsChoiceProps extends Pick<Props, "vault" | "items"> {
  readonly deleteItems: boolean;
  readonly onChoose: (deleteItems: boolean) => void;
}

function ItemsChoice({ vault, items, deleteItems, onChoose }: ItemsChoiceProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{`"${vault.name}" holds ${plural(items, "item")}. What should happen to ${items === 1 ? "it" : "them"}?`}</legend>
      <Choice
        checked={!deleteItems}
        onChoose={() => onChoose(false)}
        title="Move items to Unassigned"
        text={`${plural(items, "item")} will be kept without a vault.`}
      />
      <Choice
        checked={deleteItems}
        onChoose={() => onChoose(true)}
        title="Delete all items"
        text={`${plural(items, "item")} will be deleted together with the vault.`}
        danger
      />
    </fieldset>
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
    <label className={styles.choice} data-danger={danger || undefined}>
      <input type="radio" name="vault-items" checked={checked} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </label>
  );
}
