/** The rows of the file as cards, for narrow screens. */
import { SECRET_BULLETS_SHORT } from "@coffer/core/items/display";
import { truncate } from "@coffer/core/text";
import type { Candidate } from "@coffer/core/transfer/import";
import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { VirtualGrid } from "../vault/list/VirtualGrid.tsx";
import styles from "./ReviewCards.module.css";
import { DASH, MaskedPassword, RemoveButton, type RowActions, RowFlags, rowName, SelectAll } from "./ReviewRow.tsx";

/** Room for five facts and the line below them. */
const CARD_PX = 226;
/** Characters of an address on narrow screens (specification 3 §9). */
const URL_LENGTH = 15;

export function ReviewCards({ rows, ...actions }: { rows: readonly Candidate[] } & RowActions) {
  return (
    <div className={styles.cards}>
      <SelectAll rows={rows} label="Select All" {...actions} />
      <VirtualGrid
        items={rows}
        keyOf={({ id }) => id}
        label="Items to import"
        minWidth={Number.POSITIVE_INFINITY}
        height={CARD_PX}
        gap={12}
        render={(row) => <Card row={row} {...actions} />}
      />
    </div>
  );
}

function Card({ row, selected, existing, disabled, onSelect, onRemove }: { row: Candidate } & RowActions) {
  return (
    <article className={styles.card} data-selected={selected.has(row.id) || undefined}>
      <header>
        <Checkbox
          label={rowName(row)}
          checked={selected.has(row.id)}
          disabled={disabled}
          onChange={(event) => onSelect([row.id], event.currentTarget.checked)}
        />
        <RemoveButton row={row} disabled={disabled} onRemove={onRemove} />
      </header>
      <dl>
        <Fact label="Username">{row.username || DASH}</Fact>
        <Fact label="Password">
          <MaskedPassword row={row} bullets={SECRET_BULLETS_SHORT} />
        </Fact>
        <Fact label="URL">{row.url ? truncate(row.url, URL_LENGTH) : DASH}</Fact>
        <Fact label="Folder">{row.folder || DASH}</Fact>
        <Fact label="Notes">{row.notes ? "..." : DASH}</Fact>
      </dl>
      <RowFlags row={row} isExisting={existing.has(row.id)} existing="Already exists in your vault" />
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
