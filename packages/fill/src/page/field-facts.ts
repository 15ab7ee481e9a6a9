/** Everything the classification needs to know about one field, read from the page once. */
import { type Meaning, type Token, tokenOf } from "../roles.ts";
import { keep } from "../words/keep.ts";
import { plain, plainName } from "../words/text.ts";
import { type Texts, textsOf } from "./field-texts.ts";
import type { Control } from "./find-controls.ts";
import { type Attributes, attributesOf, type Once, type RootParts } from "./once.ts";
import { partsAround, SEARCHES } from "./root-parts.ts";
import { sectionHeading } from "./section-heading.ts";
import { meaningOfOptions } from "./select-options.ts";
import { isVisible, masksText, shownOf } from "./visible.ts";

/** Types that are never filled. */
const NEVER = new Set([
  "hidden",
  "submit",
  "button",
  "reset",
  "image",
  "file",
  "checkbox",
  "radio",
  "range",
  "color",
  "search",
  "time",
  "datetime-local",
  "week",
]);

const WIDEST_BOX = 96;

export interface FieldFacts {
  readonly control: Control;
  readonly tag: "input" | "select" | "textarea";
  /** As the browser understands it: an unknown one is `text`. */
  readonly type: string;
  readonly hasMask: boolean;
  readonly texts: Texts;
  /** The heading over its part of the form; empty when there is none. */
  readonly section: string;
  readonly token: Token | null;
  readonly maxLength: number;
  readonly pattern: string;
  readonly inputMode: string;
  /** As the page shows it, before normalization: example values are recognized by their format. */
  readonly sample: string;
  readonly ofOptions: Meaning | null;
  readonly isInSearch: boolean;
  /** As wide as a box for one character. */
  readonly isNarrow: boolean;
  /** Its value stays: it may be a user name, and is nothing else. */
  readonly isFixed: boolean;
  /** A captcha is next to it. */
  readonly isAtPicture: boolean;
}

/** Whether the user types or chooses in it: not a checkbox or a button. */
export const isEditable = (control: Control): boolean => control.localName !== "input" || !NEVER.has(control.type);

/** Whether it is looked at at all: visible, of a fillable type, and enabled or with a value that stays. */
export const isOpen = (control: Control, once: Once): boolean =>
  isEditable(control) &&
  (!control.disabled || isFixed(control)) &&
  isVisible(control, once) &&
  !isTrap(control, attributesOf(control, once), partsAround(control, once));

/** What is in it stays in it: the second step of a login shows so who is signing in. It is never filled. */
export const isFixed = (control: Control): boolean =>
  isLocked(control) || (control.disabled && control.localName === "input" && control.type !== "password" && control.value !== "");

export function factsOf(control: Control, thisYear: number, once: Once): FieldFacts {
  const tag = control.localName as FieldFacts["tag"];
  const type = tag === "input" ? control.type : tag;
  const attributes = attributesOf(control, once);
  const attribute = (name: string): string => attributes.get(name) ?? "";
  const parts = partsAround(control, once);
  const { box } = shownOf(control, once);
  const isNarrow = box.right - box.left <= WIDEST_BOX;
  // Pages give every field the size 1, and a width.
  const byWidth = isNarrow && attribute("size") === "1" && attribute("placeholder") === "" ? 1 : Infinity;
  const maxLength = "maxLength" in control && control.maxLength > 0 ? control.maxLength : byWidth;
  return {
    control,
    tag,
    type,
    hasMask: type === "password" || masksText(control, once),
    texts: textsOf(control, attributes, parts),
    section: sectionHeading(control, parts),
    token: tokenOf(attribute("autocomplete")),
    maxLength,
    pattern: attribute("pattern"),
    inputMode: attribute("inputmode"),
    sample: attribute("placeholder") || attribute("data-placeholder"),
    ofOptions: tag === "select" ? meaningOfOptions(control as HTMLSelectElement, thisYear) : null,
    isInSearch: (parts.hasSearch && control.closest(SEARCHES) !== null) || attribute("role") === "searchbox",
    isNarrow,
    isFixed: isFixed(control),
    isAtPicture: isAtPicture(control, parts),
  };
}

/** Permanently read-only. Some pages make fields read-only until focused, to keep browsers from filling them. */
function isLocked(control: Control): boolean {
  if (!("readOnly" in control) || !control.readOnly) return false;
  const opens = /readonly/i.test(
    (control.getAttribute("onfocus") ?? "") + (control.getAttribute("onclick") ?? "") + (control.getAttribute("onmousedown") ?? ""),
  );
  return !opens && control.type !== "password" && control.value !== "";
}

const TRAP =
  /\b(?:honey ?pot|bot ?field|bot ?check|bot ?trap|spam ?trap|anti ?spam|leave (?:this |the |it )?(?:form )?(?:field )?(?:blank|empty)(?! (?:to|if|unless)\b)|do not fill|don t fill|ne pas remplir|nicht ausfullen|no rellenar|non compilare|nao preencha|if you are (?:a )?human)\b/;

const namesTrap = keep((text) => TRAP.test(text));

/** Whether the text near a field warns people away from it. */
export const isTrapNear = ({ texts }: FieldFacts): boolean => texts.near !== "" && namesTrap(texts.near);

/** Only in markup names; in visible text it may mean a phone. */
const SHORT_TRAP = /\b(?:hp(?! ?\d)|h p)\b/;
/** What Korean pages call a phone in the markup. */
const PHONE = /휴대|핸드폰|전화|phone|mobile|연락처/;
const namesShortTrap = keep((words) => SHORT_TRAP.test(words));

/** Between texts: no phrase reaches over it. */
const APART = "\n";

/** A honeypot: a field that only bots fill in, recognized by its texts and names. */
function isTrap(control: Control, attributes: Attributes, { labels }: RootParts): boolean {
  const name = (of: string): string => plainName(attributes.get(of) ?? "");
  const words = `${name("name")}${APART}${name("id")}${APART}${name("class")}`;
  let texts = plain(attributes.get("placeholder") ?? "") + APART + plain(attributes.get("aria-label") ?? "");
  for (const label of labels.get(control) ?? []) texts += APART + plain(label.textContent);
  const isApart =
    attributes.get("tabindex") === "-1" && attributes.get("autocomplete") === "off" && texts.trim() === "" && control.type !== "password";
  return isApart || (namesShortTrap(words) && !PHONE.test(texts)) || namesTrap(words + APART + texts);
}

function isAtPicture(control: Control, { pictures }: RootParts): boolean {
  if (pictures.length === 0) return false;
  const around = control.parentElement?.parentElement ?? control.parentElement;
  return around !== null && pictures.some((picture) => Node.prototype.contains.call(around, picture));
}
