/** Which vaults and items the search on the vaults page shows (decision V-25: it looks at vault names and at item names). */
import type { Contents } from "@coffer/client";
import type { Item, Vault } from "@coffer/core/items/item";
import { fold } from "@coffer/core/text";
import { findItems, itemsOfVault, sortVaults } from "../item/find-items.ts";

export interface VaultMatch {
  readonly total: number;
  /** How many of its items match what was typed. */
  readonly matching: number;
}

export interface FoundVaults {
  readonly vaults: readonly (VaultMatch & { readonly vault: Vault })[];
  readonly unassigned: VaultMatch & { readonly shown: boolean };
  /** Items that match, in whichever vault, the closest match first; empty while nothing is typed. */
  readonly items: readonly Item[];
}

export function findVaults({ items, vaults }: Contents, text: string): FoundVaults {
  const searching = text.trim() !== "";
  const matching = findItems(items, vaults, text)?.map(({ item }) => item) ?? [];
  const free = itemsOfVault(items, vaults, null).length;
  const freeMatching = itemsOfVault(matching, vaults, null).length;
  const totals = countByVault(items);
  const matches = countByVault(matching);
  const word = fold(text.trim());
  return {
    vaults: sortVaults(vaults)
      .map((vault) => ({ vault, total: totals.get(vault.id) ?? 0, matching: matches.get(vault.id) ?? 0 }))
      .filter(({ vault, matching: held }) => !searching || held > 0 || fold(vault.name).includes(word)),
    unassigned: { total: free, matching: freeMatching, shown: free > 0 && (!searching || freeMatching > 0 || "unassigned".includes(word)) },
    items: matching,
  };
}

function countByVault(items: readonly Item[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { categoryId } of items) if (categoryId) counts.set(categoryId, (counts.get(categoryId) ?? 0) + 1);
  return counts;
}
