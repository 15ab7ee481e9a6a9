/**
 * How much a shared scope holds. Everything in it is sealed again in one request of 64 MB when someone loses access (sharing/moves.ts): what is saved leaves room for
 * that, and what members save leaves some for the owner.
 *
 * Note: Weighed in parts. A member's save must not read ten thousand records. The scope keeps what it weighed at some seq. A write that follows just that one adds what it
 * brings, in the statement that writes its head; after another call, or a server of an earlier version, what was written since is found by its own seq and added. Nothing
 * is taken off for what was replaced or deleted, so the sum is too high and never too low. Only a sum beyond the limit is made again, from everything.
 */
import { AppError } from "@coffer/contract/errors";
import type { Change, PutChange } from "@coffer/contract/record";
import { REQUEST_MAX_BYTES } from "@coffer/core/constants";
import { and, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { AccessibleScope } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { record, scope } from "../db/tables.ts";
import type { PutRow } from "./check-changes.ts";

const MAX_SHARED_BYTES = { members: 48 * REQUEST_MAX_BYTES, owner: 56 * REQUEST_MAX_BYTES } as const;

/** Of a record in that request, besides what is stored: its ids and columns; and of a member's, who may have saved it with next to no seal, the seal that a client makes. */
const OWNERS_RECORD_BYTES = 512;
const MEMBERS_RECORD_BYTES = 1_024;
/** A field's name, once more in that seal. */
const FIELD_BYTES = 64;

/** Of what the owner saves: a save of a smaller one that was there before is not looked at. */
const LIGHT_CHARS = 4_096;
export const isHeavy = ({ revision, seal, fields }: PutRow): boolean =>
  revision === 1 || Object.values(fields).reduce((sum, { length }) => sum + length, seal.length) > LIGHT_CHARS;

type Weighed = Pick<AccessibleScope, "id" | "kind" | "relation" | "seq" | "weight" | "weighed_seq">;

/** @returns what the scope weighs at most after a write with these changes; undefined where the write before it was not weighed */
export function weightAfter({ kind, seq, weight, weighed_seq: at }: Weighed, changes: readonly Change[]): number | undefined {
  if (kind === "personal" || weight === null || at !== seq) return undefined;
  return changes.reduce((sum, change) => sum + (change.op === "put" ? weightOf(change) : 0), weight);
}

/** As MEMBERS below: names and sealed texts are ASCII, and PostgreSQL writes a space after each colon and comma. */
function weightOf({ seal, fields }: PutChange): number {
  const count = Object.keys(fields).length;
  return seal.length + JSON.stringify(fields).length + Math.max(0, 2 * count - 1) + MEMBERS_RECORD_BYTES + count * FIELD_BYTES;
}

/**
 * @param seq - of this write, whose records are stored already
 * @param atMost - see weightAfter
 * @throws AppError vault_full
 */
export async function refuseTooHeavy(tx: Tx, target: Weighed, seq: number, atMost?: number): Promise<void> {
  if (target.kind === "personal") return;
  if (target.relation !== "owner") await weighMembers(tx, target, seq, atMost);
  else if ((await sumOf(tx, target, OWNERS)) > MAX_SHARED_BYTES.owner) throw new AppError("vault_full");
}

/** As it is stored, which is as it is sent, but for what an earlier version of this server has stored. */
const OWNERS = sql`pg_column_size(fields) + pg_column_size(seal) + ${sql.raw(String(OWNERS_RECORD_BYTES))}`;

/**
 * Not as it is stored: what repeats is stored in little room, and sent as it is. Of what is sealed both are the same. A sealed text has no colon and no space, so each of
 * these is a field.
 */
const MEMBERS = sql`(select octet_length(seal) + octet_length(json) + ${sql.raw(String(MEMBERS_RECORD_BYTES))}
  + ${sql.raw(String(FIELD_BYTES))} * ((octet_length(json) - octet_length(replace(json, ': ', ''))) / 2) from (select fields::text as json offset 0) as written)`;

/** Of what a new key would have to bring, in bytes. @param since - of what was written after that seq alone */
async function sumOf(tx: Tx, { id }: Pick<Weighed, "id">, size: SQL, since?: number): Promise<number> {
  const isNewer = since === undefined ? undefined : gt(record.seq, since);
  const [row] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${size}), 0)::float8` })
    .from(record)
    .where(and(eq(record.scope_id, id), ne(record.seal, ""), isNewer));
  return row?.bytes ?? 0;
}

/** See Note: Weighed in parts. @throws AppError vault_full */
async function weighMembers(tx: Tx, target: Weighed, seq: number, noted?: number): Promise<void> {
  const { weight, weighed_seq: since } = target;
  if (noted !== undefined && noted <= MAX_SHARED_BYTES.members) return;
  const isKnown = noted === undefined && weight !== null && since !== null;
  const atMost = isKnown ? weight + (await sumOf(tx, target, MEMBERS, since)) : Number.POSITIVE_INFINITY;
  if (atMost <= MAX_SHARED_BYTES.members) return void (await note(tx, target, atMost, seq));
  const bytes = await sumOf(tx, target, MEMBERS);
  if (bytes > MAX_SHARED_BYTES.members) throw new AppError("vault_full");
  await note(tx, target, bytes, seq);
}

const note = (tx: Tx, { id }: Pick<Weighed, "id">, weight: number, seq: number) =>
  tx.update(scope).set({ weight, weighed_seq: seq }).where(eq(scope.id, id));
