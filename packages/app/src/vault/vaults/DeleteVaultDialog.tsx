/**
 * Deletes a vault, and asks what becomes of the items in it: they stay without a vault, or go with it. In a shared one, what others made is asked about first, with a
 * second press: nothing of theirs goes anywhere without it.
 */
import type { ItemsByPerson } from "@coffer/client";
import type { Item, Vault } from "@coffer/core/items/item";
import { byCount, plural } from "@coffer/core/text";
import { useState } from "react";
import { useSession } from "../../frame/client-context.tsx";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { KeepOrLoseChoice } from "../../ui/form/KeepOrLoseChoice.tsx";
import { useForm } from "../../ui/form/use-form.ts";
import { toast } from "../../ui/toast.ts";
import { mayHaveVersions, VersionsGo } from "../item/VersionsGo.tsx";
import { useAllItemsByOthers, useContents, useRemoveVault } from "../queries.ts";
import { type Decided, OthersChoice, waysFor } from "./OthersChoice.tsx";

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
  const others = useOthers(vault, isShared, deleteItems);
  const form = useForm({
    start: {},
    confirm: others.areDecided,
    async send() {
      await removal.mutateAsync({ id: vault.id, deleteItems, others: others.decisions });
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
      isSubmitDisabled={!others.isComplete}
    >
      {items === 0 ? (
        <p>{`"${vault.name}" holds no items. Deleting it changes nothing else.`}</p>
      ) : (
        <KeepOrLoseChoice
          question={byCount(
            items,
            `"${vault.name}" holds ${holds}. What should happen to it?`,
            `"${vault.name}" holds ${holds}. What should happen to them?`,
          )}
          keeps={{ title: "Move items to Unassigned", text: `${holds} will be kept without a vault.` }}
          loses={{ title: "Delete all items", text: `${holds} will be deleted together with the vault.` }}
          isLosing={deleteItems}
          onChoose={setDeleteItems}
        />
      )}
      {isShared && (
        <p>
          It is shared. Deleting it ends everyone's access.
          {others.left.length === 0 && " If others made items in it, you are asked first what becomes of them."}
        </p>
      )}
      {isShared && !deleteItems && <VersionsOf vault={vault} />}
      {others.left.length > 0 && (
        <OthersChoice left={others.left} isLosing={deleteItems} decided={others.decided} onDecide={others.decide} />
      )}
    </FormDialog>
  );
}

const NO_ITEMS: readonly Item[] = [];

/** What is shared on its own goes on, or has ended by itself. */
function VersionsOf({ vault }: Pick<Props, "vault">) {
  const { items = NO_ITEMS } = useContents().data ?? {};
  return <VersionsGo by="delete" items={items.filter((item) => item.scopeId === vault.scopeId && mayHaveVersions(item))} />;
}

/** What others made in the vault, once someone has pressed, and what the owner has decided on it. */
function useOthers(vault: Vault, isShared: boolean, isLosing: boolean) {
  const ask = useAllItemsByOthers();
  const [left, setLeft] = useState<readonly ItemsByPerson[]>([]);
  const [decided, decide] = useState<Decided>({});
  const decisions = left.flatMap((person) => {
    const { personId } = person;
    const value = waysFor(person, isLosing).find((way) => way.value === decided[personId])?.value;
    return value === undefined ? [] : [{ personId, decision: value }];
  });
  /** They may have made more since. */
  const areDecided = async (): Promise<boolean> => {
    if (!isShared) return true;
    const now = await ask({ vaultId: vault.id });
    setLeft(now);
    return now.every(({ personId, count }) => left.some((one) => one.personId === personId && one.count === count));
  };
  return { left, decided, decide, decisions, areDecided, isComplete: decisions.length === left.length };
}
