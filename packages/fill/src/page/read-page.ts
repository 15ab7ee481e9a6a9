/** Reads a page: its fields, sorted into forms, with all that is weighed about them. Changes nothing in it. */
import { type FieldFacts, factsOf, isEditable, isOpen, isTrapNear } from "./field-facts.ts";
import { type Control, controlsOf, parentOf } from "./find-controls.ts";
import { groupOf } from "./form-groups.ts";
import { type Once, readOnce, rootOf } from "./once.ts";

/** A page may contain a table with ten thousand fields, which no user fills in. */
const MOST_FIELDS = 400;
const NEAR = 4;

interface FormReading {
  readonly holder: ReturnType<typeof groupOf>;
  readonly facts: readonly FieldFacts[];
}

interface PageReading {
  /** The document's own fields in order, then those in shadow roots and frames. */
  readonly controls: readonly Control[];
  /** Of the fields that can be filled, form by form. */
  readonly forms: readonly FormReading[];
  readonly once: Once;
}

export function readPage(document: Document, withFrames: boolean, thisYear: number): PageReading {
  const controls = controlsOf(document, withFrames);
  const isInFront = inFrontOf(document);
  const once = readOnce();
  const open = examinedControls(controls)
    .filter((control) => isOpen(control, once) && isInFront(control))
    .map((control) => factsOf(control, thisYear, once))
    .filter((facts) => !isTrapNear(facts));
  return { controls, forms: grouped(open, once), once };
}

/** While a modal dialog is open, fields behind it cannot be used, even if visible. */
function inFrontOf(document: Document): (control: Control) => boolean {
  const modal = Array.from(document.querySelectorAll(":modal")).at(-1);
  if (modal === undefined) return () => true;
  return (control) => {
    for (let at: Element | null = control; at !== null; at = parentOf(at)) if (at === modal) return true;
    return false;
  };
}

/** The first fields of the page, and those near a password or a field with `autocomplete`, however far down. */
function examinedControls(controls: readonly Control[]): Control[] {
  const written = controls.filter(isEditable);
  if (written.length <= MOST_FIELDS) return written;
  const tells = written.map((control) => control.type === "password" || (control.getAttribute("autocomplete") ?? "off") !== "off");
  const isNear = (at: number): boolean => tells.slice(Math.max(0, at - NEAR), at + NEAR + 1).includes(true);
  return written.filter((_, at) => at < MOST_FIELDS / 2 || isNear(at)).slice(0, MOST_FIELDS);
}

function grouped(open: readonly FieldFacts[], once: Once): FormReading[] {
  const groups = new Map<FormReading["holder"], FieldFacts[]>();
  for (const facts of inOrder(open, once)) {
    const holder = groupOf(facts.control, once);
    const known = groups.get(holder);
    if (known) known.push(facts);
    else groups.set(holder, [facts]);
  }
  return Array.from(groups, ([holder, facts]) => ({ holder, facts }));
}

/** As a person sees them: those in shadow roots where their host is. */
function inOrder(open: readonly FieldFacts[], once: Once): readonly FieldFacts[] {
  const placed = open.map((facts) => ({ facts, at: placeOf(facts.control, once) }));
  if (placed.every(({ facts, at }) => facts.control === at)) return open;
  const follows = (a: Element, b: Element): number => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  return placed.sort((a, b) => (a.at === b.at ? 0 : follows(a.at, b.at))).map(({ facts }) => facts);
}

/** The element of the document itself that a field is in. */
function placeOf(element: Element, once: Once): Element {
  const root = rootOf(element, once);
  return "host" in root ? placeOf(root.host, once) : element;
}
