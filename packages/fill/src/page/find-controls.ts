/** Every field of a document: its own in document order, then those in shadow roots and same-origin frames. */

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const FIELDS = "input,select,textarea";
/** Nesting limit for frames and shadow roots: no page needs more, and a hostile page could nest without end. */
const MOST_DEEP = 8;

/** Checked by tag: elements from another frame are instances of that frame's classes. */
export const isControl = (node: Element): node is Control => /^(input|select|textarea)$/.test(node.localName);

/** @param withFrames false when each frame runs its own script. */
export function controlsOf(root: Document | ShadowRoot, withFrames: boolean, deep = 0): Control[] {
  const own = Array.from(root.querySelectorAll(FIELDS)).filter(isControl);
  return deep >= MOST_DEEP ? own : [...own, ...insideOf(root, withFrames).flatMap((inner) => controlsOf(inner, withFrames, deep + 1))];
}

function insideOf(root: Document | ShadowRoot, withFrames: boolean): (Document | ShadowRoot)[] {
  return Array.from(root.querySelectorAll("*")).flatMap((element) => {
    const inner = shadowRootOf(element) ?? (withFrames ? frameOf(element) : null);
    return inner === null ? [] : [inner];
  });
}

/** Only these and elements with a name of their own can have a shadow root; asking is dear on a page of many elements. */
const HOSTS = /-|^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

let openRoot = ({ shadowRoot }: Element): ShadowRoot | null => shadowRoot;

/** For the scripts of an extension, to which browsers show closed shadow roots too. */
export function openShadowRootsWith(open: (element: Element) => ShadowRoot | null): void {
  openRoot = open;
}

const shadowRootOf = (element: Element): ShadowRoot | null =>
  element.shadowRoot ?? (HOSTS.test(element.localName) ? openRoot(element) : null);

function frameOf(element: Element): Document | null {
  if (element.localName !== "iframe" && element.localName !== "frame") return null;
  try {
    return (element as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** Bypasses the form's named properties: `<input name="parentElement">` would shadow `form.parentElement` and cause an endless loop. */
const READ_PARENT = Object.getOwnPropertyDescriptor(Node.prototype, "parentElement")?.get;

/** The parent element, across shadow roots. */
export const parentOf = (element: Element): Element | null => {
  if (element.assignedSlot) return element.assignedSlot;
  const parent = READ_PARENT?.call(element) as Element | null | undefined;
  if (parent) return parent;
  const root = element.getRootNode();
  return "host" in root ? (root as ShadowRoot).host : null;
};

/** What people type into or choose from, hidden or not. */
export const FILLABLE = "input:not([type=hidden],[type=submit],[type=button],[type=checkbox],[type=radio]),select,textarea";

/** The host of a component that is one field: what the field is, is often written on it. */
export function ownHostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return "host" in root && (root as ShadowRoot).querySelectorAll(FILLABLE).length < 2 ? (root as ShadowRoot).host : null;
}

/** The focused field, also inside shadow roots. */
export function activeIn({ activeElement }: DocumentOrShadowRoot): Element | null {
  const inner = activeElement && shadowRootOf(activeElement);
  return inner ? (activeIn(inner) ?? activeElement) : activeElement;
}
