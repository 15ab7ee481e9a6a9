/**
 * How much a shared scope holds. Everything in it is sealed again in one request of 64 MB when someone loses access (sharing/moves.ts): what is saved leaves room for
 * that, and what members save leaves some for the owner.
 *
 * Note: Weighed in parts. A member's save must not read ten thousand records. The scope keeps what it weighed at some seq; what was written since is found by its own seq
 * and added, whoever wrote it and by whatever call. Nothing is taken off for what was replaced or deleted, so the sum is too high and never too low. Only a sum beyond the
 * limit is made anew, from everything.
 */
import { AppError } from "@coffer/contract/errors";
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

type Weighed = Pick<AccessibleScope, "id" | "kind" | "relation" | "weight" | "weighed_seq">;

/** @param seq - of this write, whose records are stored already @throws AppError vault_full */
export async function refuseTooHeavy(tx: Tx, target: Weighed, seq: number): Promise<void> {
  if (target.kind === "personal") return;
  if (target.relation !== "owner") await weighMembers(tx, target, seq);
  else if ((await sumOf(tx, target, OWNERS)).bytes > MAX_SHARED_BYTES.owner) throw new AppError("vault_full");
}

/** As it is stored. */
const OWNERS = sql`pg_column_size(fields) + pg_column_size(seal) + ${sql.raw(String(OWNERS_RECORD_BYTES))}`;

/**
 * Not as it is stored: what repeats is stored in little room, and sent as it is. Of what is sealed both are the same. A sealed text has no colon and no space, so each of
 * these is a field.
 */
const MEMBERS = sql`(select octet_length(seal) + octet_length(json) + ${sql.raw(String(MEMBERS_RECORD_BYTES))}
  + ${sql.raw(String(FIELD_BYTES))} * ((octet_length(json) - octet_length(replace(json, ': ', ''))) / 2) from (select fields::text as json offset 0) as written)`;

interface Sum {
  readonly bytes: number;
  readonly records: number;
}

/** Of what a new key would have to bring. @param since - of what was written after that seq alone */
async function sumOf(tx: Tx, { id }: Pick<Weighed, "id">, size: SQL, since?: number): Promise<Sum> {
  const columns = { bytes: sql<number>`coalesce(sum(${size}), 0)::float8`, records: sql<number>`count(*)::int` };
  const isNewer = since === undefined ? undefined : gt(record.seq, since);
  const [row] = await tx
    .select(columns)
    .from(record)
    .where(and(eq(record.scope_id, id), ne(record.seal, ""), isNewer));
  return row ?? { bytes: 0, records: 0 };
}

/** So many are added up with each save, before the sum is noted. */
const MOST_UNNOTED = 64;

/** See Note: Weighed in parts. @throws AppError vault_full */
async function weighMembers(tx: Tx, target: Weighed, seq: number): Promise<void> {
  const { weight, weighed_seq: since } = target;
  const more = since === null ? null : await sumOf(tx, target, MEMBERS, since);
  const atMost = more === null || weight === null ? Number.POSITIVE_INFINITY : weight + more.bytes;
  if (atMost <= MAX_SHARED_BYTES.members && more !== null) {
    if (more.records > MOST_UNNOTED) await note(tx, target, atMost, seq);
    return;
  }
  const { bytes } = await sumOf(tx, target, MEMBERS);
  if (bytes > MAX_SHARED_BYTES.members) throw new AppError("vault_full");
  await note(tx, target, bytes, seq);
}

const note = (tx: Tx, { id }: Pick<Weighed, "id">, weight: number, seq: number) =>
  tx.update(scope).set({ weight, weighed_seq: seq }).where(eq(scope.id, id));
