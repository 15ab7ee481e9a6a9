/** What the database says of itself and of what waits in it, for an operator's programs: numbers in /metrics, words at readiness. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import type { Deps } from "../deps.ts";
import { UNSENT, type Unsent } from "../mail/unsent.ts";
import { isDamageOpen, lastMetAt, noteMet } from "./last-check.ts";

const OF_ITSELF = sql`
  select coalesce(checksum_failures, 0)::int as pages, extract(epoch from checksum_last_failure)::float8 * 1000 as met,
    (select count(*)::int from pgboss.job where state < 'active' and start_after <= now()) as jobs
  from pg_stat_database where datname = current_database()`;

interface OfItself extends Record<string, unknown> {
  readonly pages: number;
  /** When the last damaged page was, in milliseconds since 1970. */
  readonly met: number | null;
  readonly jobs: number;
}

export interface DatabaseState {
  readonly emails: Pick<Unsent, "queued" | "failed" | "isFailing">;
  /** How many damaged pages PostgreSQL has met. */
  readonly pages: number;
  readonly isDamaged: boolean;
  /** That could be done by now. */
  readonly jobs: number;
}

type Asking = Pick<Deps, "db" | "config">;

/** @returns null when it does not answer: one that was suspended does not answer at all. Its own error is logged where a call met it */
export function readDatabaseState(deps: Asking, withinMs: number): Promise<DatabaseState | null> {
  const answer = bypassRls("server", () => ask(deps)).catch(() => null);
  return Promise.race([answer, sleep(withinMs, null, { ref: false })]);
}

async function ask({ db, config }: Asking): Promise<DatabaseState> {
  const { rows: own } = await db.execute<OfItself>(OF_ITSELF);
  const { rows: unsent } = await db.execute<Unsent & Record<string, unknown>>(sql.raw(UNSENT));
  const { pages = 0, met = null, jobs = 0 } = own[0] ?? {};
  const { queued = 0, failed = 0, isFailing = false } = unsent[0] ?? {};
  const { dataDir } = config;
  if (met !== null && met !== lastMetAt(dataDir, null)) noteMet(dataDir, met);
  const isDamaged = isDamageOpen(dataDir, lastMetAt(dataDir, met));
  return { emails: { queued, failed, isFailing }, pages, isDamaged, jobs };
}
