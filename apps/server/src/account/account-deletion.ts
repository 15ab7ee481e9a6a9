/** Account deletion: requested with the master password, done seven business days later, cancelled by signing in (decisions C-25, N-14). */
import { AppError } from "@coffer/contract/errors";
import { SUPER_ADMIN } from "@coffer/core/team/roles";
import { and, eq, isNull, lte } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import type { Tx } from "../db/connect.ts";
import { account } from "../db/tables.ts";
import { withoutTimeLimit } from "../db/untimed.ts";
import type { Deps } from "../deps.ts";
import { errorFields } from "../log.ts";
import { queueEmail } from "../mail/outbox.ts";
import { dateInEmail } from "../mail/phrases.ts";
import { tellMakers } from "../sharing/makers.ts";
import { endLinks, endSessions, getAccount } from "./accounts.ts";
import { writeAuditWithOthers } from "./audit.ts";
import type { AuthHash } from "./auth-hash.ts";
import { lockOwn, proveMasterPassword } from "./password-proof.ts";

const DAY_MS = 24 * 3_600_000;
export const BUSINESS_DAYS = 7;

/** Saturdays and Sundays, by UTC, do not count. */
export function addBusinessDays(from: number, days: number): number {
  let time = from;
  for (let left = days; left > 0; ) {
    time += DAY_MS;
    const weekday = new Date(time).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left--;
  }
  return time;
}

/**
 * @param first - once the master password is proven; it may refuse
 * @returns when the account is deleted, in milliseconds since 1970
 * @throws AppError wrong_master_password, last_admin, rate_limited
 */
export async function closeAccount(
  deps: Deps,
  authHash: AuthHash,
  authKey: string,
  viewer: Viewer,
  first: () => Promise<void>,
): Promise<number> {
  // Asked for once more (decision N-14): the ten minutes of a proof are enough to walk up to a desk.
  if (!(await proveMasterPassword(deps, authHash, viewer, authKey))) throw new AppError("wrong_master_password");
  // Before they leave their team: a person who has to stay here stays there.
  await deps.db.transaction((tx) => refuseLastAdmin(tx, viewer.accountId));
  await first();
  const purgeAt = addBusinessDays(deps.now(), BUSINESS_DAYS);
  await deps.db.transaction(async (tx) => {
    await refuseLastAdmin(tx, viewer.accountId);
    const own = await lockOwn(tx, viewer);
    await tx
      .update(account)
      .set({ purge_at: new Date(purgeAt) })
      .where(eq(account.id, own.id));
    await endSessions(tx, own.id, new Date(deps.now()));
    await endLinks(tx, own.id);
    const told = await tellMakers(deps, tx, own, purgeAt);
    await queueEmail(deps, tx, { name: "deletionRequested", to: own, values: { until: dateInEmail(purgeAt, own.language) } });
    await writeAuditWithOthers(deps, tx, viewer, { accountId: own.id, event: "account.deletion-requested" }, ...told);
  });
  deps.log.info("account.deletion-requested", { accountId: viewer.accountId });
  return purgeAt;
}

/** Locks all who stay, so that of the last two who leave at once one is refused. */
async function refuseLastAdmin(tx: Tx, accountId: string): Promise<void> {
  if ((await getAccount(tx, accountId)).role_id !== SUPER_ADMIN) return;
  const staying = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.role_id, SUPER_ADMIN), isNull(account.purge_at), isNull(account.disabled_at)))
    .orderBy(account.id)
    .for("update");
  if (staying.every(({ id }) => id === accountId)) throw new AppError("last_admin");
}

/** Deletes accounts whose deletion date has passed, with everything they own. Their audit rows stay for 365 days. */
export async function purgeAccounts({ db, now, log }: Deps): Promise<void> {
  const isDue = lte(account.purge_at, new Date(now()));
  const due = await db.select({ id: account.id }).from(account).where(isDue);
  // Each by itself: a large one takes its time, and one that fails keeps no other.
  for (const { id: accountId } of due)
    try {
      const { rowCount } = await withoutTimeLimit(db, (tx) => tx.delete(account).where(and(eq(account.id, accountId), isDue)));
      if (rowCount === 1) log.info("account.purged", { accountId });
    } catch (error) {
      log.error("account.not-purged", { accountId, ...errorFields(error) });
    }
}
