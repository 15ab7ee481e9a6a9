/**
 * Escape closes what is on top, and nothing else. The dialogs, sheets and drawers of the page say when they are open; one listener tells the last of them. Left to the UI
 * library, each would listen for itself, and one key would close all that are open.
 */
import { useEffect, useRef } from "react";

/** May ask first. */
type Close = () => unknown;

const open: { readonly current: Close }[] = [];

/** A menu or a list of choices that is open; the UI library marks what has the focus then. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true";

function onKeyDown(event: KeyboardEvent): void {
  // The browser's own dialogs are above all others, and end by themselves.
  if (event.key !== "Escape" || event.isComposing || isTaken(event) || document.querySelector("dialog:modal")) return;
  // Whatever hears the key later, as the pane next to a list, is below.
  event.preventDefault();
  // A key that is held closes one thing.
  if (!event.repeat) void open.at(-1)?.current();
}

export function useEscape(isOpen: boolean, close: Close): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    if (open.push(latest) === 1) window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      open.splice(open.indexOf(latest), 1);
      if (open.length === 0) window.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, [isOpen]);
}
