/** A finger that stays on an item of a list selects it. The click and the menu of the browser that would follow are swallowed. */
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

/** @param onHeld - is told the position of the item. @returns what the list's element listens to. */
export function useLongPress(onHeld: ((position: number) => void) | undefined) {
  const press = useRef<Press | null>(null);
  const wasHeld = useRef(false);
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
      if (!wasHeld.current) return;
      wasHeld.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu(event: MouseEvent) {
      if (press.current || wasHeld.current) event.preventDefault();
    },
  };
}

/** A control of the item, as its menu, has presses of its own. */
export function positionAt(target: EventTarget): number | null {
  if (!(target instanceof Element) || target.closest("[data-tile-control]")) return null;
  const place = target.closest<HTMLElement>("[data-position]")?.dataset.position;
  return place === undefined ? null : Number(place);
}
