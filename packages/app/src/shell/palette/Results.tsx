/** What the palette lists, in sections. The field above has the focus; what is chosen is brought into sight. */
import { IconChevronRight } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { SHORTCUTS, type Shortcut } from "../../frame/keyboard/shortcuts.ts";
import { highlightMatches } from "../../vault/item/highlight-matches.tsx";
import { Keys } from "../keyboard/Keys.tsx";
import styles from "./Palette.module.css";
import type { Results as Listed, Result } from "./use-results.tsx";

interface Props extends Omit<Listed, "text"> {
  readonly id: string;
  readonly current: number;
  readonly onChoose: (index: number) => void;
  readonly onRun: (result: Result) => void;
  /** Lists what else can be done with a result. */
  readonly onMore: (result: Result) => void;
}

export function Results({ id, sections, words, current, onChoose, onRun, onMore }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${current}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, current]);
  let index = -1;
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
      {sections.map((section, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
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
                <Line result={result} words={words} />
                {(result.actions?.length ?? 0) > 0 && <More onMore={() => onMore(result)} />}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Line({ result, words }: { result: Result; words: readonly string[] }) {
  const { icon, label, detail, note, shortcut } = result;
  const row: Shortcut | null = shortcut ? SHORTCUTS[shortcut] : null;
  return (
    <>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span className={styles.label}>{highlightMatches(label, words)}</span>
      {detail && <span className={styles.detail}>{highlightMatches(detail, words)}</span>}
      {note && <span className={styles.note}>{note}</span>}
      {row?.keys[0] && (
        <span className={styles.keys} aria-hidden>
          <Keys keys={row.keys[0]} />
        </span>
      )}
    </>
  );
}

/** For the pointer what Tab is for the keyboard: an option may hold no button. */
const More = ({ onMore }: { onMore: () => void }) => (
  <span
    className={styles.more}
    aria-hidden
    title="More actions"
    onClick={(event) => {
      event.stopPropagation();
      onMore();
    }}
  >
    <IconChevronRight size={18} />
  </span>
);
