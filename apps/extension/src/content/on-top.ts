/**
 * Whether anything of a page is above our frame in the top layer, or may be: in a window of its own, in front of the page's. The frame itself notices what covers it, except for shadows and the like.
 */

/** As long as a line has to be in sight before a press counts, and a look more: what covers it may be gone as it is pressed. */
const CLEAR_MS = 700;
const LOOK_MS = 50;
/** For shadow roots the whole page is searched. */
const SEARCH_MS = 250;

/** What a page may do to itself as a whole so that what is in it looks different, or is not visible at all. */
function isPlain(): boolean {
  const { opacity, filter, maskImage, clipPath, mixBlendMode } = getComputedStyle(document.documentElement);
  return Number(opacity) > 0.9 && [filter, maskImage, clipPath].every((said) => said === "none") && mixBlendMode === "normal";
}

type Root = Document | ShadowRoot;

/** Browsers open closed ones for extensions alone. */
const rootIn = (one: Element): ShadowRoot | null =>
  one instanceof HTMLElement ? (chrome.dom.openOrClosedShadowRoot(one) as ShadowRoot | null) : null;

const rootsIn = (root: Root): Root[] => [
  root,
  ...[...root.querySelectorAll("*")].flatMap((one) => {
    const inner = rootIn(one);
    return inner ? rootsIn(inner) : [];
  }),
];

/**
 * The browser says the order by what it finds at a point of the other one, with ours over the whole window. What it does not find there may be anywhere, and what it says is found may be
 * another layer in its shadow root.
 */
function isAbove(element: Element, other: Element): boolean {
  const { left, right, top, bottom } = other.getBoundingClientRect();
  const middle = (from: number, to: number, end: number): number => (Math.max(from, 0) + Math.min(to, end)) / 2;
  const found = (other.getRootNode() as Root).elementsFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
  const at = found.indexOf(element);
  return at > -1 && found.indexOf(other) > at && rootIn(other) === null;
}

/** The browser says so of a layer that a transition of the page keeps there, for hours, though it is open no more. */
const isKept = (element: Element, part?: string): boolean => getComputedStyle(element, part).getPropertyValue("overlay") === "auto";

/** Drawn above the whole top layer: pictures of the page before, and lists that a page draws. */
const isDrawnOver = (root: Root): boolean =>
  root.querySelector(":is(:active-view-transition, select:open)") !== null ||
  [...root.querySelectorAll("select")].some((list) => isKept(list, "::picker(select)"));

const layersIn = (root: Root): Element[] => [
  ...root.querySelectorAll(":popover-open, :modal, :fullscreen"),
  ...root.getAnimations().flatMap(({ effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return target !== null && isKept(target) ? [target] : [];
  }),
];

/**
 * Looks as long as the element is in the page. What was above it once, counts for a while: a page that takes it away as a person presses has shown it to them.
 * @param probe - in the element: over the whole window where it is shown @returns what says whether nothing was above it lately
 */
export function watchTop(element: Element, probe: HTMLElement): () => boolean {
  let covered = -CLEAR_MS;
  let roots: Root[] = [];
  let searched = -SEARCH_MS;
  const look = (now: number): void => {
    if (now - searched >= SEARCH_MS) {
      roots = rootsIn(document);
      searched = now;
    }
    const others = roots.flatMap(layersIn).filter((one) => one !== element);
    probe.hidden = false;
    const isClear = document.hasFocus() && isPlain() && !roots.some(isDrawnOver) && others.every((one) => isAbove(element, one));
    if (!isClear) covered = performance.now();
    probe.hidden = true;
  };
  const again = (): void => {
    if (!element.isConnected) return;
    look(performance.now());
    // A layer may be there only while the browser draws.
    requestAnimationFrame(look);
    // No page knows when.
    setTimeout(again, LOOK_MS * (1 + 2 * Math.random()));
  };
  again();
  return () => {
    searched = -SEARCH_MS;
    look(performance.now());
    return performance.now() - covered >= CLEAR_MS;
  };
}
