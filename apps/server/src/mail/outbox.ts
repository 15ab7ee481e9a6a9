/**
 * The queue of letters. A letter is posted in the transaction that causes it and leaves afterwards, so that a mail server that is slow or gone
 * neither delays an answer nor tells a stranger anything. Any number of processes may deliver at once.
 */
import { randomUUID } from "node:crypto";
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { outbox } from "../db/access-tables.ts";
import type { Db, Tx } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import { decryptForServer, encryptForServer } from "../secrets.ts";
import { type Carrier, MailProblem } from "./carriers.ts";
import { type LetterName, renderLetter, type ValuesOf, validMinutesOf } from "./letters.ts";

const MINUTE_MS = 60_000;
/** How long after each failed attempt the next one comes; after the last, the letter has failed. */
const BACK_OFF_MINUTES = [1, 5, 15, 60, 240, 720] as const;
const PROBLEM_MAX_CHARS = 300;
export const OUTBOX_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

export interface Post<Name extends LetterName> {
  readonly letter: Name;
  readonly to: string;
  readonly values: ValuesOf<Name>;
  /** Goes nowhere: written where there is no account, so that it takes as long. */
  readonly isVoid?: boolean;
}

interface Content {
  readonly to: string;
  readonly values: Readonly<Record<string, string>>;
}

export async function post<Name extends LetterName>(deps: Deps, tx: Tx, { letter, to, values, isVoid = false }: Post<Name>): Promise<void> {
  const id = randomUUID();
  const at = deps.now();
  const minutes = validMinutesOf(letter);
  await tx.insert(outbox).values({
    id,
    letter,
    content: encryptForServer(deps.secrets.mail, id, JSON.stringify({ to, values } satisfies Content)),
    state: "queued",
    is_void: isVoid,
    next_at: new Date(at),
    expires_at: minutes === null ? null : new Date(at + minutes * MINUTE_MS),
    created_at: new Date(at),
  });
  deps.mail.posted();
}

type OutboxRow = typeof outbox.$inferSelect;

/** Hands over every letter that is due. @returns how many were handled */
export async function deliver(deps: Deps, carrier: Carrier): Promise<number> {
  let count = 0;
  while (await deliverNext(deps, carrier)) count++;
  return count;
}

/** The row stays locked while its letter is on the way: no other process takes it, and if this one dies it is free again. */
function deliverNext(deps: Deps, carrier: Carrier): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const isDue = and(
      eq(outbox.state, "queued"),
      lte(outbox.next_at, new Date(deps.now())),
      carrier.isFinal ? undefined : isNull(outbox.filed_at),
    );
    const [row] = await tx.select().from(outbox).where(isDue).orderBy(outbox.next_at).limit(1).for("update", { skipLocked: true });
    if (!row) return false;
    await tx
      .update(outbox)
      .set(await attempt(deps, carrier, row))
      .where(eq(outbox.id, row.id));
    return true;
  });
}

async function attempt(deps: Deps, carrier: Carrier, row: OutboxRow): Promise<Partial<OutboxRow>> {
  const at = deps.now();
  if (row.expires_at && row.expires_at.getTime() <= at) return { state: "expired", content: "" };
  const attempts = row.attempts + 1;
  try {
    const { to, values } = JSON.parse(decryptForServer(deps.secrets.mail, row.id, row.content)) as Content;
    const name = row.letter as LetterName;
    const letter = renderLetter(name, values as ValuesOf<typeof name>);
    if (!row.is_void) await carrier.carry({ ...letter, id: row.id, name, to, at: row.created_at });
    if (carrier.isFinal || row.is_void) return { state: "sent", content: "", attempts, problem: null };
    return { attempts, filed_at: new Date(at) };
  } catch (error) {
    const problem = error instanceof MailProblem ? error : new MailProblem("unreadable", "The letter could not be read or written.", true);
    deps.log.error("mail.failed", { letterId: row.id, letter: row.letter, code: problem.code, attempts });
    const wait = problem.isPermanent ? undefined : BACK_OFF_MINUTES[row.attempts];
    const said = { attempts, problem: `${problem.code} ${problem.message}`.slice(0, PROBLEM_MAX_CHARS) };
    return wait === undefined ? { ...said, state: "failed", content: "" } : { ...said, next_at: new Date(at + wait * MINUTE_MS) };
  }
}

export async function purgeOutbox(db: Db, now: number): Promise<void> {
  const before = new Date(now - OUTBOX_KEPT_MS);
  await db.delete(outbox).where(sql`${outbox.created_at} < ${before} or (${outbox.is_void} and ${outbox.state} <> 'queued')`);
}
