/** Every field of a document: its own in their order, then those in open shadow roots and in frames of the same origin. */

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const FIELDS = "input,select,textarea";
/** Frames in frames, roots in roots: no page needs more, and a page could make as many as it likes. */
const MOST_DEEP = 8;

/** What code of another frame made is an instance of that frame's classes: only the tag tells. */
export const isControl = (node: Element): node is Control => /^(input|select|textarea)$/.test(node.localName);

/** @param withFrames false where each frame has a script of its own. */
export function controlsOf(root: Document | ShadowRoot, withFrames: boolean, deep = 0): Control[] {
  const own = Array.from(root.querySelectorAll(FIELDS)).filter(isControl);
  return deep >= MOST_DEEP ? own : [...own, ...insideOf(root, withFrames).flatMap((inner) => controlsOf(inner, withFrames, deep + 1))];
}

function insideOf(root: Document | ShadowRoot, withFrames: boolean): (Document | ShadowRoot)[] {
  return Array.from(root.querySelectorAll("*")).flatMap((element) => {
    const inner = element.shadowRoot ?? (withFrames ? frameOf(element) : null);
    return inner === null ? [] : [inner];
  });
}

function frameOf(element: Element): Document | null {
  if (element.localName !== "iframe" && element.localName !== "frame") return null;
  try {
    return (element as HTMLIFrameElement).contentDocument;
  } catch {
    return null;
  }
}

/** Read past the form: `<input name="parentElement">` in a form stands for that property of it, and would lead in circles. */
const READ_PARENT = Object.getOwnPropertyDescriptor(Node.prototype, "parentElement")?.get;

/** The element that holds this one, out of shadow roots too. */
export const parentOf = (element: Element): Element | null => {
  if (element.assignedSlot) return element.assignedSlot;
  const parent = READ_PARENT?.call(element) as Element | null | undefined;
  if (parent) return parent;
  const root = element.getRootNode();
  return "host" in root ? (root as ShadowRoot).host : null;
};

/** The field in which somebody stands, in an open shadow root too. */
export function activeIn({ activeElement }: DocumentOrShadowRoot): Element | null {
  return activeElement?.shadowRoot ? (activeIn(activeElement.shadowRoot) ?? activeElement) : activeElement;
}
