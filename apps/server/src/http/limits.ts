/** Rate limits (decision N-05), counted in PostgreSQL so that several server processes share them. Never a permanent lock-out: every window ends. */
import { eq, lt, sql } from "drizzle-orm";
import { bypassRls, bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Db, Tx } from "../db/connect.ts";
import { rateLimit } from "../db/tables.ts";
import { hmac } from "../secrets.ts";
import { LaterError } from "./refusals.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How often within which window. */
const LIMITS = {
  general: { max: 300, windowMs: MINUTE_MS },
  /** Failed sign-ins, per account and address, from devices that it does not know; see also http/sign-in-queue.ts. */
  login: { max: 5, windowMs: 15 * MINUTE_MS },
  /** The same per address, whatever the account. */
  loginAddress: { max: 50, windowMs: 15 * MINUTE_MS },
  /** The same per device that has signed in before: 960 a day. */
  loginDevice: { max: 10, windowMs: 15 * MINUTE_MS },
  /** Wrong proofs of the master password, per session: one that was stolen uses up its own alone. */
  verifyMasterPassword: { max: 5, windowMs: 15 * MINUTE_MS },
  verifyMasterPasswordDay: { max: 30, windowMs: DAY_MS },
  /** Wrong proofs of all sessions of one device; beyond that each of its sessions has a few of its own left, so that none shuts out another. */
  verifyMasterPasswordDevice: { max: 60, windowMs: DAY_MS },
  verifyMasterPasswordFew: { max: 5, windowMs: DAY_MS },
  /** Codes that are mailed at once, per purpose and address, for each kind of asker; see account/codes.ts for those beyond. */
  codeSend: { max: 3, windowMs: HOUR_MS },
  /** Hints, per address; further ones would repeat what is in the mailbox already. */
  hintSend: { max: 3, windowMs: HOUR_MS },
  /** Emails that one network address may ask for, regardless of recipient. */
  mailAddress: { max: 30, windowMs: HOUR_MS },
  /** Sign-ins with a passkey that were not finished, from one network address. */
  passkeyAddress: { max: 50, windowMs: 15 * MINUTE_MS },
  /** Answers to codes from one network address; see also http/attempts.ts. */
  codeAddress: { max: 50, windowMs: 15 * MINUTE_MS },
  /** Codes for a secret that is still pending: the caller has just been shown it. */
  mfaSetup: { max: 10, windowMs: 15 * MINUTE_MS },
  /** Requests to administrators, per account; and those that lead nowhere, per network address. */
  mfaHelp: { max: 3, windowMs: DAY_MS },
  mfaHelpAddress: { max: 20, windowMs: DAY_MS },
  /** Wrong recovery keys, per account. */
  recoveryKey: { max: 10, windowMs: HOUR_MS },
  /** Invitations, per account. */
  invite: { max: 200, windowMs: HOUR_MS },
  /** Invitations that one team, or the operator's people, mail to one address: after a mistake it is sent once more, and the link in the last one goes on working. */
  inviteMail: { max: 3, windowMs: HOUR_MS },
  /** Emails of one team to one person that they are in it, or out of it: joining and leaving, and both once more. */
  teamMail: { max: 4, windowMs: HOUR_MS },
  /** Entries of a team's log, per account: everyone in the team reads them for ever. */
  logEntries: { max: 5_000, windowMs: DAY_MS },
  /** Next keys of a team, per account: for each, every member opens a copy, and everyone who shares with the team seals all of that again. */
  nextKeys: { max: 300, windowMs: DAY_MS },
  /** Imports that are begun, per session: each may store a sealed file for a day. A stolen session uses up its own alone, and a person begins one for each file. */
  import: { max: 20, windowMs: DAY_MS },
  createProfile: { max: 10, windowMs: DAY_MS },
  /** Looking up the public key of an email, per account, and for calls without its keys apart from the others: enough for sharing, too few to find out who has an account here. */
  publicKey: { max: 60, windowMs: HOUR_MS },
  /** Shares with a person that came to nothing, counted like these: whether an address has an account is not learned by these either. */
  shareFailed: { max: 60, windowMs: HOUR_MS },
  /** New shares of one person with another who shares nothing with them, and is in no team with them; see sharing/unsolicited-shares.ts. */
  unsolicitedShare: { max: 200, windowMs: HOUR_MS },
  /** Emails about what one person shares with another: a hundred items in a row are one. */
  shareMail: { max: 1, windowMs: HOUR_MS },
  /** Emails about what one person deletes of another's; further deletions are in the activity log. */
  deletionMail: { max: 5, windowMs: HOUR_MS },
  /** Emails to a person who made items in a vault of another, whose account is closed, for each date at which it ends: it may be kept and closed again. */
  ownerLeavesMail: { max: 3, windowMs: DAY_MS },
  /**
   * Rows of one kind that one person writes into the activity log of another: five hundred are shown, so that what a thief did there must not be pushed out by a stranger.
   */
  othersRows: { max: 20, windowMs: HOUR_MS },
  /** The same of all kinds together, apart from those of which one is never left out for others (account/audit.ts). */
  othersRowsDay: { max: 100, windowMs: DAY_MS },
} as const satisfies Record<string, { max: number; windowMs: number }>;
type LimitName = keyof typeof LIMITS;

