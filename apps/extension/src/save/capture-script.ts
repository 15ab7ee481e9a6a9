/** Injected into a page in which a login is typed. When the form is sent, it tells the worker what was typed, and later whether the form has gone. It stores nothing. */

import "../content/closed-shadow-roots.ts";
import type { Control } from "@coffer/fill/page/find-controls";
import type { TaughtRole } from "@coffer/fill/page/taught-fields";
import { recognise } from "@coffer/fill/recognise";
import type { FromField } from "../menu/messages.ts";
import type { FromPage } from "./messages.ts";
import { typedLoginIn } from "./typed-login.ts";

declare global {
  /** Of our own world: pages do not see it. */
  var cofferListens: boolean | undefined;
}

/** A form that is still there after this was not accepted. */
const GONE_WITHIN_MS = 10_000;
const LOOK_MS = 250;
const CALLS_OFF = /\b(cancel|close|back|skip|abort|show|hide|forgot|abbrechen|schlie|zurück|annuler|cancelar|cerrar|annulla)/i;

const say = (message: FromPage): void => {
  chrome.runtime.sendMessage(message).catch(() => undefined); // the extension was replaced
};

/** What the user has taught about fields of this page. */
let taught: readonly TaughtRole[] = [];
/** Counts submissions: when a form is sent again, the watch of the earlier one ends. */
let looking = 0;

function sent(at: EventTarget | undefined): void {
  const seen = recognise(document, { taught });
  const inForm =
    seen.find(({ control }) => control === at || (at instanceof HTMLElement && control.form !== null && control.form === formOf(at)))
      ?.form ?? -1;
  const typed = typedLoginIn(
    seen.map(({ control, role, form }) => ({ role, form, value: control.value })),
    inForm,
  );
  if (typed === null) return;
  say({ save: "sent", typed });
  const password = seen.find(({ control, role }) => /password/.test(role) && control.value !== "")?.control;
  if (password !== undefined) void watchFor(password);
}

const formOf = (element: HTMLElement): HTMLFormElement | null => element.closest("form");

/** Its field is gone, or the page has become another without loading. */
async function watchFor(field: Control): Promise<void> {
  const turn = ++looking;
  const path = location.pathname;
  for (const start = performance.now(); performance.now() - start < GONE_WITHIN_MS; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (turn !== looking) return;
    const isThere = field.isConnected && field.checkVisibility() && location.pathname === path;
    if (!isThere) return say({ save: "gone" });
  }
}

function isSending(target: EventTarget | undefined): target is HTMLElement {
  const button =
    target instanceof Element ? target.closest<HTMLElement>("button, input[type=submit], input[type=image], [role=button], a") : null;
  return button !== null && !CALLS_OFF.test(`${button.innerText} ${button.getAttribute("aria-label") ?? ""}`.slice(0, 200));
}

/** Before the page gets the event: some pages replace what was typed. */
function listen(): void {
  const first = (event: Event): EventTarget | undefined => event.composedPath()[0];
  addEventListener("submit", (event) => event.isTrusted && sent(first(event)), true);
  addEventListener("click", (event) => event.isTrusted && isSending(first(event)) && sent(first(event)), true);
  addEventListener(
    "keydown",
    (event) => event.isTrusted && event.key === "Enter" && first(event) instanceof HTMLInputElement && sent(first(event)),
    true,
  );
}

if (globalThis.cofferListens !== true) {
  globalThis.cofferListens = true;
  listen();
  void chrome.runtime.sendMessage<FromField, readonly TaughtRole[] | null>({ menu: "taught" }).then(
    (found) => {
      taught = found ?? [];
    },
    () => undefined, // the extension was replaced
  );
}
