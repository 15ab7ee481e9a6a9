/** Tags of the whole vault, for suggestions. */
import type { Item } from "@coffer/core/items/item";
import { compareNames } from "@coffer/core/items/names";
import { readTags, tagKey } from "@coffer/core/items/structured-fields";

/** Every tag once, whatever its case; spelled as where it was first found, in the order of the alphabet. */
export function tagsInUse(items: readonly Pick<Item, "fields">[]): string[] {
  const found = new Map<string, string>();
  for (const { fields } of items) {
    for (const tag of readTags(fields.tags ?? "")) {
      const key = tagKey(tag);
      if (!found.has(key)) found.set(key, tag);
    }
  }
  return [...found.values()].toSorted(compareNames);
}
