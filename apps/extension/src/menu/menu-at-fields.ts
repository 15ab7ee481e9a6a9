/** Opens the menu at a field of a page that the vault may have something for, and writes what was picked. It holds nothing else of a vault. */
import { activeIn, type Control } from "@coffer/fill/page/find-controls";
import type { TaughtRole } from "@coffer/fill/page/taught-fields";
import { recognise } from "@coffer/fill/recognise";
import { fill } from "@coffer/fill/write/fill";
import { type FramedHost, placeFrame } from "../content/shadow-host.ts";
import type { Question } from "../passkeys/messages.ts";
import { isForPasskeys, menuKindOf } from "./menu-kinds.ts";
import type { FieldRules, FromField, Opening, ToField } from "./messages.ts";
import { boxAt, cssPosition } from "./position.ts";

interface Open {
  readonly token: string;
  readonly field: Control;
  /** Where the field was: a menu closes when its field moves. */
  readonly at: DOMRect;
  readonly host: FramedHost;
  readonly taught: readonly TaughtRole[];
  readonly waits: Question | null;
}

const LINE_PX = 54;
const FRAME_PX = 52;
const LOOK_MS = 100;
const TYPES: ReadonlySet<string> = new Set(["password", "email", "text", "tel", "number"]);

let open: Open | null = null;
/** The menu that is being asked for: one that was asked for before, at the same field too, is not placed when its answer comes late. */
let asking: { readonly field: Control } | null = null;
/** The field that gets the focus back from us, not from the user: the event may be late, from a frame of another process. Ends with the next key or press. */
let returning: Control | null = null;

function returnTo(field: Control): void {
  returning = field;
  field.focus();
}

const say = <Answer>(message: FromField): Promise<Answer | null> =>
  chrome.runtime.sendMessage<FromField, Answer>(message).catch(() => null); // the extension was replaced

function close(): void {
  open?.host.element.remove();
  open = null;
  asking = null;
}

async function openAt(field: HTMLInputElement): Promise<void> {
  if (open?.field === field || asking?.field === field || !isSecureContext || field.closest(":modal") !== null) return;
  close();
  const mine = { field };
  asking = mine;
  await placeAt(field, () => asking === mine);
  if (asking === mine) asking = null; // with nothing to offer, the next key or press asks again
}

async function placeAt(field: HTMLInputElement, isWanted: () => boolean): Promise<void> {
  const taught = (await say<readonly TaughtRole[]>({ menu: "taught" })) ?? [];
  if (!isWanted()) return;
  const seen = recognise(document, { taught });
  const mine = seen.find(({ control }) => control === field);
  const others = seen.filter(({ form }) => form === mine?.form).map(({ role }) => role);
  const waits = mine?.role === "username" || isForPasskeys(field.autocomplete) ? (globalThis.cofferWaits ?? null) : null;
  const kind = waits !== null && isForPasskeys(field.autocomplete) ? "login" : mine ? menuKindOf(mine.role, others) : null;
  if (kind === null) return;
  const token = crypto.randomUUID();
  const opening = await say<Opening>({
    menu: "open",
    token,
    kind,
    waits: waits && { id: waits.id, options: waits.options },
    ...rulesIn(field),
  });
  if (opening === null || !isWanted() || !field.matches(":focus")) return;
  const at = field.getBoundingClientRect();
  const box = boxAt(at, opening.lines * LINE_PX + FRAME_PX, { width: innerWidth, height: innerHeight });
  open = { token, field, at, taught, waits, host: placeFrame(`${chrome.runtime.getURL("menu.html")}#${token}`, cssPosition(box)) };
  watch(open);
}

const rulesIn = (field: HTMLInputElement): FieldRules => ({
  rules: field.getAttribute("passwordrules") ?? "",
  shortest: Math.max(0, field.minLength),
  longest: Math.max(0, field.maxLength),
});

/** While it is open, and no longer. */
function watch(mine: Open): void {
  const timer = setInterval(() => {
    if (open === mine && mine.host.isWhole() && isStill(mine) && isWaitingFor(mine)) return;
    clearInterval(timer);
    if (open === mine) close();
  }, LOOK_MS);
}

/** A menu with a passkey goes with the question that it is for. */
const isWaitingFor = ({ waits }: Open): boolean => waits === null || globalThis.cofferWaits === waits;

function isStill({ field, at }: Open): boolean {
  const now = field.getBoundingClientRect();
  return field.isConnected && Math.abs(now.top - at.top) < 2 && Math.abs(now.left - at.left) < 2;
}

function onComes(event: Event): void {
  const [field] = event.composedPath();
  if (!event.isTrusted || !(field instanceof HTMLInputElement) || !TYPES.has(field.type)) return;
  if (event.type === "focusin" && field === returning) return;
  // A page that focuses its fields one after the other learns nothing about what the vault has for it.
  if (navigator.userActivation.isActive) void openAt(field);
}

function onKey(event: KeyboardEvent): void {
  if (!event.isTrusted) return;
  returning = null;
  if (open === null) {
    if (event.key === "ArrowDown") onComes(event);
    return;
  }
  if (event.key === "Escape") close();
  else if (event.key === "ArrowDown") {
    void say({ menu: "keys", token: open.token });
    open.host.frame.focus();
  } else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onLeaves({ relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null && relatedTarget !== open?.host.element) close();
}

function onPress(event: Event): void {
  const [pressed] = event.composedPath();
  returning = null;
  if (pressed !== open?.field && pressed !== open?.host.element) close();
}

/** @returns what is answered to the worker. */
function answerTo(message: ToField): unknown {
  if (open === null || message.token !== open.token) return null;
  const { host, field, taught } = open;
  if (message.menuIs === "over") {
    close();
    returnTo(field);
    return null;
  }
  const isInSight = isWaitingFor(open) && host.isWhole() && host.isOnTop() && isStill(open) && document.visibilityState === "visible";
  if (message.menuIs !== "picked") return isInSight;
  close();
  if (!isInSight) return null;
  // The form that has the focus is the one that is filled.
  returnTo(field);
  return fill(document, message.values, taught);
}

/** Call once in a page. */
export function offerAtFields(): void {
  for (const name of ["focusin", "click"]) addEventListener(name, onComes, true);
  addEventListener("keydown", onKey, true);
  addEventListener("focusout", onLeaves, true);
  addEventListener("pointerdown", onPress, true);
  for (const name of ["input", "resize", "pagehide"]) addEventListener(name, close, true);
  chrome.runtime.onMessage.addListener((message: Partial<ToField> | null, { id, tab }, answer) => {
    if (id !== chrome.runtime.id || tab !== undefined || message?.menuIs === undefined) return;
    answer(answerTo(message as ToField));
  });
  const openAtActive = (): void => {
    const active = activeIn(document);
    if (active instanceof HTMLInputElement && navigator.userActivation.isActive) void openAt(active);
  };
  openAtActive();
  // A page may ask for a passkey only once someone is in the field.
  globalThis.cofferWaitsNew = () => {
    close();
    openAtActive();
  };
}
