/**
 * Refused attempts of an account: wrong passwords and codes, counted by kind and day outside the audit log. However many attempts fail, what
 * really happened stays in sight there. Attempts with an email that has no account are counted under an id made from that email (`logOf`).
 */
import type { RefusedEvent } from "@coffer/contract/audit";
import { desc, eq, lt, sql } from "drizzle-orm";
import type { Viewer } from "../access.ts";
import { refusedCount } from "../db/access-tables.ts";
import type { Db } from "../db/connect.ts";
import type { Deps } from "../deps.ts";
import { tellEventLog } from "./events.ts";

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 365 * DAY_MS;
/** Rows that are shown: a day has seven at most. */
const SHOWN = 100;

export async function countRefusedAttempt(deps: Deps, accountId: string, event: RefusedEvent): Promise<void> {
  const { db, now } = deps;
  const at = new Date(now());
  await db
    .insert(refusedCount)
    .values({ account_id: accountId, event, day: new Date(now() - (now() % DAY_MS)), count: 1, last_at: at })
    .onConflictDoUpdate({
      target: [refusedCount.account_id, refusedCount.event, refusedCount.day],
      set: { count: sql`${refusedCount.count} + 1`, last_at: at },
    });
  await tellEventLog(deps, db, { accountId, event });
}

/** The newest first. */
export async function listRefusedAttempts(
  { db }: Deps,
  viewer: Viewer,
): Promise<{ day: number; event: string; count: number; lastAt: number }[]> {
  const rows = await db
    .select()
    .from(refusedCount)
    .where(eq(refusedCount.account_id, viewer.accountId))
    .orderBy(desc(refusedCount.last_at))
    .limit(SHOWN);
  return rows.map(({ day, event, count, last_at }) => ({ day: day.getTime(), event, count, lastAt: last_at.getTime() }));
}

export async function purgeRefusedAttempts(db: Db, now: number): Promise<void> {
  await db.delete(refusedCount).where(lt(refusedCount.day, new Date(now - KEPT_MS)));
}
