/** Which items a list holds and which of them match what was typed. Secrets are never searched; what is, says the column `search` of KINDS. */
import type { Item, Vault } from "@coffer/core/items/item";
import type { KindName } from "@coffer/core/items/kinds";
import { byTitle, compareNames } from "@coffer/core/items/names";
import { buildIndex, countFound, type Found, foldAhead, type SearchIndex, search } from "@coffer/core/items/search";

/** Folding ten thousand items takes long enough to be felt while typing; a list of items never changes, so it is done once for each. */
const indexes = new WeakMap<readonly Item[], { readonly vaults: readonly Vault[]; readonly index: SearchIndex }>();

const namesOf = (vaults: readonly Vault[]): ReadonlyMap<string, string> => new Map(vaults.map(({ id, name }) => [id, name]));

/** Part by part, what the first search of each list would do at once. */
export function* prepareSearch(lists: readonly (readonly Item[])[], vaults: readonly Vault[]): Generator<void> {
  for (const items of lists) {
    yield* foldAhead(items, namesOf(vaults));
    indexOf(items, vaults);
    yield;
  }
}

function indexOf(items: readonly Item[], vaults: readonly Vault[]): SearchIndex {
  const known = indexes.get(items);
  if (known?.vaults === vaults) return known.index;
  const index = buildIndex(items, namesOf(vaults));
  indexes.set(items, { vaults, index });
  return index;
}

/** The items that match `text`, each with the field it was found in; null for a blank text, which finds all of them. */
export const findItems = (items: readonly Item[], vaults: readonly Vault[], text: string): readonly Found[] | null =>
  text.trim() ? search(indexOf(items, vaults), text) : null;

/** How many match `text`, which is not blank, and whether any of them surely. */
export const countItems = (items: readonly Item[], vaults: readonly Vault[], text: string): ReturnType<typeof countFound> =>
  countFound(indexOf(items, vaults), text);

/** By title; what could not be opened comes last. */
export const sortItems = (items: readonly Item[]): readonly Item[] => items.toSorted(byTitle);

/** Items of one kind, by title. */
export const itemsOfKind = (items: readonly Item[], kind: KindName): readonly Item[] =>
  sortItems(items.filter((item) => item.kind === kind));

export const sortVaults = (vaults: readonly Vault[]): readonly Vault[] => vaults.toSorted((a, b) => compareNames(a.name, b.name));

/** The items of a vault; `null` asks for those in no vault, which are also those whose vault is not there any more. */
export function itemsOfVault(items: readonly Item[], vaults: readonly Vault[], vaultId: string | null): readonly Item[] {
  if (vaultId !== null) return items.filter((item) => item.categoryId === vaultId);
  const known = new Set(vaults.map((vault) => vault.id));
  return items.filter((item) => item.categoryId === null || !known.has(item.categoryId));
}

/** How many of each kind; kinds without an item are absent. */
export function countKinds(items: readonly Item[]): ReadonlyMap<KindName, number> {
  const counts = new Map<KindName, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
