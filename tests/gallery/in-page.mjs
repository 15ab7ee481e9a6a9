/**
 * Measures inside the current page. The text of this file is run in the page (measures.ts), so it imports and exports nothing. Lengths are CSS pixels.
 */

/** What a finger or a pointer acts on. */
const CONTROLS =
  "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=option], [role=checkbox], [role=radio], [role=switch], [role=combobox]";
const FINGER = 44;
const LEAST_CONTRAST = 3;

const isDisabled = (element) => element.matches(":disabled, [aria-disabled=true], [data-disabled]") || element.closest("[inert]") !== null;

function isShown(element) {
  if (!element.checkVisibility({ visibilityProperty: true }) || element.closest("[aria-hidden=true]")) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1;
}

/** Nothing under an open modal dialog can be reached. */
function ground() {
  const modal = [...document.querySelectorAll("[aria-modal=true], dialog:modal")].filter(isShown).at(-1);
  return modal ?? document.body;
}

const controls = () => [...ground().querySelectorAll(CONTROLS)].filter((element) => !isDisabled(element));

/** Words that lead to the element: its name, and where it is. In a row without the name of the item, so that thirty rows say the same. */
function nameOf(element) {
  const { labels, textContent, localName } = element;
  const said = element.getAttribute("aria-label") || labels?.[0]?.textContent || textContent || element.getAttribute("placeholder") || "";
  const name = said.trim().replace(/\s+/g, " ").slice(0, 50);
  const place = element.closest("dialog, [role=dialog], [role=alertdialog], main, header, nav, footer, aside");
  const where = place ? ` in ${place.getAttribute("aria-label") ?? place.getAttribute("role") ?? place.localName}` : "";
  const role = element.getAttribute("role") ?? localName;
  const row = element.closest("article");
  return row ? `${role} "${ofAnyRow(name, row)}" of a row${where}` : `${role} "${name}"${where}`;
}

/** "Copy password for GitHub" → "Copy password for …"; the name itself → "…". */
function ofAnyRow(name, row) {
  const known = /^(.*?(?: for | of |: ))/.exec(name);
  if (known) return `${known[1]}…`;
  return row.textContent.trim().includes(name) && !row.querySelector(`[aria-label="${CSS.escape(name)}"]`) ? "…" : name;
}

/** A link within a sentence is as high as its line: that is what WCAG 2.5.8 leaves out too. */
function isInSentence(element) {
  if (element.localName !== "a" || getComputedStyle(element).display !== "inline") return false;
  const around = element.parentElement?.textContent?.trim() ?? "";
  return around.length > (element.textContent?.trim().length ?? 0) + 3;
}

/** What is pressed to act on a control: its words too where they are larger than itself, or all there is of it. */
function pressed(element) {
  const label = element.matches("[type=checkbox], [type=radio]") && element.labels?.[0];
  if (!isShown(element)) return label || element.labels?.[0];
  return label && label.getBoundingClientRect().height > element.getBoundingClientRect().height ? label : element;
}

function belongs(hit, element) {
  if (!hit) return false;
  if (element.contains(hit)) return true;
  const label = hit.closest("label");
  return label !== null && (label === element || label.control === element || label.contains(element));
}

/** How far from its middle to one side a press still reaches it; found in steps of a pixel. */
function reachOf(element, [x, y], [dx, dy]) {
  let reach = 0;
  while (reach < FINGER && belongs(document.elementFromPoint(x + dx * (reach + 1), y + dy * (reach + 1)), element)) reach++;
  return reach;
}

/** The place a press reaches: larger than the element where it has a wider edge for fingers, smaller where another is over it. Null when it is covered. */
function touchable(element) {
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const box = element.getBoundingClientRect();
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  if (!belongs(document.elementFromPoint(...middle), element)) return null;
  const along = (step) => reachOf(element, middle, step) + reachOf(element, middle, [-step[0], -step[1]]) + 1;
  return { width: Math.max(along([1, 0]), Math.min(box.width, FINGER * 2)), height: along([0, 1]) };
}

