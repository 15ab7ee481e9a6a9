/** The item that is shown is in the address, and so is whether its earlier versions are in the place of its detail: the browser's Back closes them. */
import type { Item } from "@coffer/core/items/item";
import { useCallback } from "react";
import { useSearchParams } from "react-router";

export const SHOWN = "item";
const VERSIONS = "versions";

/** In every menu that has them. */
export const EARLIER_VERSIONS = "Earlier versions";

/** @param id - null for none */
export function withItem(before: URLSearchParams, id: string | null, versions = false): URLSearchParams {
  const next = new URLSearchParams(before);
  if (id !== null) next.set(SHOWN, id);
  else next.delete(SHOWN);
  if (versions) next.set(VERSIONS, "");
  else next.delete(VERSIONS);
  return next;
}

/** Of the item that is shown. @returns whether they are, and what opens and closes them */
export function useVersionsShown(): [boolean, (shown: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const show = useCallback(
    (shown: boolean) => setParams((before) => withItem(before, before.get(SHOWN), shown), { replace: !shown, preventScrollReset: true }),
    [setParams],
  );
  return [params.has(VERSIONS), show];
}

/** From a list, past the detail. */
export function useShowVersions(): (item: Pick<Item, "id">) => void {
  const [, setParams] = useSearchParams();
  return ({ id }) => setParams((before) => withItem(before, id, true), { preventScrollReset: true });
}
