/** The cache of server data in components. */
import { type Query, QueryClient } from "@tanstack/react-query";

/**
 * Every call is made at once, also where the browser says that there is no network: held back until there is one, a list would never say why it is empty and a save
 * would never end. The client names the cause.
 */
const networkMode = "always";

export function newQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { networkMode, retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
      mutations: { networkMode },
    },
  });
  holdNothing(queries);
  return queries;
}

/**
 * Chromium's engine keeps what the first queries of a page were answered with, for as long as the page is there: it remembers the shape of their objects, and with it the
 * getter that reaches the answer. So the first ones ask for nothing (tests/journeys/memory.spec.ts finds it).
 */
function holdNothing(queries: QueryClient): void {
  for (const turn of [1, 2, 3]) void queries.prefetchQuery({ queryKey: ["nothing", turn], queryFn: () => null, gcTime: 0 });
}

/** Once the server is back: what failed is asked for again, and what is shown and may have changed since. */
export function askAgain(queries: QueryClient): void {
  const isWanted = (query: Query): boolean => query.state.status === "error" || (query.isActive() && query.isStale());
  void queries.refetchQueries({ predicate: isWanted }, { cancelRefetch: false });
}
