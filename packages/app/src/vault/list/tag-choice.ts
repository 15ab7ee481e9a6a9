/** Tags of several items as one list of boxes; pure. A box that nobody touched changes nothing, even where only some of the items have the tag. */
import type { Item } from "@coffer/core/items/item";
import { readTags, tagKey } from "@coffer/core/items/structured";

export interface TagState {
  readonly name: string;
  readonly on: "all" | "some" | "none";
}

/** @param inUse - every tag of the vault, in the order to show them. */
export function tagStates(items: readonly Pick<Item, "fields">[], inUse: readonly string[]): TagState[] {
  const counts = new Map<string, number>();
  for (const { fields } of items) {
    for (const tag of readTags(fields.tags ?? "")) counts.set(tagKey(tag), (counts.get(tagKey(tag)) ?? 0) + 1);
  }
  return inUse.map((name) => {
    const count = counts.get(tagKey(name)) ?? 0;
    return { name, on: count === 0 ? "none" : count === items.length ? "all" : "some" };
  });
}

/** What was decided, by tag: true for all items, false for none. */
export type TagDecisions = ReadonlyMap<string, boolean>;

export const isOnNow = ({ name, on }: TagState, decisions: TagDecisions): boolean => decisions.get(name) ?? on === "all";

/** What has to change: a decision that is how it was already is none. */
export function tagChange(states: readonly TagState[], decisions: TagDecisions): { add: string[]; remove: string[] } {
  const before = new Map(states.map(({ name, on }) => [name, on]));
  const decided = [...decisions];
  return {
    add: decided.flatMap(([name, on]) => (on && before.get(name) !== "all" ? name : [])),
    remove: decided.flatMap(([name, on]) => (!on && (before.get(name) ?? "none") !== "none" ? name : [])),
  };
}
