/** The user name that a person has sent to a site, on the way to the page that asks for the password. */
import { siteOf } from "@coffer/core/items/url-match";
import { pendingLoginIn } from "../save/pending-logins.ts";

/** @param page - full address. @returns "" for none */
export async function nameSentIn(tabId: number, page: string): Promise<string> {
  const sent = await pendingLoginIn(tabId);
  // While something is asked, what was sent since is kept with the question.
  const last = sent?.offer ? sent.since : sent?.current === "" && sent.next === "" ? sent : undefined;
  return last && siteOf(new URL(last.page)) === siteOf(new URL(page)) ? last.username : "";
}
