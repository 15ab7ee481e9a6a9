/** In an own vault: what people made who can no longer write in it. It stays until the owner decides, person by person. */
import type { ItemsByPerson } from "@coffer/client";
import type { Vault } from "@coffer/core/items/item";
import { byCount, plural } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { IconUserShare } from "@tabler/icons-react";
import { Note } from "../../ui/Note.tsx";
import { toast } from "../../ui/toast.ts";
import { useGiveBack, useItemsByOthers, useKeepItems } from "../queries.ts";
import styles from "./ItemsByOthers.module.css";

export function ItemsByOthers({ vault }: { vault: Vault }) {
  const people = useItemsByOthers(vault);
  if (people.length === 0) return null;
  return (
    <ul className={styles.people}>
      {people.map((left) => (
        <li key={left.personId}>
          <OfPerson vaultId={vault.id} left={left} />
        </li>
      ))}
    </ul>
  );
}

function OfPerson({ vaultId, left: { personId, email, count } }: { vaultId: string; left: ItemsByPerson }) {
  const keeping = useKeepItems();
  const giving = useGiveBack();
  const isBusy = keeping.isPending || giving.isPending;
  const items = plural(count, "item");
  const decide = async (change: () => Promise<void>, done: string, failed: string): Promise<void> => {
    try {
      await change();
      toast.done(done);
    } catch (error) {
      toast.failed(error, failed);
    }
  };
  const give = (keepCopy: boolean) => () =>
    void decide(
      () => giving.mutateAsync({ vaultId, personId, keepCopy }),
      `${email} has ${items} back`,
      `Failed to give ${items} back to ${email}`,
    );
  const keep = () =>
    void decide(() => keeping.mutateAsync({ vaultId, personId }), `You keep ${items} of ${email}`, "Failed to keep these items");
  return (
    <Note
      label={`Made by ${email}`}
      icon={<IconUserShare size={18} aria-hidden />}
      actions={
        <div className={styles.choices}>
          <Choice label="Give back" to={email} isBusy={isBusy} onPress={give(false)} />
          <Choice label="Keep" to={email} isBusy={isBusy} onPress={keep} />
          <Choice label="Keep a copy and give back" to={email} isBusy={isBusy} onPress={give(true)} />
        </div>
      }
    >
      {byCount(
        count,
        `${items} here was made by ${email}, who can no longer write in this vault. Give back: only ${email} has them then.`,
        `${items} here were made by ${email}, who can no longer write in this vault. Give back: only ${email} has them then.`,
      )}
    </Note>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** Whom it is about. */
  readonly to: string;
  readonly isBusy: boolean;
  readonly onPress: () => void;
}

const Choice = ({ label, to, isBusy, onPress }: ChoiceProps) => (
  <Button size="xs" variant="default" aria-label={`${label}: ${to}`} disabled={isBusy} onClick={onPress}>
    {label}
  </Button>
);