/** Lets work scroll as it needs, and puts everything back where it was. */
function scrollingBack(work) {
  const scrolls = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => scrollHeight > clientHeight || scrollWidth > clientWidth;
  const before = [...document.querySelectorAll("*")].filter(scrolls).map((element) => [element, element.scrollTop, element.scrollLeft]);
  const result = work();
  for (const [element, top, left] of before) element.scrollTo({ top, left, behavior: "instant" });
  return result;
}

/** Every target smaller than a finger, and the smallest of all. */
function targets() {
  let smallest = null;
  const small = new Set();
  for (const control of controls()) {
    const element = pressed(control);
    if (!element || !isShown(element) || isInSentence(element)) continue;
    const { width, height } = element.getBoundingClientRect();
    const size = Math.min(width, height) >= FINGER ? { width, height } : touchable(element);
    if (!size) continue;
    const least = Math.min(size.width, size.height);
    if (smallest === null || least < smallest) smallest = least;
    if (least < FINGER - 0.5) small.add(`${nameOf(control)} ${Math.round(size.width)} × ${Math.round(size.height)}`);
  }
  return { small: [...small], smallest };
}

/** Any colour of CSS as four numbers, the last from 0 to 1. */
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
function colour(text) {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = text;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}

const over = ([r, g, b, a], under) => [...[r, g, b].map((value, at) => value * a + under[at] * (1 - a)), 1];

