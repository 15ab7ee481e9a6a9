/** What a list begins with while the rest of it is opened. */
import type { Contents } from "@coffer/client";
import type { Item } from "@coffer/core/items/item";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { usePageSearch } from "../../frame/search-context.tsx";
import { SHOWN } from "../item/item-in-address.ts";
import { useBeginning } from "../queries.ts";
import { isNarrowed } from "./list-view.ts";
import { useListView } from "./use-list-view.tsx";

/** @returns nothing where the list is sorted or narrowed in another way, is searched, shows an item next to it, or may be empty. */
export function useListBeginning(includes: (item: Item) => boolean): Contents | undefined {
  const beginning = useBeginning();
  const [view] = useListView();
  const { text } = usePageSearch();
  const [params] = useSearchParams();
  const isByName = view.sort === "name" && !isNarrowed(view) && text.trim() === "" && !params.has(SHOWN);
  const has = useMemo(() => beginning?.items.some(includes) ?? false, [beginning, includes]);
  return isByName && has ? beginning : undefined;
}
