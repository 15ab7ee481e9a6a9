/** The passkeys of the open vault that a site asks for. */

import type { Client } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { isOthers } from "@coffer/core/items/item";
import { type Passkey, readPasskeys } from "@coffer/core/items/passkeys";
import { rpIdFor } from "@coffer/core/items/rp-id";
import { PASSKEYS_OFF } from "../storage-keys.ts";
import { isOffered, knownPasskeys, noteKnown } from "./known-passkeys.ts";
import { type ParsedRequest, parseRequest } from "./parse-request.ts";
import { relatedSite } from "./related-sites.ts";
import { isForUs, siteOf } from "./responder.ts";

/** What a window is told of the site of a passkey that is not the page's own: such are found only where their site has named the page. */
export const relatedTo = (origin: string, { rpId }: Passkey): string | undefined => (rpIdFor(origin, rpId) === null ? rpId : undefined);

export interface Match {
  readonly item: Item;
  readonly passkey: Passkey;
}

/** The user's own first, of each the surest. @param site - RP ID */
export function matchingPasskeys(site: string, { allowCredentials: listed = [] }: ParsedRequest, items: readonly Item[]): Match[] {
  const isAskedFor = ({ id, rpId }: Passkey): boolean => rpId === site && (listed.length === 0 || listed.some((one) => one.id === id));
  const found = items.flatMap((item) =>
    readPasskeys(item.fields.x_passkeys ?? "").flatMap((passkey) => (isOffered(passkey) && isAskedFor(passkey) ? { item, passkey } : [])),
  );
  // A site's passkeys can be brought by anyone who shares an item: the user's own come first.
  const later = ({ item, passkey }: Match): number => 2 * Number(isOthers(item)) + Number(passkey.state !== "kept");
  return found.toSorted((one, other) => later(one) - later(other));
}

/** For a page that waits while the person goes on. @param origin - as the browser says @param within - how long a related site's document may take, in milliseconds */
export async function matchesForConditional(client: Client, origin: string, options: string, within?: number): Promise<Match[]> {
  const { [PASSKEYS_OFF]: off } = await chrome.storage.local.get(PASSKEYS_OFF);
  const { vault } = client;
  const { items } = vault.contents() ?? (await vault.local()) ?? (await vault.pull());
  // The vault was opened in this very page, and the worker has not looked since.
  if ((await knownPasskeys()) === null) await noteKnown(client);
  const [known, asked] = [await knownPasskeys(), parseRequest(options)];
  const asking = { origin, options, known, relatedTo: await relatedSite(origin, options, known, within) };
  const site = asked && siteOf(asking, asked.rpId);
  if (off !== undefined || asked === null || site === null || !isForUs("get", asking)) return [];
  return matchingPasskeys(site, asked, items);
}
