/**
 * What this account has seen of its own shared scopes, so that a server tells its next device nothing else: which keys were in use, in which vaults items are, and that their heads have
 * its statement.
 */
import type { Scope } from "../sync/scope.ts";
import type { SharingContext } from "./context.ts";
import { notPlacedYet, placesOf, withPlaces } from "./placed-items.ts";
import { notRecorded, withUsed } from "./retired-keys.ts";
import { changeTrust, readTrust, type TrustStore, withStated } from "./trust-store.ts";

function notStatedYet({ stated }: TrustStore, scopes: readonly Scope[]): Scope[] {
  const known = new Set(stated);
  return scopes.filter(({ keys: { scopeId, rights }, trust, trouble }) => {
    const isOwn = rights.kind !== "personal" && rights.isOwner;
    return isOwn && trust !== null && !trouble && !known.has(scopeId);
  });
}

/** @returns ids of scopes of which something is to be noted */
export const notSeenYet = (trust: TrustStore, scopes: readonly Scope[]): readonly string[] => [
  ...notRecorded(trust, scopes).map(({ scopeId }) => scopeId),
  ...[...notPlacedYet(trust, scopes), ...notStatedYet(trust, scopes)].map(({ keys }) => keys.scopeId),
];

export async function noteSeen(context: SharingContext): Promise<void> {
  const scopes = await context.scopes();
  if (notSeenYet(await readTrust(context), scopes).length === 0) return;
  await changeTrust(context, (store) => {
    const used = withUsed(store, notRecorded(store, scopes));
    const placed = notPlacedYet(store, scopes).reduce((sum, one) => withPlaces(sum, one.keys.scopeId, placesOf(sum, one)), used);
    return notStatedYet(store, scopes).reduce((sum, { keys }) => withStated(sum, keys.scopeId), placed);
  });
}
