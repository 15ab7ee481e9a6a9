/** The heading over a field: its fieldset's legend, or the last heading before it in its form. */
import { ownText } from "./field-texts.ts";
import { type Control, parentOf } from "./find-controls.ts";
import type { RootParts } from "./once.ts";

const LEVELS = 6;
const LONGEST = 90;

export function sectionHeading(control: Control, { headings }: RootParts): string {
  const heading = headings.get(control);
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
