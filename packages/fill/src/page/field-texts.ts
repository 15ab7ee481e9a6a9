/** The texts at a field: its label, and what is used instead of a label. */
import { tokenOf } from "../roles.ts";
import { plain, plainName } from "../words/text.ts";
import { type Control, isControl, parentOf } from "./find-controls.ts";
import type { Attributes, RootParts } from "./once.ts";

/** Longer texts are explanations, which mention other fields. */
const LONGEST_LABEL = 160;
/** How many levels up a preceding text can be a field's label. */
const LEVELS = 4;

export interface Texts {
  readonly label: string;
  readonly aria: string;
  readonly placeholder: string;
  readonly title: string;
  /** The text before or above it, when there is none of the above. */
  readonly near: string;
  readonly described: string;
  /** The names in the markup, as words. */
  readonly name: string;
  readonly id: string;
  readonly other: string;
}

const text = (node: Node | null | undefined): string => plain(node ? rawText(node, 400) : "").slice(0, LONGEST_LABEL);

const NONE: readonly string[] = [];

const UNREAD = /^(?:select|textarea|script|style|template|noscript|button)$/;

/** As it is read: what is in different elements is apart, though the markup has no space between them. */
function rawText(node: Node, most: number): string {
  const only = node.firstChild;
  if (only !== null && only.nextSibling === null && only.nodeType === Node.TEXT_NODE) return (only.nodeValue ?? "").slice(0, most);
  let found = "";
  for (let child = node.firstChild; child !== null && found.length < most; child = child.nextSibling) {
    if (child.nodeType === Node.TEXT_NODE) found += child.nodeValue ?? "";
    else if (child.nodeType === Node.ELEMENT_NODE && !UNREAD.test((child as Element).localName))
      found += ` ${rawText(child, most - found.length)} `;
  }
  return node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? "").slice(0, most) : found.slice(0, most);
}

/** The text of an element without the fields in it: the options of a list would read like a label. */
export const ownText = (element: Element): string => text(element);

export function textsOf(control: Control, attributes: Attributes, { root, labels, host }: RootParts): Texts {
  const attribute = (name: string): string => attributes.get(name) || (host?.getAttribute(name) ?? "");
  const label = joined((labels.get(control) ?? []).map(ownText)) || plain(host?.getAttribute("label") ?? "");
  const aria = joined([plain(attribute("aria-label")), ...referred(root, attributes.get("aria-labelledby"))]);
  const placeholder = plain(
    attribute("placeholder") || attribute("data-placeholder") || promptOption(control) || promptValue(control, attributes),
  );
  const named = label || aria;
  return {
    label,
    aria,
    placeholder,
    title: plain(attribute("title")),
    near: named === "" ? nearby(control) : "",
    described: referred(root, attributes.get("aria-describedby")).join(" "),
    name: plainName(attribute("name")),
    id: plainName(attribute("id")),
    other: host === null && !hasOtherNames(attributes) ? "" : otherNames(attribute),
  };
}

const OTHER_NAMES = [
  "formcontrolname",
  "data-testid",
  "data-test",
  "data-qa",
  "data-cy",
  "data-field",
  "data-name",
  "data-bind",
  "ng-model",
  "v-model",
  "data-automation-id",
  "data-fieldname",
  "ng-reflect-name",
];

const hasOtherNames = (attributes: Attributes): boolean => {
  for (const name of attributes.keys()) if (ANY_OTHER.has(name)) return true;
  return false;
};
const ANY_OTHER: ReadonlySet<string> = new Set(["autocomplete", ...OTHER_NAMES]);

/** Where frameworks and tests name a field. Pages write words of their own into `autocomplete`; those of the standard are a token. */
function otherNames(attribute: (name: string) => string): string {
  const autocomplete = attribute("autocomplete");
  const own = autocomplete === "" || tokenOf(autocomplete) !== null ? "" : plainName(autocomplete);
  let names = own;
  for (const name of OTHER_NAMES) {
    const found = attribute(name);
    if (found !== "") names += ` ${plainName(found)}`;
  }
  return names.trim();
}

/** What old pages write into a field until someone goes there. */
function promptValue(control: Control, attributes: Attributes): string {
  if (control.localName !== "input" || !attributes.has("onfocus")) return "";
  const value = attributes.get("value") ?? "";
  return /^[^\d@]{2,30}$/.test(value) ? value : "";
}

/** The first option of a list when it is a prompt: "Select a state". */
function promptOption(control: Control): string {
  const first = control.localName === "select" ? (control as HTMLSelectElement).options[0] : undefined;
  const asks =
    /^\W*(?:select|choose|pick|please|bitte|wähl|choisi|sélectionn|seleccion|elige|selezion|scegli|escolh|selecion|kies|selecteer|wybierz|выбер|選択|请选择|請選擇|선택|اختر)/iu;
  return first !== undefined && asks.test(first.text.trim()) ? first.text : "";
}

const joined = (texts: readonly string[]): string => texts.join(" ").trim();

/** @param written - the ids, as in the markup. */
function referred(root: RootParts["root"], written: string | undefined): readonly string[] {
  if (written === undefined || written === "") return NONE;
  const ids = written.split(/\s+/).filter((id) => id !== "");
  return ids.map((id) => root.getElementById(id)).flatMap((element) => (element === null ? [] : [ownText(element)]));
}

/** The text before a field, up to the previous field: next to it, in the cell to its left, in the line above. */
function nearby(control: Control): string {
  const unit = unitAfter(control);
  if (unit !== "") return unit;
  const following = control.previousElementSibling === null && before(control) === "" ? after(control) : "";
  if (following !== "") return following;
  let at: Element = control;
  for (let level = 0; level < LEVELS; level++) {
    const found = before(at);
    if (found === null) return after(control);
    if (found !== "") return found;
    const parent = parentOf(at);
    if (parent === null || /^(form|body|table|fieldset)$/.test(parent.localName)) return after(control);
    at = parent;
  }
  return after(control);
}

/** @returns null when another field comes before any text. */
function before(element: Element): string | null {
  for (let node = element.previousSibling; node !== null; node = node.previousSibling) {
    if (node.nodeType === Node.ELEMENT_NODE && holdsField(node as Element)) return null;
    const found = node.nodeType === Node.ELEMENT_NODE ? ownText(node as Element) : node.nodeType === Node.TEXT_NODE ? text(node) : "";
    if (found !== "" && !/^(script|style|template|noscript|button)$/.test((node as Element).localName ?? "")) return found;
  }
  return "";
}

/** In East Asian dates the unit follows each part. */
const unitAfter = ({ nextSibling }: Control): string =>
  nextSibling?.nodeType === Node.TEXT_NODE ? (/^\s*([年月日년월일])/u.exec(nextSibling.textContent ?? "")?.[1] ?? "") : "";

/** A span after the field: the usual markup of floating labels. */
function after(control: Control): string {
  const next = control.nextElementSibling;
  const isLabel =
    next !== null && /^(span|label|div|small|i|em)$/.test(next.localName) && !holdsField(next) && !namesAnother(next, control);
  return isLabel ? ownText(next).slice(0, 40) : "";
}

/** Whether the label belongs to another, following field. */
const namesAnother = (label: Element, control: Control): boolean =>
  label.localName === "label" && (label as HTMLLabelElement).htmlFor !== "" && (label as HTMLLabelElement).htmlFor !== control.id;

const holdsField = (element: Element): boolean =>
  (isControl(element) && element.getAttribute("type") !== "hidden") ||
  element.querySelector("input:not([type=hidden]):not([type=checkbox]):not([type=radio]),select,textarea") !== null;
