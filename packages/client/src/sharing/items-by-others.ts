/**
 * What people left in an own vault that they may no longer write: it stays where it is until the vault's owner decides (security design §6,
 * "Nothing returns to its owner by itself"). The server's list of shares only decides what is shown here.
 */
import { AppError } from "@coffer/contract/errors";
import { isItemKind } from "@coffer/core/items/kinds";
import type { Scope } from "../sync/scope.ts";
import { openRecord } from "../sync/seal-record.ts";
import { scopeOf } from "../vault/context.ts";
import type { ForeignItem } from "../vault/foreign-items.ts";
import { pull } from "../vault/read.ts";
import { isRepairable } from "../vault/repair.ts";
import { create } from "../vault/save.ts";
import { hasCandidates } from "./candidate-keys.ts";
import { listSharedByMe, type SharingContext } from "./context.ts";
import { reconcile, replaceHeldKey } from "./reconcile.ts";
import { leftBy, restoreScope, saidOf } from "./restore-shared.ts";
import { returnAll, undecidedIn } from "./return-items.ts";
import { changeTrust, readTrust, withKept } from "./trust-store.ts";

/** What one person made in a vault and left there. */
export interface ItemsByPerson {
  readonly personId: string;
  readonly email: string;
  /** Deleted ones too. */
  readonly count: number;
}

interface OfPerson {
  readonly vaultId: string;
  readonly personId: string;
}

/**
 * Items of people who can no longer write in an own vault, by person; none of which the owner has decided to keep.
 * @param isAll - also of those who can, for a vault that is about to be deleted
 */
export async function itemsByOthers(
  context: SharingContext,
  { vaultId, isAll = false }: Pick<OfPerson, "vaultId"> & { readonly isAll?: boolean },
): Promise<ItemsByPerson[]> {
  const within = await scopeOf(context, vaultId);
  const undecided = await undecidedIn(within, await readTrust(context));
  if (undecided.length === 0) return [];
  const mayWrite = isAll ? async () => false : await writersOf(context, within);
  const left = new Map<string, ItemsByPerson>();
  for (const { owner } of undecided) {
    if (await mayWrite(owner.id)) continue;
    const count = (left.get(owner.id)?.count ?? 0) + 1;
    left.set(owner.id, { personId: owner.id, email: owner.email, count });
  }
  return [...left.values()];
}

/** While the team cannot be read, all count as its members. */
async function writersOf(context: SharingContext, { keys }: Scope): Promise<(id: string) => Promise<boolean>> {
  const live = (await listSharedByMe(context))
    .filter(({ scope_id, permission_level }) => scope_id === keys.scopeId && permission_level === "write")
    .filter(({ expires_at }) => expires_at === null || expires_at > context.now());
  const writers = new Set(live.map(({ shared_with_id }) => shared_with_id));
  if (!live.some(({ team_epoch }) => team_epoch !== null)) return async (id) => writers.has(id);
  const hasTeam = (await context.team.currentKey(context)) !== null;
  return async (id) => writers.has(id) || !hasTeam || context.team.isMember(id);
}

/** They stay in the vault, and are the owner's once no one else reads it. */
export function keepItems(context: SharingContext, { vaultId, personId }: OfPerson): Promise<void> {
  return context.oneAtATime(async () => {
    const { within, items } = await itemsOf(context, { vaultId, personId });
    const ids = items.map(({ record }) => record.id);
    await changeTrust(context, (store) => withKept(store, within.keys.scopeId, ids));
    await finish(context);
  });
}

/**
 * Gives the person back what they made. @param keepCopy - the owner's own copies of what is not deleted stay in the vault
 * @throws AppError not_found, no_such_account; ClientError when that person's key has changed
 */
export function giveBack(context: SharingContext, { keepCopy, ...of }: OfPerson & { readonly keepCopy: boolean }): Promise<void> {
  return context.oneAtATime(async () => {
    if (keepCopy) await replaceHeldKey(context, (await itemsOf(context, of)).within); // the copies are saved, so under the next key
    const { within, items } = await itemsOf(context, of);
    await returnAll(context, within, items, keepCopy ? (item) => copy(context, within, item) : undefined);
    await finish(context);
  });
}

async function itemsOf(context: SharingContext, { vaultId, personId }: OfPerson) {
  const within = await scopeOf(context, vaultId);
  const items = (await undecidedIn(within, await readTrust(context))).filter(({ owner }) => owner.id === personId);
  if (items.length === 0) throw new AppError("not_found");
  return { within, items };
}

async function copy(context: SharingContext, { keys }: Scope, { record }: ForeignItem): Promise<void> {
  const { kind, categoryId, trashedAt } = record;
  if (trashedAt !== null || !isItemKind(kind)) return;
  const { fields } = await openRecord(keys, record);
  const inTurn = { ...context, scopeToSave: async (scope: Scope) => scope };
  await create(inTurn, { draft: { kind, fields, categoryId, favourite: false } });
}

/**
 * Why the server's state of an own shared vault is refused on this device. `overstepped`: someone who may write changed what is the owner's alone;
 * `gone`: the server does not have it; `other-key`: the server shows it under an earlier key, or under one whose history does not continue this device's. `other`: another history. Null while it is trusted. Makes no call.
 */
export async function vaultTrouble(
  context: SharingContext,
  { vaultId }: Pick<OfPerson, "vaultId">,
): Promise<"overstepped" | "other-key" | "gone" | "other" | null> {
  const { keys, trouble } = await scopeOf(context, vaultId);
  if (!trouble || !keys.rights.isOwner || keys.rights.kind === "personal") return null;
  // A person who may write can date a head in the future, and no one would read the vault again until then.
  if (!isRepairable(trouble) && trouble.code !== "future") return null;
  const [{ shared }, trust] = [await context.scope(), await readTrust(context)];
  if (shared.every(({ id }) => id !== keys.scopeId)) return "gone";
  if (shared.some((one) => one.id === keys.scopeId && (one.epoch !== keys.epoch || hasCandidates(trust, one)))) return "other-key";
  return trouble.code === "overstepped" ? "overstepped" : "other";
}

/**
 * Writes this device's state of an own shared vault over the server's, when a writer changed what is not theirs. Only on the owner's request.
 * @returns see `saidOf` (restore-shared.ts) @throws AppError forbidden
 */
export function restoreVault(context: SharingContext, { vaultId }: Pick<OfPerson, "vaultId">): Promise<string | null> {
  return context.oneAtATime(async () => {
    const scope = await scopeOf(context, vaultId);
    if (!scope.keys.rights.isOwner) throw new AppError("forbidden");
    const over = new Set<string>();
    await restoreScope(context, scope, over).catch((error: unknown) => {
      throw over.size > 0 ? leftBy(error, over) : error;
    });
    await finish(context);
    return saidOf(over);
  });
}

/** With the last decision, a vault that no one else reads goes back to the personal scope. */
async function finish(context: SharingContext): Promise<void> {
  await pull(context);
  await reconcile(context).catch(() => undefined); // tried again after the next pull
}
