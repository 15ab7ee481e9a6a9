/**
 * Jobs: work that one of any number of server processes does, kept by pg-boss in PostgreSQL. A job only names a row: what there is to do,
 * and whether it is still to be done, is in the row.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import PgBoss from "pg-boss";
import { bypassRls } from "../db/bypass-row-level-security.ts";
import type { Db, Tx } from "../db/connect.ts";
import { errorFields, type Log } from "../log.ts";
import { startWorker, type Worker } from "./worker.ts";

const HOUR_SECONDS = 3_600;

/** Every kind of job. A process that has a job and dies loses it after `expireInSeconds`; then another process does it, `retryLimit` times. */
const QUEUES = {
  /** One email of the outbox. */
  mail: { pollMs: 5_000, expireInSeconds: 120, retryLimit: 100, retryDelay: 1 },
  /** The hourly purge; each hour has its own job. */
  purge: { pollMs: 300_000, expireInSeconds: 900, retryLimit: 0, retryDelay: 0 },
  /** The look of an hour whether a backup is due; a large one takes its time. */
  backup: { pollMs: 300_000, expireInSeconds: 21_600, retryLimit: 0, retryDelay: 0 },
  /** The look of an hour whether everything that is stored is to be read. */
  check: { pollMs: 300_000, expireInSeconds: 10_800, retryLimit: 0, retryDelay: 0 },
} as const;
type QueueName = keyof typeof QUEUES;
export type HourlyQueue = Exclude<QueueName, "mail">;

export interface Jobs {
  /**
   * Queues a job in the transaction that causes it.
   * @param id - of the row that it is about
   * @param afterSeconds - until it may be done
   */
  send(tx: Tx, queue: QueueName, id: string, afterSeconds?: number): Promise<void>;
  /** Queues the job of this hour, unless another process has. */
  sendHourly(queue: HourlyQueue): Promise<void>;
  /** Does the jobs of a queue in this process, one after the other, whichever process queued them. */
  work(queue: QueueName, run: (id: string) => Promise<void>): Promise<void>;
  /** Has this process look for jobs soon: there is a new one. */
  wake(queue: QueueName): void;
  /** Ends the work, after the jobs that are under way; those that take too long are left to another process. */
  stop(): Promise<void>;
}

/** How often pg-boss frees the jobs of processes that died. */
const MAINTENANCE_SECONDS = 30;
const OPTIONS = {
  schedule: false,
  migrate: false,
  // The job of an hour must be remembered until that hour is over.
  archiveCompletedAfterSeconds: 2 * HOUR_SECONDS,
  deleteAfterDays: 1,
} as const;

/** Brings the tables of pg-boss and its queues up to date; the caller makes sure that no other process does so at the same time. */
export async function migrateJobs(client: Pick<Pool, "query">): Promise<void> {
  const executeSql: PgBoss.Db["executeSql"] = (text, values) => client.query(text, values);
  const boss = new PgBoss({ schedule: false, supervise: false, db: { executeSql } });
  await boss.start();
  for (const [name, { pollMs: _, ...options }] of Object.entries(QUEUES)) {
    await boss.createQueue(name, { name, ...options });
    await boss.updateQueue(name, { name, ...options });
  }
  await boss.stop({ graceful: false });
}

export function createJobs(db: Db, log: Log, maintenanceIntervalSeconds: number = MAINTENANCE_SECONDS): Jobs {
  const boss = new PgBoss({ ...OPTIONS, maintenanceIntervalSeconds, db: poolOf(db) });
  boss.on("error", (error) => log.error("jobs.failed", errorFields(error)));
  const workers = new Map<QueueName, Worker>();
  let started: Promise<unknown> | null = null;
  return {
    send: async (tx, queue, id, afterSeconds = 0) => {
      await boss.insert([{ name: queue, data: { id }, startAfter: String(afterSeconds) }], { db: connectionOf(tx) });
    },
    sendHourly: async (queue) => {
      await boss.send(queue, {}, { singletonSeconds: HOUR_SECONDS });
    },
    work: async (queue, run) => {
      started ??= boss.start();
      await started;
      const { pollMs } = QUEUES[queue];
      workers.set(queue, startWorker({ next: () => bypassRls("server", () => runNext(boss, log, queue, run)), pollMs }));
    },
    wake: (queue) => workers.get(queue)?.wake(),
    stop: async () => {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      if (started) await boss.stop({ graceful: false });
    },
  };
}

/**
 * Does one job, if there is one.
 *
 * Note: Our own loop. The loop of pg-boss (`work`) does not wait for the database to note a job as done: a connection that is lost at that moment would end
 * the process. It also does one job per interval, however many there are.
 */
async function runNext(boss: PgBoss, log: Log, queue: QueueName, run: (id: string) => Promise<void>): Promise<boolean> {
  try {
    const [job] = await boss.fetch<{ id?: string }>(queue);
    if (!job) return false;
    const isDone = await run(job.data.id ?? "").then(
      () => true,
      (error: unknown) => {
        log.error("jobs.failed", { queue, jobId: job.id, ...errorFields(error) });
        return false;
      },
    );
    // Nothing of the error is passed on: pg-boss would store its message, which may quote values.
    await (isDone ? boss.complete(queue, job.id) : boss.fail(queue, job.id));
    return true;
  } catch (error) {
    log.error("jobs.failed", { queue, ...errorFields(error) });
    return false;
  }
}

/** Statements of pg-boss on any connection. One that fails may have a transaction open: then the connection is not used again. */
function poolOf({ $client: pool }: Db): PgBoss.Db {
  const executeSql: PgBoss.Db["executeSql"] = async (text, values) => {
    const client = await pool.connect();
    let isGood = false;
    try {
      const result = await client.query(text, values);
      isGood = true;
      return result;
    } finally {
      client.release(!isGood);
    }
  };
  return { executeSql };
}

/** Statements of pg-boss on the connection of a transaction. */
const connectionOf = (tx: Tx): PgBoss.Db => ({ executeSql: (text, values) => tx.execute(toSql(text, values)) });

/** From `$1` and a list of values to what Drizzle sends, which numbers them again: each may occur once, as in the statement of `insert`. */
function toSql(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/);
  return sql.join(parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1] ?? null)}`)));
}
