/** What this device has kept and the server does not have yet: which items, and why. */
import type { WaitingEdit } from "@coffer/client";
import { Button } from "@mantine/core";
import { discardEdit, TRIED_AGAIN } from "../vault/waiting/decide-edit.ts";
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
  return (
    <>
      <span className={styles.reason}>{edit.isFault ? `Not taken: ${reason} ${TRIED_AGAIN}` : `Not taken: ${reason}`}</span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Discard the change of ${titleOfEdit(edit)}`}
        onClick={() => void discardEdit(waiting, edit)}
      >
        Discard
      </Button>
    </>
  );
}

const whatOf = ({ base, isDeleted }: WaitingEdit): string => (isDeleted ? "deleted" : base === null ? "new" : "changed");
