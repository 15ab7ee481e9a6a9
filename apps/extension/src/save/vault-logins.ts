/** The logins the vault has for a site, and saving one. */
import type { Client, Item } from "@coffer/client";
import { blankDraft, isOthers } from "@coffer/core/items/item";
import { addressesOf } from "@coffer/core/items/structured-fields";
import { loginsForPage, type Readers, readersOf } from "../fill/item-ownership.ts";
import { type CapturedLogin, isSameHost, type KnownLogin } from "./captured-login.ts";
import type { Offer } from "./messages.ts";

/** @param used - ids of what was used in the tab on this site. */
export async function knownLoginsFor(client: Client, page: string, used: readonly string[]): Promise<KnownLogin[]> {
  const items = (await loginsForPage(client, page)).filter(({ state }) => state === "intact");
  return Promise.all(items.map(async (item) => knownLoginOf(item, page, used.includes(item.id), await readersOf(client, item))));
}

function knownLoginOf(item: Item, page: string, isUsedHere: boolean, readers: Readers | undefined): KnownLogin {
  const { id, fields, permission } = item;
  return {
    id,
    title: fields.title ?? "",
    username: fields.username ?? "",
    password: fields.password ?? "",
    isSameHost: addressesOf(fields).some(({ url }) => isSameHost(url, page)),
    mayWrite: permission === "write",
    ...(readers && { readers }),
    ...(isUsedHere ? { isUsedHere } : isOthers(item) && { onlyIfChosen: true }),
  };
}

export async function saveNew({ vault }: Client, { page, username, current, next, id }: CapturedLogin): Promise<void> {
  const blank = blankDraft("password");
  const { host } = new URL(page);
  const fields = { ...blank.fields, title: host.replace(/^www\./, ""), username, password: next || current, website_url: page };
  await vault.create({ draft: { ...blank, fields }, ...(id !== undefined && { id }) });
}

/** The old password stays in the entry's history. */
export async function savePart(
  { vault }: Client,
  id: string,
  part: Offer["part"],
  { username, current, next }: CapturedLogin,
): Promise<void> {
  const base = await vault.open({ id });
  const { kind, categoryId, favourite, fields } = base;
  const changed = part === "username" ? { username } : { password: next || current };
  await vault.update({ base, draft: { kind, categoryId, favourite, fields: { ...fields, ...changed } } });
}
