/**
 * The browser's Back, while a form is open: it closes the form (asking first where something is unsaved) and leaves the page behind it where it is. Closing the tab
 * or reloading is asked by the browser itself.
 *
 * The router's own blocker needs its data router, 17 kB more on the first page; this needs one listener before the router's.
 */
import { useEffect, useRef } from "react";

interface Guard {
  readonly leave: () => Promise<void>;
}

/** The last one is on top: Back is its alone. */
const guards: Guard[] = [];
/** The history position that the page shows; the router counts it in the entries it makes. */
let shown = 0;
let returning = false;

const positionOf = (state: unknown): number | null =>
  typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number" ? state.idx : null;

function onPop(event: PopStateEvent): void {
  const guard = guards.at(-1);
  if (returning) {
    returning = false;
    event.stopImmediatePropagation();
    return;
  }
  const position = positionOf(event.state);
  if (guard === undefined || position === shown) return;
  event.stopImmediatePropagation();
  returning = true;
  history.go(position === null ? 1 : shown - position);
  void guard.leave();
}

function add(guard: Guard): () => void {
  if (guards.length === 0) {
    shown = positionOf(history.state) ?? 0;
    // Captured: the router's listener must not hear of a step that is taken back.
    window.addEventListener("popstate", onPop, { capture: true });
  }
  guards.push(guard);
  return () => {
    guards.splice(guards.indexOf(guard), 1);
    if (guards.length === 0) window.removeEventListener("popstate", onPop, { capture: true });
  };
}

/** @param leave - closes the form, asking first where it must. */
export function useBackGuard(active: boolean, leave: () => Promise<void>): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => (active ? add({ leave: () => latest.current() }) : undefined), [active]);
}
