/** The keyboard shortcut that fills at once: the own login last used at exactly this host. Where that is not clear, or only another's fits, the popup opens and the user picks. */
import { isOther } from "@coffer/fill/write/named";
import { fillLogin, isFilled } from "../fill/fill-login.ts";
import { recordUsedIn } from "../fill/used-logins.ts";
import { openPopup } from "../menu/open-popup.ts";
import { noteUse, openVault } from "../worker/vault.ts";
import { findBestLogin } from "./best-login.ts";
import { nameSentIn } from "./name-sent.ts";

/** As the manifest names it. */
const COMMAND = "fill-login";

/** Call once as the worker starts. */
export function watchFillKey(): void {
  chrome.commands.onCommand.addListener((command, tab) => {
    if (command === COMMAND && tab?.id !== undefined) void fillByKey(tab.id, tab);
  });
}

async function fillByKey(tabId: number, tab: chrome.tabs.Tab): Promise<void> {
  if (!(await fillLikeliest(tabId, tab.url ?? "").catch(() => false))) await openPopup(tab);
}

/** @returns whether anything was filled. */
async function fillLikeliest(tabId: number, page: string): Promise<boolean> {
  const client = await openVault();
  if (client === null || !/^https?:/.test(page)) return false;
  const { item } = await findBestLogin(client, page);
  if (item === null || isOther(await nameSentIn(tabId, page), item.fields.username)) return false;
  const outcome = await fillLogin(tabId, item);
  if (!isFilled(outcome) || outcome.filled.length === 0) return false;
  await noteUse();
  await recordUsedIn(tabId, page, item.id);
  void client.vault.markUsed({ id: item.id }).catch(() => undefined); // the form is filled in any case
  return true;
}
