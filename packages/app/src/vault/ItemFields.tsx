/** Every filled field of an opened item, for reading: label, value, and what can be done with it. */
import { type ControlName, controlOf } from "@coffer/core/items/controls";
import { DECRYPTION_FAILED, type Item, titleOf } from "@coffer/core/items/item";
import { type Field, kindOf } from "@coffer/core/items/kinds";
import { shortDate } from "@coffer/core/text";
import { ActionIcon } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { CopyButton } from "../ui/CopyButton.tsx";
import { FieldGroup, FieldRow } from "../ui/FieldRow.tsx";
import { SecretText } from "../ui/SecretText.tsx";
import { copyLabel, spokenLabel } from "./rights.ts";
import { StrengthLabel } from "./StrengthLabel.tsx";
import type { ItemActions } from "./use-item-actions.ts";

interface Props {
  readonly item: Item;
  /** Absent where an item is only looked at, not used. */
  readonly actions?: ItemActions;
}

interface Shown {
  readonly name: string;
  readonly field: Field;
  readonly value: string;
}

export function ItemFields({ item, actions }: Props) {
  return (
    <div className="item-fields">
      {shownSections(item).map(({ heading, rows }) => (
        <FieldGroup key={heading ?? ""} {...(heading ? { title: heading } : {})}>
          {rows.map((row) => (
            <Row key={row.name} item={item} {...row} {...(actions ? { actions } : {})} />
          ))}
        </FieldGroup>
      ))}
    </div>
  );
}

/** Filled fields under their headings; headings without any are left out. The title stands above, and nobody reads a picture's address. */
function shownSections(item: Item): { heading: string | null; rows: Shown[] }[] {
  const { fields, title } = kindOf(item.kind);
  const sections: { heading: string | null; rows: Shown[] }[] = [{ heading: null, rows: [] }];
  for (const [name, field] of Object.entries(fields)) {
    if (field.section) sections.push({ heading: field.section, rows: [] });
    const value = item.fields[name] ?? "";
    if (value && name !== title && !(field.hidden && !field.column)) sections.at(-1)?.rows.push({ name, field, value });
  }
  return sections.filter(({ rows }) => rows.length > 0);
}

function Row({ item, name, field, value, actions }: Shown & { item: Item; actions?: ItemActions }) {
  const itemName = titleOf(item);
  const readable = value !== DECRYPTION_FAILED;
  const { secret, launches } = controlOf(field.control);
  return (
    <FieldRow
      label={field.label}
      actions={
        readable && (
          <>
            {launches && actions && item.state === "intact" && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={`Open website of ${itemName}`}
                title={`Open website of ${itemName}`}
                onClick={() => actions.launch(item)}
              >
                <IconExternalLink size={18} aria-hidden />
              </ActionIcon>
            )}
            {item.state === "intact" && (
              <CopyButton
                label={copyLabel(item.kind, name, itemName)}
                failure={`Failed to copy ${spokenLabel(field.label)}`}
                value={() => value}
                onCopied={() => actions?.used(item)}
              />
            )}
          </>
        )
      }
    >
      {readable && secret ? (
        <SecretText value={(DISPLAYS[field.control] ?? plain)(value, field)} label={`${spokenLabel(field.label)} for ${itemName}`} />
      ) : (
        <Value field={field} value={value} />
      )}
      {name === STRENGTH_BELOW && <StrengthLabel strength={item.fields.password_strength ?? ""} />}
    </FieldRow>
  );
}

/** The strength of an item's password is said where the password stands. */
const STRENGTH_BELOW = "password";

function Value({ field, value }: { field: Field; value: string }): ReactNode {
  if (value === DECRYPTION_FAILED) return <span className="decryption-failed">{value}</span>;
  return (DISPLAYS[field.control] ?? plain)(value, field);
}

const plain = (value: string): string => value;

/** How a value reads where that is not how it is stored. What is copied is always what is stored. */
const DISPLAYS: Partial<Record<ControlName, (value: string, field: Field) => string>> = {
  select: (value, { options }) => options?.find((option) => option.value === value)?.label ?? value,
  number: (value) => value.replace(/\s/g, "").replace(/(.{4})(?=.)/g, "$1 "),
  date: (value) => {
    const day = new Date(`${value}T00:00`);
    return Number.isNaN(day.getTime()) ? value : shortDate(day.getTime());
  },
};
