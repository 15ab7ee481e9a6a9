/** Whether someone who lost access may have a key of a shared scope, by what the account has noted: nothing of the owner's goes under it any more. */

/** Parts of the trust store (sharing/trust-store.ts). */
export interface NotedAccess {
  /** By scope: up to which epoch someone who lost access may have the key. */
  readonly ended: Readonly<Record<string, { readonly epoch: number }>>;
  /** By scope and grant: when access ends, in milliseconds since 1970. */
  readonly until: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By scope: the newest epoch that was in use. */
  readonly used: Readonly<Record<string, number>>;
}

export const hasExpired = ({ until }: Pick<NotedAccess, "until">, scopeId: string, now: number): boolean =>
  Object.values(until[scopeId] ?? {}).some((at) => at <= now);

/** Whether the server shows a key that this account has replaced since: it was set back, or says so. */
export const isRolledBack = ({ used }: Pick<NotedAccess, "used">, scopeId: string, epoch: number): boolean => (used[scopeId] ?? 0) > epoch;

/** Whether someone has lost access to what is under that key. */
export const isKeyRetired = (noted: Omit<NotedAccess, "until">, scopeId: string, epoch: number): boolean =>
  (noted.ended[scopeId]?.epoch ?? 0) >= epoch || isRolledBack(noted, scopeId, epoch);
