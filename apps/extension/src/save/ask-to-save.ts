/**
 * Places the question in the page: a frame of the extension's own, in a closed shadow root in the top layer. The page can put nothing over it that the frame does not
 * notice, cannot style it, and reads nothing in it.
 */

import type { BarNews } from "./said.ts";

declare global {
  /** Of our own world: pages do not see it. */
  var cofferAsks: (() => void) | undefined;
}

const STYLE = `
:host { all: initial !important; position: fixed !important; inset: 12px 12px auto auto !important; width: 376px !important; max-width: calc(100vw - 24px) !important;
  height: 240px !important; margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important; display: block !important; overflow: hidden !important;
  visibility: visible !important; opacity: 1 !important; filter: none !important; backdrop-filter: none !important; mask: none !important; clip-path: none !important;
  mix-blend-mode: normal !important; transform: none !important; translate: none !important; rotate: none !important; scale: none !important; zoom: 1 !important;
  perspective: none !important; content-visibility: visible !important; pointer-events: auto !important; transition: none !important; animation: none !important; }
:host(:not(:popover-open)) { display: none !important; }
:host::before, :host::after { content: none !important; }
:host::backdrop { display: none !important; }
iframe { width: 100%; height: 100%; border: 0; color-scheme: light dark; }
`;

function place(): void {
  globalThis.cofferAsks?.();
  const host = document.createElement("div");
  host.popover = "manual";
  const root = host.attachShadow({ mode: "closed" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const frame = document.createElement("iframe");
  frame.src = chrome.runtime.getURL("save.html");
  frame.title = "Coffer";
  root.append(frame);
  document.documentElement.append(host);
  host.showPopover();
  const hear = (message: Partial<BarNews> | null, { id, tab }: chrome.runtime.MessageSender): void => {
    if (id === chrome.runtime.id && tab === undefined && message?.bar === "over") remove();
  };
  const remove = (): void => {
    host.remove();
    chrome.runtime.onMessage.removeListener(hear);
    globalThis.cofferAsks = undefined;
  };
  chrome.runtime.onMessage.addListener(hear);
  globalThis.cofferAsks = remove;
}

if (window === top) place();
