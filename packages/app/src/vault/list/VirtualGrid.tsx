/**
 * A list or grid that draws only what is on the screen, with the keys of a grid.
 * It is a component of its own because the compiler of React cannot look into a virtualiser, and must never sit in the parent of a hidden panel.
 */

import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type PointerEvent, type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { firstRowsSeen } from "../../frame/first-rows.ts";
import { isRightToLeft } from "../../frame/reading-direction.ts";
import { columnsFor } from "./grid-navigation.ts";
import { useGridKeys } from "./use-grid-keys.ts";
import { positionAt, useLongPress } from "./use-long-press.ts";
import styles from "./VirtualGrid.module.css";

interface Props<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Accessible name of the list. */
  readonly label: string;
  /** Size of one tile in CSS pixels; a list in one column has an infinite `minWidth`. */
  readonly minWidth: number;
  readonly height: number;
  readonly gap: number;
  /** Lines in one frame, instead of tiles that each have their own. */
  readonly framed?: boolean;
  /** Key of what is brought on the screen when the list begins. */
  readonly inSight?: string | null;
  readonly render: (item: T, tabIndex: number, position: number) => ReactNode;
  /** Something is selected: then a finger's tap does what its long press did before. */
  readonly isSelecting?: boolean;
  /** What Space and a long press do, and moving with Shift held. */
  readonly onSelect?: (item: T) => void;
  readonly onExtend?: (from: T, to: T) => void;
  /** What the arrows come to, without Shift. */
  readonly onReach?: (item: T) => void;
  /** A pointer was pressed on one, and may carry it away. */
  readonly onDragStart?: ((item: T, event: PointerEvent) => void) | undefined;
}

export function VirtualGrid<T>(props: Props<T>) {
  const { items, keyOf, label, minWidth, height, gap, framed = false, inSight = null } = props;
  const { render, onSelect, onExtend, onReach, onDragStart } = props;
  const box = useRef<HTMLUListElement>(null);
  const { width, top } = usePlaceOnPage(box);
  const columns = columnsFor(width, minWidth, gap);
  const overscan = useDrawn(items) ? LINES_AROUND : 0;
  const virtualizer = useLines({ lines: Math.ceil(items.length / columns), lineHeight: height + gap, columns, top, overscan });
  // What is above the list scrolls into view with its first line.
  const scrollToLine = (line: number) => (line === 0 ? window.scrollTo(0, 0) : virtualizer.scrollToIndex(line, { align: "auto" }));
  const { current, handlers } = useGridKeys({ box, items, columns, scrollToLine, onSelect, onExtend, onReach });
  const select = onSelect && ((position: number) => items[position] !== undefined && onSelect(items[position]));
  const held = useLongPress(select, props.isSelecting === true);
  const onPointerDown = (event: PointerEvent) => {
    held.onPointerDown(event);
    const item = items[positionAt(event.target) ?? -1];
    if (item !== undefined) onDragStart?.(item, event);
  };
  useEffect(() => {
    if (width > 0) firstRowsSeen();
  }, [width]);
  useBeginAt(width > 0, inSight === null ? -1 : Math.floor(items.findIndex((item) => keyOf(item) === inSight) / columns), virtualizer);
  const tileWidth = (width - gap * (columns - 1)) / columns;
  const forward = isRightToLeft() ? -1 : 1;
  return (
    <ul
      ref={box}
      className={styles.grid}
      aria-label={label}
      data-framed={framed || undefined}
      style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}
      {...handlers}
      {...held}
      onPointerDown={onPointerDown}
    >
      {width > 0 &&
        virtualizer.getVirtualItems().flatMap((line) =>
          items.slice(line.index * columns, (line.index + 1) * columns).map((item, column) => {
            const position = line.index * columns + column;
            const place = `translate(${forward * column * (tileWidth + gap)}px, ${line.start - top}px)`;
            return (
              <li
                key={keyOf(item)}
                data-key={keyOf(item)}
                data-position={position}
                aria-setsize={items.length}
                aria-posinset={position + 1}
                style={{ transform: place, width: tileWidth, height }}
              >
                {render(item, position === current ? 0 : -1, position)}
              </li>
            );
          }),
        )}
    </ul>
  );
}

interface Layout {
  readonly lines: number;
  /** With the gap below it. */
  readonly lineHeight: number;
  readonly columns: number;
  readonly top: number;
  /** Lines that are drawn above and below the window. */
  readonly overscan: number;
}

const LINES_AROUND = 5;

/** @returns whether a list is on the screen as it is now: what is not in sight comes after that. */
function useDrawn(items: readonly unknown[]): boolean {
  const [drawn, setDrawn] = useState<readonly unknown[] | null>(null);
  useEffect(() => startTransition(() => setDrawn(items)), [items]);
  return drawn === items;
}

/** What the bars at the top and the foot of the window cover, in CSS pixels (`base.css`). */
function coveredByBars(): { top: number; bottom: number } {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return { top: Number.parseFloat(scrollPaddingTop) || 0, bottom: Number.parseFloat(scrollPaddingBottom) || 0 };
}

function useLines({ lines, lineHeight, columns, top, overscan }: Layout) {
  const [covered] = useState(coveredByBars);
  const virtualizer = useWindowVirtualizer({
    count: lines,
    estimateSize: () => lineHeight,
    overscan,
    scrollMargin: top,
    scrollPaddingStart: covered.top,
    scrollPaddingEnd: covered.bottom,
  });
  // The estimate is exact, but the virtualiser keeps the old one until it is told that the layout changed.
  useLayoutEffect(() => {
    if (lineHeight * columns > 0) virtualizer.measure();
  }, [virtualizer, lineHeight, columns]);
  return virtualizer;
}

/** Once, when the list has been measured. @param line - below 0: where the page is. */
function useBeginAt(isMeasured: boolean, line: number, virtualizer: ReturnType<typeof useLines>): void {
  const hasBegun = useRef(false);
  useLayoutEffect(() => {
    if (!isMeasured || hasBegun.current) return;
    hasBegun.current = true;
    if (line >= 0) virtualizer.scrollToIndex(line, { align: "center" });
  }, [isMeasured, line, virtualizer]);
}

/** How wide the list is, and how far below the top of the page it begins. */
function usePlaceOnPage(box: { readonly current: HTMLElement | null }): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const next = { width: Math.floor(width), top: Math.round(top + window.scrollY) };
      setPlace((known) => (known.width === next.width && known.top === next.top ? known : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return place;
}
