/** Whether the user can see a field: invisible fields are never filled. */
import { parentOf } from "./find-controls.ts";
import { type Box, type Once, readOnce, remembered, type Shown } from "./once.ts";

const LEAST_PIXELS = 6;
const LEAST_OPACITY = 0.1;
/** A field this far outside the page cannot be scrolled to. */
const FAR = 3000;

/** @returns false for elements that are not rendered, too small to see, clipped by an ancestor, or outside the page. */
export function isVisible(element: Element, once: Once = readOnce()): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
  // A field that is shown though it is hidden from assistive technology is seen; so is not what a page hides behind a dialog.
  if (element.closest("[inert]") !== null || isInHidden(parentOf(element))) return false;
  const box = shownBox(element, once);
  return box !== null && box.right - box.left >= LEAST_PIXELS && box.bottom - box.top >= LEAST_PIXELS && liesOnPage(element, box);
}

/** Not asked of the element itself: a field of a form may have the name `closest`. */
const isInHidden = (parent: Element | null): boolean =>
  parent !== null && Element.prototype.closest.call(parent, "[aria-hidden=true]") !== null;

/** The visible part of the element after clipping by all ancestors, or null when nothing is visible. */
function shownBox(element: Element, { shown: known }: Once): Box | null {
  let box: Box = element.getBoundingClientRect();
  let opacity = 1;
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const here = at;
    const shown = remembered(known, here, () => look(here));
    opacity *= shown.opacity;
    if (opacity < LEAST_OPACITY || shown.isClipped) return null;
    if (at === element) continue;
    if (shown.overflow === "scrolls") box = shown.box;
    else if (shown.overflow === "cuts") box = common(box, shown.box);
  }
  return box;
}

function look(element: Element): Shown {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  return {
    opacity: Number(style.opacity),
    isClipped: isClipped(style),
    overflow: scrolls(box, style) ? "scrolls" : cuts(element, box, style) ? "cuts" : "shows",
    box,
  };
}

const isClipped = ({ clip, clipPath, position }: CSSStyleDeclaration): boolean =>
  (/^rect\((0px|1px|auto)[, ]+(0px|1px)[, ]+(0px|1px)[, ]+(0px|1px|auto)\)$/.test(clip) && /absolute|fixed/.test(position)) ||
  /^inset\((?:50|[6-9]\d|100)(?:\.\d+)?%/.test(clipPath) ||
  /^circle\(0/.test(clipPath) ||
  /^polygon\(0(px|%)? 0(px|%)?(, 0(px|%)? 0(px|%)?)*\)$/.test(clipPath);

/** A scroll container can show all of its content. */
const scrolls = ({ top, bottom }: Box, { overflowX, overflowY }: CSSStyleDeclaration): boolean =>
  /auto|scroll/.test(overflowX + overflowY) && bottom - top >= LEAST_PIXELS;

/** `overflow: hidden` clips for good. The page itself clips nothing. */
function cuts(element: Element, { left, top, right, bottom }: Box, { overflowX, overflowY, display }: CSSStyleDeclaration): boolean {
  if (element.localName === "html" || element.localName === "body" || display === "inline" || display === "contents") return false;
  const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
  return (
    (hides(overflowX) && hides(overflowY)) ||
    ((hides(overflowX) || hides(overflowY)) && (right - left < LEAST_PIXELS || bottom - top < LEAST_PIXELS))
  );
}

const common = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

function liesOnPage({ ownerDocument }: Element, { left, top, right, bottom }: Box): boolean {
  const view = ownerDocument.defaultView;
  const page = ownerDocument.documentElement;
  if (view === null) return false;
  return right + view.scrollX > 0 && bottom + view.scrollY > 0 && left < page.scrollWidth + FAR && top < page.scrollHeight + FAR;
}
