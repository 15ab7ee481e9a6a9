/** Which shared scopes this person has hidden (hidden-shares.ts): the vault or item itself, and what is there only because it is in a hidden vault. */
import type { SharedItem } from "@coffer/contract/sharing";
import type { SharedScope } from "@coffer/contract/vault";
import type { TrustStore } from "./trust-store.ts";

/** @param rows - grants of others, as far as they are known */
export function withoutHidden(
  listed: readonly SharedScope[],
  rows: readonly Pick<SharedItem, "id" | "scope_id" | "along_id">[],
  { hidden, keys }: Pick<TrustStore, "hidden" | "keys">,
): readonly SharedScope[] {
  const over = new Set(rows.flatMap(({ id, scope_id }) => (hidden[scope_id] === undefined ? [] : id)));
  const isShown = ({ id }: SharedScope): boolean => {
    // Only for own scopes does the trust store keep keys.
    if (keys[id]) return true;
    const grants = rows.filter(({ scope_id }) => scope_id === id);
    return hidden[id] === undefined && (grants.length === 0 || grants.some(({ along_id }) => along_id === null || !over.has(along_id)));
  };
  return Object.keys(hidden).length === 0 ? listed : listed.filter(isShown);
}
