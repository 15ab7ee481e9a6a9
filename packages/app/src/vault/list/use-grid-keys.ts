/** The keys of a list or grid: arrows, Home and End move the focus, with Shift they select as far as they go, Space selects. One item has the Tab stop. */

import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { matchStroke } from "../../frame/keyboard/shortcuts.ts";
import { inReadingOrder } from "../../frame/reading-direction.ts";
import { moveBy } from "./grid-navigation.ts";

interface Options<T> {
  readonly box: { readonly current: HTMLElement | null };
  readonly items: readonly T[];
  readonly columns: number;
  /** Brings a line on the screen, so that it is drawn. */
  readonly scrollToLine: (line: number) => void;
  readonly onSelect?: ((item: T) => void) | undefined;
  readonly onExtend?: ((from: T, to: T) => void) | undefined;
  readonly onReach?: ((item: T) => void) | undefined;
}

/** @returns the position of the Tab stop, and what the list's element listens to. */
export function useGridKeys<T>({ box, items, columns, scrollToLine, onSelect, onExtend, onReach }: Options<T>) {
  const [active, setActive] = useState(0);
  const focus = useFocusSoon(box);
  const current = Math.min(active, items.length - 1);

  const move = (event: KeyboardEvent, selects: boolean) => {
    const target = moveBy(inReadingOrder(event.key), current, items.length, columns);
    const [item, reached] = [items[current], target === null ? undefined : items[target]];
    if (target === null || reached === undefined) return;
    event.preventDefault();
    if (selects && item) onExtend?.(item, reached);
    setActive(target);
    scrollToLine(Math.floor(target / columns));
    focus(target);
    if (!selects) onReach?.(reached);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const match = isOpener(event.target) ? matchStroke(event.nativeEvent, "", true) : null;
    const name = match && "name" in match ? match.name : null;
    const item = items[current];
    if (name === "select" && item && onSelect) {
      event.preventDefault();
      onSelect(item);
    } else if (name === "move" || name === "extend") move(event, name === "extend");
  };
  // Browsers press a focused button when Space is let go.
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === " " && onSelect && isOpener(event.target)) event.preventDefault();
  };
  const onFocus = (event: FocusEvent) => setActive(positionOf(event.target) ?? current);
  return { current, handlers: { onKeyDown, onKeyUp, onFocus } };
}

const isOpener = (target: EventTarget): boolean => target instanceof HTMLElement && target.dataset.open !== undefined;

function positionOf(target: EventTarget): number | null {
  const place = target instanceof Element ? target.closest<HTMLElement>("[data-position]")?.dataset.position : undefined;
  return place === undefined ? null : Number(place);
}

/** Focuses the item at a position once it is drawn; a far one is drawn only after scrolling. */
function useFocusSoon(box: Options<unknown>["box"]): (position: number) => void {
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
