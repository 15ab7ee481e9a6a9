/**
 * The queue of emails. An email is queued in the transaction that causes it and leaves afterwards, so that a mail server that is slow or gone
 * neither delays an answer nor tells the caller anything. Any number of processes may deliver at once.
 */
import { randomUUID } from "node:crypto";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { outbox } from "../db/access-tables.ts";
import type { Db, Tx } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import { decryptForServer, encryptForServer } from "../secrets.ts";
import { type EmailName, type ValuesOf, validMinutesOf } from "./emails.ts";
import type { Recipient } from "./recipient.ts";
import { renderEmail } from "./render-email.ts";
import { MailError, MailStopped, type Transport } from "./transports.ts";

const MINUTE_MS = 60_000;
/** How long after each failed attempt the next one comes; after the last, the email has failed. */
const BACK_OFF_MINUTES = [1, 5, 15, 60, 240, 720] as const;
/** A job that comes a moment before its email is due, by the clock of this machine, still sends it: no other job would follow. */
const EARLY_MS = 30_000;
export const OUTBOX_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

export interface QueuedEmail<Name extends EmailName> {
  readonly name: Name;
  readonly to: Recipient;
  readonly values: ValuesOf<Name>;
  /** Goes nowhere: written where there is no account, so that both cases take as long. */
  readonly isVoid?: boolean;
}

interface Content {
  readonly to: string;
  /** The recipient's when it was queued; absent in what an earlier version has queued. */
  readonly language?: string;
  readonly values: Readonly<Record<string, string>>;
}

export async function queueEmail<Name extends EmailName>(
  deps: Deps,
  tx: Tx,
  { name, to: { email: to, language }, values, isVoid = false }: QueuedEmail<Name>,
): Promise<void> {
  const id = randomUUID();
  const at = deps.now();
  const minutes = validMinutesOf(name);
  await tx.insert(outbox).values({
    id,
    name,
    content: encryptForServer(deps.secrets.mail, id, JSON.stringify({ to, language, values } satisfies Content)),
    state: "queued",
    is_void: isVoid,
    next_at: new Date(at),
    expires_at: minutes === null ? null : new Date(at + minutes * MINUTE_MS),
    created_at: new Date(at),
  });
  await deps.jobs.send(tx, "mail", id);
  deps.jobs.wake("mail");
}

type OutboxRow = typeof outbox.$inferSelect;

/**
 * Sends what the job of an email asks for. The row stays locked while its email is on the way: if this process dies it is free again, and of two processes
 * the second finds it sent.
 */
export async function deliverEmail(deps: Deps, transport: Transport, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(outbox)
      .where(and(eq(outbox.id, id), isDue(transport, deps.now() + EARLY_MS)))
      .for("update");
    if (row) await deliverRow(deps, tx, transport, row);
  });
}

/** Sends every email that is due and that no process is sending. @returns how many were handled */
export async function deliverDue(deps: Deps, transport: Transport): Promise<number> {
  let count = 0;
  while (await deliverNext(deps, transport)) count++;
  return count;
}

function deliverNext(deps: Deps, transport: Transport): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const due = tx.select().from(outbox).where(isDue(transport, deps.now())).orderBy(outbox.next_at).limit(1);
    const [row] = await due.for("update", { skipLocked: true });
    if (row) await deliverRow(deps, tx, transport, row);
    return row !== undefined;
  });
}

const isDue = ({ isFinal }: Transport, now: number) =>
  and(eq(outbox.state, "queued"), lte(outbox.next_at, new Date(now)), isFinal ? undefined : isNull(outbox.filed_at));

async function deliverRow(deps: Deps, tx: Tx, transport: Transport, row: OutboxRow): Promise<void> {
  const outcome = await attempt(deps, transport, row);
  await tx.update(outbox).set(outcome).where(eq(outbox.id, row.id));
  if (outcome.next_at) await deps.jobs.send(tx, "mail", row.id, Math.ceil((outcome.next_at.getTime() - deps.now()) / 1000));
}

async function attempt(deps: Deps, transport: Transport, row: OutboxRow): Promise<Partial<OutboxRow>> {
  const at = deps.now();
  if (row.expires_at && row.expires_at.getTime() <= at) return { state: "expired", content: "" };
  const attempts = row.attempts + 1;
  try {
    const { to, language, values } = JSON.parse(decryptForServer(deps.secrets.mail, row.id, row.content)) as Content;
    const name = row.name as EmailName;
    const email = renderEmail(name, values as ValuesOf<typeof name>, language);
    if (!row.is_void) await transport.send({ ...email, id: row.id, name, to, at: row.created_at });
    if (transport.isFinal || row.is_void) return { state: "sent", content: "", attempts, error: null };
    return { attempts, filed_at: new Date(at) };
  } catch (thrown) {
    if (thrown instanceof MailStopped) throw thrown;
    const error = thrown instanceof MailError ? thrown : new MailError("unreadable", "The email could not be read or written.", true);
    deps.log.error("mail.failed", { emailId: row.id, name: row.name, code: error.code, attempts });
    const wait = error.isPermanent ? undefined : BACK_OFF_MINUTES[row.attempts];
    const failed = { attempts, error: error.code };
    return wait === undefined ? { ...failed, state: "failed", content: "" } : { ...failed, next_at: new Date(at + wait * MINUTE_MS) };
  }
}

export async function purgeOutbox(db: Db, now: number): Promise<void> {
  const before = new Date(now - OUTBOX_KEPT_MS);
  await db.delete(outbox).where(sql`${outbox.created_at} < ${before} or (${outbox.is_void} and ${outbox.state} <> 'queued')`);
}
