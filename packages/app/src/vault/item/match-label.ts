/** Says where a search found an item, when the place itself is not in sight. */
import { summaryOf } from "@coffer/core/items/display";
import type { Item } from "@coffer/core/items/item";
import { kindOf } from "@coffer/core/items/kinds";
import { matchRanges } from "@coffer/core/items/match-ranges";
import { spokenLabel } from "./rights.ts";

/**
 * "Found in website URL"; null for the name, and for what is marked in the line below it.
 * @param words - what was searched for, as `searchedWords` gives it.
 */
export function matchLabel(item: Item, field: string | null, words: readonly string[]): string | null {
  const { title, fields } = kindOf(item.kind);
  if (field === null || field === title || matchRanges(summaryOf(item), words).length > 0) return null;
  return `Found in ${spokenLabel(fields[field]?.label ?? field)}`;
}
