/**
 * Whose an item is, and who reads what is saved in it. Anyone can share a login with a person whose address they know, without being asked in: what it says, which sites it is
 * for and when it was used last is up to them.
 */
import type { Client, Item } from "@coffer/client";
import { isOthers } from "@coffer/core/items/item";

/** Another person's, by their email. What is said of it is in ownership-lines.ts: the worker has no words. */
export type Owner = { readonly sharedBy: string } | { readonly madeBy: string };

/** Who else reads what is saved in an item. */
export interface Readers {
  readonly owner?: Owner | undefined;
  /** The name of the shared vault that it is in. */
  readonly within?: string | undefined;
}

/** Otherwise in the order that they have. */
export const ownFirst = (items: readonly Item[]): Item[] => items.toSorted((one, other) => Number(isOthers(one)) - Number(isOthers(other)));

/** The logins for a page, the user's own first, of each the best match. @param page - a full web address */
export async function loginsForPage({ vault }: Pick<Client, "vault">, page: string): Promise<Item[]> {
  const ids = [...new Set(await vault.findForPage({ page }))];
  const items = new Map((await vault.openMany({ ids })).map((item) => [item.id, item]));
  return ownFirst(ids.flatMap((id) => items.get(id) ?? []));
}

/** @returns undefined for the user's own */
export function ownerOf({ sharedBy, belongsTo }: Pick<Item, "sharedBy" | "belongsTo">): Owner | undefined {
  if (sharedBy) return { sharedBy };
  return belongsTo ? { madeBy: belongsTo.email } : undefined;
}

/** @returns undefined for no one */
export async function readersOf({ session, vault }: Client, item: Item): Promise<Readers | undefined> {
  const owner = ownerOf(item);
  if (item.sharedBy) return { owner };
  if (session === null || item.scopeId === session.personalVaultId) return undefined;
  const { vaults = [] } = vault.contents() ?? (await vault.local()) ?? {};
  return { owner, within: vaults.find(({ id, scopeId }) => id === item.categoryId && scopeId === item.scopeId)?.name };
}
