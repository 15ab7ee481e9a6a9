/** Keys of own shared scopes that someone has who lost access: nothing of the owner's goes under them any more. */
import type { Scope } from "../sync/scope.ts";
import { type KeyInUse, type TrustStore, withEndedIn, withGiven, withUntil } from "./trust-store.ts";

/** An expired grant has lost the key in use, whatever the server says. @param within - every scope that was open by it */
export function withLapsed(store: TrustStore, { scopeId }: KeyInUse, within: readonly KeyInUse[], now: number): TrustStore {
  const over = Object.entries(store.until[scopeId] ?? {}).filter(([, at]) => at <= now);
  return over.reduce((sum, [id]) => withGiven(withUntil(withEndedIn(sum, within, id, now), scopeId, id, null), scopeId, id, null), store);
}

export const hasLapsed = ({ until }: TrustStore, scopeId: string, now: number): boolean =>
  Object.values(until[scopeId] ?? {}).some((at) => at <= now);

/** Whether someone has lost access to what is under that key. */
export const isKeySpent = (store: TrustStore, scopeId: string, epoch: number): boolean =>
  store.ended[scopeId]?.epoch === epoch || isSetBack(store, scopeId, epoch);

/** Whether the server shows a key that this account has replaced since: it was set back, or says so. */
export const isSetBack = ({ used }: TrustStore, scopeId: string, epoch: number): boolean => (used[scopeId] ?? 0) > epoch;

/** Own scopes whose key is newer than this account has noted. A first key has nothing before it. */
export const notNoted = ({ used }: TrustStore, scopes: readonly Scope[]): KeyInUse[] =>
  scopes
    .filter(({ keys, seq }) => keys.rights.kind !== "personal" && keys.rights.isOwner && seq > 0)
    .map(({ keys: { scopeId, epoch } }) => ({ scopeId, epoch }))
    .filter(({ scopeId, epoch }) => epoch > Math.max(1, used[scopeId] ?? 0));

export const withUsed = (store: TrustStore, keys: readonly KeyInUse[]): TrustStore => ({
  ...store,
  used: { ...store.used, ...Object.fromEntries(keys.map(({ scopeId, epoch }) => [scopeId, Math.max(epoch, store.used[scopeId] ?? 0)])) },
});
