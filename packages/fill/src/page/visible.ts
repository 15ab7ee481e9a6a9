/** Whether the user can see a field: invisible fields are never filled. */
import { parentOf } from "./find-controls.ts";

const LEAST_PIXELS = 6;
const LEAST_OPACITY = 0.1;
/** A field this far outside the page cannot be scrolled to. */
const FAR = 3000;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** @returns false for elements that are not rendered, too small to see, clipped by an ancestor, or outside the page. */
export function isVisible(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })) return false;
  if (element.closest("[inert],[aria-hidden=true]") !== null) return false;
  const box = shownBox(element);
  return box !== null && box.right - box.left >= LEAST_PIXELS && box.bottom - box.top >= LEAST_PIXELS && liesOnPage(element, box);
}

/** The visible part of the element after clipping by all ancestors, or null when nothing is visible. */
function shownBox(element: Element): Box | null {
  let box: Box = element.getBoundingClientRect();
  let opacity = 1;
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const style = getComputedStyle(at);
    opacity *= Number(style.opacity);
    if (opacity < LEAST_OPACITY || isClipped(style)) return null;
    if (at === element) continue;
    if (scrolls(at, style)) box = at.getBoundingClientRect();
    else if (cuts(at, style)) box = common(box, at.getBoundingClientRect());
  }
  return box;
}

const isClipped = ({ clip, clipPath, position }: CSSStyleDeclaration): boolean =>
  (/^rect\((0px|1px|auto)[, ]+(0px|1px)[, ]+(0px|1px)[, ]+(0px|1px|auto)\)$/.test(clip) && /absolute|fixed/.test(position)) ||
  /^inset\((?:50|[6-9]\d|100)(?:\.\d+)?%/.test(clipPath) ||
  /^circle\(0/.test(clipPath) ||
  /^polygon\(0(px|%)? 0(px|%)?(, 0(px|%)? 0(px|%)?)*\)$/.test(clipPath);

/** A scroll container can show all of its content. */
const scrolls = (element: Element, { overflowX, overflowY }: CSSStyleDeclaration): boolean =>
  /auto|scroll/.test(overflowX + overflowY) && element.getBoundingClientRect().height >= LEAST_PIXELS;

/** `overflow: hidden` clips for good. The page itself clips nothing. */
function cuts(element: Element, { overflowX, overflowY, display }: CSSStyleDeclaration): boolean {
  if (element.localName === "html" || element.localName === "body" || display === "inline" || display === "contents") return false;
  const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
  const box = element.getBoundingClientRect();
  return (
    (hides(overflowX) && hides(overflowY)) ||
    ((hides(overflowX) || hides(overflowY)) && (box.width < LEAST_PIXELS || box.height < LEAST_PIXELS))
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
