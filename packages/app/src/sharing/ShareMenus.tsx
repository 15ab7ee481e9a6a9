/** What a line of shares lets its recipient do, and until when: a word each, which opens a menu when it is pressed. */
import { EXPIRY_CHOICES, expiryBucket, expiryNote } from "@coffer/core/sharing/expiry";
import { shortDate } from "@coffer/core/text";
import { Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { nameOf, whatOf } from "../vault/item/share-name.ts";
import type { ShareLine, SharesOfOne } from "./by-person.ts";
import { LEVEL_NAMES, LEVELS } from "./levels.ts";
import styles from "./ShareLine.module.css";
import { useShareActions } from "./use-share-actions.ts";

interface Props {
  readonly line: ShareLine;
}

export function LevelMenu({ line }: Props) {
  const { setPermission, isBusy } = useShareActions();
  const { rows, permission, isExpired } = line;
  const label = `Access level of ${rows[0].person} to ${whatOf(rows)}`;
  return (
    <WordMenu label={label} word={LEVELS[permission].listed} rows={rows} disabled={isBusy || isExpired}>
      {(chosen) =>
        LEVEL_NAMES.map((level) => (
          <Choice
            key={level}
            label={LEVELS[level].listed}
            note={LEVELS[level].means}
            checked={level === permission}
            disabled={chosen === null}
            onChoose={() => {
              if (chosen && level !== permission) void setPermission(chosen, level);
            }}
          />
        ))
      }
    </WordMenu>
  );
}

const NEVER = "Never expires";

/** In the order of the list: never comes last. */
const ENDS = EXPIRY_CHOICES.toSorted((one, other) => Number(one.days === null) - Number(other.days === null));

export function EndMenu({ line }: Props) {
  const { setExpiry, isBusy } = useShareActions();
  const { rows, expiresAt, isExpired } = line;
  const bucket = expiryBucket(expiresAt, Date.now());
  const label = `Expiration for ${rows[0].person} of ${whatOf(rows)}`;
  const note = expiryNote(expiresAt, Date.now());
  const word = expiresAt === null ? NEVER : (note?.text ?? `Until ${shortDate(expiresAt)}`);
  return (
    <>
      <WordMenu label={label} word={word} rows={rows} disabled={isBusy} isOver={isExpired}>
        {(chosen) => (
          <>
            {bucket === "expired" && <Choice label="Expired" checked disabled />}
            {ENDS.map(({ days, listed }) => (
              <Choice
                key={listed}
                label={listed}
                checked={days === bucket}
                disabled={chosen === null}
                onChoose={() => {
                  // The same number of days again is a later end; never again is nothing.
                  const isNothing = days === null && expiresAt === null;
                  if (chosen && !isNothing) void setExpiry(chosen, days);
                }}
              />
            ))}
          </>
        )}
      </WordMenu>
      {expiresAt !== null && note?.isOver === false && <span className={styles.date}>{shortDate(expiresAt)}</span>}
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly note?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChoose?: () => void;
}

const Choice = ({ label, note, checked, disabled = false, onChoose }: ChoiceProps) => (
  <Menu.RadioItem
    value={label}
    checked={checked}
    checkIcon={<IconCheck size={16} aria-hidden />}
    disabled={disabled}
    closeMenuOnClick
    onClick={onChoose}
  >
    {label}
    {note !== undefined && <span className={styles.means}>{note}</span>}
  </Menu.RadioItem>
);

interface WordProps {
  /** What the word is about. */
  readonly label: string;
  readonly word: string;
  readonly rows: SharesOfOne;
  readonly disabled: boolean;
  readonly isOver?: boolean;
  /** @param chosen - of the rows; null while none is */
  readonly children: (chosen: SharesOfOne | null) => ReactNode;
}

/** Of several things, each can be left out before the choice is made. */
function WordMenu({ label, word, rows, disabled, isOver = false, children }: WordProps) {
  const [left, leave] = useState<readonly string[]>([]);
  const [first, ...others] = rows.filter(({ id }) => !left.includes(id));
  const toggle = (id: string) => leave(left.includes(id) ? left.filter((one) => one !== id) : [...left, id]);
  return (
    <Menu position="bottom-start" width={280} onOpen={() => leave([])}>
      <Menu.Target>
        <button type="button" className={styles.word} aria-label={`${label}: ${word}`} disabled={disabled} data-over={isOver || undefined}>
          {word}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {rows.length > 1 && (
          <>
            <Menu.Label>For</Menu.Label>
            {rows.map((row) => (
              <Menu.CheckboxItem
                key={row.id}
                checked={!left.includes(row.id)}
                checkIcon={<IconCheck size={16} aria-hidden />}
                closeMenuOnClick={false}
                onChange={() => toggle(row.id)}
              >
                {nameOf(row)}
              </Menu.CheckboxItem>
            ))}
            <Menu.Divider />
          </>
        )}
        {children(first ? [first, ...others] : null)}
      </Menu.Dropdown>
    </Menu>
  );
}
