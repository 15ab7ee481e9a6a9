/** The things of one line: pressed, each opens; its cross takes it back. */
import type { ShareRow } from "@coffer/client";
import { IconFolder, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { KIND_ICONS } from "../vault/item/kind-icons.tsx";
import type { ShareLine } from "./by-person.ts";
import styles from "./ShareLine.module.css";
import { nameOf, typeOf } from "./share-name.ts";
import { useShareActions } from "./use-share-actions.ts";

interface Props {
  readonly line: ShareLine;
  readonly onOpen: (row: ShareRow) => void;
}

/** A line longer than this is not read any more. */
const SHOWN = 8;

export function ShareChips({ line, onOpen }: Props) {
  const [isWhole, showAll] = useState(false);
  const more = isWhole ? 0 : Math.max(0, line.rows.length - SHOWN);
  return (
    <ul className={styles.chips}>
      {line.rows.slice(0, line.rows.length - more).map((row) => (
        <li key={row.id}>
          <ShareChip row={row} onOpen={onOpen} />
        </li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className={styles.more} onClick={() => showAll(true)}>
            {`${more} more`}
          </button>
        </li>
      )}
    </ul>
  );
}

function ShareChip({ row, onOpen }: { row: ShareRow; onOpen: (row: ShareRow) => void }) {
  const { revoke, isBusy } = useShareActions();
  const Icon = row.kind === "category" ? IconFolder : KIND_ICONS[row.kind];
  const name = (
    <>
      <Icon size={16} stroke={1.8} aria-hidden />
      <span className={styles.name}>{nameOf(row)}</span>
      <span className="visually-hidden">{typeOf(row.kind)}</span>
    </>
  );
  return (
    <span className={styles.chip}>
      {row.name === null ? (
        <span className={styles.open}>{name}</span>
      ) : (
        <button
          type="button"
          className={styles.open}
          title={typeOf(row.kind)}
          aria-label={`${row.kind === "category" ? "Open" : "Edit"} ${nameOf(row)}`}
          onClick={() => onOpen(row)}
        >
          {name}
        </button>
      )}
      <button
        type="button"
        className={styles.take}
        disabled={isBusy}
        aria-label={`Revoke access of ${row.person} to ${nameOf(row)}`}
        onClick={() => void revoke([row])}
      >
        <IconX size={14} aria-hidden />
      </button>
    </span>
  );
}
