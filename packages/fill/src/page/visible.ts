/** Whether the user can see a field: invisible fields are never filled. */
import { parentOf } from "./find-controls.ts";
import { type Box, type Once, type Reach, readOnce, remembered, type Shown, type Window } from "./once.ts";

const LEAST_PIXELS = 6;
const LEAST_OPACITY = 0.1;
/** A field this far outside the page cannot be scrolled to. */
const FAR = 3000;

/** @returns false for elements that are not rendered, too small to see, clipped by an ancestor, or outside the page. */
export function isVisible(element: Element, once: Once = readOnce()): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
  // A field that is shown though it is hidden from assistive technology is seen; so is not what a page hides behind a dialog.
  const parent = parentOf(element);
  if (has(element, "inert") || (parent !== null && isApart(parent, once))) return false;
  const box = shownBox(element, once);
  return box !== null && box.right - box.left >= LEAST_PIXELS && box.bottom - box.top >= LEAST_PIXELS && liesOnPage(element, box, once);
}

/** Not asked of the element itself: a field of a form may have the name `hasAttribute`. */
const has = (element: Element, name: string): boolean => Element.prototype.hasAttribute.call(element, name);

/** Behind a dialog, or hidden from assistive technology with all that is in it. */
const isApart = (element: Element, once: Once): boolean =>
  remembered(once.apart, element, () => {
    const parent = parentOf(element);
    const isHidden = Element.prototype.getAttribute.call(element, "aria-hidden") === "true";
    return isHidden || has(element, "inert") || (parent !== null && isApart(parent, once));
  });

/** The visible part of the element after clipping by all ancestors, or null when nothing is visible. */
function shownBox(element: Element, once: Once): Box | null {
  const { box, opacity, isClipped } = shownOf(element, once);
  const parent = parentOf(element);
  const window = parent === null ? OPEN : windowIn(parent, once);
  if (window.isShut || isClipped || window.opacity * opacity < LEAST_OPACITY) return null;
  return window.isWhole ? window.box : common(box, window.box);
}

const OPEN: Window = {
  opacity: 1,
  isShut: false,
  isWhole: false,
  box: { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity },
};

/** What an element and all around it leave in sight of its content: worked out from the outside, once for each. */
const windowIn = (element: Element, once: Once): Window => remembered(once.windows, element, () => makeWindow(element, once));

function makeWindow(element: Element, once: Once): Window {
  const parent = parentOf(element);
  const around = parent === null ? OPEN : windowIn(parent, once);
  const { box, opacity, isClipped, overflow } = shownOf(element, once);
  const both = { opacity: around.opacity * opacity, isShut: around.isShut || isClipped || around.opacity * opacity < LEAST_OPACITY };
  if (overflow === "shows" || around.isWhole) return { ...both, isWhole: around.isWhole, box: around.box };
  return { ...both, isWhole: overflow === "scrolls", box: common(box, around.box) };
}

/** What an element's styles and place say: asked for once, because browsers answer slowly. */
export const shownOf = (element: Element, { shown }: Once): Shown => remembered(shown, element, () => look(element));

function look(element: Element): Shown {
  const style = getComputedStyle(element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const box = { left, top, right, bottom };
  return {
    opacity: Number(style.opacity),
    isClipped: isClipped(style),
    overflow: overflowOf(element, box, style),
    isMasked: element.localName === "input" && masksText(style),
    box,
  };
}

const masksText = (style: CSSStyleDeclaration & { readonly webkitTextSecurity?: string }): boolean =>
  /disc|circle|square/.test(style.webkitTextSecurity ?? "");

function overflowOf(element: Element, box: Box, style: CSSStyleDeclaration): Shown["overflow"] {
  const { overflowX, overflowY } = style;
  if (overflowX === "visible" && overflowY === "visible") return "shows";
  if (scrolls(box, overflowX + overflowY)) return "scrolls";
  return cuts(element, box, style) ? "cuts" : "shows";
}

function isClipped({ clip, clipPath, position }: CSSStyleDeclaration): boolean {
  return (clip !== "auto" && clipsAll(clip, position)) || (clipPath !== "none" && clipsPath(clipPath));
}

const clipsAll = (clip: string, position: string): boolean =>
  /^rect\((0px|1px|auto)[, ]+(0px|1px)[, ]+(0px|1px)[, ]+(0px|1px|auto)\)$/.test(clip) && /absolute|fixed/.test(position);

const clipsPath = (clipPath: string): boolean =>
  /^inset\((?:50|[6-9]\d|100)(?:\.\d+)?%/.test(clipPath) ||
  /^circle\(0/.test(clipPath) ||
  /^polygon\(0(px|%)? 0(px|%)?(, 0(px|%)? 0(px|%)?)*\)$/.test(clipPath);

/** A scroll container can show all of its content. */
const scrolls = ({ top, bottom }: Box, overflow: string): boolean => /auto|scroll/.test(overflow) && bottom - top >= LEAST_PIXELS;

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

function liesOnPage({ ownerDocument }: Element, { left, top, right, bottom }: Box, { reach }: Once): boolean {
  const page = remembered(reach, ownerDocument, () => reachOf(ownerDocument));
  return page !== null && right > page.left && bottom > page.top && left < page.right && top < page.bottom;
}

/** @returns null for a page that is not shown. */
function reachOf({ defaultView: view, documentElement: page }: Document): Reach | null {
  if (view === null) return null;
  return { left: -view.scrollX, top: -view.scrollY, right: page.scrollWidth + FAR, bottom: page.scrollHeight + FAR };
}
