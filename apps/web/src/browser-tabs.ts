/** What the open pages of this browser tell each other past every disk: the server's half of a session's keys, to a page that needs it and has no network. */
import type { Tabs } from "@coffer/client";

/** A page that is busy drawing answers within this. */
const ANSWER_MS = 300;

type Message = { readonly ask: string } | { readonly sessionId: string; readonly half: Uint8Array };

const isMessage = (data: unknown): data is Message => typeof data === "object" && data !== null && ("ask" in data || "half" in data);

export function browserTabs(): Tabs {
  const channel = new BroadcastChannel("coffer-halves");
  return {
    ask: (sessionId) =>
      new Promise((resolve) => {
        const finish = (half: Uint8Array | null): void => {
          clearTimeout(silent);
          channel.removeEventListener("message", listen);
          resolve(half);
        };
        const listen = ({ data }: MessageEvent<unknown>): void => {
          if (isMessage(data) && "half" in data && data.sessionId === sessionId) finish(data.half);
        };
        const silent = setTimeout(() => finish(null), ANSWER_MS);
        channel.addEventListener("message", listen);
        channel.postMessage({ ask: sessionId } satisfies Message);
      }),
    answer(find) {
      channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
        if (!isMessage(data) || !("ask" in data)) return;
        const half = find(data.ask);
        if (half) channel.postMessage({ sessionId: data.ask, half } satisfies Message);
      });
    },
  };
}
