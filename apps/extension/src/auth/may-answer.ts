/** Which of the browser's own sign-in dialogs is answered from the vault at all, and by which logins. Pure. */
import type { Item } from "@coffer/client";
import { asksAgain } from "@coffer/core/items/ask-again";
import { addressesOf } from "@coffer/core/items/structured-fields";
import { isLoopback } from "@coffer/core/loopback";
import { mayFillUnpicked } from "../launch/launched.ts";

/** What the browser says of a dialog that it is about to show. */
export interface Challenge {
  readonly url: string;
  readonly type: string;
  readonly isProxy: boolean;
  readonly challenger: { readonly host: string; readonly port: number };
}

/**
 * @returns the page that asks; null where the browser shows its dialog as ever: for a proxy, for a part of a page (a page can have a picture of any site in it, and its
 * dialog would look like the page's own), and over a connection that others can read.
 */
export function pageThatAsks({ url, type, isProxy, challenger }: Challenge): URL | null {
  const page = URL.parse(url);
  if (page === null || isProxy || type !== "main_frame") return null;
  const isSafe = page.protocol === "https:" || (page.protocol === "http:" && isLoopback(page.hostname));
  const port = Number(page.port) || (page.protocol === "https:" ? 443 : 80);
  const isTheirs = page.hostname.replace(/^\[|\]$/g, "") === challenger.host.replace(/^\[|\]$/g, "") && port === challenger.port;
  return isSafe && isTheirs ? page : null;
}

/** Only of the very host and port: no one sees a page that tells which site it is. The window that asks takes no master password, so what wants one is not offered. */
export const loginsFor = (items: readonly Item[], page: URL): readonly Item[] =>
  items.filter((item) => {
    const { kind, state, fields } = item;
    const isLogin = kind === "password" && state === "intact" && (fields.password ?? "") !== "";
    return isLogin && !asksAgain(item) && mayFillUnpicked(addressesOf(fields), page.href);
  });
