/** Messages of the extension's own pages to the worker. Web pages, and our scripts in them, have another address. */
import { MESSAGES } from "@coffer/core/extension-messages";
import { recordPicked } from "../fill/used-logins.ts";
import { launchedFrom } from "../launch/fill-launched.ts";
import { parseLaunch } from "../link/web-payloads.ts";
import { refreshEntries } from "./refresh-entries.ts";
import { noteUse, openVault } from "./vault.ts";

/**
 * Of the popup: an item was used in that tab, for the page that it was listed for, whatever the tab shows by now: a page can be gone for another as soon as something was pressed. The worker notes it: it uses this to fill, and keeps running when the popup closes.
 */
export interface UsedInPopup {
  readonly used: string;
  readonly tabId: number;
  readonly page: string;
}

/** Of the window for a passkey: something was saved. */
export interface SavedHere {
  readonly saved: true;
}

export const isOwnPage = ({ id, url }: chrome.runtime.MessageSender): boolean =>
  id === chrome.runtime.id && url?.startsWith(chrome.runtime.getURL("")) === true;

export function watchOwnPages(): void {
  chrome.runtime.onMessage.addListener((message: { readonly type?: unknown } | UsedInPopup | SavedHere | null, sender) => {
    if (!isOwnPage(sender) || typeof message !== "object" || message === null) return;
    if ("used" in message)
      void noteUsed(message).catch(() => undefined); // the form is filled in any case
    else if ("saved" in message)
      void refreshEntries(null).then(openVault, () => undefined); // it is there when the vault is next opened
    else if (message.type === MESSAGES.setLaunchData) {
      const launch = parseLaunch(message, Date.now());
      if (launch !== null) void launchedFrom(launch, sender.tab?.id);
    }
  });
}

async function noteUsed({ used: id, tabId, page }: UsedInPopup): Promise<void> {
  await noteUse();
  const client = await openVault();
  if (client === null) return;
  await recordPicked(client, tabId, page, id);
  await client.vault.markUsed({ id });
}
