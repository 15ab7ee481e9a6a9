/** What a page does when it is opened: tells the other tabs that it is there, locks a restored session whose idle time is over, and notes when someone signs in. */
import type { Client } from "@coffer/client";
import { dependsOnFirstPage, isDueAtStart } from "../lock/auto-lock.ts";
import { announcePage, isFirstPage as askWhetherFirst, presence } from "../lock/presence.ts";

interface Started {
  /** What a restored session has to pass before it is shown. */
  readonly onRestored: (client: Client) => Promise<void>;
  readonly onEntered: () => void;
}

/** Call once, as the page starts. */
export function startPage(): Started {
  const channel = new BroadcastChannel("coffer-presence");
  const first = askWhetherFirst(channel);
  announcePage(channel);
  return {
    async onRestored({ account, isLocked }) {
      if (isLocked) return;
      const { after, action } = await account.lockSettings.read();
      const isFirstPage = dependsOnFirstPage(after) && (await first);
      const isDue = isDueAtStart(after, { lastUsedAt: presence.lastUsedAt(), now: Date.now(), isFirstPage });
      if (isDue) await (action === "lock" ? account.lock() : account.logout());
    },
    onEntered: () => presence.used(Date.now()),
  };
}
