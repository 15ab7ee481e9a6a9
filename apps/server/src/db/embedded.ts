/**
 * The bundled PostgreSQL: started on a data folder, reached over a private socket, ended with this process, even by SIGKILL.
 * It is the real one with fsync on; what it acknowledged is on disk.
 */
import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { ConfigError } from "../config.ts";
import { exitOf, stderrTail } from "./child-process.ts";
import { answers, NAME, READY_WITHIN_MS, saysReady } from "./find-running.ts";
import { type Lock, lockCluster, lockFolder } from "./folder-lock.ts";
import { endOrphans, removeStalePidFile } from "./orphans.ts";
import { type Account, arrangeFiles, type PostgresFiles } from "./postgres-files.ts";
import { roleOf } from "./product-role.ts";
import { quickRecovery } from "./quick-recovery.ts";
import { PRODUCT_ROLE } from "./row-level-security.ts";
import { LAST_PLACE, makeSocketDir, removeOldSocketDirs, socketPlaces, takesNoSocket } from "./socket-place.ts";
import { DamagedClusterError, isFull, isUseless, lastLine, startProblem } from "./start-problem.ts";

/** After a SIGKILL of the server, its PostgreSQL needs a moment to go; one that hangs is ended. */
const GONE_WITHIN_MS = 15_000;

/**
 * Runs PostgreSQL until the pipe on its standard input closes, which happens however this process ends; then a fast shutdown, and the socket's folder is
 * removed. When PostgreSQL ends by itself the shell ends too. One that crashed a moment before can hang in its shutdown: after four seconds it is told to
 * end at once, which loses nothing that it acknowledged, and after six more it is killed. The shell's own output is discarded: writing to a process that is
 * gone would end it before it has cleaned up. `$0` is the folder, the rest the command. Descriptor 3 is the cluster's lock, for PostgreSQL as long as it lives.
 */
const GUARD = `trap "" INT TERM HUP; exec 4<&0; "$@" 4<&- & p=$!
{ cat <&4 >/dev/null; exec 4<&-; kill -INT $p; sleep 4; kill -QUIT $p; sleep 6; kill -KILL $p; } 2>/dev/null 3<&- & c=$!
exec 4<&- 2>/dev/null; wait $p; kill -KILL $c 2>/dev/null; rm -rf "$0"`;

export interface Embedded {
  readonly socketDir: string;
  readonly user: string;
  readonly database: string;
  /** The cluster's folder. */
  readonly dataDir: string;
  /** Resolves when PostgreSQL has ended, asked or not. */
  readonly ended: Promise<unknown>;
  /** What it writes to its standard error. */
  readonly says: Readable | null;
  readonly began: Began;
  stop(): Promise<void>;
}

/** Where the time of a start went, in milliseconds. */
export interface Began {
  /** For the PostgreSQL of the server before, until it had ended. */
  readonly waitedMs: number;
  /** For PostgreSQL itself, its recovery included. */
  readonly tookMs: number;
}

/**
 * @param settings - what differs from PostgreSQL's own settings, each as `name=value`.
 * @throws ConfigError when another server has the folder or this machine cannot run it.
 */