/** Every colour of a gradient and some between each two; null for a picture. */
function coloursOf(image) {
  if (/url\(|image-set|paint\(/.test(image)) return null;
  const stops = (image.match(/(?:rgba?|color|oklab|oklch|lab|lch)\([^()]*\)/g) ?? []).map(colour);
  const between = (one, other, part) => one.map((value, at) => value + (other[at] - value) * part);
  return stops.flatMap((stop, at) => [0, 0.25, 0.5, 0.75].map((part) => between(stop, stops[at + 1] ?? stop, part)));
}

/** The grounds an element may be seen on: one, or those of a gradient. Null before a picture. */
function groundsAt(from) {
  const layers = [];
  for (let element = from; element; element = element.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const drawn = backgroundImage === "none" ? [] : coloursOf(backgroundImage);
    if (!drawn) return null;
    const plain = colour(backgroundColor);
    if (drawn.length > 0) layers.push(drawn);
    layers.push([plain]);
    if (plain[3] === 1 || (drawn.length > 0 && drawn.every(([, , , alpha]) => alpha === 1))) break;
  }
  return layers.reduceRight((under, layer) => layer.flatMap((above) => under.map((below) => over(above, below))), [[255, 255, 255, 1]]);
}

/** The one plain colour at an element; null where there are several. */
function backgroundAt(element) {
  const grounds = groundsAt(element);
  return grounds?.length === 1 ? grounds[0] : null;
}

function luminance(rgb) {
  const [r, g, b] = rgb.slice(0, 3).map((value) => (value / 255 <= 0.04045 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The element that draws the edge of a control: itself, the box around an input, or what is drawn in its place. */
function drawnBy(control) {
  const places = isShown(control) ? [control] : [...(control.labels?.[0]?.querySelectorAll("*") ?? [])];
  if (control.matches("input, textarea, select") && isShown(control))
    places.push(control.parentElement, control.parentElement?.parentElement);
  return places.find((place) => place && isShown(place) && hasEdge(place));
}

const SIDES = ["Top", "Right", "Bottom", "Left"];
const edgesOf = (element) => {
  const style = getComputedStyle(element);
  return SIDES.filter((side) => style[`border${side}Style`] !== "none" && Number.parseFloat(style[`border${side}Width`]) > 0)
    .map((side) => colour(style[`border${side}Color`]))
    .filter(([, , , alpha]) => alpha > 0);
};
/** A line on one side only divides; it is no edge of a control. */
const hasEdge = (element) => edgesOf(element).length === SIDES.length;

/** Edges that cannot be told from their surroundings, and the faintest of all. A filled control is told by its fill. */
function borders() {
  let faintest = null;
  const faint = new Set();
  for (const control of controls()) {
    const element = drawnBy(control);
    const [behind, inside] = [element?.parentElement && backgroundAt(element.parentElement), element && backgroundAt(element)];
    if (!behind || !inside) continue;
    const edges = edgesOf(element).map((edge) => over(edge, inside));
    const drawn = edges.filter((edge) => contrast(edge, inside) > 1.02);
    if (drawn.length === 0) continue;
    const ratio = Math.max(contrast(inside, behind), Math.min(...drawn.map((edge) => contrast(edge, behind))));
    if (faintest === null || ratio < faintest) faintest = ratio;
    if (ratio < LEAST_CONTRAST) faint.add(`${nameOf(control)} ${ratio.toFixed(2)}:1`);
  }
  return { faint: [...faint], faintest };
}

const LEAST_READ = 4.5;

/** Whether nothing that is drawn is over an element at this point; a button without a ground over a whole row does not count. */
function isBare(element, x, y) {
  const stack = document.elementsFromPoint(x, y);
  const at = stack.findIndex((hit) => element.contains(hit) || hit.contains(element));
  const isClear = (hit) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(hit);
    return backgroundImage === "none" && colour(backgroundColor)[3] === 0 && !hit.matches("img, svg, svg *, canvas, video");
  };
  return at >= 0 && stack.slice(0, at).every(isClear);
}

/** The lowest contrast of a text with what is behind it. Null where that is a picture, or half seen through, or something is over the text. */
function contrastOfText(element) {
  element.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = element.getBoundingClientRect();
  const grounds = isBare(element, left + width / 2, top + height / 2) ? groundsAt(element) : null;
  for (let parent = element; parent; parent = parent.parentElement) if (getComputedStyle(parent).opacity !== "1") return null;
  const text = colour(getComputedStyle(element).color);
  return grounds && Math.min(...grounds.map((ground) => contrast(over(text, ground), ground)));
}

/**
 * Decides what axe left open about contrast, where that can be computed.
 * @param selectors - as axe names the elements
 * @param within - a selector: the uppermost match counts, and the rest of the page is ignored; null for all that is not under a modal dialog
 * @returns for each whether it is read well enough; null where that cannot be said
 */
function decide(selectors, within) {
  const place = within === null ? ground() : [...document.querySelectorAll(within)].filter(isShown).at(-1);
  const decided = (selector) => {
    const element = document.querySelector(selector);
    if (!element || !place?.contains(element)) return true;
    const ratio = contrastOfText(element);
    return ratio === null ? null : ratio >= LEAST_READ;
  };
  return scrollingBack(() => selectors.map(decided));
}

/** What is wider than the window, and which controls lie outside of it with no way to come to them. */
function sideways() {
  const width = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > width + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const element of controls()) {
    if (!isShown(element) || element.closest("[data-sideways]")) continue;
    const { right, left, width: own } = element.getBoundingClientRect();
    // A field may be longer than the box that shows it.
    const spare = element.matches("input, textarea") ? own / 4 : 1;
    const isOutside = (right > width + spare && left < width * 2) || (left < -spare && right > 0);
    if (isOutside && !scrollsSideways(element)) found.push(`${nameOf(element)} ends at ${Math.round(right)} of ${width}`);
  }
  for (const element of document.querySelectorAll("[role=dialog], [role=dialog] *")) {
    if (!isShown(element) || element.closest("[data-sideways]") || !/auto|scroll/.test(getComputedStyle(element).overflowX)) continue;
    if (element.scrollWidth > element.clientWidth + 1) found.push(`within a dialog, for ${widestIn(element)}`);
  }
  return found;
}

/** The innermost of what is wider than the element that scrolls it. */
function widestIn(element) {
  const { right } = element.getBoundingClientRect();
  const wide = [...element.querySelectorAll("*")].filter((part) => isShown(part) && part.getBoundingClientRect().right > right + 1);
  const innermost = wide.filter((part) => !wide.some((other) => other !== part && part.contains(other)));
  return innermost.slice(0, 2).map(nameOf).join(", ");
}

function scrollsSideways(element) {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (/auto|scroll/.test(getComputedStyle(parent).overflowX) && parent.scrollWidth > parent.clientWidth) return true;
  return false;
}

/** @param wanted - the names of the measures. */
function measure(wanted) {
  const all = { targets: () => scrollingBack(targets), borders, sideways };
  return Object.fromEntries(wanted.map((name) => [name, all[name]()]));
}

window.gallery = { measure, decide };
