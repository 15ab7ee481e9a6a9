/** In the worker: stores what a user says about a field, sealed, for that page. Accepted only from a tab in which they have just started to. */
import { TEACHING } from "../storage-keys.ts";
import { openVault } from "../worker/vault.ts";
import { type FromTeacher, parseTaught } from "./messages.ts";
import type { Teaching } from "./start-teaching.ts";
import { setTaughtSource } from "./taught-fields.ts";

/** A user who points at nothing for so long has gone. */
const OPEN_MS = 120_000;

/** Call once as the worker starts. */
export function watchTeaching(): void {
  setTaughtSource(async () => (await openVault())?.sites.taught() ?? []);
  chrome.runtime.onMessage.addListener((message: FromTeacher | null, sender, answer) => {
    if (typeof message !== "object" || message === null || !("teach" in message)) return;
    keep(message.teach, sender).then(
      (isKept) => answer(isKept),
      () => answer(false),
    );
    return true;
  });
}

/** @returns whether it was kept; undefined for a sender that is not listened to. */
async function keep(given: unknown, { id, tab, frameId, url = "" }: chrome.runtime.MessageSender): Promise<boolean | undefined> {
  const { [TEACHING]: teaching } = await chrome.storage.session.get(TEACHING);
  const { tabId, at } = (teaching ?? { at: 0 }) as Partial<Teaching>;
  if (id !== chrome.runtime.id || frameId !== 0 || tab?.id === undefined || tab.id !== tabId || Date.now() - (at ?? 0) > OPEN_MS)
    return undefined;
  const page = URL.parse(url);
  const taught = parseTaught(given);
  const client = await openVault();
  if (page === null || !/^https?:$/.test(page.protocol) || taught === null || client === null) return false;
  await client.sites.teach({ host: page.host, path: page.pathname, ...taught });
  await chrome.storage.session.remove(TEACHING);
  return true;
}
