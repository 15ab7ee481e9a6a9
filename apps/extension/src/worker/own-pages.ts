/** What the extension's own pages say to the worker. Pages of others, and our scripts in them, have another address. */
import { MESSAGES } from "@coffer/core/extension-messages";
import { launchedFrom } from "../launch/fill-launched.ts";
import { launchOf } from "../link/sent.ts";

export const isOwnPage = ({ id, url }: chrome.runtime.MessageSender): boolean =>
  id === chrome.runtime.id && url?.startsWith(chrome.runtime.getURL("")) === true;

export function hearOwnPages(): void {
  chrome.runtime.onMessage.addListener((message: { readonly type?: unknown } | null, sender) => {
    if (!isOwnPage(sender) || message?.type !== MESSAGES.setLaunchData) return;
    const launch = launchOf(message, Date.now());
    if (launch !== null) void launchedFrom(launch, sender.tab?.id);
  });
}
