/** The earlier versions of an item, asked for while they are shown. Opened secrets leave the memory of the cache as soon as nothing shows them. */
import type { Item, ItemVersion } from "@coffer/client";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { showContents } from "../queries.ts";
import { type ShownTimeline, shownTimeline } from "./shown-versions.ts";

interface Shown extends ShownTimeline {
  readonly now: ItemVersion;
  /** How many more there are to ask for. */
  readonly older: number;
  /** Revisions that are under a key of before. */
  readonly resealing: ReadonlySet<number>;
}

export function useVersions({ id, kind, revision, saveId }: Item) {
  const client = useClient();
  const cache = useQueryClient();
  const query = useInfiniteQuery({
    // Once it is saved again, all of them are other ones.
    queryKey: ["vault", "versions", id, revision, saveId],
    queryFn: async ({ pageParam }) => {
      const page = await client.vault.versions({ id, skip: pageParam });
      showContents(client, cache); // it may have learned that the item was saved since
      return page;
    },
    initialPageParam: 0,
    getNextPageParam: ({ asked, older }) => (older > 0 ? asked : undefined),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const shown = useMemo((): Shown | null => {
    const [first] = data?.pages ?? [];
    if (!first) return null;
    const older = data?.pages.at(-1)?.older ?? 0;
    const all = [first.now, ...(data?.pages.flatMap(({ earlier }) => earlier) ?? [])];
    const once = [...new Map(all.map((version) => [version.saveId, version])).values()];
    const resealing = new Set(data?.pages.flatMap((page) => page.resealing));
    return { now: first.now, older, resealing, ...shownTimeline(kind, once, older) };
  }, [data, kind]);
  return { query, shown };
}
