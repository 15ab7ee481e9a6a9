/** Writes into a field with the events of real typing, so that the page's framework notices. */

import type { Control } from "../page/find-controls.ts";
import { isOutOfSight } from "../page/out-of-sight.ts";
import { isVisible } from "../page/visible.ts";
import { plain } from "../words/text.ts";

/** @returns whether the field contains the text now; false when the page or the field rejects it. */
export function writeValue(control: Control, text: string): boolean {
  // The field may have been replaced or hidden in the meantime.
  if (!control.isConnected || control.disabled || !isVisible(control) || isOutOfSight(control)) return false;
  control.focus();
  if (control.localName === "select") return choose(control as HTMLSelectElement, text);
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

/** Selects the option with this value or text; numbers match with and without leading zeros and century. */
function choose(select: HTMLSelectElement, text: string): boolean {
  const meant = plain(text);
  const forms = new Set([meant, meant.replace(/^0+/, ""), ...(/^20\d\d$/.test(meant) ? [meant.slice(2)] : [])]);
  const options = Array.from(select.options);
  const option =
    options.find(({ value, text: shown }) => forms.has(plain(value)) || forms.has(plain(shown))) ??
    // "04 - April", "April (04)"
    options.find(({ text: shown }) =>
      plain(shown)
        .split(" ")
        .some((word) => forms.has(word)),
    ) ??
    monthByPosition(options, meant);
  if (option === undefined) return false;
  select.value = option.value;
  select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  select.dispatchEvent(new Event("change", { bubbles: true }));
  return select.selectedOptions[0] === option;
}

/** Months by position, for lists of month names in any language: twelve options without digits, after an optional prompt. */
function monthByPosition(options: readonly HTMLOptionElement[], meant: string): HTMLOptionElement | undefined {
  const months = options.slice(-12);
  const isList = (options.length === 12 || options.length === 13) && months.every(({ text }) => !/\d/.test(text));
  return isList && /^(?:0?[1-9]|1[0-2])$/.test(meant) ? months[Number(meant) - 1] : undefined;
}
