/** The things of one line: pressed, each opens; its cross takes it back. */
import type { ShareRow } from "@coffer/client";
import { IconX } from "@tabler/icons-react";
import { nameOf } from "../vault/item/share-name.ts";
import { OpenThing, ThingChips } from "../vault/item/ThingChips.tsx";
import type { ShareLine } from "./by-person.ts";
import styles from "./ShareLine.module.css";
import { useShareActions } from "./use-share-actions.ts";

interface Props {
  readonly line: ShareLine;
  readonly onOpen: (row: ShareRow) => void;
}

export const ShareChips = ({ line, onOpen }: Props) => (
  <ThingChips rows={line.rows} inside={(row) => <ShareChip row={row} onOpen={onOpen} />} />
);

function ShareChip({ row, onOpen }: { row: ShareRow; onOpen: (row: ShareRow) => void }) {
  const { revoke, isBusy } = useShareActions();
  return (
    <>
      <OpenThing row={row} word={row.kind === "category" ? "Open" : "Edit"} onOpen={onOpen} />
      <button
        type="button"
        className={styles.take}
        disabled={isBusy}
        aria-label={`Revoke access of ${row.person} to ${nameOf(row)}`}
        onClick={() => void revoke([row])}
      >
        <IconX size={14} aria-hidden />
      </button>
    </>
  );
}
