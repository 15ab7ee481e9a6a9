/** Which items a list shows: by kind, by vault, and by what was typed into the search box. Secrets are never searched. */
import { type Item, titleOf, type Vault } from "@coffer/core/items/item";
import { type KindName, kindOf } from "@coffer/core/items/kinds";
import { fold } from "@coffer/core/text";

/** Folding ten thousand items takes long enough to be felt while typing; an opened item never changes, so it is done once. */
const folded = new WeakMap<Item, string>();

function searchText(item: Item): string {
  const known = folded.get(item);
  if (known !== undefined) return known;
  const text = fold(
    kindOf(item.kind)
      .search.map((field) => item.fields[field] ?? "")
      .join("\n"),
  );
  folded.set(item, text);
  return text;
}

/** The items that hold every word of `text` in the fields their kind searches; all of them for an empty text. */
export function findItems(items: readonly Item[], text: string): readonly Item[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => words.every((word) => searchText(item).includes(word)));
}

const byTitle = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Items of one kind, by title. */
export const itemsOfKind = (items: readonly Item[], kind: KindName): readonly Item[] =>
  sortItems(items.filter((item) => item.kind === kind));

/** By title; what could not be opened comes last. */
export const sortItems = (items: readonly Item[]): readonly Item[] =>
  items.toSorted((a, b) => Number(a.state === "tampered") - Number(b.state === "tampered") || byTitle.compare(titleOf(a), titleOf(b)));

export const sortVaults = (vaults: readonly Vault[]): readonly Vault[] => vaults.toSorted((a, b) => byTitle.compare(a.name, b.name));

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
