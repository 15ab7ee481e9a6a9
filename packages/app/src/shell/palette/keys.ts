/** What a key does in the palette; what it leaves alone is typed into the field. */

import type { KeyboardEvent } from "react";
import { matchStroke } from "../../frame/keyboard/shortcuts.ts";
import { inReadingOrder } from "../../frame/reading-direction.ts";
import { chosenAfter } from "./entries.ts";
import type { Action } from "./use-actions.tsx";
import type { Result } from "./use-results.tsx";

type Doing =
  | { readonly what: "choose"; readonly at: number }
  | { readonly what: "run"; readonly action: Action }
  | { readonly what: "enter"; readonly result: Result }
  | { readonly what: "back" };

interface Where {
  readonly results: readonly Result[];
  readonly current: number;
  /** Whose actions are listed; null among the results. */
  readonly inside: Result | null;
}

/** @returns null where the key is for the field. */
export function whatToDo(event: KeyboardEvent<HTMLInputElement>, { results, current, inside }: Where): Doing | null {
  const next = chosenAfter(event.key, current, results.length);
  const result = results[current];
  if (next !== null) return { what: "choose", at: next };
  if (event.key === "Enter") return result ? { what: "run", action: result } : null;
  const actions = inside?.actions ?? result?.actions ?? [];
  const byKey = actionOf(event, actions, inside === null);
  if (byKey) return { what: "run", action: byKey };
  if (inside !== null && isBack(event)) return { what: "back" };
  // Nothing is typed there, and Tab does not leave.
  if (inside !== null) return isCombined(event) ? null : { what: "choose", at: current };
  return result && actions.length > 0 && isForward(event) ? { what: "enter", result } : null;
}

const isCombined = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean => ctrlKey || metaKey || altKey;

/** Plain letters are typed while something is searched; with Ctrl or Cmd they are keys there too. */
function actionOf(event: KeyboardEvent, actions: readonly Action[], isTyping: boolean): Action | null {
  if (isTyping && !isCombined(event)) return null;
  const match = matchStroke(event.nativeEvent, "", true);
  return (match && "name" in match && actions.find(({ shortcut }) => shortcut === match.name)) || null;
}

const isBack = ({ key, shiftKey }: KeyboardEvent): boolean =>
  ["Escape", "Backspace", "ArrowLeft"].includes(inReadingOrder(key)) || (key === "Tab" && shiftKey);

/** Tab, and the arrow from the end of what is typed. */
function isForward({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
  if (key === "Tab") return !shiftKey;
  const { selectionStart, value } = currentTarget;
  return inReadingOrder(key) === "ArrowRight" && !shiftKey && selectionStart === value.length;
}