export class RateLimitedError extends LaterError {
  constructor(retryAfterSeconds: number, code: "rate_limited" | "sign_in_queued" = "rate_limited") {
    super(code, retryAfterSeconds);
  }
}

export interface Limits {
  /** Counts one attempt, or several. @throws RateLimitedError when there were too many in this window. */
  count(name: LimitName, who: string, attempts?: number): Promise<void>;
  /** Counts one attempt. @returns whether it is within the limit */
  note(name: LimitName, who: string): Promise<boolean>;
  /**
   * The same on the connection of a running transaction, for callers who have one: who holds one connection must not wait for another. Undone with the transaction;
   * until it ends, others wait for the same counter.
   */
  noteWithin(tx: Tx, name: LimitName, who: string): Promise<boolean>;
  /** Takes one attempt back, or several: it turned out to be right, or came to nothing. */
  forgive(name: LimitName, who: string, attempts?: number): Promise<void>;
  /** Removes the counters whose window has ended. */
  purge(): Promise<void>;
}

/** One more in the counter's window, or the first of a new one. */
function counted(from: Db | Tx, { key, windowMs }: { readonly key: string; readonly windowMs: number }, now: number, attempts: number) {
  const at = new Date(now);
  const resetsAt = new Date(now + windowMs);
  const isOver = sql`${rateLimit.resets_at} <= ${at}`;
  return from
    .insert(rateLimit)
    .values({ key, count: attempts, resets_at: resetsAt })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        count: sql`case when ${isOver} then ${attempts}::int else ${rateLimit.count} + ${attempts}::int end`,
        // One that ends later was begun before the clock went back (clock.ts).
        resets_at: sql`case when ${isOver} then ${resetsAt}::timestamptz else least(${rateLimit.resets_at}, ${resetsAt}::timestamptz) end`,
      },
    })
    .returning();
}

export function createLimits(db: Db, key: Buffer, now: () => number): Limits {
  const keyOf = (name: LimitName, who: string): string => hmac(key, `${name}\n${who}`).toString("base64url");
  const counterOf = (name: LimitName, who: string) => ({ key: keyOf(name, who), windowMs: LIMITS[name].windowMs });
  /** @returns the milliseconds until the window ends, when there were too many in it; else null */
  const excess = async (name: LimitName, who: string, attempts = 1): Promise<number | null> => {
    const [row] = await bypassRls("budgets", () => counted(db, counterOf(name, who), now(), attempts));
    return row && row.count > LIMITS[name].max ? row.resets_at.getTime() - now() : null;
  };
  return {
    count: async (name, who, attempts) => {
      const waitMs = await excess(name, who, attempts);
      if (waitMs !== null) throw new RateLimitedError(Math.max(1, Math.ceil(waitMs / 1000)));
    },
    note: async (name, who) => (await excess(name, who)) === null,
    noteWithin: async (tx, name, who) => {
      const [row] = await bypassRlsWithin("budgets", db, tx, async () => counted(tx, counterOf(name, who), now(), 1));
      return row === undefined || row.count <= LIMITS[name].max;
    },
    forgive: async (name, who, attempts = 1) => {
      const less = { count: sql`greatest(${rateLimit.count} - ${attempts}::int, 0)` };
      const isIt = eq(rateLimit.key, keyOf(name, who));
      await bypassRls("budgets", () => db.update(rateLimit).set(less).where(isIt));
    },
    purge: async () => {
      await db.delete(rateLimit).where(lt(rateLimit.resets_at, new Date(now())));
    },
  };
}
