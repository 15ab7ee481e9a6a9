/**
 * Records that move from one scope to another, in one write with the heads of both; and a scope whose key is replaced. Both scopes are the mover's own, or shared
 * vaults that the mover may write and the records are the mover's own. Own records moved into such a vault stay the mover's; what the mover made there can move back.
 */
import { AppError } from "@coffer/contract/errors";
import type { Move } from "@coffer/contract/sharing";
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { type AccessibleScope, getAccessibleScope, getOwnScope, type ScopeRow, type Viewer } from "../access.ts";
import { bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import { begunScope, departed, shareGrant } from "../db/sharing-tables.ts";
import { record, scope } from "../db/tables.ts";
import type { Deps } from "../deps.ts";
import { checkCapacity } from "../vault/capacity.ts";
import { checkContent, checkMaker, checkVault, type KnownById, type PutRow, type Target } from "../vault/check-changes.ts";
import { identityOf, type NewHead, nextOf, writeFirstHead, writeHead } from "../vault/heads.ts";
import { refuseTooLarge } from "../vault/item-size.ts";
import { requireOwnVault } from "../vault/own-statement.ts";
import { findKnown, targetOf } from "../vault/records.ts";
import { anyOf, purgeRecords, reseal } from "../vault/statements.ts";
import { refuseTooHeavy } from "../vault/weight.ts";
import { refuseExposedKey } from "./exposed-key.ts";

/** @throws AppError not_found, forbidden, stale_head, key_held, bad_signature, stale_revision, id_taken, members_full, vault_full, invalid_input */
export async function moveRecords({ db }: Pick<Deps, "db">, tx: Tx, viewer: Viewer, { from, to, records }: Move, at: Date): Promise<void> {
  if (from.scope === to.scope) throw new AppError("invalid_input", "A record moves to another scope.");
  // In the order of their ids, so that two moves never wait for each other.
  const ids = [from.scope, ...(to.kind ? [] : [to.scope])].sort();
  const locked = new Map<string, AccessibleScope>();
  for (const id of ids) locked.set(id, await getAccessibleScope(tx, viewer, id, "lock", at));
  const source = requireSeq(locked.get(from.scope), from.baseSeq);
  const known = await findKnown(tx, records);
  const isGivenUp = from.head === undefined;
  requireKnownRecords(viewer, source, to.kind ? null : (locked.get(to.scope) ?? null), { makers: makersOf(records, known), isGivenUp });
  const target = to.kind
    ? await begin(tx, viewer, { ...to, kind: to.kind }, at)
    : await advance(tx, viewer, requireOpenTo(requireSeq(locked.get(to.scope), to.baseSeq), to), to, at);
  checkMove(source, targetOf(target, viewer, at), records, known);
  requireScopeShape(target, records);
  requireOwnVault(target.own, records);
  const entered = locked.get(to.scope);
  if (entered && entered.relation !== "owner") await checkCapacity(tx, entered, { live: 0, listed: records.length });
  await reseal(tx, target, target.seq, records, { at, keepsVersions: false });
  if (entered) await refuseTooHeavy(tx, entered, target.seq);
  await tx.delete(departed).where(and(eq(departed.scope_id, target.id), anyOf(departed.record_id, idsOf(records))));
  if (from.head !== undefined && from.signature !== undefined)
    await leave(tx, viewer, source, { head: from.head, signature: from.signature, own: from.own }, records, at);
  else await giveUp(db, tx, source);
}

/**
 * In what others share, a member moves only their own records, and only into vaults. A record of another owner leaves a vault for no other scope of
 * the vault's owner than a new one, which is about to be shared with that owner.
 * @throws AppError not_found, forbidden
 */
function requireKnownRecords(
  { accountId }: Viewer,
  source: AccessibleScope,
  target: AccessibleScope | null,
  { makers, isGivenUp }: { readonly makers: readonly (string | null)[]; readonly isGivenUp: boolean },
): void {
  const isOwner = source.relation === "owner";
  if (!isOwner && makers.some((maker) => maker !== accountId)) throw new AppError("not_found");
  if (target && target.relation !== "owner" && target.kind !== "vault") throw new AppError("not_found");
  const isReturnToMaker = isGivenUp && target?.kind === "personal";
  if (isOwner && target && !isReturnToMaker && makers.some((maker) => maker !== null))
    throw new AppError("forbidden", "It belongs to another person, and can only go back to them.");
}

const makersOf = (records: readonly PutRow[], known: KnownById): (string | null)[] =>
  records.map(({ id }) => known.get(id)?.makerId ?? null);

const idsOf = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

function requireSeq<Row extends ScopeRow>(row: Row | undefined, seq: number): Row {
  if (row?.seq !== seq) throw new AppError("stale_head");
  return row;
}

/** @returns the new scope as it is after its first head */
async function begin(
  tx: Tx,
  viewer: Viewer,
  { scope: id, kind, ...write }: NewHead & { readonly scope: string; readonly kind: "vault" | "item" },
  at: Date,
): Promise<ScopeRow> {
  const own = write.own === undefined ? {} : { own: write.own, own_at: 1 };
  const { rowCount: isFirst } = await tx.insert(begunScope).values({ id }).onConflictDoNothing();
  if (isFirst !== 1) throw new AppError("id_taken");
  const row = { id, kind, owner_id: viewer.accountId, seq: 1, generation: 1, created_at: at, ...own };
  const [made] = await tx.insert(scope).values(row).onConflictDoNothing().returning();
  if (!made) throw new AppError("id_taken");
  await writeFirstHead(tx, id, await identityOf(tx, viewer.accountId), write, at);
  return made;
}

function requireOpenTo(row: AccessibleScope, write: Parameters<typeof refuseExposedKey>[1]): AccessibleScope {
  refuseExposedKey(row, write);
  return row;
}

/** @returns the scope as it is after the next head */
async function advance(tx: Tx, viewer: Viewer, row: ScopeRow, write: NewHead, at: Date, epoch = row.epoch): Promise<ScopeRow> {
  const next = nextOf(row);
  const own = await writeHead(tx, row, { ...next, epoch }, write, at, viewer);
  return { ...row, ...next, own };
}

/** @throws AppError not_found, stale_revision, invalid_input */
function checkMove(source: ScopeRow, target: Target, records: readonly PutRow[], known: KnownById): void {
  const byId = new Map(records.map((one) => [one.id, one]));
  if (byId.size !== records.length || records.length === 0) throw new AppError("invalid_input", "The same id is moved twice, or none is.");
  for (const put of records) {
    const stored = known.get(put.id);
    if (!stored || stored.scopeId !== source.id || stored.state === "purged") throw new AppError("not_found");
    if (stored.kind !== put.kind || stored.revision + 1 !== put.revision) throw new AppError("stale_revision");
    if ((stored.state === "trashed" ? stored.deletedAt?.getTime() : null) !== put.trashedAt) throw new AppError("stale_revision");
    checkMaker(put, { makerId: stored.makerId ?? stored.ownerId }, target);
    refuseTooLarge(put, stored);
    checkContent(put);
    // What is in the trash may have been in a vault that was deleted long ago.
    const isWhereItWas = put.categoryId === stored.categoryId && (target.kind === "item" || put.trashedAt !== null);
    if (!isWhereItWas) checkVault(put, target, byId, known);
  }
}

/** The scope of a shared item is one item; that of a shared vault is one vault with what is in it. @throws AppError invalid_input */
function requireScopeShape({ kind, seq }: ScopeRow, records: readonly PutRow[]): void {
  const vaults = records.filter((put) => put.kind === "category");
  const isNew = seq === 1;
  const isOne = kind === "item" && (!isNew || records.length > 1 || vaults.length > 0);
  const isVault =
    kind === "vault" && (vaults.length !== Number(isNew) || records.some((put) => put.kind !== "category" && put.categoryId === null));
  if (isOne || isVault) throw new AppError("invalid_input", "These records do not make a scope of this kind.");
}

async function leave(tx: Tx, viewer: Viewer, source: ScopeRow, write: NewHead, records: readonly PutRow[], at: Date): Promise<void> {
  const { seq } = await advance(tx, viewer, source, write, at);
  await tx.execute(sql`
    insert into departed (scope_id, record_id, seq) select ${source.id}, id, ${seq} from unnest(${sql.param(idsOf(records))}::uuid[]) as gone(id)
    on conflict (scope_id, record_id) do update set seq = excluded.seq`);
}

/** Nothing may be left in it except emptied trash. @throws AppError stale_revision, invalid_input */
async function giveUp(db: Deps["db"], tx: Tx, source: ScopeRow): Promise<void> {
  if (source.kind === "personal") throw new AppError("invalid_input", "The personal scope is never given up.");
  const [left] = await tx
    .select({ id: record.id })
    .from(record)
    .where(and(eq(record.scope_id, source.id), ne(record.state, "purged"), ne(record.seal, "")))
    .limit(1);
  if (left) throw new AppError("stale_revision");
  // As of a scope that an earlier version of this server began.
  await tx.insert(begunScope).values({ id: source.id }).onConflictDoNothing();
  // Of an item that was given back, it is its maker who ends the other person's scope.
  await bypassRlsWithin("received", db, tx, async () => tx.delete(scope).where(eq(scope.id, source.id)));
}

export interface Rotation {
  readonly target: NewHead & { readonly scope: string; readonly baseSeq: number };
  readonly epoch: number;
  readonly records: readonly PutRow[];
  readonly keepsVersions?: true | undefined;
  readonly grants: readonly {
    readonly id: string;
    readonly createdAt: number;
    readonly sharedKey: string;
    /** Of the team's key, in a grant to a team. */
    readonly teamEpoch?: number | undefined;
  }[];
}

/**
 * Puts everything in a shared scope under another key, and gives that key to everyone who still has access.
 * @throws AppError not_found, stale_head, bad_signature, stale_revision, invalid_input
 */
export async function rotate(tx: Tx, viewer: Viewer, rotation: Rotation, at: Date): Promise<void> {
  const { target: write, epoch, records, grants, keepsVersions = false } = rotation;
  const before = requireSeq(await getOwnScope(tx, viewer, write.scope, "lock"), write.baseSeq);
  if (before.kind === "personal") throw new AppError("not_found");
  // Its owner may know later keys than a server that was set back: their numbers are used.
  if (epoch <= before.epoch) throw new AppError("stale_head");
  const target = await advance(tx, viewer, before, write, at, epoch);
  requireOwnVault(target.own, records);
  const known = await findKnown(tx, records);
  const stored = await tx
    .select({ id: record.id, isEmpty: sql<boolean>`${record.seal} = ''` })
    .from(record)
    .where(and(eq(record.scope_id, target.id), ne(record.state, "purged")));
  const full = stored.filter(({ isEmpty }) => !isEmpty);
  if (full.length !== records.length) throw new AppError("stale_revision");
  if (records.length > 0) checkRotated(target, records, known);
  await reseal(tx, target, target.seq, records, { at, keepsVersions });
  await purgeRecords(tx, idsOf(stored.filter(({ isEmpty }) => isEmpty)), target.seq, at);
  await tx
    .update(scope)
    .set({ epoch, stamp: before.stamp + 1 })
    .where(eq(scope.id, target.id));
  await regrant(tx, target.id, epoch, grants, at);
}

function checkRotated(target: ScopeRow, records: readonly PutRow[], known: KnownById): void {
  for (const put of records) {
    const stored = known.get(put.id);
    const trashedAt = stored?.state === "trashed" ? stored.deletedAt?.getTime() : null;
    const isNext =
      stored?.scopeId === target.id && stored.revision + 1 === put.revision && stored.kind === put.kind && trashedAt === put.trashedAt;
    if (!isNext || stored.categoryId !== put.categoryId) throw new AppError("stale_revision");
    refuseTooLarge(put, stored);
    checkContent(put);
  }
}

/** Each live grant gets the new key; ended ones are deleted, with the keys their holders were given. @throws AppError stale_revision unless it is exactly the live ones */
async function regrant(tx: Tx, scopeId: string, epoch: number, grants: Rotation["grants"], at: Date): Promise<void> {
  const isOf = eq(shareGrant.scope_id, scopeId);
  const live = await tx
    .select({ id: shareGrant.id })
    .from(shareGrant)
    .where(and(isOf, isNull(shareGrant.ended_at), isNotOver(at)));
  const given = new Map(grants.map((one) => [one.id, one]));
  if (given.size !== grants.length || given.size !== live.length || live.some(({ id }) => !given.has(id)))
    throw new AppError("stale_revision");
  for (const { id, createdAt, sharedKey, teamEpoch } of grants)
    await tx
      .update(shareGrant)
      .set({
        epoch,
        shared_key: sharedKey,
        signed_at: createdAt,
        write_key: null,
        write_signed_at: null,
        ...(teamEpoch && { team_epoch: teamEpoch }),
      })
      .where(eq(shareGrant.id, id));
  await tx.delete(shareGrant).where(and(isOf, sql`${shareGrant.ended_at} is not null`));
  // What has expired stays on both lists, without a key.
  await tx
    .update(shareGrant)
    .set({ shared_key: "", write_key: null, write_signed_at: null })
    .where(and(isOf, ne(shareGrant.epoch, epoch)));
}

const isNotOver = (at: Date) => sql`(${shareGrant.expires_at} is null or ${shareGrant.expires_at} > ${at}::timestamptz)`;
