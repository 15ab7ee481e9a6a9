/**
 * What people keep in vaults of others belongs to whoever made it, and goes back when its vault is shared with that person no more.
 *
 * Note: Going home. Nobody can seal for somebody else's personal scope. So the owner of the vault moves such an item into a scope of its own and grants it to the person
 * it belongs to; that person's client finds it with its next pull, and takes it into the personal scope. Neither needs the other to be there.
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

/** Items of somebody else's in a vault of one's own, those that were deleted among them: restoring is for whom they belong to. */
async function foreignItemsIn({ keys, records, trashed }: Scope): Promise<ForeignItem[]> {
  const all = [...records.values(), ...trashed.values()].filter(({ seal }) => seal !== "");
  const opened = await Promise.all(all.map(async (record) => ({ record, ...(await openRecord(keys, record, [])) })));
  return opened.flatMap(({ record, owner }) => (owner && owner.id !== keys.rights.self?.id ? [{ record, owner }] : []));
}

/** Whatever belongs to somebody who may no longer write there. What cannot be given back, since that person or key is gone, stays. */
export async function returnItemsOfFormerWriters(context: SharingContext, within: Scope): Promise<void> {
  if (within.keys.rights.kind !== "vault") return;
  const others = await foreignItemsIn(within);
  if (others.length === 0) return;
  const live = (await listSharedByMe(context))
    .filter(({ scope_id, permission_level }) => scope_id === within.keys.scopeId && permission_level === "write")
    .filter(({ expires_at }) => expires_at === null || expires_at > context.now());
  const writers = new Set(live.map(({ shared_with_id }) => shared_with_id));
  const isWithTeam = live.some(({ team_epoch }) => team_epoch !== null);
  // Nobody's things are sent away because the team could not be read just now.
  if (isWithTeam && !(await context.team.currentKey(context))) return;
  const gone: ForeignItem[] = [];
  for (const other of others) {
    const isTeams = isWithTeam && (await context.team.isMember(other.owner.id));
    if (!isTeams && !writers.has(other.owner.id)) gone.push(other);
  }
  for (const group of byOwner(gone)) await returnAll(context, within, group).catch(() => undefined);
}

/** Taken out by the owner of the vault: each to whom it belongs. @throws AppError not_found where it lies there no more; what keeps one from being given back */
export function returnItems(context: SharingContext, within: Scope, ids: readonly string[]): Promise<void> {
  return context.oneAtATime(async () => {
    // Its key may have been replaced while this waited: what was open then holds nothing any more.
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

/** The seq at which a scope was looked at last: most never hold anything that was given back. */
const looked = new WeakMap<Scope, number>();

/** Whether a scope holds nothing but one's own that somebody has given back. */
async function isReturnedItem(scope: Scope): Promise<boolean> {
  const { keys, seq } = scope;
  const { kind, isOwner, permission, self } = keys.rights;
  const all = [...scope.records.values(), ...scope.trashed.values()];
  if (kind !== "item" || isOwner || permission !== "write" || all.length === 0 || looked.get(scope) === seq) return false;
  looked.set(scope, seq);
  const owners = await Promise.all(all.map(async (record) => (await openRecord(keys, record, [])).owner));
  return owners.every((owner) => owner?.id === self?.id);
}

/** Takes into the personal scope what was given back. */
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
