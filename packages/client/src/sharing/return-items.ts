/**
 * An item that someone made in another person's vault belongs to its maker, and returns to them when the vault is no longer shared with
 * them.
 *
 * Note: Returning items. No one can seal for another person's personal scope. So the vault's owner moves the item into a scope of its own
 * and grants it to the person it belongs to; that person's client finds it with its next pull and moves it to the personal scope. Neither
 * has to be online for the other.
 */
import { AppError } from "@coffer/contract/errors";
import type { Named } from "@coffer/core/items/item";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import type { KnownRecord } from "../types.ts";
import { moveBetween } from "../vault/move-records.ts";
import { pull } from "../vault/read.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { findOwner, returnItem } from "./create-shares.ts";

interface ForeignItem {
  readonly record: KnownRecord;
  readonly owner: Named;
}

/** Items in an own vault that belong to others, deleted ones too: only the person they belong to can restore them. */
async function foreignItemsIn({ keys, records, trashed }: Scope): Promise<ForeignItem[]> {
  const all = [...records.values(), ...trashed.values()].filter(({ seal }) => seal !== "");
  const opened = await Promise.all(all.map(async (record) => ({ record, ...(await openRecord(keys, record, [])) })));
  return opened.flatMap(({ record, owner }) => (owner && owner.id !== keys.rights.self?.id ? [{ record, owner }] : []));
}

/** Returns items of people who can no longer write here. What cannot be returned, because that person or key is gone, stays. */
export async function returnItemsOfFormerWriters(context: SharingContext, within: Scope): Promise<void> {
  if (within.keys.rights.kind !== "vault") return;
  const others = await foreignItemsIn(within);
  if (others.length === 0) return;
  const live = (await listSharedByMe(context))
    .filter(({ scope_id, permission_level }) => scope_id === within.keys.scopeId && permission_level === "write")
    .filter(({ expires_at }) => expires_at === null || expires_at > context.now());
  const writers = new Set(live.map(({ shared_with_id }) => shared_with_id));
  const isWithTeam = live.some(({ team_epoch }) => team_epoch !== null);
  // Nothing is returned while the team cannot be read: its members would look gone.
  if (isWithTeam && !(await context.team.currentKey(context))) return;
  const gone: ForeignItem[] = [];
  for (const other of others) {
    const isTeams = isWithTeam && (await context.team.isMember(other.owner.id));
    if (!isTeams && !writers.has(other.owner.id)) gone.push(other);
  }
  for (const group of byOwner(gone)) await returnAll(context, within, group).catch(() => undefined);
}

/**
 * For items that the vault's owner takes out: each goes back to the person it belongs to. @throws AppError not_found when it is no longer
 * there; whatever prevents a return
 */
export function returnItems(context: SharingContext, within: Scope, ids: readonly string[]): Promise<void> {
  return context.oneAtATime(async () => {
    // The key may have been replaced while this waited; the old scope is empty then.
    const vault = (await context.scopes()).find(({ keys }) => keys.scopeId === within.keys.scopeId);
    const others = vault ? (await foreignItemsIn(vault)).filter(({ record }) => ids.includes(record.id)) : [];
    if (!vault || others.length < ids.length) throw new AppError("not_found");
    for (const group of byOwner(others)) await returnAll(context, vault, group);
  });
}

function byOwner(others: readonly ForeignItem[]): ForeignItem[][] {
  const ids = new Set(others.map(({ owner }) => owner.id));
  return [...ids].map((id) => others.filter(({ owner }) => owner.id === id));
}

async function returnAll(context: SharingContext, within: Scope, group: readonly ForeignItem[]): Promise<void> {
  const [first] = group;
  if (!first) return;
  const owner = await findOwner(context, first.owner);
  for (const { record } of group) await returnItem(context, within, record, owner);
}

/** The seq at which a scope was last checked: most never hold a returned item. */
const looked = new WeakMap<Scope, number>();

/** Whether a scope holds only own items that someone has returned. */
async function isReturnedItem(scope: Scope): Promise<boolean> {
  const { keys, seq } = scope;
  const { kind, isOwner, permission, self } = keys.rights;
  const all = [...scope.records.values(), ...scope.trashed.values()];
  if (kind !== "item" || isOwner || permission !== "write" || all.length === 0 || looked.get(scope) === seq) return false;
  looked.set(scope, seq);
  const owners = await Promise.all(all.map(async (record) => (await openRecord(keys, record, [])).owner));
  return owners.every((owner) => owner?.id === self?.id);
}

/** Moves returned items to the personal scope. */
export async function takeReturnedItems(context: SharingContext): Promise<void> {
  const [personal, ...shared] = await context.scopes();
  let count = 0;
  for (const from of shared) {
    if (!(await isReturnedItem(from))) continue;
    await moveBetween(context, { from, to: personal, categoryId: null });
    count++;
  }
  if (count > 0) await pull(context);
}
