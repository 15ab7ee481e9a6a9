/**
 * Sign-ins from devices that an account does not know: a delay that grows with the attempts, and a queue in it, instead of a lock-out.
 *
 * Note: Queue. After ten attempts one more is checked every 1, 2, 4, 8, then 10 seconds, from any address: 8,660 in a day. A caller who comes too early is
 * told when to come back and has a place until then, so no one can jump the queue: the owner on a new device waits for the places before theirs, ten seconds each, of
 * which a network (/24, /48) has four at most. Devices that have signed in before, or from which the mailbox was proven, do not queue: so the wait ends with an email at the latest. Of the master passwords that are taken at registration the weakest
 * has 10^8 likelier ones, so a day of this finds it with less than 10^-4.
 */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import { CLOCKS_APART_MS } from "../clock.ts";
import { signInPlace, signInQueue } from "../db/access-tables.ts";
import type { Db, Tx } from "../db/connect.ts";
import { hmac } from "../secrets.ts";
import { RateLimitedError } from "./limits.ts";
import { networkOfCustomer } from "./network.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const FREE_ATTEMPTS = 10;
const DELAY_MAX_MS = 10 * SECOND_MS;
/** Beyond this it does not grow, so that it has cooled down some two hours after the last attempt. */
const HEAT_MAX = 20;
const COOLS_EVERY_MS = 10 * MINUTE_MS;
/** How long a turn stays valid once it has come. */
const KEPT_MS = 10 * MINUTE_MS;
const PLACES_PER_NETWORK = 4;
/** For other callers of a network that already has its places. */
const ASK_AGAIN_SECONDS = 60;

export interface SignInQueue {
  /** Lets one attempt at an account through, or gives it a place in the queue. @throws RateLimitedError that says when its turn comes */
  enter(who: string, address: string): Promise<void>;
  /** That attempt was right: it does not count. */
  forgive(who: string): Promise<void>;
  purge(): Promise<void>;
}

interface Line {
  readonly key: string;
  readonly heat: number;
  readonly nextAt: number;
}

const delayAfter = (heat: number): number =>
  heat <= FREE_ATTEMPTS ? 0 : Math.min(DELAY_MAX_MS, SECOND_MS * 2 ** (heat - FREE_ATTEMPTS - 1));

export function createSignInQueue(db: Db, key: Buffer, now: () => number): SignInQueue {
  const hashed = (text: string): string => hmac(key, `queue\n${text}`).toString("base64url");
  return {
    enter: async (who, address) => {
      const waitMs = await db.transaction(async (tx) => {
        const line = await lockLine(tx, hashed(who), now());
        return waitOf(tx, line, { address: hashed(address), network: hashed(networkOfCustomer(address)) }, now());
      });
      if (waitMs > 0) throw new RateLimitedError(Math.ceil(waitMs / SECOND_MS), "sign_in_queued");
    },
    forgive: async (who) => {
      await db
        .update(signInQueue)
        .set({ heat: sql`greatest(${signInQueue.heat} - 1, 0)` })
        .where(eq(signInQueue.key, hashed(who)));
    },
    purge: async () => {
      await db.delete(signInPlace).where(lte(signInPlace.due_at, new Date(now() - KEPT_MS)));
      await db.delete(signInQueue).where(lte(signInQueue.heated_at, new Date(now() - HEAT_MAX * COOLS_EVERY_MS)));
    },
  };
}

/** The queue of an account as it is now, cooled down, and locked until the transaction ends. */
async function lockLine(tx: Tx, key: string, now: number): Promise<Line> {
  const at = new Date(now);
  const [row] = await tx
    .insert(signInQueue)
    .values({ key, heat: 0, heated_at: at, next_at: at })
    .onConflictDoUpdate({ target: signInQueue.key, set: { key } })
    .returning();
  if (!row) throw new Error("A queue that was just written is not there");
  const ahead = row.heated_at.getTime() - now;
  if (ahead > CLOCKS_APART_MS) return setBack(tx, row, ahead);
  const cooled = Math.max(0, Math.floor((now - row.heated_at.getTime()) / COOLS_EVERY_MS));
  return { key, heat: Math.max(0, row.heat - cooled), nextAt: row.next_at.getTime() };
}

/** The clock went back: everyone in it waits as long as before (clock.ts). */
async function setBack(tx: Tx, { key, heat, heated_at, next_at }: typeof signInQueue.$inferSelect, ms: number): Promise<Line> {
  const nextAt = next_at.getTime() - ms;
  const times = { heated_at: new Date(heated_at.getTime() - ms), next_at: new Date(nextAt) };
  await tx.update(signInQueue).set(times).where(eq(signInQueue.key, key));
  const dueAt = sql`${signInPlace.due_at} - ${ms} * interval '1 millisecond'`;
  await tx.update(signInPlace).set({ due_at: dueAt }).where(eq(signInPlace.key, key));
  return { key, heat, nextAt };
}

interface Where {
  readonly address: string;
  readonly network: string;
}

/** @returns 0 when the attempt is let through */
async function waitOf(tx: Tx, line: Line, { address, network }: Where, now: number): Promise<number> {
  const isTheirs = and(eq(signInPlace.key, line.key), eq(signInPlace.address, address));
  const [place] = await tx.select().from(signInPlace).where(isTheirs);
  const dueAt = place?.due_at.getTime();
  if (dueAt !== undefined && dueAt > now) return dueAt - now;
  if (dueAt !== undefined) await tx.delete(signInPlace).where(isTheirs);
  if (dueAt !== undefined && dueAt + KEPT_MS > now) return 0;
  const delay = delayAfter(line.heat + 1);
  if (line.nextAt <= now) {
    await heat(tx, line, now, now + delay);
    return 0;
  }
  const isOfNetwork = and(eq(signInPlace.key, line.key), eq(signInPlace.network, network), gt(signInPlace.due_at, new Date(now)));
  if ((await tx.$count(signInPlace, isOfNetwork)) >= PLACES_PER_NETWORK) return ASK_AGAIN_SECONDS * SECOND_MS;
  await tx.insert(signInPlace).values({ key: line.key, address, network, due_at: new Date(line.nextAt) });
  await heat(tx, line, now, line.nextAt + delay);
  return line.nextAt - now;
}

/** Counts an attempt that is let through, or will be. */
async function heat(tx: Tx, line: Line, now: number, nextAt: number): Promise<void> {
  await tx
    .update(signInQueue)
    .set({ heat: Math.min(HEAT_MAX, line.heat + 1), heated_at: new Date(now), next_at: new Date(nextAt) })
    .where(eq(signInQueue.key, line.key));
}
