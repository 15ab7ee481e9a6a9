/**
 * The audit log (decision N-09): append-only, one chain of hashes per account. It holds an event's name, the time and the device; never content.
 * Attempts with an email that has no account are kept under an id made from that email, so that both cases take the same steps.
 */
import { createHash } from "node:crypto";
import type { AuditEvent } from "@coffer/contract/audit";
import { desc, eq, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { audit } from "../db/access-tables.ts";
import { bypassRlsWithin } from "../db/bypass-row-level-security.ts";
import type { Tx } from "../db/connect.ts";
import { isActingFor } from "../db/row-level-security.ts";
import type { Deps } from "../deps.ts";
import { hmac } from "../secrets.ts";
import { type AccountRow, normaliseEmail } from "./accounts.ts";
import { tellEventLog } from "./events.ts";

export type AuditRow = typeof audit.$inferSelect;
type Unhashed = Omit<AuditRow, "hash">;

/** The hash before an account's first row. */
const BEGINNING = "0".repeat(64);
const KEPT_DAYS = 365;

export interface Entry {
  readonly accountId: string;
  readonly event: AuditEvent;
}

/** In one order, so that two transactions about the same accounts do not wait for each other. */
const inOrder = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => Number(a.accountId > b.accountId) - Number(a.accountId < b.accountId));

/**
 * Appends in the caller's transaction: what happened and its row are there together, or neither is. A transaction that writes to several logs does it in one call, which
 * locks them in one order.
 */
export async function writeAudit(deps: Deps, tx: Tx, { device }: Pick<Viewer, "device">, ...entries: readonly Entry[]): Promise<void> {
  for (const { accountId, event } of inOrder(entries)) {
    const add = () => append(deps, tx, device, { accountId, event });
    const isOwn = isActingFor(accountId);
    await (isOwn ? add() : bypassRlsWithin("notices", deps.db, tx, add));
  }
}

/** What a person must learn of, whatever else the same one did on that day: what is deleted or ends, and a second factor that is gone. */
const NEVER_CROWDED_OUT: readonly AuditEvent[] = [
  "item.deleted-by-other",
  "share.owner-leaves",
  "account.deleted-by-team",
  "team.left",
  "mfa.removed",
];

/**
 * The same for what the viewer does to others, who are each told of it some times in an hour and a day: no one fills the log of another person. What is left out they see
 * in the Sharing Center or on the team's page all the same.
 */
export async function writeAuditWithOthers(deps: Deps, tx: Tx, viewer: Viewer, ...entries: readonly Entry[]): Promise<void> {
  const { accountId: own } = viewer;
  const isOwn = ({ accountId }: Entry): boolean => accountId === own;
  const isWithinHour = ({ accountId, event }: Entry) => deps.limits.noteWithin(tx, "othersRows", `${own} ${accountId} ${event}`);
  const isWithinDay = ({ accountId }: Entry) => deps.limits.noteWithin(tx, "othersRowsDay", `${own} ${accountId}`);
  // All counters of one sort before those of the other, so that two of the same viewer do not wait for each other.
  const ofHour = await keptOf(inOrder(entries), async (entry) => isOwn(entry) || isWithinHour(entry));
  const within = await keptOf(ofHour, async (entry) => isOwn(entry) || NEVER_CROWDED_OUT.includes(entry.event) || isWithinDay(entry));
  await writeAudit(deps, tx, viewer, ...within);
}

/** One after the other: they use one connection. */
async function keptOf(entries: readonly Entry[], isKept: (entry: Entry) => Promise<boolean>): Promise<Entry[]> {
  const kept: Entry[] = [];
  for (const entry of entries) if (await isKept(entry)) kept.push(entry);
  return kept;
}

async function append(deps: Deps, tx: Tx, device: string, { accountId, event }: Entry): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${accountId}`}, 0))`);
  const [last] = await tx
    .select({ seq: audit.seq, hash: audit.hash })
    .from(audit)
    .where(eq(audit.account_id, accountId))
    .orderBy(desc(audit.seq))
    .limit(1);
  const row = {
    account_id: accountId,
    seq: (last?.seq ?? 0) + 1,
    at: new Date(deps.now()),
    event,
    device,
    previous: last?.hash ?? BEGINNING,
  };
  await tx.insert(audit).values({ ...row, hash: hashOf(row) });
  await tellEventLog(deps, tx, { accountId, event });
}

export const writeAuditAlone = (deps: Deps, viewer: Pick<Viewer, "device">, ...entries: readonly Entry[]): Promise<void> =>
  deps.db.transaction((tx) => writeAudit(deps, tx, viewer, ...entries));

const hashOf = ({ previous, account_id, seq, at, event, device }: Unhashed): string =>
  createHash("sha256")
    .update(JSON.stringify([previous, account_id, seq, at.getTime(), event, device]))
    .digest("hex");

/** Whether a row is unchanged and follows the one before it. The oldest row of an account may follow purged ones. */
export function follows(before: AuditRow | null, row: AuditRow): boolean {
  const isNext = before === null || (row.seq === before.seq + 1 && row.previous === before.hash);
  return isNext && (row.seq > 1 || row.previous === BEGINNING) && row.hash === hashOf(row);
}

/** Whose log an attempt with this email goes to: the account's, or one that belongs to no account. */
export function logOf({ secrets }: Deps, email: string, known: AccountRow | null): string {
  const bytes = hmac(secrets.audit, normaliseEmail(email)).toString("hex");
  const noAccount = `${bytes.slice(0, 8)}-${bytes.slice(8, 12)}-8${bytes.slice(13, 16)}-8${bytes.slice(17, 20)}-${bytes.slice(20, 32)}`;
  return known?.id ?? noAccount;
}

/** Removes rows older than 365 days, the only deletion that the table's trigger allows. */
export async function purgeAudit({ db, now }: Deps): Promise<void> {
  const before = new Date(now() - KEPT_DAYS * 24 * 3_600_000);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local coffer.audit_purge = 'on'`);
    await tx.execute(sql`delete from audit where at < least(${before}::timestamptz, clock_timestamp() - interval '365 days')`);
  });
}
