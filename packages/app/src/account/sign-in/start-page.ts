/** What a page does when it is opened: tells the other tabs that it is there, and locks a restored session whose rest is over. */
import type { Client } from "@coffer/client";
import { isDueAtStart } from "../lock/auto-lock.ts";
import { announcePage, isFirstPage, presence } from "../lock/presence.ts";

/** Call once, as the page starts. @returns what a restored session has to pass before it is shown. */
export function startPage(): (client: Client) => Promise<void> {
  const channel = new BroadcastChannel("coffer-presence");
  const first = isFirstPage(channel);
  announcePage(channel);
  return async ({ account, isLocked }) => {
    if (isLocked) return;
    const { after, action } = await account.lockSettings.read();
    const isDue = isDueAtStart(after, { lastUsedAt: presence.lastUsedAt(), now: Date.now(), isFirstPage: await first });
    if (isDue) await (action === "lock" ? account.lock() : account.logout());
  };
}
