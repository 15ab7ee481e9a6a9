/** The command palette: one field, and below it everything that matches. The focus stays in the field; arrows choose, Enter goes, Tab lists what else can be done. */
import { plural } from "@coffer/core/text";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { ListedPage } from "../../frame/sidebar-order.ts";
import { Keys } from "../keyboard/Keys.tsx";
import { whatToDo } from "./keys.ts";
import styles from "./Palette.module.css";
import { Results } from "./Results.tsx";
import type { Action } from "./use-actions.tsx";
import { type Results as Listed, type Result, type Section, useResults } from "./use-results.tsx";

export function Palette({ text: initial, routes, onClose }: { text: string; routes: readonly ListedPage[]; onClose: () => void }) {
  const dialog = useModal();
  const [text, setText] = useState(initial);
  const found = useResults(text, routes);
  const { chosen, choose, inside, enter } = useChoice(found);
  // What is listed may still be for the text before: then no key may act on it, and Enter waits.
  const isLate = inside === null && found.text !== text;
  const [isEntered, setEntered] = useState(false);
  const { sections, words } = inside ? actionsAsResults(inside) : found;
  const results = sections.flatMap((section) => section.results);
  const current = Math.min(chosen, results.length - 1);
  const id = useId();

  const run = (result: Action) => {
    // Closed before anything opens, which then takes the focus for itself.
    dialog.current?.close();
    onClose();
    result.run();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = event.nativeEvent.isComposing ? null : whatToDo(event, { results, current, inside });
    if (isLate && event.key === "Enter") setEntered(true);
    if (act === null) return;
    event.preventDefault();
    if (isLate) return;
    if (act.what === "choose") choose(act.at);
    else if (act.what === "run") run(act.action);
    else enter(act.what === "enter" ? act.result : null);
  };
  const onType = (typed: string) => {
    setText(typed);
    choose(0);
    setEntered(false);
  };
  useEffect(() => {
    if (!isEntered || isLate) return;
    setEntered(false);
    const [first] = results;
    if (first) run(first);
  });
  const optionId = results.length > 0 ? { optionId: `${id}-${current}` } : {};
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search everything"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <Field text={inside?.label ?? text} isFixed={inside !== null} listId={`${id}-list`} {...{ ...optionId, onType, onKeyDown }} />
      <Results id={id} {...{ sections, words, current }} onChoose={choose} onRun={run} onMore={enter} />
      <Foot sections={sections} result={results[current]} isInside={inside !== null} />
    </dialog>
  );
}

/** Which line is chosen, and whose actions are listed in place of the results; back from those the result is chosen again. */
function useChoice({ sections }: Listed) {
  const [chosen, choose] = useState(0);
  const [inside, setInside] = useState<Result | null>(null);
  const enter = (result: Result | null) => {
    const before = sections.flatMap(({ results }) => results).findIndex(({ id }) => id === inside?.id);
    setInside(result);
    choose(result ? 0 : Math.max(0, before));
  };
  return { chosen, choose, inside, enter };
}

const actionsAsResults = ({ label, actions = [] }: Result): Omit<Listed, "text"> => ({
  sections: [{ name: label, results: actions, more: 0 }],
  words: [],
});

interface FieldProps {
  readonly text: string;
  /** Not typed into while the actions of one result are listed. */
  readonly isFixed: boolean;
  readonly listId: string;
  /** What is chosen in the list; absent while it is empty. */
  readonly optionId?: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
}

const ASKS = "Search items, vaults, pages and actions";

function Field({ text, isFixed, listId, optionId, onType, onKeyDown }: FieldProps) {
  return (
    <div className={styles.field}>
      <IconSearch size={20} aria-hidden />
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
        readOnly={isFixed}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** What the list does not say, and the keys that work now. */
function Foot({ sections, result, isInside }: { sections: readonly Section[]; result: Result | undefined; isInside: boolean }) {
  const ways = [
    ["Enter", isInside ? "do it" : "open"],
    ...((result?.actions?.length ?? 0) > 0 ? [["Tab", "more actions"]] : []),
    ["Escape", isInside ? "back" : "close"],
  ];
  return (
    <div className={styles.foot}>
      <p role="status">{result === undefined ? "Nothing found" : !isInside && <Hint sections={sections} />}</p>
      <p className={styles.ways} aria-hidden>
        {ways.map(([keys = "", does]) => (
          <span key={keys}>
            <Keys keys={keys} /> {does}
          </span>
        ))}
      </p>
    </div>
  );
}

/** What is not listed, else the words that narrow. */
function Hint({ sections }: { sections: readonly Section[] }) {
  const more = sections.reduce((sum, section) => sum + section.more, 0);
  if (more > 0) return `${plural(more, "more result")}: type another word to narrow`;
  return "Narrow with in:vault, type:card, tag:name, is:weak, is:favorite, is:shared or is:trashed";
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
