/** Which shared scopes this person has hidden (hidden-shares.ts): the vault or item itself, and what is there only because it is in a hidden vault. */
import type { SharedItem } from "@coffer/contract/sharing";
import type { SharedScope } from "@coffer/contract/vault";
import type { TrustStore } from "./trust-store.ts";

/** @param rows - grants of others, as far as they are known */
export function withoutHiddenScopes(
  listed: readonly SharedScope[],
  rows: readonly Pick<SharedItem, "id" | "scope_id" | "along_id">[],
  { hidden, keys }: Pick<TrustStore, "hidden" | "keys">,
): readonly SharedScope[] {
  if (Object.keys(hidden).length === 0) return listed;
  const over = new Set(rows.flatMap(({ id, scope_id }) => (hidden[scope_id] === undefined ? [] : id)));
  const known = new Set(rows.map(({ scope_id }) => scope_id));
  const given = new Set(rows.flatMap(({ scope_id, along_id }) => (along_id !== null && over.has(along_id) ? [] : scope_id)));
  // Only for own scopes does the trust store keep keys.
  return listed.filter(({ id }) => keys[id] !== undefined || (hidden[id] === undefined && (!known.has(id) || given.has(id))));
}
