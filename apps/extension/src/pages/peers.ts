/** The other pages of the extension, and the worker's messages about what the web app did. */
import { browserPeers, type Peers } from "@coffer/app/frame/session-watch.ts";
import { MESSAGES } from "@coffer/core/extension-messages";

const NEWS = ["began", "ended", "locked"] as const;

export function extensionPeers(): Peers {
  const pages = browserPeers();
  return {
    broadcast: pages.broadcast,
    receive(listener) {
      pages.receive(listener);
      chrome.runtime.onMessage.addListener((message: { readonly type?: unknown; readonly news?: unknown } | null, { id, tab }) => {
        // What comes from a tab is a page's; the worker has none.
        if (id !== chrome.runtime.id || tab !== undefined || message?.type !== MESSAGES.authStateChanged) return;
        const news = NEWS.find((known) => known === message.news);
        if (news !== undefined) listener(news);
      });
    },
  };
}
