/** The cache of server data in components. */
import { type Query, QueryClient } from "@tanstack/react-query";

/**
 * Every call is made at once, also where the browser says that there is no network: held back until there is one, a list would never say why it is empty and a save
 * would never end. The client names the cause.
 */
const networkMode = "always";

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode, retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
      mutations: { networkMode },
    },
  });

/** Once the server is back: what failed is asked for again, and what is shown and may have changed since. */
export function askAgain(queries: QueryClient): void {
  const isWanted = (query: Query): boolean => query.state.status === "error" || (query.isActive() && query.isStale());
  void queries.refetchQueries({ predicate: isWanted }, { cancelRefetch: false });
}