export async function startEmbedded(dataDir: string, settings: readonly string[] = []): Promise<Embedded> {
  const lock = await lockFolder(dataDir);
  try {
    const files = arrangeFiles(dataDir);
    const running = await startLocked(dataDir, files, settings);
    await ensureDatabase(running.socketDir);
    const stop = async (): Promise<void> => {
      await running.stop();
      lock.release();
    };
    return {
      socketDir: running.socketDir,
      user: NAME,
      database: NAME,
      dataDir: files.data,
      ended: running.ended,
      says: running.says,
      began: running.began,
      stop,
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** A folder that was copied in part: initdb would make a second cluster that could not take its place. */
const halfCopied = (): Error =>
  new DamagedClusterError(
    "The database in DATA_DIR is not whole: its file PG_VERSION is missing. Nothing was changed. Copy the whole folder again, from a stopped server, or put a backup in its place: npm run restore -- FILE --replace (what is there is kept next to it).",
  );

/** The lock is passed to initdb and PostgreSQL: a process that outlives this one keeps it until it has ended. */
async function startLocked(dataDir: string, files: PostgresFiles, settings: readonly string[]): Promise<Running> {
  const waitsFrom = performance.now();
  const lock = await lockCluster(dataDir, GONE_WITHIN_MS, (since) => endOrphans(join(dataDir, "postgres"), since));
  const waitedMs = performance.now() - waitsFrom;
  try {
    if (existsSync(join(files.data, "PG_VERSION"))) checkMajor(files);
    else if (existsSync(files.data) && readdirSync(files.data).length > 0) throw halfCopied();
    else await createCluster(files, lock);
    removeOldSocketDirs(files);
    return await startWithPatience(files, settings, lock, waitedMs);
  } finally {
    lock.release();
  }
}

/** PostgreSQL opens no cluster of another major version, and says so only in its log. */
function checkMajor({ data, major }: PostgresFiles): void {
  const found = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (found === major) return;
  throw new ConfigError(
    `DATA_DIR holds a database of PostgreSQL ${found}, and this version of Coffer brings PostgreSQL ${major}. Nothing was changed. Start the version of Coffer that made it, back it up, and restore the backup with this one: see "Another PostgreSQL" in docs/operations.md.`,
  );
}

const asAccount = (account: Account) => ({ ...account, cwd: "/", env: { PATH: process.env.PATH ?? "", LC_ALL: "C" } });

/** Made next to its final place and moved there when complete, so that an interrupted first start leaves nothing half made. */
async function createCluster({ account, native, data }: PostgresFiles, lock: Lock): Promise<void> {
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (account) chownSync(draft, account.uid, account.gid);
  const options = ["-D", draft, "-U", NAME, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-instructions"];
  const child = spawn(join(native, "bin/initdb"), options, { ...asAccount(account), stdio: ["ignore", "ignore", "pipe", lock.fd] });
  const said = stderrTail(child);
  const code = await exitOf(child);
  if (code !== 0) throw startProblem("initdb failed", said());
  renameSync(draft, data);
}

interface Running {
  readonly socketDir: string;
  readonly ended: Promise<unknown>;
  readonly says: Readable | null;
  readonly began: Began;
  stop(): Promise<void>;
}

/** @param waitedMs - how long the one before has been waited for already */
async function startWithPatience(files: PostgresFiles, settings: readonly string[], lock: Lock, waitedMs: number): Promise<Running> {
  const began = performance.now();
  const places = socketPlaces(files);
  for (;;) {
    const spawned = performance.now();
    const result = await startOnce(files, { settings, socketDir: makeSocketDir(places[0] ?? LAST_PLACE, files.account) }, lock);
    const took = { waitedMs: Math.round(waitedMs + spawned - began), tookMs: Math.round(performance.now() - spawned) };
    if ("running" in result) return { ...result.running, began: took };
    if (takesNoSocket(result.said) && places.length > 1) {
      places.shift();
      continue;
    }
    const isOldOneLeaving = !isFull(result.said) && /lock file|shared memory block|is being used/.test(result.said);
    if (!isOldOneLeaving) throw startProblem("PostgreSQL did not start", result.said);
    const since = performance.now() - began;
    if (since > GONE_WITHIN_MS)
      throw new ConfigError(
        `The database in DATA_DIR is held by a process that Coffer may not end: ${lastLine(result.said)}. End it, and start again.`,
      );
    if (!removeStalePidFile(files.data)) endOrphans(files.data, since);
    await sleep(100);
  }
}

async function startOnce(
  { account, native, data }: PostgresFiles,
  { settings, socketDir }: { readonly settings: readonly string[]; readonly socketDir: string },
  lock: Lock,
): Promise<{ running: Omit<Running, "began"> } | { said: string }> {
  const own = ["listen_addresses=", "dynamic_shared_memory_type=mmap", ...quickRecovery()];
  const chosen = [...own, ...settings].flatMap((setting) => ["-c", setting]);
  const options = ["-D", data, "-k", socketDir, ...chosen];
  const command = ["-c", GUARD, socketDir, join(native, "bin/postgres"), ...options];
  // Detached: a Ctrl-C in the terminal is for us; we then end PostgreSQL ourselves, after its connections.
  const child = spawn("/bin/sh", command, { ...asAccount(account), detached: true, stdio: ["pipe", "ignore", "pipe", lock.fd] });
  const said = stderrTail(child);
  // The shell may not remove it where the account may write to it alone.
  const exit = exitOf(child).finally(() => rmSync(socketDir, { recursive: true, force: true }));
  const isReady = await Promise.race([waitUntilReady({ socketDir, data }, () => isUseless(said())), exit.then(() => false)]);
  if (!isReady) {
    child.stdin?.destroy();
    return { said: said() };
  }
  const stop = async (): Promise<void> => {
    child.stdin?.end();
    await exit;
  };
  return { running: { socketDir, ended: exit, says: child.stderr, stop } };
}

async function waitUntilReady({ socketDir, data }: { socketDir: string; data: string }, isInVain: () => boolean): Promise<boolean> {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (performance.now() < giveUpAt && !isInVain()) {
    if (existsSync(join(socketDir, ".s.PGSQL.5432")) && saysReady(data) && (await answers(socketDir))) return true;
    await sleep(15);
  }
  return false;
}

async function ensureDatabase(socketDir: string): Promise<void> {
  const client = new Client({ host: socketDir, user: NAME, database: "postgres" });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [NAME]);
    if (rowCount === 0) await client.query(`create database ${NAME}`);
    await client.query(roleOf(PRODUCT_ROLE));
  } finally {
    await client.end();
  }
}
