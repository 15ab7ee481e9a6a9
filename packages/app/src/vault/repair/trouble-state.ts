/** Where the page keeps whether the server is believed, and that another device has begun the history anew. */
import type { Client } from "@coffer/client";
import type { QueryClient } from "@tanstack/react-query";

export const TROUBLE_KEY = ["vault", "trouble"] as const;
export const RENEWAL_KEY = ["vault", "renewal"] as const;

/** After each answer of the server. */
export async function showTrouble(client: Client, cache: QueryClient): Promise<void> {
  cache.setQueryData(TROUBLE_KEY, await client.vault.trouble());
  const renewal = await client.vault.takeRenewal();
  // A notice stays until somebody has read it.
  if (renewal) cache.setQueryData(RENEWAL_KEY, renewal);
}
