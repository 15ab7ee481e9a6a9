/** Says something to the browser extension, by its script in this page. */
import { EXTENSION_MARK, EXTENSION_WAIT_MS, type FromWeb, type Told } from "@coffer/core/extension-messages";

/** Where there is none, nobody waits for it. */
export const isExtensionHere = (): boolean => document.documentElement.hasAttribute(EXTENSION_MARK);

/** @returns whether the extension did it; null when it did not answer within five seconds. */
export function tellExtension(message: FromWeb): Promise<boolean | null> {
  const tell = crypto.randomUUID();
  const done = new AbortController();
  return new Promise<boolean | null>((resolve) => {
    const hear = ({ source, data }: MessageEvent<Partial<Told> | null>): void => {
      if (source === window && data?.told === tell && typeof data.ok === "boolean") resolve(data.ok);
    };
    window.addEventListener("message", hear, { signal: done.signal });
    setTimeout(() => resolve(null), EXTENSION_WAIT_MS);
    window.postMessage({ tell, message }, location.origin);
  }).finally(() => done.abort());
}
