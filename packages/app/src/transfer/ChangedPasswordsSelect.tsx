/** Logins that are in the vault with another password: what becomes of them. */
import { byCount, plural } from "@coffer/core/text";
import { CHANGED_CHOICES, type ChangedChoice } from "@coffer/core/transfer/password-updates";
import { Select } from "@mantine/core";
import styles from "./DestinationSelect.module.css";
import { isOpenForChanges, type ReviewState } from "./import-state.ts";

const CHOICES = Object.entries(CHANGED_CHOICES).map(([value, label]) => ({ value, label }));
const isChoice = (value: string | null): value is ChangedChoice => value !== null && Object.hasOwn(CHANGED_CHOICES, value);

interface ChangedSelectProps {
  readonly state: ReviewState;
  readonly onResolve: (choice: ChangedChoice) => void;
}

export function ChangedPasswordsSelect({ state, onResolve }: ChangedSelectProps) {
  const { review, changedChoice } = state;
  const count = review.changed.size;
  if (count === 0) return null;
  return (
    <Select
      className={styles.place}
      label="Changed passwords"
      description={byCount(
        count,
        `${plural(count, "login")} of this file is in your vault with another password. The earlier one stays in the history of an updated item.`,
        `${plural(count, "login")} of this file are in your vault with another password. The earlier one stays in the history of an updated item.`,
      )}
      data={CHOICES}
      value={changedChoice}
      allowDeselect={false}
      disabled={!isOpenForChanges(state)}
      onChange={(value) => isChoice(value) && onResolve(value)}
    />
  );
}
