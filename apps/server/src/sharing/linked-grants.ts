/**
 * Linked grants (decision Z-20). An item that is shared on its own has a key of its own. When it is in a shared vault, everyone who has the vault also has a
 * grant of that key, linked to their grant of the vault: for as long and with the same right. The client of the owner makes them; the server ends them at once
 * with those of the vault, and refuses a vault in which a person would miss the item.
 */
import { createHash } from "node:crypto";
import { AppError } from "@coffer/contract/errors";
import { linkedGrantsBytes } from "@coffer/contract/share-change-message";
import type { LinkedGrants } from "@coffer/contract/sharing";
import { and, eq, gt, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { getOwnScope, lockOwnScopeOf, type ScopeRow, type Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { shareGrant } from "../db/sharing-tables.ts";
import { record, scope } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import type { NewHead } from "../vault/heads.ts";
import { placeOf } from "../vault/places.ts";
import { writeRecords } from "../vault/records.ts";
import { bumpGrantStamp, isLapsed, previousWriteKey } from "./grants.ts";
import { requireSigned, type Statement } from "./signed-changes.ts";
import { refuseUnsolicited } from "./unsolicited-shares.ts";

const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();

type GrantRow = typeof shareGrant.$inferSelect;

interface LinkedGrantsInput extends Statement {
  readonly id: string;
  readonly epoch: number;
  readonly grants: LinkedGrants;
  readonly place?: (NewHead & { readonly categoryId: string | null; readonly baseSeq: number }) | undefined;
}

/** @throws AppError not_found, stale_head, bad_signature, too_many_shares, stale_revision unless the grants are for exactly those who have the vault */
export function setLinkedGrants(deps: Deps, viewer: Viewer, input: LinkedGrantsInput): Promise<void> {
  const { id, epoch, grants, place } = input;
  const at = new Date(deps.now());
  return deps.db.transaction(async (tx) => {
    const target = await lockWithVault(tx, viewer, id, place);
    if (target.kind !== "item") throw new AppError("not_found");
    if (target.epoch !== epoch) throw new AppError("stale_head");
    if (place) await moveIntoVault(tx, viewer, target, { id, ...place }, at);
    else await requireSigned(tx, target, id, { what: "linked", digest: sha256(linkedGrantsBytes(grants)) }, input);
    const alongWith = await replaceLinkedGrants(tx, viewer, { target, id, epoch }, grants, at);
    await refuseUnsolicited(deps, tx, viewer, { recipientId: null, alongWith }, at);
    await bumpGrantStamp(tx, target.id);
  });
}

/**
 * An item's scope, locked together with that of the shared vault it is in, or goes to: in the order of their ids, as moves do, so that none waits for the other.
 * @throws AppError not_found
 */
async function lockWithVault(tx: Tx, viewer: Viewer, id: string, place: LinkedGrantsInput["place"]): Promise<ScopeRow> {
  const isOwn = and(eq(record.id, id), eq(record.owner_id, viewer.accountId));
  const [row] = await tx.select({ scopeId: record.scope_id, categoryId: record.category_id }).from(record).where(isOwn);
  const vaultScope = row && (await sharedVaultOf(tx, viewer, place ? place.categoryId : row.categoryId));
  if (row && vaultScope && vaultScope < row.scopeId) await getOwnScope(tx, viewer, vaultScope, "lock");
  return lockOwnScopeOf(tx, viewer, id);
}

async function moveIntoVault(
  tx: Tx,
  viewer: Viewer,
  target: ScopeRow,
  { id, categoryId, ...write }: NonNullable<LinkedGrantsInput["place"]> & { readonly id: string },
  at: Date,
): Promise<void> {
  const [row] = await tx
    .select()
    .from(record)
    .where(and(eq(record.id, id), eq(record.scope_id, target.id), eq(record.state, "live")));
  if (!row) throw new AppError("not_found");
  const vaultScope = await sharedVaultOf(tx, viewer, categoryId);
  await writeRecords(tx, viewer, { ...write, scopeId: target.id, changes: [placeOf(row, () => ({ categoryId }))], vaultScope }, at);
}

/** The scope of a shared vault of the viewer's own; null for a vault that is not shared, for another's and for none. */
async function sharedVaultOf(tx: Tx, { accountId }: Viewer, categoryId: string | null): Promise<string | null> {
  if (categoryId === null) return null;
  const [row] = await tx
    .select({ id: scope.id })
    .from(record)
    .innerJoin(scope, eq(scope.id, record.scope_id))
    .where(and(eq(record.id, categoryId), eq(record.kind, "category"), eq(scope.kind, "vault"), eq(scope.owner_id, accountId)));
  return row?.id ?? null;
}

const isLiveAt = (at: Date): SQL | undefined =>
  and(isNull(shareGrant.ended_at), or(isNull(shareGrant.expires_at), gt(shareGrant.expires_at, at)));

interface LinkedGrantsTarget {
  readonly target: ScopeRow;
  /** Of the item. */
  readonly id: string;
  readonly epoch: number;
}

/**
 * Replaces the grants by which people have the item through its vault.
 * @returns the people who did not have it that way before
 * @throws AppError stale_revision unless it is everyone who has the vault; stale_head
 */
export async function replaceLinkedGrants(
  tx: Tx,
  viewer: Viewer,
  { target, id, epoch }: LinkedGrantsTarget,
  grants: LinkedGrants,
  at: Date,
): Promise<string[]> {
  const [row] = await tx.select({ categoryId: record.category_id }).from(record).where(eq(record.id, id));
  const vaultScope = await sharedVaultOf(tx, viewer, row?.categoryId ?? null);
  // So that no one is given the vault, or loses it, in between.
  if (vaultScope !== null) await getOwnScope(tx, viewer, vaultScope, "lock");
  const isOfVault = and(eq(shareGrant.scope_id, vaultScope ?? target.id), isNull(shareGrant.along_id), isLiveAt(at));
  const holders = vaultScope === null ? [] : await tx.select().from(shareGrant).where(isOfVault);
  const given = new Map(grants.map((one) => [one.along, one]));
  if (given.size !== grants.length || given.size !== holders.length || holders.some((one) => !given.has(one.id)))
    throw new AppError("stale_revision");
  const isLinked = and(eq(shareGrant.scope_id, target.id), isNotNull(shareGrant.along_id), isNull(shareGrant.ended_at));
  const before = await tx.select().from(shareGrant).where(isLinked);
  for (const one of before) if (!given.has(one.along_id ?? "")) await end(tx, eq(shareGrant.id, one.id), at);
  for (const holder of holders) {
    const grant = given.get(holder.id);
    if (grant)
      await writeLinkedGrant(tx, { target, id, epoch }, { holder, grant, known: before.find((one) => one.along_id === holder.id), at });
  }
  const had = new Set(before.map((one) => one.along_id));
  return holders.flatMap(({ id: along, recipient_id: person }) => (person === null || had.has(along) ? [] : [person]));
}

interface One {
  /** The grant of the vault. */
  readonly holder: GrantRow;
  readonly grant: LinkedGrants[number];
  readonly known: GrantRow | undefined;
  readonly at: Date;
}

async function writeLinkedGrant(tx: Tx, { target, id, epoch }: LinkedGrantsTarget, { holder, grant, known, at }: One): Promise<void> {
  if (known && known.id !== grant.shareId) throw new AppError("stale_head");
  const { permission, expires_at, recipient_id, team_id } = holder;
  const team_epoch = team_id === null ? null : (grant.teamEpoch ?? holder.team_epoch);
  const terms = { permission, expires_at, epoch, team_epoch, shared_key: grant.sharedKey, signed_at: grant.createdAt };
  if (known) {
    const kept = { ...previousWriteKey(known, permission), ...(isLapsed(known, at) && { given_at: at }) };
    await tx
      .update(shareGrant)
      .set({ ...terms, ...kept })
      .where(eq(shareGrant.id, known.id));
    return;
  }
  const holderColumns = { recipient_id, team_id, sender_id: target.owner_id, along_id: holder.id };
  const row = { id: grant.shareId, scope_id: target.id, item_id: id, given_at: at, ...holderColumns, ...terms };
  const { rowCount } = await tx.insert(shareGrant).values(row).onConflictDoNothing();
  if (rowCount !== 1) throw new AppError("id_taken");
}

const end = async (tx: Tx, which: SQL | undefined, at: Date): Promise<void> => {
  await tx
    .update(shareGrant)
    .set({ ended_at: at })
    .where(and(which, isNull(shareGrant.ended_at)));
};

/** Ends the grants that are linked to a share of a vault that has ended. */
export const endLinkedGrants = (tx: Tx, shareId: string, at: Date): Promise<void> => end(tx, eq(shareGrant.along_id, shareId), at);

/** Fewer rights, or an earlier end, apply at once; more rights or time are given by the owner's client. */
export async function restrictLinkedGrants(
  tx: Tx,
  share: { readonly id: string } & Partial<Pick<GrantRow, "permission" | "expires_at">>,
  at: Date,
) {
  const isLinked = eq(shareGrant.along_id, share.id);
  if (share.permission === "read") await end(tx, and(isLinked, ne(shareGrant.permission, "read")), at);
  const { expires_at: until } = share;
  if (!until) return;
  await tx
    .update(shareGrant)
    .set({ expires_at: until })
    .where(and(isLinked, isNull(shareGrant.ended_at), or(isNull(shareGrant.expires_at), gt(shareGrant.expires_at, until))));
}

/** Whether an own item, in a scope of its own, is not shared with exactly those who have its vault. For the list of the viewer's scopes (read.ts). */
export const areLinkedGrantsStale = (at: Date): SQL<boolean> => sql<boolean>`(scope.kind = 'item' and (exists (
    select from record r join record c on c.id = r.category_id and c.owner_id = r.owner_id join share_grant v on v.scope_id = c.scope_id
    where r.scope_id = scope.id and r.state = 'live' and v.ended_at is null and v.along_id is null and (v.expires_at is null or v.expires_at > ${at}::timestamptz)
    and not exists (select from share_grant a where a.scope_id = scope.id and a.along_id = v.id and a.ended_at is null and a.permission = v.permission and a.epoch = scope.epoch
      and a.expires_at is not distinct from v.expires_at))
  or exists (
    select from share_grant a where a.scope_id = scope.id and a.along_id is not null and a.ended_at is null and not exists (
      select from share_grant v join record c on c.scope_id = v.scope_id join record r on r.category_id = c.id
      where r.scope_id = scope.id and v.id = a.along_id and v.ended_at is null and (v.expires_at is null or v.expires_at > ${at}::timestamptz)))))`;
