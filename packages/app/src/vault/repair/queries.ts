/** Whether the server is believed, and what bringing back this device's history would do. The contents' query writes the first two after each pull. */
import type { Client, Renewal, RepairPlan, Trouble } from "@coffer/client";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useClient } from "../../frame/client-context.tsx";
import { showContents } from "../queries.ts";
import { RENEWAL_KEY, showTrouble, TROUBLE_KEY } from "./trouble-state.ts";

const lasting = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false } as const;

export function useTrouble() {
  const client = useClient();
  const ask = (): Promise<Trouble | null> => client.vault.trouble();
  return useQuery({ queryKey: TROUBLE_KEY, queryFn: ask, ...lasting });
}

export function useRenewal() {
  const client = useClient();
  const cache = useQueryClient();
  const ask = (): Promise<Renewal | null> => client.vault.renewal();
  const { data } = useQuery({ queryKey: RENEWAL_KEY, queryFn: ask, ...lasting });
  // Where the device cannot forget it, it is told again at the next start.
  const { mutate } = useMutation({
    mutationFn: () => client.vault.dismissRenewal(),
    onSettled: () => cache.setQueryData(RENEWAL_KEY, null),
  });
  return { renewal: data ?? null, dismiss: () => mutate() };
}

/** Asks the server for everything, so only where it is shown. */
export function useRepairPlan() {
  const client = useClient();
  const load = (): Promise<RepairPlan> => client.vault.planRepair();
  return useQuery({ queryKey: ["vault", "repair-plan"], queryFn: load, staleTime: 0, gcTime: 0, retry: false });
}

export function useRepair() {
  const client = useClient();
  const cache = useQueryClient();
  const repair = async (): Promise<string | null> => {
    await client.vault.repair();
    return client.sharing.restoreShared();
  };
  return useMutation({ mutationFn: repair, onSettled: () => afterRepair(client, cache) });
}

async function afterRepair(client: Client, cache: QueryClient): Promise<void> {
  showContents(client, cache);
  await showTrouble(client, cache);
}
