/**
 * The host of everything the extension shows in a page (security design §10): a closed shadow root in the top layer. Everything a page could style of it is set
 * in the shadow root's sheet, where the page's sheets, styles and animations do not reach.
 */
import { watchTop } from "./on-top.ts";

const ALWAYS = `all: initial; position: fixed; margin: 0; padding: 0; border: 0; background: none; display: block; overflow: hidden; visibility: visible; opacity: 1;
 filter: none; backdrop-filter: none; mask: none; -webkit-mask-box-image: none; clip: auto; clip-path: none; mix-blend-mode: normal; transform: none; translate: none; rotate: none;
 scale: none; zoom: 1; perspective: none; content-visibility: visible; pointer-events: auto; transition: none; animation: none; outline: none; contain: none;
 min-width: 0; min-height: 0; max-width: none; max-height: none`;
const REST = `:host(:not(:popover-open)) { display: none !important; }
:host::before, :host::after { content: none !important; }
:host::backdrop { display: none !important; }`;
const FRAME =
  "iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: light dark; }\ni:not([hidden]) { position: fixed; inset: 0; }";

export interface Host {
  /** Whether all of it is where it was placed: in the page itself, in the top layer, and in no box of the page. */
  isWhole(): boolean;
  readonly element: HTMLElement;
}

export interface FramedHost extends Host {
  /** Whether nothing of the page has been above it for a while. The frame itself notices what covers it, except for shadows and the like. */
  isOnTop(): boolean;
  readonly frame: HTMLIFrameElement;
}

/** @param where - its place and size, as CSS declarations. @param style - of what is in it. */
export function placeHost(where: string, style: string, ...inside: readonly HTMLElement[]): Host {
  const element = document.createElement("div");
  element.popover = "manual";
  const root = element.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  const important = `${ALWAYS}; ${where}`
    .split(";")
    .map((line) => `${line} !important;`)
    .join("");
  sheet.replaceSync(`:host { ${important} }\n${REST}\n${style}`);
  root.adoptedStyleSheets = [sheet];
  root.append(...inside);
  document.documentElement.append(element);
  element.showPopover();
  const isWhole = (): boolean =>
    element.isConnected &&
    element.parentNode === document.documentElement &&
    element.matches(":popover-open") &&
    inside.every((one) => one.isConnected);
  return { isWhole, element };
}

/** A page of the extension's own, in a frame that the page around it can neither read nor press. */
export function placeFrame(address: string, where: string): FramedHost {
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = "Coffer";
  const probe = document.createElement("i");
  const host = placeHost(where, FRAME, frame, probe);
  return { ...host, isOnTop: watchTop(host.element, probe), frame };
}
