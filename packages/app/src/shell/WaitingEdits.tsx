/** What this device has kept and the server does not have yet: which items, and what stands in the way. */
import type { WaitingEdit } from "@coffer/client";
import { Button } from "@mantine/core";
import { confirm } from "../ui/confirm.ts";
import { toast } from "../ui/toast.ts";
import { titleOfEdit, type Waiting } from "../vault/waiting/waiting-queries.ts";
import styles from "./WaitingEdits.module.css";

/** More of them are counted. */
const LISTED = 6;

export function WaitingEdits({ edits, waiting }: { edits: readonly WaitingEdit[]; waiting: Waiting }) {
  const inOrder = edits.toSorted((a, b) => Number(b.refused !== null) - Number(a.refused !== null));
  const more = inOrder.length - LISTED;
  return (
    <ul className={styles.list} aria-label="Changes that wait">
      {inOrder.slice(0, LISTED).map((edit) => (
        <li key={edit.id} className={styles.edit}>
          <span className={styles.title}>{titleOfEdit(edit)}</span>
          <span className={styles.what}>{whatOf(edit)}</span>
          {edit.refused !== null && <Refused edit={edit} waiting={waiting} reason={edit.refused} />}
        </li>
      ))}
      {more > 0 && <li className={styles.what}>{`and ${more} more`}</li>}
    </ul>
  );
}

function Refused({ edit, waiting, reason }: { edit: WaitingEdit; waiting: Waiting; reason: string }) {
  const discard = async () => {
    if (await confirm({ title: "Discard this change?", message: lossOf(edit), confirmLabel: "Discard", danger: true }))
      await waiting.discard({ id: edit.id }).catch((error: unknown) => toast.failed(error, "The change could not be discarded"));
  };
  return (
    <>
      <span className={styles.reason}>{`Not taken: ${reason}`}</span>
      <Button size="compact-sm" variant="default" aria-label={`Discard the change of ${titleOfEdit(edit)}`} onClick={() => void discard()}>
        Discard
      </Button>
    </>
  );
}

function lossOf(edit: WaitingEdit): string {
  const name = titleOfEdit(edit);
  if (edit.isDeleted) return `"${name}" is not deleted, and stays as the server has it.`;
  if (edit.base === null) return `"${name}" is on this device alone. It is thrown away, with everything in it.`;
  return `What you changed in "${name}" is thrown away, and it is as the server has it.`;
}

const whatOf = ({ base, isDeleted }: WaitingEdit): string => (isDeleted ? "deleted" : base === null ? "new" : "changed");
