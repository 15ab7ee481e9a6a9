/** Runs in the web app's own page alone, and forwards its messages to the worker. The page gets {ok}, and nothing else. */
import { EXTENSION_MARK, type ExtensionReply } from "@coffer/core/extension-messages";
import type { FromBridge, UsedOnWeb } from "./message-handler.ts";

addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== window || origin !== location.origin) return;
  if (typeof data !== "object" || data === null || !("tell" in data) || !("message" in data)) return;
  const { tell, message } = data;
  if (typeof tell !== "string") return;
  // Wrapped: no message of a page can look like one of our own pages and scripts.
  const carried: FromBridge = { fromWeb: message };
  chrome.runtime
    .sendMessage(carried)
    .then((answer: { readonly ok?: unknown } | null | undefined) => {
      if (typeof answer?.ok !== "boolean" && answer?.ok !== null) return;
      const told: ExtensionReply = { told: tell, ok: answer.ok };
      window.postMessage(told, location.origin);
    })
    .catch(() => undefined); // the extension was replaced: the page waits no longer than it would for one that is silent
});
document.documentElement.setAttribute(EXTENSION_MARK, "");

/** Use of the web app counts as use of the extension too: it does not lock there. */
const NOTE_MS = 20_000;
let notedAt = Number.NEGATIVE_INFINITY;
for (const event of ["pointerdown", "keydown"])
  addEventListener(
    event,
    ({ isTrusted }) => {
      if (!isTrusted || performance.now() - notedAt < NOTE_MS) return;
      notedAt = performance.now();
      chrome.runtime.sendMessage({ usedOnWeb: true } satisfies UsedOnWeb).catch(() => undefined); // the extension was replaced
    },
    true,
  );
