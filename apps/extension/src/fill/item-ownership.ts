/**
 * Whose an item is, and who reads what is saved in it. Anyone can share a login with a person whose address they know, without being asked in: what it says, which sites it is
 * for and when it was used last is up to them.
 */
import type { Client, Item } from "@coffer/client";
import { isOthers } from "@coffer/core/items/item";

type Ownership = Pick<Item, "sharedBy" | "belongsTo">;

/** Otherwise in the order that they have. */
export const ownFirst = (items: readonly Item[]): Item[] => items.toSorted((one, other) => Number(isOthers(one)) - Number(isOthers(other)));

/** The logins for a page, the user's own first, of each the best match. @param page - a full web address */
export async function loginsForPage({ vault }: Pick<Client, "vault">, page: string): Promise<Item[]> {
  const ids = [...new Set(await vault.findForPage({ page }))];
  const items = new Map((await vault.openMany({ ids })).map((item) => [item.id, item]));
  return ownFirst(ids.flatMap((id) => items.get(id) ?? []));
}

/** Said of it where it is offered; empty for the user's own. */
export function ownershipLine({ sharedBy, belongsTo }: Ownership): string {
  if (sharedBy) return `Shared by ${sharedBy}`;
  return belongsTo ? `Made by ${belongsTo.email}` : "";
}

/** Who else reads what is saved in it; empty for no one. */
export async function readersLine({ session, vault }: Client, item: Item): Promise<string> {
  if (item.sharedBy) return `${ownershipLine(item)}, who will be able to read it`;
  if (session === null || item.scopeId === session.personalVaultId) return "";
  const { vaults = [] } = vault.contents() ?? (await vault.local()) ?? {};
  const within = vaults.find(({ id, scopeId }) => id === item.categoryId && scopeId === item.scopeId);
  const made = ownershipLine(item);
  if (within) return made ? `${made}, in the shared vault ${within.name}` : `In the shared vault ${within.name}`;
  return made ? `${made}, shared with others, who will be able to read it` : "Shared with others, who will be able to read it";
}
