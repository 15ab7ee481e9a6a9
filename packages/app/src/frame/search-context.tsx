/** What is typed in the header's search box. A page reads it to narrow its list; going to another page clears it. */
import { createContext, type ReactNode, use, useCallback, useDeferredValue, useMemo, useState } from "react";
import { useLocation } from "react-router";

interface PageSearch {
  readonly text: string;
  /** @param at - the address of the page it is for, when the search leads there. */
  readonly setText: (text: string, at?: string) => void;
}

const SearchContext = createContext<PageSearch | null>(null);
/** Apart, because what only sets a search need not be drawn with each letter of one. */
const SetSearchContext = createContext<PageSearch["setText"] | null>(null);

export function PageSearchProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [typed, setTyped] = useState({ pathname, text: "" });
  // The text belongs to the page it was typed on; on any other it counts as empty.
  const text = typed.pathname === pathname ? typed.text : "";
  const setText = useCallback((next: string, at = pathname) => setTyped({ pathname: at, text: next }), [pathname]);
  const search = useMemo(() => ({ text, setText }), [text, setText]);
  return (
    <SetSearchContext value={setText}>
      <SearchContext value={search}>{children}</SearchContext>
    </SetSearchContext>
  );
}

export function usePageSearch(): PageSearch {
  const search = use(SearchContext);
  if (search === null) throw new Error("PageSearchProvider is missing");
  return search;
}

export function useSetPageSearch(): PageSearch["setText"] {
  const setText = use(SetSearchContext);
  if (setText === null) throw new Error("PageSearchProvider is missing");
  return setText;
}

/** The box keeps up with the typing; a list of more may follow a moment later. Of fewer the rows come with the letter, in one frame. */
const MANY = 20_000;

/** The text by which a list is narrowed. @param count - how many it has */
export function useListSearch(count: number): string {
  const { text } = usePageSearch();
  const isLong = count > MANY;
  const later = useDeferredValue(isLong ? text : "");
  return isLong ? later : text;
}
