/** A list in a form: rows that can be added, removed and put in order, by mouse and by keyboard (Alt with the arrows moves a row). */
import { inSentence } from "@coffer/core/text";
import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./ListEditor.module.css";
import { neighbourOf, newKey } from "./list-editor.ts";
import type { ListEditing } from "./use-list-editor.ts";

interface Props<Entry> {
  /** Of the button that adds a row. */
  readonly id: string;
  /** For screen readers; the visible label is above. */
  readonly label: string;
  /** Rows of several inputs: each in a frame of its own. */
  readonly framed?: boolean;
  /** "Web address": rows are called by it and their number. */
  readonly one: string;
  readonly blank: Entry;
  readonly editing: ListEditing<Entry>;
  readonly children: (row: { entry: Entry; name: string; change: (entry: Entry) => void }) => ReactNode;
}

export function ListEditor<Entry>({ id, label, framed = false, one, blank, editing, children }: Props<Entry>) {
  const { rows, edit } = editing;
  const { container, said, add, remove, move } = useRowMoves(editing, blank);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot carry the label of a field next to it
    <div className={styles.list} ref={container} role="group" aria-label={label}>
      {rows.map(({ key, entry }, index) => {
        const name = `${one} ${index + 1}`;
        return (
          // biome-ignore lint/a11y/useSemanticElements: one row of a list, not a set of fields with a caption
          <div
            key={key}
            className={styles.row}
            data-row={key}
            data-framed={framed || undefined}
            role="group"
            aria-label={name}
            onKeyDown={(event) => moveByKey(event, key, move)}
          >
            <div className={styles.fields}>
              {children({ entry, name, change: (changed) => edit({ type: "changed", key, entry: changed }) })}
            </div>
            <RowButtons
              name={name}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              onMove={(by) => move(key, by)}
              onRemove={() => remove(key, name)}
            />
          </div>
        );
      })}
      <Button id={id} data-add variant="light" size="compact-sm" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
        Add {inSentence(one)}
      </Button>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

/** What adds, removes and moves a row, with where the focus goes and what is said of it. */
function useRowMoves<Entry>({ rows, edit }: ListEditing<Entry>, blank: Entry) {
  const { container, focusSoon } = useFocusSoon();
  const [said, say] = useState("");
  const add = () => {
    focusSoon(`[data-row="${newKey(rows)}"] input`);
    edit({ type: "added", entry: blank });
  };
  const remove = (key: number, name: string) => {
    const neighbour = neighbourOf(rows, key);
    focusSoon(neighbour === null ? "[data-add]" : `[data-row="${neighbour}"] [data-remove]`);
    say(`${name} removed`);
    edit({ type: "removed", key });
  };
  const move = (key: number, by: -1 | 1) => {
    const target = rows.findIndex((row) => row.key === key) + by;
    if (target < 0 || target >= rows.length) return;
    focusSoon(null);
    say(`Moved to position ${target + 1} of ${rows.length}`);
    edit({ type: "moved", key, by });
  };
  return { container, said, add, remove, move };
}

function moveByKey(event: KeyboardEvent, key: number, move: (key: number, by: -1 | 1) => void): void {
  const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
  if (!event.altKey || by === null) return;
  event.preventDefault();
  move(key, by);
}

interface RowButtonsProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}

function RowButtons({ name, isFirst, isLast, onMove, onRemove }: RowButtonsProps) {
  // Not disabled at the ends: a button that a key press disables would lose the focus.
  return (
    <div className={styles.buttons}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} up`}
        aria-disabled={isFirst}
        data-disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Move ${name} down`}
        aria-disabled={isLast}
        data-disabled={isLast}
        onClick={() => onMove(1)}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={`Remove ${name}`} data-remove onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Puts the focus somewhere once the change is drawn: an element that moved in the page loses it, and a new one does not have it. */
function useFocusSoon() {
  const container = useRef<HTMLDivElement>(null);
  const wanted = useRef<HTMLElement | string | null>(null);
  useEffect(() => {
    const target = typeof wanted.current === "string" ? container.current?.querySelector<HTMLElement>(wanted.current) : wanted.current;
    wanted.current = null;
    target?.focus();
  });
  /** @param selector - null keeps the focus where it is. */
  const focusSoon = (selector: string | null) => {
    wanted.current = selector ?? (document.activeElement instanceof HTMLElement ? document.activeElement : null);
  };
  return { container, focusSoon };
}
