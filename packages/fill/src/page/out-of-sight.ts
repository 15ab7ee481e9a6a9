/** What no one sees though it is rendered and large enough: asked only of a field that is about to be written to. */
import { parentOf } from "./find-controls.ts";

/** Of a box, in percent. */
const ALL_BUT_A_LINE = 95;
/** Longer than any box. */
const LONG_PIXELS = 1_000;

/** Cut or made clear by a page's own drawing, or where no one can scroll to. */
export function isOutOfSight(element: Element): boolean {
  const view = element.ownerDocument.defaultView;
  if (view === null) return true;
  let { left, top } = Element.prototype.getBoundingClientRect.call(element);
  let [isFixed, isScrolled, isCut] = [false, false, false];
  for (let one: Element | null = element; one !== null; one = parentOf(one)) {
    const style = getComputedStyle(one);
    if (isDrawnAway(style)) return true;
    const isPage = one.localName === "html" || one.localName === "body";
    // A box that scrolls brings it to where the box is.
    if (one !== element && !isFixed && !isPage) {
      const box = Element.prototype.getBoundingClientRect.call(one);
      if (/auto|scroll/.test(style.overflowX)) left = box.left;
      if (/auto|scroll/.test(style.overflowY)) top = box.top;
    }
    isFixed ||= style.position === "fixed" && !isHeld(one);
    isScrolled ||= !isPage && /auto|scroll/.test(style.overflowX);
    isCut ||= isPage && /hidden|clip/.test(style.overflowX);
  }
  if (isFixed && (left >= view.innerWidth || top >= view.innerHeight)) return true;
  return isCut && !isScrolled && left >= view.innerWidth;
}

const isDrawnAway = ({ filter, clipPath }: CSSStyleDeclaration): boolean =>
  /\bopacity\((?:0(?:\.0\d*)?|\d(?:\.\d+)?%)\)/.test(filter) || /^ellipse\((?:0|\S+ 0(?:px|%)?[ )])/.test(clipPath) || isCutBy(clipPath);

/** From two opposite sides. */
function isCutBy(clipPath: string): boolean {
  const said = /^inset\(([^)]*?)(?: round [^)]*)?\)/.exec(clipPath)?.[1]?.split(" ") ?? [];
  const [top = 0, right = top, bottom = top, left = right] = said.map((one) => {
    const length = Number.parseFloat(one);
    return one.endsWith("%") ? length : length < LONG_PIXELS ? 0 : ALL_BUT_A_LINE;
  });
  return top + bottom >= ALL_BUT_A_LINE || left + right >= ALL_BUT_A_LINE;
}

/** Whether a box around it takes the place of the window for what is fixed in it. */
function isHeld(element: Element): boolean {
  for (let one = parentOf(element); one !== null; one = parentOf(one)) {
    const { transform, translate, rotate, scale, perspective, filter, backdropFilter, contain, willChange } = getComputedStyle(one);
    if ([transform, translate, rotate, scale, perspective, filter, backdropFilter].some((said) => said !== "none")) return true;
    if (/paint|layout|strict|content/.test(contain) || /transform|translate|rotate|scale|perspective|filter/.test(willChange)) return true;
  }
  return false;
}
