/** Keys of own shared scopes that someone has who lost access: nothing of the owner's goes under them any more. */
import { type KeyInUse, type TrustStore, withEndedIn, withGiven, withUntil } from "./trust-store.ts";

/** An expired grant has lost the key in use, whatever the server says. @param within - every scope that was open by it */
export function withLapsed(store: TrustStore, { scopeId }: KeyInUse, within: readonly KeyInUse[], now: number): TrustStore {
  const over = Object.entries(store.until[scopeId] ?? {}).filter(([, at]) => at <= now);
  return over.reduce((sum, [id]) => withGiven(withUntil(withEndedIn(sum, within, id, now), scopeId, id, null), scopeId, id, null), store);
}

export const hasLapsed = ({ until }: TrustStore, scopeId: string, now: number): boolean =>
  Object.values(until[scopeId] ?? {}).some((at) => at <= now);

/** Whether someone has lost access to what is under that key. A server that went back shows it after this account has drawn a later one. */
export const isKeySpent = ({ ended, keys }: TrustStore, scopeId: string, epoch: number): boolean =>
  ended[scopeId]?.epoch === epoch || Object.keys(keys[scopeId] ?? {}).some((drawn) => Number(drawn) > epoch);
