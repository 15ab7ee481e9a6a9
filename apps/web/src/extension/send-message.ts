/** Says something to the browser extension, by its script in this page. */
import { EXTENSION_MARK, EXTENSION_WAIT_MS, type ExtensionReply, type WebMessage } from "@coffer/core/extension-messages";

/** Where there is none, nothing waits for it. */
export const isExtensionHere = (): boolean => document.documentElement.hasAttribute(EXTENSION_MARK);

/** Whether the extension did it; `error` where that went wrong, `silent` where it did not answer within five seconds. */
export type Answer = boolean | "error" | "silent";

export function sendToExtension(message: WebMessage): Promise<Answer> {
  const tell = crypto.randomUUID();
  const done = new AbortController();
  return new Promise<Answer>((resolve) => {
    const hear = ({ source, data }: MessageEvent<Partial<ExtensionReply> | null>): void => {
      if (source === window && data?.told === tell && (typeof data.ok === "boolean" || data.ok === null)) resolve(data.ok ?? "error");
    };
    window.addEventListener("message", hear, { signal: done.signal });
    setTimeout(() => resolve("silent"), EXTENSION_WAIT_MS);
    window.postMessage({ tell, message }, location.origin);
  }).finally(() => done.abort());
}
