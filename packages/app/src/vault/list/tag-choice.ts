/** Tags of several items as one list of boxes; pure. A box that was not touched changes nothing, even where only some of the items have the tag. */
import type { Item } from "@coffer/core/items/item";
import { addTag, readTags, tagKey } from "@coffer/core/items/structured-fields";

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

/** Changes of tags that take one back, by the items that need the same. @param items - as they were before it */
export function tagChangesBack(
  items: readonly Pick<Item, "id" | "fields">[],
  done: { readonly add: readonly string[]; readonly remove: readonly string[] },
): readonly { ids: string[]; add: string[]; remove: string[] }[] {
  const groups = new Map<string, { ids: string[]; add: string[]; remove: string[] }>();
  for (const { id, fields } of items) {
    const had = readTags(fields.tags ?? "");
    const hadKeys = new Set(had.map(tagKey));
    const taken = new Set(done.remove.map(tagKey));
    const back = { add: had.filter((tag) => taken.has(tagKey(tag))), remove: done.add.filter((tag) => !hadKeys.has(tagKey(tag))) };
    if (back.add.length + back.remove.length === 0) continue;
    const key = JSON.stringify(back);
    const group = groups.get(key) ?? { ids: [], ...back };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What is typed and chosen. Lists, because a form compares them with what it began with. */
export interface TagChoice {
  readonly typed: string;
  /** Tags no item of the vault has yet, the last added first. */
  readonly added: readonly string[];
  readonly decided: readonly (readonly [name: string, on: boolean])[];
}

export const NO_CHOICE: TagChoice = { typed: "", added: [], decided: [] };

export const withDecision = (choice: TagChoice, name: string, on: boolean): TagChoice => ({
  ...choice,
  decided: [...new Map([...choice.decided, [name, on]])],
});

/** What is typed becomes a tag like the others; one that is there already, in whichever spelling, is chosen. */
export function withTypedTag(choice: TagChoice, inUse: readonly string[]): TagChoice {
  const [name] = addTag([], choice.typed);
  if (name === undefined) return choice;
  const known = [...choice.added, ...inUse].find((tag) => tagKey(tag) === tagKey(name));
  const added = known === undefined ? [name, ...choice.added] : choice.added;
  return withDecision({ ...choice, added, typed: "" }, known ?? name, true);
}
