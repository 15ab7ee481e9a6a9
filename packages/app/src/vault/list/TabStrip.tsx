/** A row of tabs with counts. The caller draws the panel below, one at a time. */
import { LOCALE } from "@coffer/core/text";
import { Tabs } from "@mantine/core";
import { Fragment, type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "./TabStrip.module.css";

interface Tab<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Absent where the specification shows none. */
  readonly count?: number;
  /** Tabs of one group follow each other; its name is before the first of them. */
  readonly group?: string;
}

interface Props<Name extends string> {
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  /** May be a state without a tab of its own: then no tab is selected. */
  readonly selected: string;
  readonly onSelect: (name: Name) => void;
  /** Links at the end of the strip, each with the class it is handed: places that have no tab of their own (decision V-01). */
  readonly links?: (className: string | undefined) => ReactNode;
}

export function TabStrip<Name extends string>({ id, label, tabs, selected, onSelect, links }: Props<Name>) {
  // Where no tab is selected the keyboard still reaches the first one.
  const reachable = tabs.some(({ name }) => name === selected) ? selected : tabs[0]?.name;
  const choose = (value: string | null) => {
    const tab = tabs.find(({ name }) => name === value);
    if (tab) onSelect(tab.name);
  };
  const strip = useSelectedInSight(selected);
  return (
    // Without the library's looks: the tabs of this product have their own.
    <Tabs id={id} value={selected} onChange={choose} className={styles.root} unstyled>
      <div ref={strip} className={styles.strip}>
        <Tabs.List className={styles.tabs} aria-label={label}>
          {tabs.map(({ name, label: text, count, group }, at) => (
            <Fragment key={name}>
              {group !== undefined && group !== tabs[at - 1]?.group && (
                <span className={styles.group} aria-hidden>
                  {group}
                </span>
              )}
              <Tabs.Tab
                value={name}
                className={styles.tab}
                aria-controls={panelId(id)}
                tabIndex={name === reachable ? 0 : -1}
                rightSection={count !== undefined && <span className={styles.count}>{count.toLocaleString(LOCALE)}</span>}
              >
                {text}
              </Tabs.Tab>
            </Fragment>
          ))}
        </Tabs.List>
        {links?.(styles.tab)}
      </div>
    </Tabs>
  );
}

/** Where the strip is wider than the window, the selected tab is scrolled to its middle, also when the address named it. */
function useSelectedInSight(selected: string) {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection is another place
  useLayoutEffect(() => {
    const tab = strip.current?.querySelector("[aria-selected=true], [aria-current]");
    if (!strip.current || !tab) return;
    const [around, own] = [strip.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    strip.current.scrollLeft += (own.left + own.right - around.left - around.right) / 2;
  }, [selected]);
  return strip;
}

const panelId = (id: string): string => `${id}-panel`;

/** What the element below the strip needs to be its panel. */
export const panelProps = (id: string, selected: string) =>
  ({ id: panelId(id), role: "tabpanel", "aria-labelledby": `${id}-tab-${selected}` }) as const;
