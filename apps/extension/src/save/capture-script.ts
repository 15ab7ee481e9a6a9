/** Injected into a page in which a login, a card or an address is typed. When the form is sent, it tells the worker what was typed, and later whether the form has gone. It stores nothing. */

import "../content/closed-shadow-roots.ts";
import { activeIn, type Control } from "@coffer/fill/page/find-controls";
import type { TaughtRole } from "@coffer/fill/page/taught-fields";
import { recognise } from "@coffer/fill/recognise";
import type { Role } from "@coffer/fill/roles";
import type { FromField } from "../menu/messages.ts";
import type { FromPage } from "./messages.ts";
import { typedLoginIn } from "./typed-login.ts";
import { typedOwnIn } from "./typed-own.ts";

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

/** What was last typed into a field for a password is looked at when it is left, or at once where it was pasted: before it is sent. */
let told = "";

function typed(field: EventTarget | null | undefined): void {
  // A page can write as if a person typed, and try words until a warning comes; that someone has just pressed something it cannot say.
  if (!navigator.userActivation.isActive || !(field instanceof HTMLInputElement) || field.type !== "password" || field.value === told)
    return;
  told = field.value;
  if (told !== "") say({ save: "password", password: told });
}

function sent(at: EventTarget | undefined): void {
  const seen = recognise(document, { taught });
  const inForm =
    seen.find(({ control }) => control === at || (at instanceof HTMLElement && control.form !== null && control.form === formOf(at)))
      ?.form ?? -1;
  const login = typedLoginIn(
    seen.map(({ control, role, form }) => ({ role, form, value: control.value })),
    inForm,
  );
  if (login !== null) say({ save: "sent", typed: login });
  const own = typedOwnIn(
    seen.map(({ control, role, form }) => ({ role, form, value: shownBy(control, role) })),
    inForm,
  );
  if (own !== null) say({ save: "own", typed: own });
  const lasting = seen.find(
    ({ control, role }) => (own === null ? /password/ : /^(?:cc-number|address-line1|street-address)$/).test(role) && control.value !== "",
  );
  if (lasting !== undefined && (login !== null || own !== null)) void watchFor(lasting.control);
}

/** Of a list what a person reads: a country's name and not its number; but for the code of a telephone, which may be nothing but a flag: of that both. */
function shownBy(control: Control, role: Role): string {
  const shown = "selectedOptions" in control ? control.selectedOptions[0]?.text.trim() : null;
  if (shown == null) return control.value;
  return role === "tel-country-code" ? `${shown}, ${control.value}` : shown;
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
  addEventListener("change", (event) => event.isTrusted && typed(first(event)), true);
  addEventListener(
    "input",
    (event) => event.isTrusted && (event as InputEvent).inputType === "insertFromPaste" && typed(first(event)),
    true,
  );
}

if (globalThis.cofferListens !== true) {
  globalThis.cofferListens = true;
  listen();
  // What was pasted is what brought this script.
  const field = activeIn(document);
  if (field instanceof HTMLInputElement && field.value.length > 1) typed(field);
  void chrome.runtime.sendMessage<FromField, readonly TaughtRole[] | null>({ menu: "taught" }).then(
    (found) => {
      taught = found ?? [];
    },
    () => undefined, // the extension was replaced
  );
}
