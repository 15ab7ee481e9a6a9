/** What lists say of their items: the last look at Health, and what an overview tells by itself. Nothing is opened for it. */
import { findingOf } from "@coffer/core/health/findings";
import { expiryInList, type Found } from "@coffer/core/health/health";
import type { Item } from "@coffer/core/items/item";
import { useMemo } from "react";
import { useContents } from "../queries.ts";
import { type LastLook, useLastLook } from "./last-look.ts";

/** By item id, the gravest first; what is good is absent. */
export type FindingsById = ReadonlyMap<string, readonly Found[]>;

/**
 * @param items - the whole vault: passwords are reused across its lists.
 * @param now - milliseconds since 1970.
 */
export function findingsInLists(items: readonly Item[], look: LastLook | null, now: number): FindingsById {
  const found = new Map<string, Found[]>();
  const asLookedAt = new Set(look ? items.flatMap(({ id, revision }) => (look.revisions.get(id) === revision ? id : [])) : []);
  for (const one of look?.report.found ?? []) {
    const told = stillTrue(one, asLookedAt);
    if (told) found.set(one.id, [...(found.get(one.id) ?? []), told]);
  }
  for (const item of items) {
    const finding = asLookedAt.has(item.id) ? null : expiryInList(item, now);
    if (finding) found.set(item.id, [{ id: item.id, finding, group: null }]);
  }
  return found;
}

/** What was saved since the look, or is gone, is no longer counted: a group of which one is left is none. */
function stillTrue(one: Found, asLookedAt: ReadonlySet<string>): Found | null {
  if (!asLookedAt.has(one.id) || findingOf(one.finding).onlyOnPage) return null;
  if (one.group === null || one.group.every((id) => asLookedAt.has(id))) return one;
  const group = one.group.filter((id) => asLookedAt.has(id));
  return group.length > 1 ? { ...one, group } : null;
}

const NOTHING: readonly Item[] = [];

export function useFindings(): FindingsById {
  const look = useLastLook();
  const items = useContents().data?.items ?? NOTHING;
  return useMemo(() => findingsInLists(items, look, Date.now()), [items, look]);
}
