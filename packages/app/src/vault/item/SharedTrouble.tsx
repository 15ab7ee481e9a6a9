/** Of an own shared vault, or an item shared on its own: the server's state of it is refused. It stays as this device has it, and its owner puts it back. */
import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { useRestoreVault, useVaultTrouble } from "../queries.ts";
import styles from "./SharedTrouble.module.css";

interface Words {
  readonly title: string;
  readonly happened: string;
  readonly follows: string;
}

const EVERYONE =
  "Nothing of that was taken over here. Put it back: everyone with access gets it as you see it, under a new key. Access that you have ended stays ended, and what was changed on both sides is kept twice.";

/** What happened, and what a press does. */
const OF_VAULT = {
  overstepped: {
    title: "This vault was changed against your will",
    happened: "Someone who may write in this vault changed what only you may change, such as its name or who made an item.",
    follows:
      "Nothing of that was taken over here. Put it back: everyone gets the vault as you see it. What others saved in it since then is lost.",
  },
  "other-key": {
    title: "The server went back with this vault",
    happened:
      "What the server has of this vault does not continue what this device has seen, as after a backup was restored. You see it as this device has it, and nothing can be saved in it.",
    follows: EVERYONE,
  },
  gone: {
    title: "The server no longer has this vault",
    happened:
      "You have shared this vault, and the server does not have it any more, as after a backup from before was restored. You see it as this device has it, and nothing can be saved in it.",
    follows:
      "Nothing of that was taken over here. Put it back: the vault is your own again, and no one else has access until you share it again.",
  },
  other: {
    title: "This vault was changed against your will",
    happened: "The server shows a state of this vault that does not continue what you have seen.",
    follows:
      "Nothing of that was taken over here. Put it back: everyone gets the vault as you see it. What others saved in it since then is lost.",
  },
} as const satisfies Record<string, Words>;

const OF_ITEM: Readonly<Record<keyof typeof OF_VAULT, Words>> = {
  overstepped: {
    title: "This item was changed against your will",
    happened: "Someone who may write in this item changed what only you may change, such as its name or who made an item.",
    follows:
      "Nothing of that was taken over here. Put it back: everyone gets the item as you see it. What others saved in it since then is lost.",
  },
  "other-key": {
    title: "The server went back with this item",
    happened:
      "What the server has of this item does not continue what this device has seen, as after a backup was restored. You see it as this device has it, and nothing can be saved in it.",
    follows: EVERYONE,
  },
  gone: {
    title: "The server no longer has this item",
    happened:
      "You have shared this item, and the server does not have it any more, as after a backup from before was restored. You see it as this device has it, and nothing can be saved in it.",
    follows:
      "Nothing of that was taken over here. Put it back: the item is your own again, and no one else has access until you share it again.",
  },
  other: {
    title: "This item was changed against your will",
    happened: "The server shows a state of this item that does not continue what you have seen.",
    follows:
      "Nothing of that was taken over here. Put it back: everyone gets the item as you see it. What others saved in it since then is lost.",
  },
};

export const VaultTrouble = ({ vault }: { vault: Vault }) => <SharedTrouble of={vault} name={vault.name} isVault />;

/** What is in a shared vault is put back with it, from its page. */
export const ItemTrouble = ({ item, vault }: { item: Item; vault: Vault | null }) =>
  vault?.scopeId !== item.scopeId && <SharedTrouble of={item} name={titleOf(item)} isVault={false} />;

interface Props {
  readonly of: Pick<Vault, "id" | "revision" | "isOwner" | "scopeId">;
  readonly name: string;
  readonly isVault: boolean;
}

function SharedTrouble({ of, name, isVault }: Props) {
  const trouble = useVaultTrouble(of);
  const restoring = useRestoreVault();
  if (trouble === null) return null;
  const { title, happened, follows } = (isVault ? OF_VAULT : OF_ITEM)[trouble];
  const restore = async (): Promise<void> => {
    try {
      const said = await restoring.mutateAsync({ vaultId: of.id });
      toast.done(`${name} is as you had it`);
      if (said) toast.done(said, false);
    } catch (error) {
      toast.failed(error, `Failed to put ${name} back`);
    }
  };
  return (
    <div className={styles.trouble}>
      <Note
        tone="warning"
        label={title}
        icon={<IconShieldExclamation size={18} aria-hidden />}
        actions={
          <Button size="xs" variant="default" loading={restoring.isPending} onClick={() => void restore()}>
            {isVault ? "Put my vault back" : "Put my item back"}
          </Button>
        }
      >
        {`${happened} ${follows}`}
      </Note>
    </div>
  );
}
