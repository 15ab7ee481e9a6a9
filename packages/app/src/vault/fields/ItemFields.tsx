/** Every filled field of an opened item, for reading: label, value, and what can be done with it. */
import { endOf, expiryFinding } from "@coffer/core/health/expiry";
import { type ControlName, controlOf } from "@coffer/core/items/controls";
import { DECRYPTION_FAILED, type FieldValues, type Item, titleOf } from "@coffer/core/items/item";
import type { ComponentType, ReactNode } from "react";
import { FieldGroup, FieldRow } from "../../ui/FieldRow.tsx";
import { FindingChip } from "../item/FindingChip.tsx";
import { spokenLabel } from "../item/rights.ts";
import { StrengthLabel } from "../item/StrengthLabel.tsx";
import type { ItemActions } from "../item/use-item-actions.ts";
import { AddressRows } from "./AddressRows.tsx";
import { matchNote } from "./address.ts";
import { CodeRow } from "./CodeRow.tsx";
import { CustomRows } from "./CustomRows.tsx";
import { displayValue } from "./display-value.ts";
import { FieldNote } from "./FieldNote.tsx";
import { HistoryRow } from "./HistoryRow.tsx";
import styles from "./ItemFields.module.css";
import { OpenButton } from "./OpenButton.tsx";
import { PasskeyRows } from "./PasskeyRows.tsx";
import type { ShownField } from "./shown-field.ts";
import { shownSections } from "./shown-sections.ts";
import { TagsRow } from "./TagsRow.tsx";
import { ValueRow } from "./ValueRow.tsx";

interface Props {
  readonly item: Item;
  /** Absent where an item is only looked at, not used. */
  readonly actions?: ItemActions;
  /** Told which secret is in sight. */
  readonly onReveal?: (field: string, shown: boolean) => void;
  /** Opens the form with some fields changed already; absent where the user cannot edit. */
  readonly onEditWith?: ((changes: FieldValues) => void) | undefined;
}

export function ItemFields({ item, ...rest }: Props) {
  return (
    <div>
      {shownSections(item).map(({ id, heading, rows }) => (
        <FieldGroup key={id} {...(heading ? { title: heading } : {})}>
          {rows.map((row) => {
            const Row = (row.value !== DECRYPTION_FAILED && ROWS[row.field.control]) || PlainRow;
            return <Row key={row.name} item={item} {...row} {...rest} />;
          })}
        </FieldGroup>
      ))}
    </div>
  );
}

/** Controls whose value is more than one text. */
const ROWS: Partial<Record<ControlName, ComponentType<ShownField>>> = {
  code: CodeRow,
  addresses: AddressRows,
  custom: CustomRows,
  tags: TagsRow,
  history: HistoryRow,
  passkeys: PasskeyRows,
};

function PlainRow({ item, name, field, value, actions, onReveal }: ShownField) {
  const itemName = titleOf(item);
  if (value === DECRYPTION_FAILED) {
    return (
      <FieldRow label={field.label}>
        <span className={styles.failed}>{value}</span>
      </FieldRow>
    );
  }
  const { secret, launches } = controlOf(field.control);
  return (
    <ValueRow
      item={item}
      label={field.label}
      spoken={`${spokenLabel(field.label)} for ${itemName}`}
      what={spokenLabel(field.label)}
      value={value}
      secret={secret}
      onReveal={onReveal && ((shown) => onReveal(name, shown))}
      actions={actions}
      more={
        launches &&
        item.state === "intact" &&
        actions && <OpenButton label={`Open website of ${itemName}`} onOpen={() => actions.launch(item)} />
      }
      below={BELOW[name]?.(item)}
    >
      {displayValue(value, field)}
    </ValueRow>
  );
}

/** What is said of a field right below it. */
const BELOW: Readonly<Record<string, (item: Item) => ReactNode>> = {
  password: ({ fields }) => <StrengthLabel strength={fields.password_strength ?? ""} />,
  expiration_date: ({ kind, fields }) => {
    const finding = expiryFinding(endOf(kind, fields), Date.now());
    return finding && <FindingChip finding={finding} />;
  },
  website_url: ({ fields }) => {
    const note = matchNote(fields.url_match ?? "");
    return note && <FieldNote>{note}</FieldNote>;
  },
};
