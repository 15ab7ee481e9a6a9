/** The heading over a field: its fieldset's legend, or the last heading before it in its form. */
import { ownText } from "./field-texts.ts";
import { type Control, parentOf } from "./find-controls.ts";

const HEADINGS = "h1,h2,h3,h4,h5,h6,legend,[role=heading]";
const LEVELS = 6;
const LONGEST = 90;

export function sectionHeading(control: Control): string {
  let at: Element = control;
  for (let level = 0; level < LEVELS; level++) {
    for (let before = at.previousElementSibling; before !== null; before = before.previousElementSibling) {
      const heading = before.matches(HEADINGS) ? before : [...before.querySelectorAll(HEADINGS)].at(-1);
      if (heading) return ownText(heading).slice(0, LONGEST);
    }
    const parent = parentOf(at);
    if (parent === null || /^(?:form|body|dialog)$/.test(parent.localName)) return "";
    at = parent;
  }
  return "";
}
