/** Listens to the keys of SHORTCUTS and calls the page's handlers for them. */
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { isOn } from "../device-setting.ts";
import { LETTERS_SETTING } from "./letters-setting.ts";
import { matchStroke, SHORTCUTS, type Shortcut, type ShortcutName } from "./shortcuts.ts";

/** @returns false to leave the key alone: there is nothing for it to act on. */
type ShortcutHandler = (event: KeyboardEvent) => boolean | undefined;
export type ShortcutHandlers = Partial<Record<ShortcutName, ShortcutHandler>>;
type Registry = Set<{ readonly current: ShortcutHandlers }>;

const KeyboardContext = createContext<Registry | null>(null);

/** A shortcut of two keys is forgotten when the second does not come. */
const SECOND_KEY_MS = 1_500;

export function KeyboardProvider({ children }: { children: ReactNode }) {
  const registry = useMemo<Registry>(() => new Set(), []);
  useEffect(() => listen(registry), [registry]);
  return <KeyboardContext value={registry}>{children}</KeyboardContext>;
}

/** Answers shortcuts while the component is there. Of two components that answer the same one, the later is asked first. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const registry = use(KeyboardContext);
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    registry?.add(latest);
    return () => void registry?.delete(latest);
  }, [registry]);
}

function listen(registry: Registry): () => void {
  let begun = { keys: "", at: 0 };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const pending = event.timeStamp - begun.at < SECOND_KEY_MS ? begun.keys : "";
    const match = matchStroke(event, pending, isOn(LETTERS_SETTING));
    if (event.key !== "Shift") begun = { keys: "", at: 0 };
    if (match === null || !mayAct(event.target, match)) return;
    if ("pending" in match) begun = { keys: match.pending, at: event.timeStamp };
    else if (answer(registry, match.name, event)) event.preventDefault();
  };
  window.addEventListener("keydown", onKeyDown);
  return () => window.removeEventListener("keydown", onKeyDown);
}

function answer(registry: Registry, name: ShortcutName, event: KeyboardEvent): boolean {
  // Holding a key down is moving on, or peeking; it must not copy twenty times.
  if (event.repeat) return false;
  return [...registry].toReversed().some(({ current }) => {
    const handler = current[name];
    return handler !== undefined && handler(event) !== false;
  });
}

const TYPING = 'input:not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable], [role="combobox"]';
const OVERLAY = '[role="dialog"], [role="alertdialog"], dialog, [role="menu"], [role="listbox"]';

/** Whether the key is free: no one types, and no dialog or menu is above the page. In the detail of an item the keys of an item work. */
function mayAct(target: EventTarget | null, match: { readonly name: ShortcutName } | { readonly pending: string }): boolean {
  const row: Shortcut | null = "name" in match ? SHORTCUTS[match.name] : null;
  if (!(target instanceof Element)) return true;
  if (row?.whileTyping) return target.closest('[role="alertdialog"]') === null;
  if (target.closest(TYPING)) return false;
  const overlay = target.closest(OVERLAY);
  return overlay === null || ((row?.group === "item" || row?.inDetail === true) && overlay.querySelector("[data-item-detail]") !== null);
}
