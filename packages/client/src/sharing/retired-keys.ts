/** Keys of own shared scopes that someone has who lost access: nothing of the owner's goes under them any more. */
import type { SharedScope } from "@coffer/contract/vault";
import { hasExpired, isKeyRetired } from "../sync/retired-keys.ts";
import type { Scope } from "../sync/scope.ts";
import { type KeyInUse, type TrustStore, withEndedIn, withGiven, withRetiredKey, withUntil } from "./trust-store.ts";

/** An expired grant has lost the key in use, whatever the server says. @param within - every scope that was open by it */
export function withExpired(store: TrustStore, { scopeId }: KeyInUse, within: readonly KeyInUse[], now: number): TrustStore {
  const over = Object.entries(store.until[scopeId] ?? {}).filter(([, at]) => at <= now);
  return over.reduce((sum, [id]) => withGiven(withUntil(withEndedIn(sum, within, id, now), scopeId, id, null), scopeId, id, null), store);
}

/** The numbers of keys that were in use, or are spent, are not used again: devices may hold what is under them. */
export const nextEpoch = ({ used, ended }: TrustStore, { scopeId, epoch }: KeyInUse): number =>
  Math.max(epoch, used[scopeId] ?? 0, ended[scopeId]?.epoch ?? 0) + 1;

/** Own scopes whose key is newer than this account has noted. A first key has nothing before it. */
export const notRecorded = ({ used }: TrustStore, scopes: readonly Scope[]): KeyInUse[] =>
  scopes
    .filter(({ keys, seq }) => keys.rights.kind !== "personal" && keys.rights.isOwner && seq > 0)
    .map(({ keys: { scopeId, epoch } }) => ({ scopeId, epoch }))
    .filter(({ scopeId, epoch }) => epoch > Math.max(1, used[scopeId] ?? 0));

/** Own scopes that this account has given to the team. */
export const scopesOfTeam = ({ given }: Pick<TrustStore, "given">, teamId: string): string[] =>
  Object.entries(given).flatMap(([id, grants]) => (Object.values(grants).some(({ to, isTeam }) => isTeam && to === teamId) ? [id] : []));

/**
 * Someone is out of the team that has them, by a log that this device has verified: whatever the server says, what is saved from then on waits for their next keys.
 * @param within - the keys in use, as far as they are open on this device
 */
export function withRetired(store: TrustStore, scopeIds: readonly string[], within: readonly KeyInUse[]): TrustStore {
  const closed = scopeIds.filter((id) => !within.some(({ scopeId }) => scopeId === id));
  const inUse = [...closed.map((scopeId) => ({ scopeId, epoch: store.used[scopeId] ?? 1 })), ...within];
  return inUse.reduce((sum, one) => withRetiredKey(sum, one), store);
}

export const withUsed = (store: TrustStore, keys: readonly KeyInUse[]): TrustStore => ({
  ...store,
  used: { ...store.used, ...Object.fromEntries(keys.map(({ scopeId, epoch }) => [scopeId, Math.max(epoch, store.used[scopeId] ?? 0)])) },
});

/** Whether someone who has lost access knows the key in use. */
export const isKeyHeld = ({ id, epoch, own }: SharedScope, trust: TrustStore, now: number): boolean =>
  own?.isKeyOld === true || isKeyRetired(trust, id, epoch) || hasExpired(trust, id, now);
