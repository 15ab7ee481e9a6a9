/** Groups fields into forms, and collects the texts around them that tell their purpose. */
import { PURPOSES } from "../words/form-purposes.ts";
import { plain, plainName } from "../words/text.ts";
import { ownText } from "./field-texts.ts";
import { type Control, FILLABLE, parentOf } from "./find-controls.ts";
import { type Once, remembered } from "./once.ts";
import { partsAround } from "./root-parts.ts";
import { isVisible } from "./visible.ts";

export interface Surroundings {
  /** Labels of the submit buttons. */
  readonly buttons: readonly string[];
  readonly headings: readonly string[];
  /** Names of the form, and its action URL. */
  readonly names: readonly string[];
  /** Texts of links and checkboxes. */
  readonly links: readonly string[];
  /** Title, first heading and path of the page. */
  readonly page: readonly string[];
}

const CONTAINERS = "form,dialog,[role=dialog],[role=form],[role=search],search,[popover],header,footer,aside,nav";
const SECTIONS = "section,article,fieldset,[role=tabpanel],[role=region],main";
const MOST_TEXT = 90;
/** Of a kind, around a form that is the whole page. */
const MOST_ELEMENTS = 200;

/** The element that contains all fields of one form: the form, or what looks most like one. */
export function groupOf(control: Control, once: Once): Element | ShadowRoot | Document {
  return control.form ?? groupAround(control, once);
}

function groupAround(element: Element, once: Once): Element | ShadowRoot | Document {
  const around = element.closest(CONTAINERS) ?? sectionAround(element.parentElement, once);
  if (around) return around;
  // Components often keep each field in a shadow root of its own.
  const { host } = partsAround(element, once);
  return host ? groupAround(host, once) : (element.getRootNode() as Document | ShadowRoot);
}

/** Without a form: the section around the field that has its own button and two fields. */
function sectionAround(element: Element | null, once: Once): Element | null {
  if (element === null || element.localName === "body") return null;
  return remembered(once.sections, element, () => (isSection(element) ? element : sectionAround(element.parentElement, once)));
}

function isSection(element: Element): boolean {
  const hasButton =
    element.querySelector("button:not([aria-label],[aria-hidden]),input[type=submit],input[type=button],[role=button]") !== null;
  return (
    hasButton &&
    (element.matches(SECTIONS) || element.querySelector("h1,h2,h3,h4") !== null || element.querySelectorAll(FILLABLE).length > 1)
  );
}

const texts = (elements: Iterable<Element>): string[] =>
  Array.from(
    elements,
    (element) =>
      (element.localName === "input" ? plain((element as HTMLInputElement).value) : ownText(element)) ||
      plain(element.getAttribute("aria-label") ?? ""),
  ).filter((text) => text !== "" && text.length <= MOST_TEXT);

export function surroundingsOf(group: Element | ShadowRoot | Document, once: Once): Surroundings {
  const visible = (elements: Iterable<Element>): Element[] =>
    Array.from(elements)
      .slice(0, MOST_ELEMENTS)
      .filter((element) => isVisible(element, once));
  const attributes =
    "getAttribute" in group
      ? ["id", "name", "class", "action", "aria-label", "data-testid"].map((name) => plainName(group.getAttribute(name) ?? ""))
      : [];
  const document = group.ownerDocument ?? (group as Document);
  const headings = texts(visible(group.querySelectorAll("h1,h2,h3,h4,h5,legend,[role=heading],caption")));
  const asides = asidesIn(group);
  const titled = "getAttribute" in group ? (group.getAttribute("aria-labelledby") ?? "") : "";
  const title = titled === "" ? null : document.getElementById(titled);
  return {
    buttons: buttonsOf(group, visible),
    headings: [
      ...headings,
      ...(title ? [ownText(title)] : []),
      ...(headings.length === 0 && "localName" in group ? headingBefore(group) : []),
      ...texts(visible(asides.offers)),
    ],
    names: attributes.filter((text) => text !== ""),
    links: texts(visible(asides.links)),
    page: remembered(once.pages, document, () => pageOf(document)),
  };
}

const pageOf = (document: Document): readonly string[] => [
  plain(document.title),
  ...texts(document.querySelectorAll("h1")),
  plainName(decoded(document.location?.pathname ?? "")),
];

/**
 * Links, paragraphs, and what is read at a box to tick: the label around it, or what follows it. A link to a sign-up is on other pages than sign-ups; a box that offers
 * one is of the form itself.
 */
function asidesIn(group: Element | ShadowRoot | Document): Readonly<Record<"links" | "offers", ReadonlySet<Element>>> {
  const found = { links: new Set<Element>(), offers: new Set<Element>() };
  for (const element of group.querySelectorAll("a,p,input[type=checkbox]")) {
    const isBox = element.localName === "input";
    for (const one of isBox ? [element.closest("label"), element.nextElementSibling] : [element])
      if (one !== null) (isBox && offersAccount(ownText(one)) ? found.offers : found.links).add(one);
  }
  return found;
}

const offersAccount = (text: string): boolean => PURPOSES.has("signup", text) && !/(?<!\p{L})(?:terms|agree|privacy)(?!\p{L})/u.test(text);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The submit button counts; if none is marked as such, all buttons. */
function buttonsOf(group: Element | ShadowRoot | Document, visible: (elements: Iterable<Element>) => Element[]): string[] {
  const all = visible(
    group.querySelectorAll("button,input[type=submit],input[type=button],input[type=image],[role=button],a[class*=btn],a[class*=button]"),
  );
  const sending = all.filter((button) => button.matches("input[type=submit],input[type=image],button[type=submit]"));
  const chosen = sending.length > 0 ? sending : all.filter((button) => !button.matches("[role=tab],[aria-pressed]"));
  const found = texts(chosen.length > 0 ? chosen : all);
  return found.length > 0 || !("id" in group)
    ? found
    : texts(Array.from((group.ownerDocument ?? document).querySelectorAll(`[form="${CSS.escape(group.id)}"]`)));
}

/** The heading before a form that contains none. */
function headingBefore(group: Element): string[] {
  let at: Element = group;
  for (let level = 0; level < 4; level++) {
    for (let before = at.previousElementSibling; before !== null; before = before.previousElementSibling) {
      if (before.querySelector("form,input:not([type=hidden])")) return [];
      const heading = before.matches("h1,h2,h3,h4,h5,legend,[role=heading]")
        ? before
        : before.querySelector("h1,h2,h3,h4,h5,[role=heading]");
      if (heading) return [ownText(heading).slice(0, MOST_TEXT)];
    }
    const parent = parentOf(at);
    if (parent === null || parent.localName === "body") return [];
    at = parent;
  }
  return [];
}
