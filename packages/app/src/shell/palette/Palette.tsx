/** The command palette: one field, and below it everything that matches. The focus stays in the field; arrows choose, Enter goes. */
import { plural } from "@coffer/core/text";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { ListedPage } from "../../frame/menu.ts";
import { chosenAfter } from "./entries.ts";
import styles from "./Palette.module.css";
import { type Result, type Section, useResults } from "./use-results.tsx";

export function Palette({ text: initial, routes, onClose }: { text: string; routes: readonly ListedPage[]; onClose: () => void }) {
  const dialog = useModal();
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState(0);
  const sections = useResults(text, routes);
  const results = sections.flatMap((section) => section.results);
  const current = Math.min(chosen, results.length - 1);
  const id = useId();

  const run = (result: Result | undefined) => {
    if (!result) return;
    // Closed before anything opens, which then takes the focus for itself.
    dialog.current?.close();
    onClose();
    result.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = chosenAfter(event.key, current, results.length);
    if (next !== null) setChosen(next);
    else if (event.key === "Enter") run(results[current]);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search everything"
      data-mantine-stop-propagation
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <Field
        text={text}
        listId={`${id}-list`}
        {...(results.length > 0 && { optionId: `${id}-${current}` })}
        onType={(typed) => {
          setText(typed);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <Results id={id} sections={sections} current={current} onChoose={setChosen} onRun={run} />
      <p className={styles.foot} role="status">
        {results.length === 0 ? "Nothing found" : <Hint sections={sections} />}
      </p>
    </dialog>
  );
}

interface FieldProps {
  readonly text: string;
  readonly listId: string;
  /** What is chosen in the list; absent while it is empty. */
  readonly optionId?: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

const ASKS = "Search items, vaults, pages and actions";

function Field({ text, listId, optionId, onType, onKeyDown }: FieldProps) {
  return (
    <div className={styles.field}>
      <IconSearch size={19} aria-hidden />
      <input
        type="text"
        role="combobox"
        aria-label={ASKS}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        {...(optionId !== undefined && { "aria-activedescendant": optionId })}
        placeholder={ASKS}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        data-mantine-stop-propagation
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden>Esc</kbd>
    </div>
  );
}

interface ResultsProps {
  readonly id: string;
  readonly sections: readonly Section[];
  readonly current: number;
  readonly onChoose: (index: number) => void;
  readonly onRun: (result: Result) => void;
}

function Results({ id, sections, current, onChoose, onRun }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${current}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);
  let index = -1;
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
      {sections.map((section, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div key={section.name} role="group" aria-labelledby={`${id}-section-${place}`}>
          <div className={styles.heading} id={`${id}-section-${place}`} role="presentation">
            {section.name}
          </div>
          {section.results.map((result) => {
            const position = ++index;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and its Enter does the same
              <div
                key={result.id}
                id={`${id}-${position}`}
                role="option"
                tabIndex={-1}
                aria-selected={position === current}
                className={styles.option}
                onPointerMove={() => position !== current && onChoose(position)}
                onClick={() => onRun(result)}
              >
                <span className={styles.icon} aria-hidden>
                  {result.icon}
                </span>
                <span className={styles.label}>{result.label}</span>
                {result.detail && <span className={styles.detail}>{result.detail}</span>}
                {result.note && <span className={styles.note}>{result.note}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** What is not listed, else the words that narrow. */
function Hint({ sections }: { sections: readonly Section[] }) {
  const more = sections.reduce((sum, section) => sum + section.more, 0);
  if (more > 0) return `${plural(more, "more result")}: type another word to narrow`;
  return "Narrow with in:vault, type:card, tag:name, is:weak, is:favourite, is:shared or is:trashed";
}

/** In the browser's top layer, above any sheet; closing gives the focus back unless something else has taken it. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector("input")?.select();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}
