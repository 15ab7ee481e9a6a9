/** The person's own groups of sites are in memory while the vault is open, and no longer: they say where someone has accounts. */
import type { Client } from "@coffer/client";
import { setOwnGroups } from "@coffer/core/items/equivalent-sites";

/** Counts locks: what was asked for before one is not taken after it. */
let locks = 0;

export async function takeOwnGroups({ sites }: { readonly sites: Pick<Client["sites"], "groups"> }): Promise<void> {
  const before = locks;
  const groups = await sites.groups();
  if (locks === before) setOwnGroups(groups);
}

/** Call when the vault is locked or the session ends. */
export function forgetOwnGroups(): void {
  locks++;
  setOwnGroups([]);
}
