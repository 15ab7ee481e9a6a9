/** Mailed six-digit codes: random, hashed, valid ten minutes, five tries, used once. Known and unknown addresses take the same steps. */
import { randomInt } from "node:crypto";
import { CODE_LENGTH } from "@coffer/core/product";
import { and, eq, lt, sql } from "drizzle-orm";
import { code as table } from "../db/access-tables.ts";
import type { Db, Tx } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import type { EmailName } from "../mail/emails.ts";
import { queueEmail } from "../mail/outbox.ts";
import { hmac } from "../secrets.ts";
import { normaliseEmail } from "./accounts.ts";

const MINUTE_MS = 60_000;
const VALID_MS = 10 * MINUTE_MS;
/** A proven address may be used for this long (specification call K004). */
const PROVEN_MS = 15 * MINUTE_MS;
const MAX_TRIES = 5;

/** What a code proves: the mailbox `email`, for one purpose, to whoever asked. */
export interface Proof {
  readonly purpose: (typeof table.$inferSelect)["purpose"];
  readonly email: string;
  /** The account that asked, where there is a session; its codes are good for nobody else. */
  readonly callerId?: string;
}

type CodeEmail = Extract<EmailName, "recoveryCode" | "profileCode" | "newEmailCode">;

const subjectOf = ({ secrets }: Deps, { email, callerId = "" }: Proof): string =>
  hmac(secrets.code, `${callerId}\n${normaliseEmail(email)}`).toString("base64url");
const hashOf = ({ secrets }: Deps, { purpose }: Proof, subject: string, code: string): string =>
  hmac(secrets.code, `${purpose}\n${subject}\n${code}`).toString("base64url");
/** Who is guessed at: the mailbox, whoever asked. */
const targetOf = ({ purpose, email }: Proof): string => `${purpose}\n${normaliseEmail(email)}`;

/**
 * Mails a new code, which takes the place of an earlier one.
 * @param isVoid - nothing is mailed; all else is the same
 * @throws RateLimitedError after three in an hour to one address
 */
export async function sendCode(deps: Deps, proof: Proof, name: CodeEmail, isVoid: boolean): Promise<void> {
  await deps.limits.count("codeSend", targetOf(proof));
  const code = String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, "0");
  const subject = subjectOf(deps, proof);
  const row = { hash: hashOf(deps, proof, subject, code), tries: 0, expires_at: new Date(deps.now() + VALID_MS), proven_at: null };
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(table)
      .values({ purpose: proof.purpose, subject, ...row })
      .onConflictDoUpdate({ target: [table.purpose, table.subject], set: row });
    await queueEmail(deps, tx, { name, to: normaliseEmail(proof.email), values: { code }, isVoid });
  });
}

/**
 * Whether the code is the one that was mailed. Late, used up, never sent and wrong are all just false.
 * @param mode - `use` makes it proven, and good for nothing else
 * @throws RateLimitedError after nine wrong ones in a day for one address
 */
export async function proveCode(deps: Deps, proof: Proof, code: string, mode: "look" | "use"): Promise<boolean> {
  await deps.attempts.take("mailedCode", targetOf(proof));
  const outcome = await deps.db.transaction(async (tx) => {
    const subject = subjectOf(deps, proof);
    const isIt = and(eq(table.purpose, proof.purpose), eq(table.subject, subject));
    const [row] = await tx.select().from(table).where(isIt).for("update");
    const isLive = row !== undefined && row.proven_at === null && row.tries < MAX_TRIES && row.expires_at.getTime() > deps.now();
    const isRight = isLive && row.hash === hashOf(deps, proof, subject, code);
    const change = isRight ? { proven_at: mode === "use" ? new Date(deps.now()) : null } : { tries: sql`${table.tries} + 1` };
    await tx.update(table).set(change).where(isIt);
    if (isRight) return "right";
    return isLive ? "wrong" : "nothing to guess";
  });
  if (outcome !== "wrong") await deps.attempts.giveBack("mailedCode", targetOf(proof));
  return outcome === "right";
}

/** Whether an address was proven in the last 15 minutes; uses that up. */
export async function useProof(deps: Deps, tx: Tx, proof: Proof): Promise<boolean> {
  const [row] = await tx
    .delete(table)
    .where(and(eq(table.purpose, proof.purpose), eq(table.subject, subjectOf(deps, proof)), sql`${table.proven_at} is not null`))
    .returning();
  return row !== undefined && (row.proven_at?.getTime() ?? 0) + PROVEN_MS > deps.now();
}

export async function purgeCodes(db: Db, now: number): Promise<void> {
  await db.delete(table).where(lt(table.expires_at, new Date(now - PROVEN_MS)));
}
