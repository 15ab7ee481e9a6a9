/** What a screen is told of an edit that waits. */
import type { Item } from "@coffer/core/items/item";
import { otherKey, toChoose } from "@coffer/core/items/other-values";
import type { SaveOutcome } from "../../types.ts";

/** Another page of this browser may have kept another value that this one has not seen. */
export function waitingOutcome(base: Item, item: Item): SaveOutcome {
  const known = toChoose(base.fields).map(otherKey);
  const asked = toChoose(item.fields).filter((other) => !known.includes(otherKey(other)));
  return { item, keptAs: null, ...(asked.length > 0 && { toChoose: [...new Set(asked.map(({ field }) => field))] }) };
}
