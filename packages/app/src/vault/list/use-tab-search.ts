/** The search over all tabs of a page: how many each holds, and the way to one that holds any when the open one holds none. */
import type { Contents } from "@coffer/client";
import type { Item, Vault } from "@coffer/core/items/item";
import { KIND_NAMES, type KindName } from "@coffer/core/items/kinds";
import { useEffect, useMemo, useRef, useState } from "react";
import { isPaneTaken } from "../../frame/pane-slot.ts";
import { useListSearch } from "../../frame/search-context.tsx";
import { countItems } from "../item/find-items.ts";
import { LINKED_KINDS, TAB_KINDS } from "./kind-tabs.ts";
import { useSearchAhead } from "./use-search-ahead.ts";

/** What one tab holds of what is searched. */
interface Hits {
  readonly count: number;
  /** Not only what may have been mistyped. */
  readonly sure: boolean;
}

type HitsByKind = ReadonlyMap<KindName, Hits>;

/** The kind to go to from one that holds nothing surely; null to stay. */
function kindWithHits(hits: HitsByKind, opened: KindName): KindName | null {
  if (hits.get(opened)?.sure) return null;
  return [...TAB_KINDS, ...LINKED_KINDS].find((kind) => hits.get(kind)?.sure) ?? null;
}

interface Options {
  readonly contents: Contents | undefined;
  readonly includes: (item: Item) => boolean;
  readonly opened: KindName;
  readonly onGo: (kind: KindName) => void;
}

const NO_VAULTS: readonly Vault[] = [];

/** @returns the items of each kind, their number, or that of matches while something is searched; and where the search came from, once it went on. */
export function useTabSearch({ contents, includes, opened, onGo }: Options) {
  const text = useListSearch(contents?.items.length ?? 0);
  const byKind = useMemo(
    () => new Map(KIND_NAMES.map((kind) => [kind, contents?.items.filter((item) => item.kind === kind && includes(item)) ?? []])),
    [contents, includes],
  );
  const lists = useMemo(() => [...byKind.values()], [byKind]);
  useSearchAhead(lists, contents?.vaults ?? NO_VAULTS);
  const hits = useMemo(() => hitsOf(byKind, contents, text), [byKind, contents, text]);
  const counts = hits ?? new Map([...byKind].map(([kind, { length }]) => [kind, { count: length, sure: true }]));
  const [came, setCame] = useState<{ readonly from: KindName; readonly to: KindName } | null>(null);
  const latest = useRef({ opened, onGo });
  useEffect(() => {
    latest.current = { opened, onGo };
  });
  // Only when the search text changes; a user who then chooses an empty tab stays there.
  useEffect(() => {
    const { opened: from, onGo: go } = latest.current;
    const to = hits && kindWithHits(hits, from);
    if (hits === null) setCame(null);
    // With the list a half-typed form next to it would go.
    if (to === null || isPaneTaken()) return;
    setCame({ from, to });
    go(to);
  }, [hits]);
  return { counts, byKind, cameFrom: came?.to === opened ? came.from : null };
}

function hitsOf(byKind: ReadonlyMap<KindName, readonly Item[]>, contents: Contents | undefined, text: string): HitsByKind | null {
  if (contents === undefined || text.trim() === "") return null;
  return new Map([...byKind].map(([kind, items]) => [kind, countItems(items, contents.vaults, text)]));
}
