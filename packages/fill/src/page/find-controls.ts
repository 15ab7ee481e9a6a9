/** Every field of a document: its own in document order, then those in shadow roots and same-origin frames. */

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export const FIELDS = "input,select,textarea";
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
  const found: (Document | ShadowRoot)[] = [];
  for (const element of root.querySelectorAll(withFrames ? `${OTHERS},${FRAMES}` : OTHERS)) {
    const inner = shadowRootOf(element) ?? (withFrames ? frameOf(element) : null);
    if (inner !== null) found.push(inner);
  }
  return found;
}

const FRAMES = "iframe,frame";
/** Without the many that have nothing inside by the standard, such as the choices of a list. */
const OTHERS =
  ":not(a,abbr,b,br,button,canvas,cite,code,col,colgroup,dd,dl,dt,em,fieldset,figcaption,figure,form,head,hr,i,iframe,frame,img,input,label,legend,li,link,meta,ol,optgroup,option,picture,pre,script,select,small,source,strong,style,sub,sup,svg,svg *,table,tbody,td,textarea,tfoot,th,thead,title,tr,u,ul,video)";

/** Only these and elements with a name of their own can have a shadow root. */
const HOSTS = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/;

/** Asking is dear on a page of many elements: one without a name of its own that hides its fields from the page's scripts has nothing else in it. */
function mayHide({ firstChild: first, localName }: Element): boolean {
  if (localName.includes("-")) return true;
  const text = first === null ? "" : first.nodeValue;
  if (text === null || /\S/.test(text)) return false;
  const isEmpty = first === null || (first.nextSibling === null && first.nodeType === Node.TEXT_NODE);
  return isEmpty && HOSTS.test(localName);
}

let openRoot = ({ shadowRoot }: Element): ShadowRoot | null => shadowRoot;

/** For the scripts of an extension, to which browsers show closed shadow roots too. */
export function openShadowRootsWith(open: (element: Element) => ShadowRoot | null): void {
  openRoot = open;
}

const shadowRootOf = (element: Element): ShadowRoot | null => element.shadowRoot ?? (mayHide(element) ? openRoot(element) : null);

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
  const slot = element.assignedSlot;
  if (slot) return slot;
  const parent = READ_PARENT?.call(element) as Element | null | undefined;
  if (parent) return parent;
  const root = element.getRootNode();
  return "host" in root ? (root as ShadowRoot).host : null;
};

/** What people type into or choose from, hidden or not. */
export const FILLABLE = "input:not([type=hidden],[type=submit],[type=button],[type=checkbox],[type=radio]),select,textarea";

/** The focused field, also inside shadow roots. */
export function activeIn({ activeElement }: DocumentOrShadowRoot): Element | null {
  const inner = activeElement && shadowRootOf(activeElement);
  return inner ? (activeIn(inner) ?? activeElement) : activeElement;
}
