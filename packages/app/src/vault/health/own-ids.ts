/** What another thread sends has each id as a text of its own, as often as it names it: tens of thousands in a large vault, kept until the next look. */
import type { Item } from "@coffer/client";
import type { HealthState } from "./check-vault.ts";

/** @returns what puts the ids of the items themselves into a state */
export function ownIds(items: readonly Pick<Item, "id">[]): (state: HealthState) => HealthState {
  const own = new Map(items.map(({ id }) => [id, id]));
  const idOf = (id: string): string => own.get(id) ?? id;
  return ({ report, verdicts, ...state }) => {
    const groups = new Map<readonly string[], readonly string[]>();
    // All members of a group have the same one, as before.
    const groupOf = (group: readonly string[]): readonly string[] => {
      const known = groups.get(group) ?? group.map(idOf);
      groups.set(group, known);
      return known;
    };
    const found = report.found.map(({ id, finding, group }) => ({ id: idOf(id), finding, group: group && groupOf(group) }));
    return { ...state, verdicts: verdicts.map(([id, weak]) => [idOf(id), weak] as const), report: { ...report, found } };
  };
}
