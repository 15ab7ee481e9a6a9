/** The rows of the file as a table. Only what is on the screen is drawn. */
import { SECRET_BULLETS } from "@coffer/core/items/display";
import { truncate } from "@coffer/core/text";
import type { Candidate } from "@coffer/core/transfer/import";
import { Checkbox } from "@mantine/core";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { DASH, MaskedPassword, RemoveButton, type RowActions, RowFlags, rowName, SelectAll } from "./ReviewRow.tsx";
import styles from "./ReviewTable.module.css";

const ROW_PX = 52;
/** Characters of an address in the table (specification 3 §9). */
const URL_LENGTH = 30;
const COLUMNS = ["ID", "Name", "Username", "Password", "URL", "Folder", "Notes", "Actions"] as const;

export function ReviewTable({ rows, ...actions }: { rows: readonly Candidate[] } & RowActions) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { lines, before, after } = useLines(body, rows.length);
  return (
    <table className={styles.table} aria-rowcount={rows.length + 1}>
      <thead>
        <tr>
          <th scope="col">
            <SelectAll rows={rows} {...actions} />
          </th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={before} />
        {lines.map((index) => {
          const row = rows[index];
          return row && <Line key={row.id} row={row} position={index + 2} {...actions} />;
        })}
        <Gap height={after} />
      </tbody>
    </table>
  );
}

/** The lines to draw, and how high those are that are not drawn. */
function useLines(body: RefObject<HTMLElement | null>, count: number) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const place = () => setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [body]);
  const virtualizer = useWindowVirtualizer({ count, estimateSize: () => ROW_PX, overscan: 6, scrollMargin: top });
  const lines = virtualizer.getVirtualItems();
  return {
    lines: lines.map(({ index }) => index),
    before: (lines[0]?.start ?? top) - top,
    after: virtualizer.getTotalSize() - ((lines.at(-1)?.end ?? top) - top),
  };
}

/** Takes the place of the rows that are not drawn. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={styles.gap}>
      <td colSpan={COLUMNS.length + 1} style={{ height }} />
    </tr>
  );
}

interface LineProps extends RowActions {
  readonly row: Candidate;
  readonly position: number;
}

/** Drawn again only where something of it changed: the place of the table is measured once it is drawn, and that must not draw every row twice. */
const Line = memo(function Line({ row, position, selected, existing, disabled, onSelect, onRemove }: LineProps) {
  const name = rowName(row);
  return (
    <tr aria-rowindex={position} data-selected={selected.has(row.id) || undefined}>
      <td>
        <Checkbox
          aria-label={`Select ${name}`}
          checked={selected.has(row.id)}
          disabled={disabled}
          onChange={(event) => onSelect([row.id], event.currentTarget.checked)}
        />
      </td>
      <td className={styles.id}>{row.row}</td>
      <td title={name}>
        <span className={styles.name}>{name}</span>
        <RowFlags row={row} isExisting={existing.has(row.id)} existing="Existing" />
      </td>
      <td title={row.username}>{row.username || DASH}</td>
      <td>
        <MaskedPassword row={row} bullets={SECRET_BULLETS} />
      </td>
      <td title={row.url}>{row.url ? <span className={styles.url}>{truncate(row.url, URL_LENGTH)}</span> : DASH}</td>
      <td title={row.folder}>{row.folder || DASH}</td>
      <td>{row.notes ? "..." : DASH}</td>
      <td>
        <RemoveButton row={row} disabled={disabled} onRemove={onRemove} />
      </td>
    </tr>
  );
});
