/** What can be done with everything that is selected, at the bottom of the page while there is a selection. */
import { LOCALE, plural } from "@coffer/core/text";
import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./BulkBar.module.css";

export interface BulkAction {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: () => void;
  readonly danger?: boolean;
  /** None of the selected items allows it. */
  readonly disabled?: boolean;
}

interface Props {
  readonly count: number;
  readonly total: number;
  readonly actions: readonly BulkAction[];
  readonly onAll: () => void;
  readonly onClear: () => void;
}

export function BulkBar({ count, total, actions, onAll, onClear }: Props) {
  if (count === 0) return null;
  return (
    <section className={styles.bar} aria-label="Selected items">
      <span className={styles.count} role="status">
        {plural(count, "item")} selected
      </span>
      {count < total && (
        <Button variant="subtle" size="compact-sm" onClick={onAll}>
          Select all {total.toLocaleString(LOCALE)}
        </Button>
      )}
      <div className={styles.actions}>
        {actions.map(({ label, icon, run, danger = false, disabled = false }) => (
          <Button
            key={label}
            classNames={{ root: styles.action, section: styles.icon }}
            variant="subtle"
            color={danger ? "red" : "gray"}
            leftSection={icon}
            disabled={disabled}
            aria-label={label}
            title={label}
            onClick={run}
          >
            <span className={styles.label}>{label}</span>
          </Button>
        ))}
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Clear selection" title="Clear selection" onClick={onClear}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
    </section>
  );
}
