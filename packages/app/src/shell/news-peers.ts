/** The pages of this browser that show the same account: one of them listens to what others change, and lets the rest know. Ids and numbers, no content. */
import type { NewsPeers } from "@coffer/client";

export function browserNewsPeers(accountId: string): NewsPeers {
  const name = `coffer-news-${accountId}`;
  const channel = new BroadcastChannel(name);
  return {
    async alone(work, signal, onTaken) {
      const isTaken = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await work();
        return lock === null;
      });
      if (!isTaken || signal.aborted) return;
      onTaken();
      await navigator.locks.request(name, { signal }, work).catch(() => undefined); // given up while it waited
    },
    tell: (news) => channel.postMessage(news),
    hear(listener, signal) {
      channel.addEventListener("message", ({ data }) => {
        // A page of another version may say something else.
        if (Array.isArray(data)) listener(data);
      });
      signal.addEventListener("abort", () => channel.close());
    },
  };
}
