/**
 * An item that someone made in another person's vault belongs to its maker. The vault's owner can give it back, by a press that names the
 * person (items-by-others.ts); nothing goes back by itself.
 *
 * Note: Returning items. No one can seal for another person's personal scope. So the vault's owner moves the item into a scope of its own
 * and grants it to the person it belongs to; that person's client finds it with its next pull and moves it to the personal scope. Neither
 * has to be online for the other.
 */
import { AppError } from "@coffer/contract/errors";
import type { Named } from "@coffer/core/items/item";
import { mayPass } from "../failures.ts";
import { makerOf } from "../sync/makers.ts";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { type ForeignItem, foreignItemsIn } from "../vault/foreign-items.ts";
import { moveBetween } from "../vault/move-records.ts";
import { pull } from "../vault/read.ts";
import type { SharingContext } from "./context.ts";
import { findOwner, returnItem } from "./create-shares.ts";
import { readTrust, type TrustStore } from "./trust-store.ts";

/** What others made in a vault, without what its owner keeps. */
export async function undecidedIn(within: Scope, trust: Pick<TrustStore, "kept" | "people">): Promise<ForeignItem[]> {
  const decided = new Set(trust.kept[within.keys.scopeId]);
  return (await namedItemsIn(within, trust)).filter(({ record }) => !decided.has(record.id));
}

/** Their makers by the addresses that this account knows them by: under the seal, a maker can write another person's. */
const namedItemsIn = async (within: Scope, { people }: Pick<TrustStore, "people">): Promise<ForeignItem[]> =>
  (await foreignItemsIn(within)).map(({ record, owner }) => ({
    record,
    owner: { ...owner, email: people[owner.id]?.email ?? owner.email },
  }));

/**
 * For items that the vault's owner takes out: each goes back to the person it belongs to. @throws AppError not_found when it is no longer
 * there; whatever prevents a return
 */
export function returnItems(context: SharingContext, within: Scope, ids: readonly string[]): Promise<void> {
  return context.oneAtATime(async () => {
    // The key may have been replaced while this waited; the old scope is empty then.
    const vault = (await context.scopes()).find(({ keys }) => keys.scopeId === within.keys.scopeId);
    const all = vault ? await namedItemsIn(vault, await readTrust(context)) : [];
    const others = all.filter(({ record }) => ids.includes(record.id));
    if (!vault || others.length < ids.length) throw new AppError("not_found");
    for (const group of byOwner(others)) await returnAll(context, vault, group);
  });
}

function byOwner(others: readonly ForeignItem[]): ForeignItem[][] {
  const ids = new Set(others.map(({ owner }) => owner.id));
  return [...ids].map((id) => others.filter(({ owner }) => owner.id === id));
}

/** Items of one person. @param before - done with each before it goes @throws AppError no_such_account, ClientError when that person's key has changed */
export async function returnAll(
  context: SharingContext,
  within: Scope,
  group: readonly ForeignItem[],
  before: (item: ForeignItem) => Promise<void> = async () => undefined,
): Promise<void> {
  const [first] = group;
  if (!first) return;
  const owner = await findOwner(context, first.owner);
  for (const item of group) {
    await before(item);
    await returnItem(context, within, item.record, owner);
  }
}

/** The seq at which a scope was last checked: most never hold a returned item. */
const looked = new WeakMap<Scope, number>();

/** Who made what a scope holds; undefined for its owner. */
const makersIn = ({ keys, records, trashed }: Scope): Promise<readonly (Named | undefined)[]> =>
  Promise.all(
    [...records.values(), ...trashed.values()].map(async (record) => makerOf(record, (await openRecord(keys, record, [])).owner)),
  );

/** Whether a scope holds only own items that someone has returned. */
async function isReturnedItem(scope: Scope): Promise<boolean> {
  const { keys, seq } = scope;
  const { kind, isOwner, permission, self } = keys.rights;
  if (kind !== "item" || isOwner || permission !== "write" || looked.get(scope) === seq) return false;
  const makers = await makersIn(scope);
  if (makers.length > 0) looked.set(scope, seq);
  return makers.length > 0 && makers.every((maker) => maker?.id === self?.id);
}

/** Whether an own scope holds only what goes back to someone else. Whatever the server says, its key stays: their grant is of it. */
export async function isReturning(scope: Scope): Promise<boolean> {
  const { kind, isOwner, self } = scope.keys.rights;
  if (kind !== "item" || !isOwner) return false;
  const makers = await makersIn(scope);
  return makers.length > 0 && makers.every((maker) => maker !== undefined && maker.id !== self?.id);
}

/** Moves returned items to the personal scope. Each is tried once a start, and again after what passes; one that cannot be moved holds up no other. @throws why the first of these could not */
export async function takeReturnedItems(context: SharingContext): Promise<void> {
  const [personal, ...shared] = await context.scopes();
  const own = [personal, ...shared.filter(({ keys }) => keys.rights.isOwner)];
  const isOwn = (id: string): boolean => own.some(({ records, trashed }) => records.has(id) || trashed.has(id));
  const failures: unknown[] = [];
  let count = 0;
  for (const from of shared) {
    // One that has the id of an own item would take that one's place.
    if (!(await isReturnedItem(from)) || [...from.records.keys(), ...from.trashed.keys()].some(isOwn)) continue;
    try {
      await moveBetween(context, { from, to: personal, categoryId: null });
      count++;
    } catch (error) {
      if (mayPass(error)) looked.delete(from);
      failures.push(error);
    }
  }
  if (count > 0) await pull(context);
  if (failures.length > 0) throw failures[0];
}
