/** Groups fields into forms, and collects the texts around them that tell their purpose. */
import { plain, plainName } from "../words/text.ts";
import { ownText } from "./field-texts.ts";
import { type Control, parentOf } from "./find-controls.ts";
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

/** The element that contains all fields of one form: the form, or what looks most like one. */
export function groupOf(control: Control): Element | ShadowRoot | Document {
  if (control.form) return control.form;
  const container = control.closest(CONTAINERS);
  if (container) return container;
  const inSections = sectionsOf(control);
  return inSections ?? (control.getRootNode() as Document | ShadowRoot);
}

/** Without a form: the section around the field that has its own button and two fields. */
function sectionsOf(control: Control): Element | null {
  for (let at = control.parentElement; at !== null && at.localName !== "body"; at = at.parentElement) {
    const fields = at.querySelectorAll(
      "input:not([type=hidden],[type=submit],[type=button],[type=checkbox],[type=radio]),select,textarea",
    ).length;
    const hasButton =
      at.querySelector("button:not([aria-label],[aria-hidden]),input[type=submit],input[type=button],[role=button]") !== null;
    if (hasButton && (fields > 1 || at.matches(SECTIONS) || at.querySelector("h1,h2,h3,h4") !== null)) return at;
  }
  return null;
}

const texts = (elements: Iterable<Element>): string[] =>
  Array.from(
    elements,
    (element) =>
      (element.localName === "input" ? plain((element as HTMLInputElement).value) : ownText(element)) ||
      plain(element.getAttribute("aria-label") ?? ""),
  ).filter((text) => text !== "" && text.length <= MOST_TEXT);

const visible = (elements: NodeListOf<Element>): Element[] => Array.from(elements).filter(isVisible);

export function surroundingsOf(group: Element | ShadowRoot | Document): Surroundings {
  const attributes =
    "getAttribute" in group
      ? ["id", "name", "class", "action", "aria-label", "data-testid"].map((name) => plainName(group.getAttribute(name) ?? ""))
      : [];
  const document = group.ownerDocument ?? (group as Document);
  const headings = texts(visible(group.querySelectorAll("h1,h2,h3,h4,h5,legend,[role=heading],caption")));
  const titled = "getAttribute" in group ? (group.getAttribute("aria-labelledby") ?? "") : "";
  const title = titled === "" ? null : document.getElementById(titled);
  return {
    buttons: buttonsOf(group),
    headings: [
      ...headings,
      ...(title ? [ownText(title)] : []),
      ...(headings.length === 0 && "localName" in group ? headingBefore(group) : []),
    ],
    names: attributes.filter((text) => text !== ""),
    links: texts(visible(group.querySelectorAll("a,label:has(input[type=checkbox]),input[type=checkbox] + *,p"))),
    page: [plain(document.title), ...texts(document.querySelectorAll("h1")), plainName(decoded(document.location?.pathname ?? ""))],
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The submit button counts; if none is marked as such, all buttons. */
function buttonsOf(group: Element | ShadowRoot | Document): string[] {
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
