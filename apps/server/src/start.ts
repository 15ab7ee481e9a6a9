/** The start of a server: alone in its process, or as the one that starts several workers (workers.ts), or as one of these. */
import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { PoolConfig } from "pg";
import { type Config, loadConfig } from "./config.ts";
import { warningsOf } from "./config-warnings.ts";
import { type Database, openDatabase, openShared, startPostgres } from "./db/connect.ts";
import { databaseErrorCode } from "./db/database-errors.ts";
import { upgradeBundled } from "./db/upgrade.ts";
import { lockInstallation } from "./installation-lock.ts";
import { openListener } from "./listen.ts";
import type { Log } from "./log.ts";
import type { OnEnd } from "./serve.ts";
import { answerMetrics, gatherFromWorkers as gather } from "./worker-metrics.ts";
import { endWithPrimary, joinedPort, sendToPrimary, startWorkers, untilOpened } from "./workers.ts";

export interface Running {
  readonly log: Log;
  /** Print a line for the person who started it. */
  readonly say: (text: string) => void;
  readonly warn: (text: string) => void;
  readonly onEnd: OnEnd;
  /** Closes everything and exits. `withinMs`: then at the latest. */
  readonly end: (exitCode: number, withinMs?: number) => Promise<void>;
  readonly isEnding: () => boolean;
}

/** @throws ConfigError with the one sentence that the operator reads */
export async function start(running: Running): Promise<void> {
  if (cluster.isWorker) return work(running, loadConfig(process.env));
  lockInstallation();
  const config = loadConfig(process.env);
  for (const warning of warningsOf(process.env)) running.warn(`Warning: ${warning}`);
  return config.workers === 1 ? serveAlone(running, config) : lead(running, config);
}

async function serveAlone(running: Running, config: Config): Promise<void> {
  const { log, say, onEnd } = running;
  const listener = await openListener(config);
  // PostgreSQL starts in a process of its own, while this one loads the rest of the program.
  const open = () => openDatabase(config, log);
  const [database, { serve }] = await Promise.all([
    config.databaseUrl === null ? open() : onceItAnswers(open, running),
    import("./serve.ts"),
  ]);
  onEnd(() => database.close());
  endWith(database.ended, running);
  await upgradeBundled(database, config.dataDir, log);
  onEnd(await logEvents(config, database.owner, log));
  await serve({ config, listener, database, log, say, onEnd });
}

/** For refusals: a call under way cannot be answered any more, and one that waits for the database would keep the next start waiting too. */
const ENDS_WITHIN_MS = 1_000;

/** Without its database the server can only refuse; it ends, so that a service manager can start it again, which recovers. */
function endWith(ended: Promise<unknown> | null, { log, end, isEnding }: Running): void {
  void ended?.then(() => {
    if (!isEnding()) log.error("database.ended");
    return end(1, ENDS_WITHIN_MS);
  });
}

/** @param bundled - how the bundled database is reached, where there is one @returns what ends it */
async function logEvents({ eventLog: file, databaseUrl }: Config, bundled: PoolConfig | null, log: Log): Promise<() => Promise<void>> {
  if (file === null) return async () => undefined;
  const { startEventLog } = await import("./event-log.ts");
  return startEventLog({ file, log, place: databaseUrl === null ? (bundled ?? {}) : { connectionString: databaseUrl } });
}

/** This process holds the database and the workers, and answers no one itself. */
async function lead(running: Running, config: Config): Promise<void> {
  const { log, say, onEnd, end } = running;
  const finishMs = config.stopSeconds * 1_000;
  const workers = await startWorkers({ count: config.workers, log, finishMs, onFailed: () => void end(1) });
  let postgres: Awaited<ReturnType<typeof startPostgres>> | null = null;
  let stopEvents: (() => Promise<void>) | null = null;
  onEnd(async () => {
    await workers.end();
    await stopEvents?.();
    await postgres?.close();
  }, finishMs);
  let bundled: PoolConfig | null = null;
  if (config.databaseUrl === null) {
    postgres = await startPostgres(config.dataDir, log);
    endWith(postgres.ended, running);
    const { socketDir: host, user, database, ended } = postgres;
    bundled = { host, user, database };
    await upgradeBundled({ owner: bundled, ended }, config.dataDir, log);
  }
  stopEvents = await logEvents(config, bundled, log);
  answerMetrics();
  say(await workers.open());
}

async function work(running: Running, given: Config): Promise<void> {
  const { log, onEnd, end } = running;
  endWithPrimary(end);
  const listener = await openListener(given, joinedPort());
  const loading = import("./serve.ts");
  if (joinedPort() === null) await untilOpened(listener.port);
  const config = { ...given, port: listener.port };
  const open = () => openShared({ ...config, isOfServer: true }, log);
  // The bundled one is there by now, or will not be.
  const isPatient = config.databaseUrl !== null || joinedPort() !== null;
  const [database, { serve }] = await Promise.all([isPatient ? onceItAnswers(open, running) : open(), loading]);
  onEnd(() => database.close());
  const said: string[] = [];
  await serve({ config, listener, database, log, gather, say: (text) => said.push(text), onEnd });
  sendToPrimary({ ready: said.join("\n") });
}

const AGAIN_AFTER_MS = 1_000;

/**
 * A database that is away may come: after a reboot of its machine, or a failover. What another address, role or password would help is no matter of patience, nor is a full
 * disk or a damaged file.
 */
async function onceItAnswers(open: () => Promise<Database>, { log, warn }: Pick<Running, "log" | "warn">): Promise<Database> {
  for (let isTold = false; ; isTold = true) {
    try {
      return await open();
    } catch (error) {
      if (databaseErrorCode(error) !== "unavailable") throw error;
      if (!isTold) {
        log.warn(joinedPort() === null ? "server.waits-for-database" : "worker.waits-for-database");
        if (joinedPort() === null) warn(`${(error as Error).message} Coffer asks again every second until it answers.`);
      }
      await sleep(AGAIN_AFTER_MS);
    }
  }
}
