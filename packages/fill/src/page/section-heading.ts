/** The heading over a field: its fieldset's legend, or the last heading before it in its form. */
import { ownText } from "./field-texts.ts";
import { type Control, parentOf } from "./find-controls.ts";
import { type Once, remembered, rootOf } from "./once.ts";

const HEADINGS = "h1,h2,h3,h4,h5,h6,legend,[role=heading]";
const LEVELS = 6;
const LONGEST = 90;

export function sectionHeading(control: Control, once: Once): string {
  const root = rootOf(control, once);
  const all = remembered(once.headings, root, () => Array.from(root.querySelectorAll(HEADINGS)));
  const heading = lastBefore(control, all);
  if (heading === undefined) return "";
  let at: Element = control;
  for (let level = 0; level < LEVELS; level++) {
    const parent = parentOf(at);
    if (parent !== null && Node.prototype.contains.call(parent, heading)) return ownText(heading).slice(0, LONGEST);
    if (parent === null || /^(?:form|body|dialog)$/.test(parent.localName)) return "";
    at = parent;
  }
  return "";
}

/** @param all - in the order of the document. */
function lastBefore(control: Control, all: readonly Element[]): Element | undefined {
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const heading = all[middle];
    if (heading !== undefined && heading.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) from = middle + 1;
    else to = middle;
  }
  return all[from - 1];
}
