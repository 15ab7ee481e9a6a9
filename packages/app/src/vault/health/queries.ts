/** What Health has found, for its page and the sidebar: looked for again when an item was saved, came or went. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { useContents } from "../queries.ts";
import type { HealthState } from "./check-vault.ts";
import { runHealth } from "./run-health.ts";
import { savesOf } from "./saves-of.ts";

/** @param isAsked - whether the vault is checked again after a save. Otherwise the last result is shown, and no secret is opened for it. */
export function useHealth({ isAsked } = { isAsked: true }) {
  const client = useClient();
  const cache = useQueryClient();
  const { data: contents } = useContents();
  const queryKey = useMemo(() => ["vault", "health", contents && savesOf(contents.items)] as const, [contents]);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => runHealth(client, contents?.items ?? [], (state) => cache.setQueryData<HealthState>(queryKey, state), signal),
    enabled: isAsked && contents !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
}
