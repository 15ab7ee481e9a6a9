/** Changes to items without a new save: vault, favourite mark, last use. The head covers the first two (decision N-42). */
import { api } from "@coffer/contract/api";
import { AppError, isRefusal } from "@coffer/contract/errors";
import type { PlaceChange } from "@coffer/contract/record";
import { columnsOf, type RecordColumns } from "@coffer/contract/record-columns";
import type { Item } from "@coffer/core/items/item";
import { ClientError } from "../errors.ts";
import type { Scope } from "../sync/scope.ts";
import { type HeadWrite, headOf } from "../sync/scope-deps.ts";
import type { KnownRecord } from "../types.ts";
import { byScope, commit, inScopeToSave, requireOwnItems, scopeOf, type VaultContext, type VaultPlan } from "./context.ts";
import { open, pull } from "./read.ts";

/** @throws AppError not_found when the item is gone. */
export async function setFavourite(
  context: VaultContext,
  { id, favourite }: { readonly id: string; readonly favourite: boolean },
): Promise<Item> {
  await change(context, [id], { favourite }, (_, write) => context.call(api.vault.toggleFavourite, { id, ...write }));
  return open(context, { id });
}

interface Favourites {
  readonly ids: readonly string[];
  readonly favourite: boolean;
}

/** In one call, all or none. @throws AppError not_found when one of them is gone. */
export async function setFavourites(context: VaultContext, { ids, favourite }: Favourites): Promise<void> {
  await change(context, ids, { favourite }, (changed, write) =>
    context.call(api.vault.setFavourites, { ids: changed, favourite, ...write }),
  );
}

/** Notes that an item was copied or launched, by the server's clock. @throws AppError not_found when it is gone. */
export async function markUsed(context: VaultContext, { id }: { readonly id: string }): Promise<void> {
  const scope = await scopeOf(context, id);
  // The owner of a shared item is not told when others use it.
  if (!scope.keys.rights.isOwner) return;
  const reply = await context.call(api.vault.used, { id });
  await scope.noteUse(id, reply.last_used);
  await context.shown.refresh();
}

interface Placing {
  readonly ids: readonly string[];
  /** Null: no vault. */
  readonly categoryId: string | null;
}

/** A single item uses the specified calls, several go in one call, all or none. @throws AppError not_found when an item or the vault is gone. */
export async function place(context: VaultContext, { ids, categoryId }: Placing): Promise<void> {
  const staying: string[] = [];
  for (const [scope, own] of await byScope(context, ids)) {
    await requireOwnItems(scope, own);
    const target = await targetOf(context, scope, categoryId);
    // It is shared on its own: who has the vault gets it along, or has it no longer.
    if (scope.keys.rights.kind === "item") for (const id of own) await context.placeLinked(scope, id, categoryId);
    else if (target === scope) staying.push(...own);
    else await moveAway(context, { from: scope, to: target, ids: own, categoryId });
  }
  if (staying.length > 0) await placeInside(context, { ids: staying, categoryId });
}

interface Away {
  readonly from: Scope;
  readonly to: Scope;
  readonly ids: readonly string[];
  readonly categoryId: string | null;
}

/** An item that belongs to someone else can leave an own vault only by being returned. @throws ClientError */
async function moveAway(context: VaultContext, { from, to, ids, categoryId }: Away): Promise<void> {
  const others = (context.shown.contents?.items ?? []).filter(({ id, belongsTo }) => belongsTo && ids.includes(id));
  const [first] = others;
  if (first && categoryId !== null)
    throw new ClientError(`This item belongs to ${first.belongsTo?.email}. Move it to Unassigned to return it.`);
  if (first)
    await context.returnItems(
      from,
      others.map(({ id }) => id),
    );
  const own = ids.filter((id) => !others.some((other) => other.id === id));
  if (own.length > 0) await moveOwn(context, to, { ids: own, categoryId });
}

/** Once more where another device was faster, which may have replaced the key of one of the scopes. */
async function moveOwn(context: VaultContext, to: Scope, { ids, categoryId }: Placing, isAgain = false): Promise<void> {
  const [one = ""] = ids;
  const move = async (target: Scope): Promise<void> => {
    // A key that was replaced for this has put another scope in its place.
    const source = await scopeOf(context, one);
    if (source === target) await placeInside(context, { ids, categoryId });
    else await context.moveBetween({ from: source, to: target, ids, categoryId });
  };
  await inScopeToSave(context, to, move).catch(async (error: unknown) => {
    if (isAgain || !isRefusal(error, "stale_head")) throw error;
    await pull(context);
    await moveOwn(context, categoryId === null ? await context.scope() : await scopeOf(context, categoryId), { ids, categoryId }, true);
  });
}

/** The scope an item is in once it is in that vault. @throws AppError forbidden, ClientError */
async function targetOf(context: VaultContext, scope: Scope, categoryId: string | null): Promise<Scope> {
  const target = categoryId === null ? await context.scope() : await scopeOf(context, categoryId);
  const { isOwner, kind, permission } = target.keys.rights;
  if (!isOwner && (kind !== "vault" || permission === "read")) throw new AppError("forbidden");
  // An item shared on its own stays in its scope, whichever vault of its owner it is in.
  if (scope.keys.rights.kind !== "item") return target;
  if (!isOwner) throw new ClientError("Please stop sharing this item first: items in someone else's vault cannot be shared on their own.");
  return scope;
}

async function placeInside(context: VaultContext, { ids, categoryId }: Placing): Promise<void> {
  const { call } = context;
  await change(context, ids, { categoryId }, (changed, write) => {
    const [id = "", ...more] = changed;
    if (more.length > 0) return call(api.vault.placeMany, { ids: changed, categoryId, ...write });
    return categoryId ? call(api.vault.place, { id, categoryId, ...write }) : call(api.vault.unplace, { id, ...write });
  });
}

type Send = (changed: string[], write: HeadWrite) => Promise<unknown>;

/** One commit per scope with items to change; nothing is sent when all are unchanged. */
async function change(context: VaultContext, ids: readonly string[], patch: Partial<RecordColumns>, send: Send): Promise<void> {
  for (const [scope, own] of await byScope(context, ids)) await changeIn(context, { scope, ids: own }, patch, send);
}

interface Within {
  readonly scope: Scope;
  readonly ids: readonly string[];
}

async function changeIn(context: VaultContext, { scope: within, ids }: Within, patch: Partial<RecordColumns>, send: Send): Promise<void> {
  const plan = async (scope: Scope, places: readonly Scope[]): Promise<VaultPlan> => {
    await requireOwnItems(scope, ids);
    if (patch.categoryId) refuseNoVault(places, patch.categoryId);
    const changes = [...new Set(ids)].flatMap((id) => placementChange(itemAt(scope, id), patch) ?? []);
    return {
      changes,
      send: (write) =>
        send(
          changes.map(({ id }) => id),
          headOf(write),
        ),
    };
  };
  await commit(context, plan, within);
}

/** The change of a record's place; null when nothing changes. */
export function placementChange(record: KnownRecord, patch: Partial<RecordColumns>): PlaceChange | null {
  const before = columnsOf(record);
  const after = { ...before, ...patch };
  return JSON.stringify(before) === JSON.stringify(after) ? null : { op: "place", id: record.id, ...after };
}

function itemAt({ records }: Scope, id: string): KnownRecord {
  const record = records.get(id);
  if (!record || record.kind === "category") throw new AppError("not_found");
  return record;
}

function refuseNoVault(places: readonly Scope[], id: string): void {
  if (!places.some(({ records }) => records.get(id)?.kind === "category")) throw new AppError("not_found");
}
