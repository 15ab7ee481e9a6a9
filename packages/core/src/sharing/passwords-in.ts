/** Passwords that someone may have read in what was shared: their owner can change them. */
import { type Item, isOwnItem } from "../items/item.ts";
import type { KindName } from "../items/kinds.ts";

/** Kinds whose secret can be changed after someone has seen it. */
const CHANGEABLE: readonly KindName[] = ["password"];

export const isOwnPassword = (item: Item): boolean => isOwnItem(item) && CHANGEABLE.includes(item.kind);

/** The user's own. @param shared - ids of items and vaults */
export function passwordsIn(shared: readonly string[], items: readonly Item[]): readonly Item[] {
  const reached = new Set(shared);
  return items.filter((item) => isOwnPassword(item) && (reached.has(item.id) || reached.has(item.categoryId ?? "")));
}
