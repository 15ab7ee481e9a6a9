/**
 * The one write path: every change of every record, of whatever kind, and of its place passes `writeRecords`, in one transaction with the head that lists it
 * (security design §4). Any number of changes takes the same few statements.
 */
import { AppError } from "@coffer/contract/errors";
import type { Change } from "@coffer/contract/record";
import { sql } from "drizzle-orm";
import { type AccessibleScope, getAccessibleScope, requirePassword, type ScopeRow, type Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { record } from "../db/tables.ts";
import { refuseExposedKey } from "../sharing/exposed-key.ts";
import { writeTrust } from "../sharing/trust.ts";
import { checkCapacity } from "./capacity.ts";
import {
  type CheckedChanges,
  checkChanges,
  checkRepair,
  isExpired,
  isGivenUp,
  type Known,
  type PutRow,
  type Target,
} from "./check-changes.ts";
import { checkMembersChanges } from "./check-members.ts";
import { changedPlaces, keepPlaces } from "./earlier-places.ts";
import { type NewHead, nextOf, writeHead } from "./heads.ts";
import { storedFieldChars } from "./item-size.ts";
import { requireOwnVault } from "./own-statement.ts";
import { isAnyOf, placeRecords, purgeRecords, putRecords, takeOver, trashRecords } from "./statements.ts";
import { isHeavy, refuseTooHeavy, weightAfter } from "./weight.ts";

export interface Write extends NewHead {
  readonly scopeId: string;
  readonly baseSeq: number;
  readonly keyWaits?: true | undefined;
  readonly changes: readonly Change[];
  /** With the personal scope: what the account knows of others from now on; the head says which it is. */
  readonly trust?: string | undefined;
  /** Of a shared vault into which an item goes that is shared on its own; everyone who has that vault is given its key in the same transaction. */
  readonly vaultScope?: string | null;
}

/**
 * Writes the changes as the scope's next seq, or nothing at all. That the head follows the stored one is checked by its signature, which covers the hash of
 * that one: a writer who has seen another history, or who has no identity, writes nothing.
 * @returns the scope's new seq
 * @throws AppError not_found, forbidden, stale_head, key_held, bad_signature, stale_revision, id_taken, too_large, too_many_items, members_full, vault_full, invalid_input
 */
export async function writeRecords(tx: Tx, viewer: Viewer, write: Write, at: Date): Promise<number> {
  const target = await lockAt(tx, viewer, write, at);
  if (write.changes.some(({ op }) => op === "put")) refuseExposedKey(target, write);
  const next = { ...nextOf(target), weight: weightAfter(target, write.changes) };
  const own = await writeHead(tx, target, next, write, at, viewer);
  if (write.trust !== undefined) await writeTrust(tx, target, write.trust);
  const known = await findKnown(tx, write.changes);
  if (target.relation !== "owner") checkMembersChanges(target, viewer, write.changes, known);
  const checked = checkChanges({ ...targetOf(target, viewer, at), vaultScope: write.vaultScope ?? null }, write.changes, known);
  requireOwnVault(own, checked.puts);
  refuseUnprovenPurge(viewer, checked.purgedIds, known, at);
  await apply(tx, viewer, target, { ...checked, known }, next.seq, at);
  if (target.relation === "owner" ? checked.puts.some(isHeavy) : checked.puts.length > 0)
    await refuseTooHeavy(tx, target, next.seq, next.weight);
  return next.seq;
}

export interface RepairWrite extends NewHead {
  readonly scopeId: string;
  readonly baseSeq: number;
  readonly seq: number;
  readonly generation: number;
  readonly records: readonly PutRow[];
  readonly purged: readonly string[];
  /** See Write. */
  readonly trust?: string | undefined;
}

/**
 * Starts the history of a scope again: a head of a later generation, on top of the stored one.
 * @returns the scope's new seq
 * @throws AppError not_found, stale_head, bad_signature, id_taken, too_large, too_many_items, invalid_input
 */
export async function repairScope(tx: Tx, viewer: Viewer, write: RepairWrite, at: Date): Promise<number> {
  const target = await lockAt(tx, viewer, write, at);
  if (target.relation !== "owner") throw new AppError("forbidden");
  if (write.seq <= target.seq) throw new AppError("invalid_input", "The new seq must be higher than the stored one.");
  // The device may have seen a generation that a restored server knows nothing of.
  if (write.generation <= target.generation) throw new AppError("invalid_input", "The new generation must be higher than the stored one.");
  const next = { seq: write.seq, generation: write.generation };
  const own = await writeHead(tx, target, next, write, at, viewer);
  if (write.trust !== undefined) await writeTrust(tx, target, write.trust);
  const known = await findKnown(tx, [...write.records, ...write.purged.map((id) => ({ id }))]);
  const place = targetOf(target, viewer, at);
  const checked = checkRepair(place, write, known);
  requireOwnVault(own, checked.puts);
  const emptied = checked.puts.filter((put) => isEmptiedSooner(put, known, at));
  refuseUnprovenPurge(viewer, [...checked.purgedIds, ...emptied.map(({ id }) => id)], known, at);
  const ids = checked.puts.map(({ id }) => id);
  await takeOver(
    tx,
    target,
    ids.filter((id) => isGivenUp(known.get(id), place)),
  );
  await apply(tx, viewer, target, { ...checked, known }, next.seq, at);
  return next.seq;
}

/**
 * To make the trash delete it sooner is to delete it for good: what is live here, and by the device's time so long in the trash that the next hour deletes its content; and
 * what is in the trash here, and by that time for longer.
 */
const isEmptiedSooner = ({ id, trashedAt }: PutRow, known: ReadonlyMap<string, Known>, now: Date): boolean => {
  const { state, deletedAt } = known.get(id) ?? {};
  if (trashedAt === null) return false;
  if (state === "trashed") return deletedAt !== null && deletedAt !== undefined && trashedAt < deletedAt.getTime();
  return state === "live" && isExpired({ deletedAt: new Date(trashedAt) }, now);
};

/** What was in the trash long enough is purged by itself; anything else that is deleted for good needs the master password. @throws AppError fresh_proof_needed */
function refuseUnprovenPurge(viewer: Viewer, ids: readonly string[], known: ReadonlyMap<string, Known>, at: Date): void {
  if (!ids.every((id) => isExpired(known.get(id) ?? { deletedAt: null }, at))) requirePassword(viewer);
}

async function lockAt(
  tx: Tx,
  viewer: Viewer,
  { scopeId, baseSeq }: Pick<Write, "scopeId" | "baseSeq">,
  at: Date,
): Promise<AccessibleScope> {
  const target = await getAccessibleScope(tx, viewer, scopeId, "lock", at);
  if (target.seq !== baseSeq) throw new AppError("stale_head");
  return target;
}

export const targetOf = ({ id, kind, owner_id }: ScopeRow, { accountId, personalScopeId }: Viewer, at: Date): Target => ({
  scopeId: id,
  kind,
  ownerId: owner_id,
  writerId: accountId,
  personalScopeId,
  at,
});

interface Applied extends CheckedChanges {
  readonly known: ReadonlyMap<string, Known>;
}

async function apply(tx: Tx, writer: Viewer, target: AccessibleScope, checked: Applied, seq: number, at: Date): Promise<void> {
  await checkCapacity(tx, target, checked.more);
  if (target.relation === "owner") await keepPlaces(tx, changedPlaces(checked, checked.known), at);
  await putRecords(tx, { target, writer }, checked.puts, seq, at);
  await placeRecords(tx, checked.places, seq);
  await trashRecords(tx, checked.trashed, seq);
  await purgeRecords(tx, checked.purgedIds, seq, at);
}

/** What is stored under the ids of the changes and of the vaults they name, regardless of owner. */
export async function findKnown(
  tx: Tx,
  changes: readonly { readonly id: string; readonly categoryId?: string | null }[],
): Promise<ReadonlyMap<string, Known>> {
  const ids = new Set(changes.map((change) => change.id));
  for (const { categoryId } of changes) if (categoryId) ids.add(categoryId);
  if (ids.size === 0) return new Map();
  const { id, scope_id, owner_id, maker_id, kind, revision, save_id, state, category_id, deleted_at, favourite, auto_login, seal } = record;
  const rows = await tx
    .select({
      ...{ id, scopeId: scope_id, ownerId: owner_id, kind, revision, state, categoryId: category_id, deletedAt: deleted_at },
      ...{
        makerId: maker_id,
        saveId: save_id,
        favourite,
        autoLogin: auto_login,
        isEmpty: sql<boolean>`${seal} = ''`,
        fieldChars: storedFieldChars,
      },
    })
    .from(record)
    .where(isAnyOf([...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
