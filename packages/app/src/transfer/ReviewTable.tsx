/** The rows of the file as a table, or as cards where the screen is narrow. Only what is on the screen is drawn. */

import { SECRET_BULLETS } from "@coffer/core/items/display";
import { truncate } from "@coffer/core/text";
import type { Candidate } from "@coffer/core/transfer/import";
import { ActionIcon, Checkbox } from "@mantine/core";
import { IconEye, IconEyeOff, IconTrash } from "@tabler/icons-react";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState } from "react";

export interface RowActions {
  readonly selected: ReadonlySet<string>;
  readonly existing: ReadonlySet<string>;
  readonly disabled: boolean;
  readonly onSelect: (ids: readonly string[], on: boolean) => void;
  readonly onRemove: (row: Candidate) => void;
}

const ROW_PX = 52;
/** Characters of an address in the table (specification 3 §9). */
const URL_LENGTH = 30;
export const DASH = "-";
export const rowName = (row: Candidate): string => row.name || "Unnamed Item";

export function ReviewTable({ rows, ...actions }: { rows: readonly Candidate[] } & RowActions) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const place = () => setTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    place();
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({ count: rows.length, estimateSize: () => ROW_PX, overscan: 10, scrollMargin: top });
  const lines = virtualizer.getVirtualItems();
  const before = (lines[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((lines.at(-1)?.end ?? top) - top);
  return (
    <table className="review-table" aria-rowcount={rows.length + 1}>
      <thead>
        <tr>
          <th scope="col">
            <SelectAll rows={rows} {...actions} />
          </th>
          {["ID", "Name", "Username", "Password", "URL", "Folder", "Notes", "Actions"].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        <Gap height={before} />
        {lines.map(({ index }) => {
          const row = rows[index];
          return row && <Line key={row.id} row={row} position={index + 2} {...actions} />;
        })}
        <Gap height={after} />
      </tbody>
    </table>
  );
}

/** Stands for the rows that are not drawn. */
function Gap({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className="review-gap">
      <td colSpan={9} style={{ height }} />
    </tr>
  );
}

export function SelectAll({ rows, selected, disabled, onSelect, label }: { rows: readonly Candidate[]; label?: string } & RowActions) {
  const chosen = rows.filter(({ id }) => selected.has(id)).length;
  const all = rows.length > 0 && chosen === rows.length;
  return (
    <Checkbox
      {...(label ? { label } : { "aria-label": "Select all" })}
      checked={all}
      indeterminate={chosen > 0 && !all}
      disabled={disabled || rows.length === 0}
      onChange={() =>
        onSelect(
          rows.map(({ id }) => id),
          !all,
        )
      }
    />
  );
}

function Line({ row, position, selected, existing, disabled, onSelect, onRemove }: { row: Candidate; position: number } & RowActions) {
  const name = rowName(row);
  return (
    <tr aria-rowindex={position} data-selected={selected.has(row.id) || undefined} data-status={row.status}>
      <td>
        <Checkbox
          aria-label={`Select ${name}`}
          checked={selected.has(row.id)}
          disabled={disabled}
          onChange={(event) => onSelect([row.id], event.currentTarget.checked)}
        />
      </td>
      <td className="review-id">{row.row}</td>
      <td title={name}>
        <span className="review-name">{name}</span>
        <RowFlags row={row} isExisting={existing.has(row.id)} existing="Existing" />
      </td>
      <td title={row.username}>{row.username || DASH}</td>
      <td>
        <MaskedPassword row={row} bullets={SECRET_BULLETS} />
      </td>
      <td title={row.url}>{row.url ? truncate(row.url, URL_LENGTH) : DASH}</td>
      <td title={row.folder}>{row.folder || DASH}</td>
      <td>{row.notes ? "..." : DASH}</td>
      <td>
        <RemoveButton row={row} disabled={disabled} onRemove={onRemove} />
      </td>
    </tr>
  );
}

interface FlagsProps {
  readonly row: Candidate;
  readonly isExisting: boolean;
  /** How a row the vault already holds is called; a table has less room than a card. */
  readonly existing: string;
}

export function RowFlags({ row, isExisting, existing }: FlagsProps) {
  if (isExisting) return <span className="review-flag review-flag-existing">{existing}</span>;
  return row.status === "incomplete" ? <span className="review-flag">Incomplete</span> : null;
}

export function RemoveButton({ row, disabled, onRemove }: { row: Candidate } & Pick<RowActions, "disabled" | "onRemove">) {
  const label = `Remove ${rowName(row)}`;
  return (
    <ActionIcon variant="subtle" color="red" size={32} aria-label={label} title={label} disabled={disabled} onClick={() => onRemove(row)}>
      <IconTrash size={17} />
    </ActionIcon>
  );
}

/** Masked until it is asked for; hides again when the row scrolls away. */
export function MaskedPassword({ row, bullets }: { row: Candidate; bullets: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!shown) return;
    const hide = () => setShown(false);
    window.addEventListener("blur", hide);
    return () => window.removeEventListener("blur", hide);
  }, [shown]);
  if (!row.password) return DASH;
  const label = `${shown ? "Hide" : "Show"} password of ${rowName(row)}`;
  return (
    <span className="review-password">
      <span className={shown ? "review-secret" : undefined}>{shown ? row.password : bullets}</span>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </ActionIcon>
    </span>
  );
}
