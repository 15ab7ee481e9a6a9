/** What waits is on this device alone: the browser is asked not to delete it where it runs out of room. */
import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";

const LASTING_KEY = ["vault", "waiting", "lasting"] as const;

/** Without a word of Coffer's: a browser that does not agree keeps it as long as it can. Once a page, as some browsers ask the person; later it may have agreed by itself. */
export async function askToLast(queries: QueryClient): Promise<void> {
  const isAsked = queries.getQueryData(LASTING_KEY) !== undefined;
  queries.setQueryData(LASTING_KEY, await ask(isAsked).catch(() => false));
}

// No browser has it where the page is not served securely.
async function ask(isAsked: boolean): Promise<boolean> {
  const { storage } = navigator as Partial<Pick<Navigator, "storage">>;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || (!isAsked && storage.persist());
}

/** Whether this browser may delete what waits; false as long as that is not known. */
export const useMayBeDeleted = (): boolean =>
  useQuery<boolean>({ queryKey: LASTING_KEY, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data === false;

export const MAY_BE_DELETED = "This browser does not promise to keep them: it may delete them when this device runs out of room.";
