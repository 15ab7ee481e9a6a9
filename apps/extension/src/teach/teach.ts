/** A user says what a field of a page is: they point at it, and choose. The page can neither style what is shown over it nor press it. */
import { type Control, controlsOf, isControl } from "@coffer/fill/page/find-controls";
import { fingerprintOf } from "@coffer/fill/page/taught-fields";
import { placeHost } from "../content/shadow-host.ts";
import { type FromTeacher, TEACHABLE } from "./messages.ts";

declare global {
  /** Of our own world: pages do not see it. */
  var cofferTeaches: (() => void) | undefined;
}

/** Values as in the app's tokens: our style sheets are not loaded in other people's pages. */
const STYLE = `
.cover { position: fixed; inset: 0; cursor: crosshair; }
.frame { position: fixed; pointer-events: none; box-sizing: border-box; border: 2px solid light-dark(#0b5d53, #5cc2ae); border-radius: 9px; background: rgb(11 93 83 / 0.12); }
.box { position: fixed; box-sizing: border-box; width: 300px; padding: 14px 16px; border-radius: 14px; pointer-events: auto; font: 14px/20px system-ui, sans-serif;
  color: light-dark(#1a1c19, #f3f2ec); background: light-dark(#fffefb, #151b18); border: 1px solid light-dark(#888779, #66736c); box-shadow: 0 8px 28px rgb(0 0 0 / 0.22); }
.box strong { display: block; margin-bottom: 8px; font-size: 16px; line-height: 24px; font-weight: 600; }
.box button { display: block; width: 100%; min-height: 36px; margin: 2px 0; padding: 6px 10px; border: 0; border-radius: 9px; background: none; color: inherit; font: inherit;
  text-align: left; cursor: pointer; }
.box button:hover, .box button:focus-visible { background: light-dark(#e0efea, #143029); outline: none; }
.box .quiet { color: light-dark(#5e6157, #9ba59e); }
`;
const PLACE = "inset: 0; width: 100vw; height: 100vh; color-scheme: light dark";
const WIDTH = 300;
const ROOM = 330;
const STAYS_MS = 1_800;

const element = (name: string, className: string): HTMLElement => Object.assign(document.createElement(name), { className });

export function teach(): void {
  globalThis.cofferTeaches?.();
  const frame = element("div", "frame");
  frame.hidden = true; // until the user points at a field
  const box = element("div", "box");
  // Over the whole page: the page gets no click on a field that the user only points at.
  const cover = element("div", "cover");
  box.setAttribute("role", "dialog");
  const { element: host } = placeHost(PLACE, STYLE, cover, frame, box);
  const done = new AbortController();
  const end = (): void => {
    done.abort();
    host.remove();
    globalThis.cofferTeaches = undefined;
  };
  globalThis.cofferTeaches = end;
  listen({ host, cover, frame, box, end, signal: done.signal });
}

interface Stage {
  readonly host: Element;
  readonly cover: HTMLElement;
  readonly frame: HTMLElement;
  readonly box: HTMLElement;
  readonly end: () => void;
  readonly signal: AbortSignal;
}

function listen(stage: Stage): void {
  const { host, cover, frame, end, signal } = stage;
  say(stage, "Point at the field", ["Click the field that Coffer got wrong. Esc ends this."]);
  const point = ({ clientX, clientY }: MouseEvent): Control | null => controlAt(document, clientX, clientY, host);
  const pointing = new AbortController();
  cover.addEventListener("pointermove", (event) => surround(frame, point(event)), { signal: pointing.signal });
  cover.addEventListener("click", (event) => {
    const field = point(event);
    if (!event.isTrusted || pointing.signal.aborted || field === null) return;
    pointing.abort();
    surround(frame, field);
    ask(stage, field);
  });
  addEventListener("keydown", (event) => event.isTrusted && event.key === "Escape" && end(), { capture: true, signal });
}

/** The field below our overlay, in open shadow roots too; for a label, its field. */
function controlAt(root: Document | ShadowRoot, x: number, y: number, over: Element): Control | null {
  const below = root.elementsFromPoint(x, y).find((found) => found !== over);
  if (below === undefined) return null;
  if (below.shadowRoot !== null && below.shadowRoot !== root) return controlAt(below.shadowRoot, x, y, over);
  const field = below.closest("label")?.control ?? below;
  return isControl(field) ? field : null;
}

/** Lays the frame around a field; away for none. */
function surround(frame: HTMLElement, field: Control | null): void {
  frame.hidden = field === null;
  if (field === null) return;
  const { left, top, width, height } = field.getBoundingClientRect();
  Object.assign(frame.style, { left: `${left - 4}px`, top: `${top - 4}px`, width: `${width + 8}px`, height: `${height + 8}px` });
}

function say({ box }: Stage, title: string, lines: readonly string[]): void {
  const heading = Object.assign(document.createElement("strong"), { textContent: title });
  box.replaceChildren(heading, ...lines.map((text) => Object.assign(element("div", "quiet"), { textContent: text })));
  Object.assign(box.style, { left: "auto", right: "12px", top: "12px" });
}

function ask(stage: Stage, field: Control): void {
  const { box, end, signal } = stage;
  const heading = Object.assign(document.createElement("strong"), { textContent: "What goes in here?" });
  const buttons = Object.entries(TEACHABLE).map(([role, label]) => {
    const button = Object.assign(document.createElement("button"), { textContent: label });
    const choose = (): void =>
      void tell(stage, { teach: { mark: fingerprintOf(field, controlsOf(document, false)), role: role as keyof typeof TEACHABLE } });
    button.addEventListener("click", ({ isTrusted }) => isTrusted && choose(), { signal });
    return button;
  });
  const cancel = Object.assign(element("button", "quiet"), { textContent: "Cancel" });
  cancel.addEventListener("click", end, { signal });
  box.replaceChildren(heading, ...buttons, cancel);
  const { left, bottom } = field.getBoundingClientRect();
  Object.assign(box.style, {
    right: "auto",
    left: `${Math.max(12, Math.min(left, innerWidth - WIDTH - 12))}px`,
    top: `${Math.max(12, Math.min(bottom + 10, innerHeight - ROOM))}px`,
  });
  buttons[0]?.focus();
}

async function tell(stage: Stage, message: FromTeacher): Promise<void> {
  const isKept = await chrome.runtime.sendMessage<FromTeacher, boolean | undefined>(message).catch(() => false);
  say(stage, isKept ? "Learned" : "It could not be kept", [
    isKept ? "Coffer fills this page that way from now on." : "Unlock Coffer, and try again.",
  ]);
  setTimeout(stage.end, STAYS_MS);
}
