/** Writes into a field with the events of real typing, so that the page's framework notices. */

import type { Control } from "../page/find-controls.ts";
import { isOutOfSight } from "../page/out-of-sight.ts";
import { isVisible } from "../page/visible.ts";
import { type Meant, optionFor } from "./choose-option.ts";

/** @returns whether the field contains the text now; false when the page or the field rejects it. */
export function writeValue(control: Control, meant: Meant): boolean {
  const { text } = meant;
  // The field may have been replaced or hidden in the meantime.
  if (!control.isConnected || control.disabled || !isVisible(control) || isOutOfSight(control)) return false;
  control.focus();
  if (control.localName === "select") return choose(control as HTMLSelectElement, meant);
  const input = control as HTMLInputElement | HTMLTextAreaElement;
  if (input.readOnly) return false;
  press(input, "keydown");
  input.value = text;
  input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertText", data: text }));
  press(input, "keyup");
  input.dispatchEvent(new Event("change", { bubbles: true }));
  // A field that inserts spaces between the digits still contains them.
  return same(input.value, text);
}

const same = (held: string, meant: string): boolean =>
  held === meant || (held !== "" && held.replace(/[\s/-]/g, "") === meant.replace(/[\s/-]/g, ""));

function press(control: Element, name: string): void {
  control.dispatchEvent(new KeyboardEvent(name, { bubbles: true, composed: true, key: "Unidentified" }));
}

function choose(select: HTMLSelectElement, meant: Meant): boolean {
  const option = optionFor(select, meant);
  if (option === undefined) return false;
  option.selected = true;
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
  return select.selectedOptions[0] === option;
}
