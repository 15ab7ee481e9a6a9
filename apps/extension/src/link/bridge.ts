/** Runs in the web app's own page alone, and carries its words to the worker. Into the page comes {ok}, and nothing else. */
import { EXTENSION_MARK, type Told } from "@coffer/core/extension-messages";
import type { FromBridge } from "./answer.ts";

addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
  if (source !== window || origin !== location.origin) return;
  if (typeof data !== "object" || data === null || !("tell" in data) || !("message" in data)) return;
  const { tell, message } = data;
  if (typeof tell !== "string") return;
  // Wrapped: whatever a page says, it is nothing that our own pages and scripts say.
  const carried: FromBridge = { fromWeb: message };
  chrome.runtime
    .sendMessage(carried)
    .then((answer: { readonly ok?: unknown } | null | undefined) => {
      if (typeof answer?.ok !== "boolean") return;
      const told: Told = { told: tell, ok: answer.ok };
      window.postMessage(told, location.origin);
    })
    .catch(() => undefined); // the extension was replaced: the page waits no longer than it would for one that is silent
});
document.documentElement.setAttribute(EXTENSION_MARK, "");
