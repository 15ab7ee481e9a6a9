/** In an own shared vault: the server's state of it is refused, because someone changed what is the owner's alone. The owner puts it back. */
import type { Vault } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { useRestoreVault, useVaultTrouble } from "../queries.ts";
import styles from "./VaultTrouble.module.css";

const WHY = {
  overstepped: "Someone who may write in this vault changed what only you may change, such as its name or who made an item.",
  other: "The server shows a state of this vault that does not continue what you have seen.",
} as const;

export function VaultTrouble({ vault }: { vault: Vault }) {
  const trouble = useVaultTrouble(vault);
  const restoring = useRestoreVault();
  if (trouble === null) return null;
  const restore = async (): Promise<void> => {
    try {
      await restoring.mutateAsync({ vaultId: vault.id });
      toast.done(`${vault.name} is as you had it`);
    } catch (error) {
      toast.failed(error, `Failed to put ${vault.name} back`);
    }
  };
  return (
    <div className={styles.trouble}>
      <Note
        tone="warning"
        label="This vault was changed against your will"
        icon={<IconShieldExclamation size={18} aria-hidden />}
        actions={
          <Button size="xs" variant="default" loading={restoring.isPending} onClick={() => void restore()}>
            Put my vault back
          </Button>
        }
      >
        {`${WHY[trouble]} Nothing of that was taken over here. Put it back: everyone gets the vault as you see it. What others saved in it since then is lost.`}
      </Note>
    </div>
  );
}
