/** Of an own shared vault, or an item shared on its own: the server's state of it is refused. It stays as this device has it, and its owner puts it back. */
import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { Button } from "@mantine/core";
import { IconShieldExclamation } from "@tabler/icons-react";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { useRestoreVault, useVaultTrouble } from "../queries.ts";
import styles from "./SharedTrouble.module.css";

type What = "vault" | "item";

const changedAgainstWill = (what: What): string => `This ${what} was changed against your will`;
const asSeenHere = (what: What): string => `everyone gets the ${what} as you see it. What others saved in it since then is lost.`;

/** What happened, and what a press does. */
const WHY = {
  overstepped: {
    title: changedAgainstWill,
    happened: (what: What) =>
      `Someone who may write in this ${what} changed what only you may change, such as its name or who made an item.`,
    follows: asSeenHere,
  },
  "other-key": {
    title: (what: What) => `The server went back with this ${what}`,
    happened: (what: What) =>
      `What the server has of this ${what} does not continue what this device has seen, as after a backup was restored. You see it as this device has it, and nothing can be saved in it.`,
    follows: () =>
      "everyone with access gets it as you see it, under a new key. Access that you have ended stays ended, and what was changed on both sides is kept twice.",
  },
  gone: {
    title: (what: What) => `The server no longer has this ${what}`,
    happened: (what: What) =>
      `You have shared this ${what}, and the server does not have it any more, as after a backup from before was restored. You see it as this device has it, and nothing can be saved in it.`,
    follows: (what: What) => `the ${what} is your own again, and no one else has access until you share it again.`,
  },
  other: {
    title: changedAgainstWill,
    happened: (what: What) => `The server shows a state of this ${what} that does not continue what you have seen.`,
    follows: asSeenHere,
  },
} as const;

export const VaultTrouble = ({ vault }: { vault: Vault }) => <SharedTrouble of={vault} name={vault.name} what="vault" />;

/** What is in a shared vault is put back with it, from its page. */
export const ItemTrouble = ({ item, vault }: { item: Item; vault: Vault | null }) =>
  vault?.scopeId !== item.scopeId && <SharedTrouble of={item} name={titleOf(item)} what="item" />;

interface Props {
  readonly of: Pick<Vault, "id" | "revision" | "isOwner" | "scopeId">;
  readonly name: string;
  readonly what: What;
}

function SharedTrouble({ of, name, what }: Props) {
  const trouble = useVaultTrouble(of);
  const restoring = useRestoreVault();
  if (trouble === null) return null;
  const { title, happened, follows } = WHY[trouble];
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
        label={title(what)}
        icon={<IconShieldExclamation size={18} aria-hidden />}
        actions={
          <Button size="xs" variant="default" loading={restoring.isPending} onClick={() => void restore()}>
            {`Put my ${what} back`}
          </Button>
        }
      >
        {`${happened(what)} Nothing of that was taken over here. Put it back: ${follows(what)}`}
      </Note>
    </div>
  );
}
