/**
 * Into which vaults this account has put the items that it shares on their own. Who has such a vault has the item along, so this decides who gets its key: not a head alone, which
 * a person who may write the item can sign, nor what the server shows of it.
 */
import { AppError } from "@coffer/contract/errors";
import { isUnanswered } from "../failures.ts";
import type { Scope } from "../sync/scope.ts";
import type { SharingContext } from "./context.ts";
import { withRetired } from "./retired-keys.ts";
import { changeTrust, type KeyInUse, readTrust, type TrustStore } from "./trust-store.ts";

type Places = Pick<TrustStore, "placed" | "used">;

/** @returns ids of vaults; of an item of before what its records say */
export const placesOf = ({ placed }: Pick<TrustStore, "placed">, { keys, records }: Pick<Scope, "keys" | "records">): readonly string[] =>
  placed[keys.scopeId] ??
  [...records.values()].flatMap(({ kind, categoryId }) => (kind === "category" || categoryId === null ? [] : [categoryId]));

/** @param ids - of vaults; several while a change of the place is on its way */
export const withPlaces = (store: TrustStore, scopeId: string, ids: readonly string[]): TrustStore => ({
  ...store,
  placed: { ...store.placed, [scopeId]: ids },
});

/**
 * Before the item is placed it is noted, and what was noted before goes when it is done. Who had it along with a shared vault that it leaves knows the key in use: that is noted first
 * too, whatever the server answers. Where it refuses, the item stays where it was; but it may have kept what was sealed for the people of a shared vault, so the key is spent.
 */
export async function placing(context: SharingContext, scope: Scope, to: string | null, place: () => Promise<void>): Promise<void> {
  const [{ scopeId }, ids] = [scope.keys, to === null ? [] : [to]];
  const [noted, shown] = [placesOf(await readTrust(context), scope), placesOf({ placed: {} }, scope)];
  const left = [...new Set([...noted, ...shown])].filter((id) => id !== to);
  const { records } = await context.scope();
  // Also vaults that this device does not have open.
  const hasShared = (vaults: readonly string[]): boolean => vaults.some((id) => !records.has(id));
  const spentIf = (isSpent: boolean, store: TrustStore): TrustStore => (isSpent ? withRetired(store, [scopeId], [scope.keys]) : store);
  await changeTrust(context, (store) => withPlaces(spentIf(hasShared(left), store), scopeId, [...left, ...ids]));
  await place().catch(async (error: unknown) => {
    if (error instanceof AppError && !isUnanswered(error))
      await changeTrust(context, (store) => withPlaces(spentIf(hasShared(ids), store), scopeId, noted));
    throw error;
  });
  if (left.length > 0) await changeTrust(context, (store) => withPlaces(store, scopeId, ids));
}

const isOwnItem = ({ keys: { rights } }: Scope): boolean => rights.kind === "item" && rights.isOwner;

/** Items of before. */
export const notPlacedYet = ({ placed }: Places, scopes: readonly Scope[]): Scope[] =>
  scopes.filter((one) => isOwnItem(one) && one.seq > 0 && !one.trouble && placed[one.keys.scopeId] === undefined);

/**
 * Keys of the own items in these vaults that are shared on their own, also of those that this device does not have open: by the records where they are, and by what is noted.
 * @param vaults - ids
 */
export function keysInside(trust: Places, scopes: readonly Scope[], vaults: Pick<ReadonlySet<string>, "has">): readonly KeyInUse[] {
  const own = scopes.filter(isOwnItem);
  const isOpen = new Set(own.map(({ keys }) => keys.scopeId));
  const inside = own.filter((one) => [placesOf({ placed: {} }, one), placesOf(trust, one)].flat().some((id) => vaults.has(id)));
  const closed = Object.entries(trust.placed).filter(([scopeId, ids]) => !isOpen.has(scopeId) && ids.some((id) => vaults.has(id)));
  return [
    ...inside.map(({ keys: { scopeId, epoch } }) => ({ scopeId, epoch })),
    ...closed.map(([scopeId]) => ({ scopeId, epoch: trust.used[scopeId] ?? 1 })),
  ];
}
