/** Earlier passwords of an item, hidden until one is revealed, with the way back to one of them. */
import { titleOf } from "@coffer/core/items/item";
import { type HistoryEntry, readHistory } from "@coffer/core/items/structured-fields";
import { plural, shortDateTime } from "@coffer/core/text";
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { FieldRow } from "../../ui/FieldRow.tsx";
import styles from "./HistoryRow.module.css";
import type { ShownField } from "./shown-field.ts";
import { ValueRow } from "./ValueRow.tsx";

/** The field whose earlier values these are (derive.ts of the core). */
const RESTORES = "password";

export function HistoryRow({ value, ...rest }: ShownField) {
  const [opened, setOpened] = useState(false);
  const listId = useId();
  const entries = readHistory(value);
  if (entries.length === 0) return null;
  return (
    <>
      <FieldRow
        label={rest.field.label}
        actions={
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={opened}
            aria-controls={opened ? listId : undefined}
            aria-label={opened ? `Hide password history of ${titleOf(rest.item)}` : `Show password history of ${titleOf(rest.item)}`}
            onClick={() => setOpened(!opened)}
          >
            {opened ? "Hide" : "Show"}
          </Button>
        }
      >
        {plural(entries.length, "earlier password")}
      </FieldRow>
      {opened && (
        <ul id={listId} className={styles.history}>
          {entries.map((entry) => (
            <Entry key={`${entry.at} ${entry.value}`} entry={entry} {...rest} />
          ))}
        </ul>
      )}
    </>
  );
}

function Entry({ entry: { value, at, by }, item, actions, onEditWith }: Omit<ShownField, "value"> & { entry: HistoryEntry }) {
  const spoken = `password replaced on ${shortDateTime(at)} for ${titleOf(item)}`;
  return (
    <li>
      <ValueRow
        nested
        secret
        item={item}
        label={by ? `Replaced ${shortDateTime(at)} by ${by}` : `Replaced ${shortDateTime(at)}`}
        spoken={spoken}
        what="password"
        value={value}
        actions={actions}
        more={
          item.state === "intact" &&
          onEditWith && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Use again: ${spoken}`}
              onClick={() => onEditWith({ [RESTORES]: value })}
            >
              Use again
            </Button>
          )
        }
      />
    </li>
  );
}
