/** Whether a recovery key was shown and not put away: a note on every page says so, and the first steps count it. */
import type { Client } from "@coffer/client";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useClient } from "./client-context.tsx";

export const UNSAVED_KIT_KEY = ["account", "kit"] as const;

/** Asked when a session begins, and again once a key was shown. */
const unsavedKitOptions = (client: Client) =>
  queryOptions({ queryKey: UNSAVED_KIT_KEY, queryFn: () => client.account.hasUnsavedKit(), staleTime: Number.POSITIVE_INFINITY });

export const useHasUnsavedKit = () => useQuery(unsavedKitOptions(useClient()));
