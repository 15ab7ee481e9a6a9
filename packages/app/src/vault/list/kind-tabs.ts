/** The tabs of All Items and Favorites, and the state of notes that has none (decision V-01). */
import { KIND_NAMES, type KindName, kindOf } from "@coffer/core/items/kinds";
import { useSearchParams } from "react-router";

export const TAB_KINDS: readonly KindName[] = KIND_NAMES.filter((kind) => kindOf(kind).hasTab);

/** Kinds that the specification gives a state but no tab; a link next to the tabs leads there (decision V-01). */
export const LINKED_KINDS: readonly KindName[] = KIND_NAMES.filter((kind) => !kindOf(kind).hasTab);

const [FIRST = "password"] = TAB_KINDS;

/** The kind whose list is shown, from `?tab=`; passwords when there is none or it names no list. */
export function useKindTab(): [KindName, (kind: KindName, how?: { readonly replace: boolean }) => void] {
  const [params, setParams] = useSearchParams();
  const tab = params.get("tab");
  const kind = KIND_NAMES.find((name) => kindOf(name).list === tab) ?? FIRST;
  return [kind, (next, { replace } = { replace: false }) => setParams({ tab: kindOf(next).list }, { preventScrollReset: true, replace })];
}
