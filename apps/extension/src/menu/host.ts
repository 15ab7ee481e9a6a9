/**
 * The place of the menu in the page (security design §10): a frame of the extension's own, in a closed shadow root in the top layer. Everything a page could style of it is said
 * in the shadow sheet, where its own sheets, styles and animations do not reach.
 */

const ALWAYS = `all: initial; position: fixed; margin: 0; padding: 0; border: 0; background: none; display: block; overflow: hidden; visibility: visible; opacity: 1;
 filter: none; backdrop-filter: none; mask: none; -webkit-mask-box-image: none; clip: auto; clip-path: none; mix-blend-mode: normal; transform: none; translate: none; rotate: none;
 scale: none; zoom: 1; perspective: none; content-visibility: visible; pointer-events: auto; transition: none; animation: none; outline: none; contain: none;
 min-width: 0; min-height: 0; max-width: none; max-height: none`;
const REST = `:host(:not(:popover-open)) { display: none !important; }
:host::before, :host::after { content: none !important; }
:host::backdrop { display: none !important; }
iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: light dark; }`;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 4;
const WIDTHS = { min: 280, max: 380 } as const;

/** Below the field, above it where there is more room, and always all of it in sight. In CSS pixels. */
export function boxAt(field: Box, height: number, view: { readonly width: number; readonly height: number }): Box {
  const width = Math.min(Math.max(field.width, WIDTHS.min), WIDTHS.max, view.width - 2 * GAP);
  const left = Math.max(GAP, Math.min(field.left, view.width - width - GAP));
  const below = field.top + field.height + GAP;
  const isBelow = below + height <= view.height || field.top < view.height - below;
  const top = isBelow ? Math.min(below, view.height - height) : Math.max(0, field.top - GAP - height);
  // Whole pixels: a line that ends within one is never all in sight.
  return { left: Math.round(left), top: Math.round(top), width: Math.floor(width), height };
}

export interface Host {
  /** Whether all of it is where it was placed: in the page itself, in the top layer, and in nobody's box. */
  isWhole(): boolean;
  /** Whether nothing of the page has come into the top layer since. The frame notices what covers it but for shadows and the like; asked at a press, since it looks through the page. */
  isOnTop(): boolean;
  readonly element: HTMLElement;
  readonly frame: HTMLIFrameElement;
}

/** What a page may do to itself as a whole so that what lies in it is seen otherwise, or not at all. */
function isPlain(): boolean {
  const { opacity, filter, maskImage, clipPath, mixBlendMode } = getComputedStyle(document.documentElement);
  return Number(opacity) > 0.9 && [filter, maskImage, clipPath].every((said) => said === "none") && mixBlendMode === "normal";
}

const inTopLayer = (): Element[] => [...document.querySelectorAll(":popover-open, :modal, :fullscreen")];

export function placeHost(address: string, { left, top, width, height }: Box): Host {
  const element = document.createElement("div");
  element.popover = "manual";
  const root = element.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  const said = `${ALWAYS}; inset: ${top}px auto auto ${left}px; width: ${width}px; height: ${height}px`;
  const important = said
    .split(";")
    .map((line) => `${line} !important;`)
    .join("");
  sheet.replaceSync(`:host { ${important} }\n${REST}`);
  root.adoptedStyleSheets = [sheet];
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = "Coffer";
  root.append(frame);
  const before = new Set(inTopLayer());
  document.documentElement.append(element);
  element.showPopover();
  const isWhole = (): boolean =>
    element.isConnected && element.parentNode === document.documentElement && element.matches(":popover-open") && frame.isConnected;
  const isOnTop = (): boolean => isPlain() && inTopLayer().every((one) => one === element || before.has(one));
  return { isWhole, isOnTop, element, frame };
}
