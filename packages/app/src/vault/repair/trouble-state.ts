/** Query keys for whether the server is trusted, and whether another device has restarted the history. */
import type { Client } from "@coffer/client";
import type { QueryClient } from "@tanstack/react-query";

export const TROUBLE_KEY = ["vault", "trouble"] as const;
export const RENEWAL_KEY = ["vault", "renewal"] as const;

/** After each answer of the server. */
export async function showTrouble(client: Client, cache: QueryClient): Promise<void> {
  cache.setQueryData(TROUBLE_KEY, await client.vault.trouble());
  cache.setQueryData(RENEWAL_KEY, await client.vault.renewal());
}
