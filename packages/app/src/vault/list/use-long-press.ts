/** A finger that stays on an item of a list selects it; from then on a tap does, as on phones everywhere. The click and the menu of the browser that would follow are swallowed. */
import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from "react";

/** As long as phones wait, in milliseconds. */
const HELD_MS = 500;
/** Further than this it is a scroll, in CSS pixels. */
const STILL_PX = 10;

interface Press {
  readonly timer: number;
  readonly x: number;
  readonly y: number;
}

/**
 * @param onHeld - is told the position of the item
 * @param isSelecting - something is selected: a tap is enough
 * @returns what the list's element listens to
 */
export function useLongPress(onHeld: ((position: number) => void) | undefined, isSelecting: boolean) {
  const press = useRef<Press | null>(null);
  const wasHeld = useRef(false);
  const touched = useRef<number | null>(null);
  const end = useCallback(() => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }, []);
  useEffect(() => end, [end]);
  return {
    onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      end();
      wasHeld.current = false;
      const position = pointerType === "touch" ? positionAt(target) : null;
      touched.current = position;
      if (position === null || !onHeld) return;
      const hold = () => {
        press.current = null;
        wasHeld.current = true;
        onHeld(position);
      };
      press.current = { timer: window.setTimeout(hold, HELD_MS), x, y };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      const tapped = isSelecting && !wasHeld.current ? touched.current : null;
      if (wasHeld.current || tapped !== null) swallow(event);
      if (tapped !== null) onHeld?.(tapped);
      wasHeld.current = false;
      touched.current = null;
    },
    onContextMenu(event: MouseEvent) {
      if (press.current || wasHeld.current) event.preventDefault();
    },
  };
}

function swallow(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** A control of the item, as its menu, has presses of its own. */
export function positionAt(target: EventTarget): number | null {
  if (!(target instanceof Element) || target.closest("[data-tile-control]")) return null;
  const place = target.closest<HTMLElement>("[data-position]")?.dataset.position;
  return place === undefined ? null : Number(place);
}
