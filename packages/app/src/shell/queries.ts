/** The server's data in the pages of a session. One for the page, so that what forgets it reaches all of it. */
import { QueryClient } from "@tanstack/react-query";

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY } },
});
