/** What Health has found, for its page and the sidebar: looked for again when an item was saved, came or went. */
import type { Contents } from "@coffer/client";
import { isExamined } from "@coffer/core/health/findings";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClient } from "../../frame/client-context.tsx";
import { useContents } from "../queries.ts";
import type { HealthState } from "./check-vault.ts";
import { runHealth } from "./run-health.ts";

/** Not the place of an item, its star or its last use: they are no findings. */
const savesOf = ({ items }: Contents): string =>
  items.flatMap(({ id, kind, revision, saveId }) => (isExamined(kind) ? `${id}.${revision}.${saveId}` : [])).join();

/** @param isAsked - whether the vault is checked again after a save. Otherwise the last result is shown, and no secret is opened for it. */
export function useHealth({ isAsked } = { isAsked: true }) {
  const client = useClient();
  const cache = useQueryClient();
  const { data: contents } = useContents();
  const queryKey = useMemo(() => ["vault", "health", contents && savesOf(contents)] as const, [contents]);
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
