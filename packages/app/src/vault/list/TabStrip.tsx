/** A row of tabs with counts; arrows move along it. The panel below is drawn by whoever uses it, one at a time. */
import { type KeyboardEvent, useRef } from "react";
import "../vault.css";

export interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Absent where the specification shows none. */
  readonly count?: number;
}

interface Props<Name extends string> {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  /** May be a state without a tab of its own: then no tab is selected. */
  readonly selected: string;
  readonly onSelect: (name: Name) => void;
}

export function TabStrip<Name extends string>({ id, label, tabs, selected, onSelect }: Props<Name>) {
  const strip = useRef<HTMLDivElement>(null);
  const reachable = tabs.some(({ name }) => name === selected) ? selected : tabs[0]?.name;
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.findIndex(({ name }) => name === reachable);
    const steps: Record<string, number> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 };
    const step = steps[event.key];
    const target = step === undefined ? undefined : tabs[(step + tabs.length) % tabs.length];
    if (!target) return;
    event.preventDefault();
    onSelect(target.name);
    strip.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(id, target.name))}`)?.focus();
  };
  return (
    <div ref={strip} className="tab-strip" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {tabs.map(({ name, label: text, count }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={tabId(id, name)}
          aria-selected={name === selected}
          aria-controls={panelId(id)}
          tabIndex={name === reachable ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {text}
          {count !== undefined && <span className="tab-count">{count.toLocaleString("en-US")}</span>}
        </button>
      ))}
    </div>
  );
}

const tabId = (id: string, name: string): string => `${id}-tab-${name}`;
const panelId = (id: string): string => `${id}-panel`;

/** What the element below the strip needs to be its panel. */
export const panelProps = (id: string, selected: string) =>
  ({ id: panelId(id), role: "tabpanel", "aria-labelledby": tabId(id, selected) }) as const;
