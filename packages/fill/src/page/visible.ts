/** Whether the user can see a field: invisible fields are never filled. */
import { parentOf } from "./find-controls.ts";
import { type Box, type Once, type Reach, readOnce, remembered, type Shown, type Window } from "./once.ts";

type Overflow = "shows" | "scrolls" | "cuts";

const LEAST_PIXELS = 6;
const LEAST_OPACITY = 0.1;
/** A field this far outside the page cannot be scrolled to. */
const FAR = 3000;

/** @returns false for elements that are not rendered, too small to see, clipped by an ancestor, or outside the page. */
export function isVisible(element: Element, once: Once = readOnce()): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
  // A field that is shown though it is hidden from assistive technology is seen; so is not what a page hides behind a dialog.
  const parent = parentOf(element);
  const window = parent === null ? OPEN : windowIn(parent, once);
  if (window.isApart || has(element, "inert")) return false;
  const box = shownBox(element, window, once);
  return box !== null && box.right - box.left >= LEAST_PIXELS && box.bottom - box.top >= LEAST_PIXELS && liesOnPage(element, box, once);
}

/** Not asked of the element itself: a field of a form may have the name `hasAttribute`. */
const has = (element: Element, name: string): boolean => Element.prototype.hasAttribute.call(element, name);

/** Behind a dialog, or hidden from assistive technology with all that is in it. */
const isApart = (element: Element): boolean =>
  Element.prototype.getAttribute.call(element, "aria-hidden") === "true" || has(element, "inert");

/** The visible part of the element after clipping by all ancestors, or null when nothing is visible. */
function shownBox(element: Element, window: Window, once: Once): Box | null {
  if (window.isShut) return null;
  const { box, opacity, isClipped } = shownOf(element, once);
  if (isClipped || window.opacity * opacity < LEAST_OPACITY) return null;
  return window.isWhole ? window.box : common(box, window.box);
}

const OPEN: Window = {
  isApart: false,
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
  // Nothing in it is in sight, whatever its own styles say: they are not asked for.
  if (around.isApart || around.isShut || isApart(element)) return around.isApart || around.isShut ? around : { ...around, isApart: true };
  const style = getComputedStyle(element);
  const opacity = around.opacity * Number(style.opacity);
  if (opacity < LEAST_OPACITY || isClipped(style)) return { ...around, opacity, isShut: true };
  const { isWhole, box } = around.isWhole ? around : passedOn(element, style, around);
  return opacity === around.opacity && box === around.box && isWhole === around.isWhole ? around : { ...around, opacity, isWhole, box };
}

/** Most elements show all of their content: their place is not asked for. */
function passedOn(element: Element, style: CSSStyleDeclaration, { box: around }: Window): Pick<Window, "isWhole" | "box"> {
  if (style.overflow === "visible") return { isWhole: false, box: around };
  const box = boxOf(element);
  const overflow = overflowOf(element, box, style);
  return { isWhole: overflow === "scrolls", box: overflow === "shows" ? around : common(box, around) };
}

/** What a field's styles and place say: asked for once, because browsers answer slowly. */
export const shownOf = (element: Element, { shown }: Once): Shown => remembered(shown, element, () => look(element));

function look(element: Element): Shown {
  const style = getComputedStyle(element);
  return { style, opacity: Number(style.opacity), isClipped: isClipped(style), box: boxOf(element) };
}

function boxOf(element: Element): Box {
  const { left, top, right, bottom } = Element.prototype.getBoundingClientRect.call(element);
  return { left, top, right, bottom };
}

/** Whether what is typed in it is drawn as dots. */
export function masksText(element: Element, once: Once): boolean {
  const style: CSSStyleDeclaration & { readonly webkitTextSecurity?: string } = shownOf(element, once).style;
  return element.localName === "input" && /disc|circle|square/.test(style.webkitTextSecurity ?? "");
}

function overflowOf(element: Element, box: Box, style: CSSStyleDeclaration): Overflow {
  if (scrolls(box, style.overflowX + style.overflowY)) return "scrolls";
  return cuts(element, box, style) ? "cuts" : "shows";
}

function isClipped(style: CSSStyleDeclaration): boolean {
  const { clip, clipPath } = style;
  return (clip !== "auto" && clipsAll(clip, style.position)) || (clipPath !== "none" && clipsPath(clipPath));
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
  const hides = (overflow: string): boolean => /hidden|clip/.test(overflow);
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
