/** The logins the vault has for a site, and saving one. */
import type { Client, Item } from "@coffer/client";
import { blankDraft } from "@coffer/core/items/item";
import { addressesOf } from "@coffer/core/items/structured-fields";
import { type CapturedLogin, isSameHost, type KnownLogin } from "./captured-login.ts";
import type { Offer } from "./messages.ts";

export async function knownLoginsFor({ vault }: Client, page: string): Promise<KnownLogin[]> {
  const ids = await vault.findForPage({ page });
  const items = await vault.openMany({ ids });
  return items.filter(({ state }) => state === "intact").map((item) => knownLoginOf(item, page));
}

const knownLoginOf = ({ id, fields, permission }: Item, page: string): KnownLogin => ({
  id,
  title: fields.title ?? "",
  username: fields.username ?? "",
  password: fields.password ?? "",
  isSameHost: addressesOf(fields).some(({ url }) => isSameHost(url, page)),
  mayWrite: permission === "write",
});

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
