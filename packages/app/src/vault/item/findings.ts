/** What lists say of their items: the last look at Health, and what an overview tells by itself. Nothing is opened for it. */
import { findingOf } from "@coffer/core/health/findings";
import { expiryInList, type Found } from "@coffer/core/health/health";
import { type Item, isSameVersion } from "@coffer/core/items/item";
import { useMemo } from "react";
import { useContentsAround } from "../queries.ts";
import { type LastHealthReport, useLastHealthReport } from "./last-health-report.ts";

/** By item id, the gravest first; what is good is absent. */
export type FindingsById = ReadonlyMap<string, readonly Found[]>;

/**
 * @param items - the whole vault: passwords are reused across its lists.
 * @param now - milliseconds since 1970.
 */
export function findingsInLists(items: readonly Item[], look: LastHealthReport | null, now: number): FindingsById {
  const found = new Map<string, Found[]>();
  const isAsLookedAt = (item: Item): boolean => {
    const save = look?.saves.get(item.id);
    return save !== undefined && isSameVersion(item, save);
  };
  const asLookedAt = new Set(items.filter(isAsLookedAt).map(({ id }) => id));
  const groupNow = groupsNow(asLookedAt);
  for (const one of look?.report.found ?? []) {
    if (!asLookedAt.has(one.id) || findingOf(one.finding).onlyOnPage) continue;
    const group = one.group && groupNow(one.group);
    // A group of which one is left is none.
    if (group?.length === 1) continue;
    const now = group === one.group ? one : { ...one, group };
    // No list with room for more: there are as many as items.
    found.set(one.id, found.get(one.id)?.concat(now) ?? [now]);
  }
  for (const item of items) {
    const finding = asLookedAt.has(item.id) ? null : expiryInList(item, now);
    if (finding) found.set(item.id, [{ id: item.id, finding, group: null }]);
  }
  return found;
}

/** What was saved since the look, or is gone, is no longer counted: in a group once for all its members, of which there may be thousands. */
function groupsNow(asLookedAt: ReadonlySet<string>) {
  const known = new Map<readonly string[], readonly string[]>();
  return (group: readonly string[]): readonly string[] => {
    const there = known.get(group);
    if (there) return there;
    const left = group.filter((id) => asLookedAt.has(id));
    // The very same where none has gone: its findings stay as they are.
    const now = left.length === group.length ? group : left;
    known.set(group, now);
    return now;
  };
}

const NOTHING: readonly Item[] = [];

export function useFindings(): FindingsById {
  const look = useLastHealthReport();
  const items = useContentsAround()?.items ?? NOTHING;
  return useMemo(() => findingsInLists(items, look, Date.now()), [items, look]);
}
