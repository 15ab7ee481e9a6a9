/**
 * The browser's Back, while a form is open: it closes the form (asking first where something is unsaved) and leaves the page behind it where it is. Closing the tab
 * or reloading is asked by the browser itself.
 *
 * The router's own blocker needs its data router, 17 kB more on the first page; this needs one listener before the router's.
 */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

interface Guard {
  readonly leave: () => Promise<unknown>;
}

/** The last one is on top: only it handles Back. */
const guards: Guard[] = [];
/** The history position that the page shows; the router counts it in the entries it makes. */
let shown = 0;
/** Whether a step is being taken back: the browser tells of it later, perhaps when the form is gone already. */
let returning = false;
let listening = false;

const positionOf = (state: unknown): number | null =>
  typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number" ? state.idx : null;

function onPop(event: PopStateEvent): void {
  if (returning) {
    returning = false;
    event.stopImmediatePropagation();
    listen();
    return;
  }
  const position = positionOf(event.state);
  const guard = guards.at(-1);
  if (guard === undefined || position === shown) return;
  event.stopImmediatePropagation();
  returning = true;
  history.go(position === null ? 1 : shown - position);
  void guard.leave();
}

/** Listens as long as there is a form, or a step that is still being taken back. Captured: the router's listener must not get such a step. */
function listen(): void {
  const wanted = guards.length > 0 || returning;
  if (wanted === listening) return;
  listening = wanted;
  if (wanted) window.addEventListener("popstate", onPop, { capture: true });
  else window.removeEventListener("popstate", onPop, { capture: true });
}

function add(guard: Guard): () => void {
  guards.push(guard);
  listen();
  return () => {
    guards.splice(guards.indexOf(guard), 1);
    listen();
  };
}

/** A page may go on below an open form, as a list does that remembers which item is open. @param _place - the router's name of the current place. */
function notePosition(_place: string): void {
  if (!returning) shown = positionOf(history.state) ?? 0;
}

/** @param leave - closes the form, asking first where it must. */
export function useBackGuard(active: boolean, leave: () => Promise<unknown>): void {
  const { key } = useLocation();
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => notePosition(key), [key]);
  useEffect(() => (active ? add({ leave: () => latest.current() }) : undefined), [active]);
}
