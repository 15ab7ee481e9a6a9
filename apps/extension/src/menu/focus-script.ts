/** Waits in pages until someone goes into a field: then the script that recognises fields comes. Until then it reads and runs nothing. */
import type { FromField } from "./messages.ts";

const KINDS: ReadonlySet<string> = new Set(["password", "email", "text", "tel", "number"]);
const COMES = ["focusin", "click", "keydown"] as const;

function onField(event: Event): void {
  const [field] = event.composedPath();
  if (!event.isTrusted || !(field instanceof HTMLInputElement) || !KINDS.has(field.type)) return;
  if (event instanceof KeyboardEvent && event.key !== "ArrowDown") return;
  const near: FromField = { menu: "near" };
  chrome.runtime.sendMessage<FromField, unknown>(near).then(
    (isPlaced) => {
      if (isPlaced === true) for (const name of COMES) removeEventListener(name, onField, true);
    },
    () => undefined, // the extension was replaced
  );
}

// Only where the browser can say what covers a frame, and on the page itself: one that frames another could hide what is in it.
if (window === top && "isVisible" in IntersectionObserverEntry.prototype) for (const name of COMES) addEventListener(name, onField, true);
