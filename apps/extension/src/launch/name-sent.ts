/** The user name that a person has sent to a site, on the way to the page that asks for the password. */
import { siteOf } from "@coffer/core/items/url-match";
import { pendingLoginIn } from "../save/pending-logins.ts";

/** @param page - full address. @returns "" for none */
export async function nameSentIn(tabId: number, page: string): Promise<string> {
  const sent = await pendingLoginIn(tabId);
  const isOnItsWay = sent !== undefined && sent.current === "" && sent.next === "";
  return isOnItsWay && siteOf(new URL(sent.page)) === siteOf(new URL(page)) ? sent.username : "";
}
