/** What is typed in the header's search box. A page reads it to narrow its list; going to another page clears it. */
import { createContext, type ReactNode, use, useDeferredValue, useState } from "react";
import { useLocation } from "react-router";

interface PageSearch {
  readonly text: string;
  /** @param at - the address of the page it is for, when the search leads there. */
  readonly setText: (text: string, at?: string) => void;
}

const SearchContext = createContext<PageSearch | null>(null);

export function PageSearchProvider({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [typed, setTyped] = useState({ pathname, text: "" });
  // The text belongs to the page it was typed on; on any other it counts as empty.
  const text = typed.pathname === pathname ? typed.text : "";
  return (
    <SearchContext value={{ text, setText: (next, at = pathname) => setTyped({ pathname: at, text: next }) }}>{children}</SearchContext>
  );
}

export function usePageSearch(): PageSearch {
  const search = use(SearchContext);
  if (search === null) throw new Error("PageSearchProvider is missing");
  return search;
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
