/** Things someone has, as chips: of a long list the first ones, the others after a press. */
import type { ShareRow } from "@coffer/client";
import { IconFolder } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { KIND_ICONS } from "./kind-icons.tsx";
import { nameOf, typeOf } from "./share-name.ts";
import styles from "./ThingChips.module.css";

interface Props<Row extends ShareRow> {
  readonly rows: readonly Row[];
  /** What is in the chip; its name alone, where there is nothing to press. */
  readonly inside?: (row: Row) => ReactNode;
}

/** A line longer than this is not read any more. */
const SHOWN = 8;

export function ThingChips<Row extends ShareRow>({ rows, inside = (row) => <ThingName row={row} /> }: Props<Row>) {
  const [isWhole, showAll] = useState(false);
  const more = isWhole ? 0 : Math.max(0, rows.length - SHOWN);
  return (
    <ul className={styles.chips}>
      {rows.slice(0, rows.length - more).map((row) => (
        <li key={row.id}>
          <span className={styles.chip}>{inside(row)}</span>
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

interface NameProps {
  readonly row: ShareRow;
  /** In fewer colours after the name: whose it is, or how many. */
  readonly note?: string | null;
}

export function ThingName({ row, note = null }: NameProps) {
  const Icon = row.kind === "category" ? IconFolder : KIND_ICONS[row.kind];
  return (
    <span className={styles.thing}>
      <Icon size={16} stroke={1.8} aria-hidden />
      <span className={styles.name}>{nameOf(row)}</span>
      <span className="visually-hidden">{typeOf(row.kind)}</span>
      {note !== null && <span className={styles.note}>{note}</span>}
    </span>
  );
}

interface OpenProps {
  readonly row: ShareRow;
  /** What the press does: "Edit". */
  readonly word: string;
  readonly onOpen: (row: ShareRow) => void;
}

/** What cannot be read cannot be opened. */
export const OpenThing = ({ row, word, onOpen }: OpenProps) =>
  row.name === null ? (
    <ThingName row={row} />
  ) : (
    <button
      type="button"
      className={styles.open}
      title={typeOf(row.kind)}
      aria-label={`${word} ${nameOf(row)}`}
      onClick={() => onOpen(row)}
    >
      <ThingName row={row} />
    </button>
  );
