/** What all fields of a document, or of a shadow root, have in common: looked for once, in the whole of it. */
import { FIELDS, FILLABLE, isControl } from "./find-controls.ts";
import { type Once, type RootParts, remembered, rootOf } from "./once.ts";

type Root = RootParts["root"];

export function partsAround(element: Element, once: Once): RootParts {
  const root = rootOf(element, once);
  return remembered(once.parts, root, () => partsOf(root));
}

export const SEARCHES = "[role=search],search";

const partsOf = (root: Root): RootParts => ({
  root,
  labels: labelsIn(root),
  headings: headingsIn(root),
  pictures: picturesIn(root),
  hasSearch: root.querySelector(SEARCHES) !== null,
  host: "host" in root && root.querySelectorAll(FILLABLE).length < 2 ? root.host : null,
});

/** `control.labels` looks through the whole page for each field. */
function labelsIn(root: Root): RootParts["labels"] {
  const found = new Map<Element, Element[]>();
  for (const label of root.querySelectorAll("label")) {
    const first = label.control;
    if (first === null) continue;
    // Pages give several fields one id. The browser takes the labels of all for those of the first, though each is next to its own.
    const labelled = found.has(first) ? (twinAt(label, first) ?? first) : first;
    const known = found.get(labelled);
    if (known === undefined) found.set(labelled, [label]);
    else known.push(label);
  }
  return found;
}

/** @returns the only field with the label's id that is around it, where `first` is elsewhere. */
function twinAt({ htmlFor, parentElement: around }: HTMLLabelElement, first: Element): Element | null {
  if (htmlFor === "" || around === null || Node.prototype.contains.call(around, first)) return null;
  const [twin, ...others] = around.querySelectorAll(`#${CSS.escape(htmlFor)}`);
  return twin !== undefined && others.length === 0 && isControl(twin) ? twin : null;
}

const HEADINGS = "h1,h2,h3,h4,h5,h6,legend,[role=heading]";

/** In one pass in the order of the document. */
function headingsIn(root: Root): RootParts["headings"] {
  const found = new Map<Element, Element>();
  let heading: Element | null = null;
  for (const element of root.querySelectorAll(`${FIELDS},${HEADINGS}`)) {
    if (!isControl(element)) heading = element;
    else if (heading !== null) found.set(element, heading);
  }
  return found;
}

const ATTRIBUTES = ["src", "id", "class", "alt", "title", "onclick"];
const SHOWS_CODE = /captcha|verif|vcode|seccode|checkcode|authcode|randcode|valid|code|验证码|驗證|認証|код/i;

const picturesIn = (root: Root): RootParts["pictures"] =>
  Array.from(root.querySelectorAll("img,canvas")).filter((picture) =>
    SHOWS_CODE.test(ATTRIBUTES.map((name) => picture.getAttribute(name) ?? "").join(" ")),
  );
