/** Remembers how far a team's log was seen, and that a next key of the team ends the keys in use of what this account has given to it. */
import type { SharingContext } from "../sharing/context.ts";
import { keysWith } from "../sharing/linked-grants.ts";
import { scopesOfTeam } from "../sharing/retired-keys.ts";
import { changeTrust, type KeyInUse, readTrust } from "../sharing/trust-store.ts";
import { type VerifiedLog, withLog } from "./verified-log.ts";

export async function pinLog(context: SharingContext, log: VerifiedLog): Promise<void> {
  const within = await keysOfTeam(context, log.teamId);
  await changeTrust(context, (store) => withLog(store, log, within));
}

/** Of the scopes that are open on this device; of a vault also those of items in it that have keys of their own. */
export async function keysOfTeam(context: SharingContext, teamId: string): Promise<readonly KeyInUse[]> {
  const given = scopesOfTeam(await readTrust(context), teamId);
  if (given.length === 0) return [];
  const theirs = (await context.scopes()).filter(({ keys }) => given.includes(keys.scopeId));
  return (await Promise.all(theirs.map((scope) => keysWith(context, scope)))).flat();
}
