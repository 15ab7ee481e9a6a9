/**
 * A list or grid that draws only what is on the screen, with the keys of a grid: arrows, Home, End; one Tab stop.
 * It is a component of its own because the compiler of React cannot look into a virtualiser, and must never sit in the parent of a hidden panel.
 */
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { matchStroke } from "../../frame/keyboard/shortcuts.ts";
import { columnsFor, moveBy } from "./list-moves.ts";

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
  readonly render: (item: T, tabIndex: number) => ReactNode;
  /** What Space does, and moving with Shift held. */
  readonly onSelect?: (item: T) => void;
  readonly onExtend?: (from: T, to: T) => void;
}

export function VirtualGrid<T>({ items, keyOf, label, minWidth, height, gap, framed = false, render, onSelect, onExtend }: Props<T>) {
  const box = useRef<HTMLUListElement>(null);
  const { width, top } = usePlaceOnPage(box);
  const [active, setActive] = useState(0);
  const columns = columnsFor(width, minWidth, gap);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => height + gap,
    overscan: 5,
    scrollMargin: top,
  });
  const focus = useFocusSoon(box);
  const current = Math.min(active, items.length - 1);

  const lineHeight = height + gap;
  // The estimate is exact, but the virtualiser keeps the old one until it is told that the layout changed.
  useLayoutEffect(() => {
    if (lineHeight * columns > 0) virtualizer.measure();
  }, [virtualizer, lineHeight, columns]);

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const match = isOpener(event.target) ? matchStroke(event.nativeEvent, "", true) : null;
    const name = match && "name" in match ? match.name : null;
    const item = items[current];
    if (name === "select" && item && onSelect) {
      event.preventDefault();
      return onSelect(item);
    }
    const target = name === "move" || name === "extend" ? moveBy(event.key, current, items.length, columns) : null;
    const reached = target === null ? undefined : items[target];
    if (target === null || reached === undefined) return;
    event.preventDefault();
    if (name === "extend" && item) onExtend?.(item, reached);
    setActive(target);
    virtualizer.scrollToIndex(Math.floor(target / columns), { align: "auto" });
    focus(target);
  };

  // Browsers press a focused button when Space is let go.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === " " && onSelect && isOpener(event.target)) event.preventDefault();
  };

  const tileWidth = (width - gap * (columns - 1)) / columns;
  return (
    <ul
      ref={box}
      className="virtual-grid"
      aria-label={label}
      data-framed={framed || undefined}
      style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onFocus={(event) => setActive(positionOf(event.target) ?? current)}
    >
      {width > 0 &&
        virtualizer.getVirtualItems().flatMap((line) =>
          items.slice(line.index * columns, (line.index + 1) * columns).map((item, column) => {
            const position = line.index * columns + column;
            const place = `translate(${column * (tileWidth + gap)}px, ${line.start - top}px)`;
            return (
              <li
                key={keyOf(item)}
                data-key={keyOf(item)}
                data-position={position}
                aria-setsize={items.length}
                aria-posinset={position + 1}
                style={{ transform: place, width: tileWidth, height }}
              >
                {render(item, position === current ? 0 : -1)}
              </li>
            );
          }),
        )}
    </ul>
  );
}

const isOpener = (target: EventTarget): boolean => target instanceof HTMLElement && target.dataset.open !== undefined;

function positionOf(target: EventTarget): number | null {
  const place = target instanceof Element ? target.closest<HTMLElement>("[data-position]")?.dataset.position : undefined;
  return place === undefined ? null : Number(place);
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

/** Focuses the item at a position once it is drawn; a far one is drawn only after scrolling. */
function useFocusSoon(box: { readonly current: HTMLElement | null }): (position: number) => void {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const target = box.current?.querySelector<HTMLElement>(`[data-position="${wanted.current}"] [data-open]`);
    if (!target) return;
    wanted.current = null;
    target.focus({ preventScroll: true });
  });
  return (position) => {
    wanted.current = position;
  };
}
