/** Heads in the database: each is written after the one before it, when the owner's identity has signed just that (security design §4). */
import { AppError } from "@coffer/contract/errors";
import type { HeadText, ScopeState } from "@coffer/contract/vault";
import { and, eq, sql } from "drizzle-orm";
import type { ScopeRow } from "../access.ts";
import type { Db, Tx } from "../db/connect.ts";
import { identity, head as table } from "../db/tables.ts";
import { nextOwn, readOwn } from "./own-statement.ts";
import { hashOfHead, isSignedBy, NO_HEAD } from "./signed-head.ts";

type HeadRow = Pick<typeof table.$inferSelect, "seq" | "generation" | "head" | "signature">;

/** A head as a body brings it. */
export interface NewHead {
  /** The wrapped table of contents; not readable here. */
  readonly head: string;
  readonly signature: string;
  /** In shared scopes: the owner's next statement. */
  readonly own?: string | undefined;
}

/** The seq and generation of a scope with its next head. */
interface Next {
  readonly seq: number;
  readonly generation: number;
  /** Of the key that is in use from then on; as before when absent. */
  readonly epoch?: number;
  /** What the scope weighs from then on (weight.ts); as before when absent. */
  readonly weight?: number | undefined;
}

export const toHeadText = ({ seq, generation, head, signature }: HeadRow): HeadText => ({ seq, generation, head, signature });

export const toScopeState = ({ id, kind, seq, generation, epoch }: ScopeRow): ScopeState => ({ id, kind, seq, generation, epoch });

/** The next write of a scope. The first that is signed lifts a scope of the first version to generation 1. */
export const nextOf = ({ seq, generation }: ScopeRow): Pick<Next, "seq" | "generation"> => ({
  seq: seq + 1,
  generation: Math.max(1, generation),
});

/** The newest head of a scope. */
export async function newestHead(tx: Db | Tx, { id, seq }: Pick<ScopeRow, "id" | "seq">): Promise<HeadText> {
  const [row] = await tx
    .select()
    .from(table)
    .where(and(eq(table.scope_id, id), eq(table.seq, seq)));
  if (!row) throw new Error("A scope without its head");
  return toHeadText(row);
}

type Writer = { readonly accountId: string } | { readonly publicKey: string };

/**
 * Writes the head that follows the stored one, and the scope's new seq and generation.
 * @param target - locked
 * @param writer - whose identity must have signed it: an account that may write the scope, or a public key that is about to replace the owner's
 * @returns the owner's statement from then on
 * @throws AppError bad_signature
 */
export async function writeHead(
  tx: Tx,
  target: ScopeRow,
  next: Next,
  { head, signature, own }: NewHead,
  at: Date,
  writer: Writer,
): Promise<string | null> {
  const { previous, key } = await signingOf(tx, target, writer);
  const { seq, generation, epoch = target.epoch, weight } = next;
  const writerId = "accountId" in writer && writer.accountId !== target.owner_id ? writer.accountId : null;
  const signed = { scopeId: target.id, seq, generation, previousHash: hashOfHead(previous), hash: hashOfHead(head) };
  if (!isSignedBy(key, signed, signature)) throw new AppError("bad_signature");
  const statement = nextOwn(target, { own, generation, epoch, ownerKey: writerId === null ? key : null });
  const { own: before, own_at: since } = target;
  await tx.execute(sql`
    with written as (
      insert into head (scope_id, seq, generation, head, signature, writer_id, created_at)
      values (${target.id}, ${seq}, ${generation}, ${head}, ${signature}, ${writerId}::uuid, ${at}::timestamptz))
    update scope set seq = ${seq}, generation = ${generation}, own = ${statement ?? before}, own_at = ${statement === undefined ? since : seq},
      weight = ${weight ?? target.weight}, weighed_seq = ${weight === undefined ? target.weighed_seq : seq}
    where id = ${target.id}`);
  return statement ?? before;
}

/** The head that a new one follows, and the key that must have signed it. */
async function signingOf(tx: Tx, { id, seq }: ScopeRow, writer: Writer): Promise<{ previous: string; key: string }> {
  const isWriter = "accountId" in writer ? eq(identity.account_id, writer.accountId) : sql`false`;
  const [row] = await tx
    .select({ head: table.head, publicKey: identity.public_key })
    .from(table)
    .leftJoin(identity, isWriter)
    .where(and(eq(table.scope_id, id), eq(table.seq, seq)));
  if (!row) throw new Error("A scope without its head");
  const key = "publicKey" in writer ? writer.publicKey : row.publicKey;
  if (key === null) throw new Error("An account without identity");
  return { previous: row.head, key };
}

/**
 * Writes the first head of a new scope.
 * @param publicKey - of the identity that comes with it
 * @throws AppError bad_signature
 */
export async function writeFirstHead(
  tx: Tx,
  scopeId: string,
  publicKey: string,
  { head, signature, own }: NewHead,
  at: Date,
): Promise<void> {
  const first = { seq: 1, generation: 1 };
  const signed = { scopeId, ...first, previousHash: NO_HEAD, hash: hashOfHead(head) };
  if (!isSignedBy(publicKey, signed, signature)) throw new AppError("bad_signature");
  if (own !== undefined && !readOwn(own, { scopeId, generation: 1, epoch: 1 }, publicKey)) throw new AppError("bad_signature");
  await tx.insert(table).values({ scope_id: scopeId, ...first, head, signature, created_at: at });
}

export async function identityOf(tx: Db | Tx, accountId: string): Promise<string> {
  const [row] = await tx.select({ publicKey: identity.public_key }).from(identity).where(eq(identity.account_id, accountId));
  if (!row) throw new Error("An account without identity");
  return row.publicKey;
}
