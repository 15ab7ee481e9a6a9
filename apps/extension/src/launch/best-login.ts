/** The login that a page gets where no one picks. */

import type { Client, Item } from "@coffer/client";
import { isOthers } from "@coffer/core/items/item";
import { loginsForPage } from "../fill/item-ownership.ts";
import { likeliest } from "./launched.ts";

interface Found {
  readonly item: Item | null;
  /** Where there is none: one of another person that would fit, and that the user has not picked here yet. */
  readonly unpicked: Item | null;
}

/** @param page - a full web address */
export async function findBestLogin(client: Pick<Client, "vault" | "sites">, page: string): Promise<Found> {
  const items = await loginsForPage(client, page);
  const picked = items.some(isOthers) ? await client.sites.picked({ host: new URL(page).host }) : [];
  const item = likeliest(items, page, picked);
  const ids = items.map(({ id }) => id);
  return { item, unpicked: item === null ? likeliest(items, page, ids) : null };
}
