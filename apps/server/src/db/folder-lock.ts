/**
 * Locks of the operating system. They belong to an open file and end with the last process that has it open, so none is left after a kill, and
 * they work between containers that share a folder, where process ids mean nothing. Node has no call for it: a small program locks the file that it is
 * handed, and the lock stays with the file when the program has ended.
 */
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "../config.ts";

export interface Lock {
  /** The open file; a process that inherits it holds the lock too. */
  readonly fd: number;
  /** Releases it, as far as this process is concerned. */
  release(): void;
}

type Mode = "exclusive" | "shared";

/** Each locks descriptor 3 without waiting; exit code 1 says that another has it. */
const HELPERS: readonly ((mode: Mode) => readonly [string, ...string[]])[] = [
  (mode) => ["flock", mode === "shared" ? "-s" : "-x", "-n", "3"],
  (mode) => ["perl", "-e", `open(my $f, "+<&=", 3) or exit 2; exit(flock($f, ${mode === "shared" ? 5 : 6}) ? 0 : 1)`],
];

/**
 * @param path - of a file that is made where it is missing, and stays
 * @returns null when another process has it
 * @throws ConfigError when this machine or this file system knows no locks
 */
export function lockFile(path: string, mode: Mode = "exclusive"): Lock | null {
  const fd = openSync(path, "a+", 0o600);
  try {
    if (!lockDescriptor(fd, mode)) {
      closeSync(fd);
      return null;
    }
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { fd, release: () => closeSync(fd) };
}

function lockDescriptor(fd: number, mode: Mode): boolean {
  for (const helper of HELPERS) {
    const [program, ...options] = helper(mode);
    const { error, status } = spawnSync(program, options, { stdio: ["ignore", "ignore", "ignore", fd] });
    if ((error as NodeJS.ErrnoException | undefined)?.code === "ENOENT") continue;
    if (error) throw error;
    if (status === 0 || status === 1) return status === 0;
    throw new ConfigError("DATA_DIR must be on a file system that supports locks.");
  }
  throw new ConfigError(
    "This machine needs flock (from util-linux) or perl, so that no two servers use one DATA_DIR; or set DATABASE_URL.",
  );
}

const inUse = (): ConfigError => new ConfigError("DATA_DIR is in use by another running server; stop that one, or choose another folder.");

/** The program that locks for a server which is killed at that moment has the lock for a moment longer. */
const LEFT_WITHIN_MS = 1_500;

/**
 * The folder for one server.
 * @throws ConfigError when another running server has it.
 */
export async function lockFolder(dataDir: string): Promise<Lock> {
  const began = performance.now();
  for (;;) {
    const lock = lockFile(join(dataDir, "server.lock"));
    if (lock !== null) return lock;
    if (performance.now() - began > LEFT_WITHIN_MS) throw inUse();
    await sleep(100);
  }
}

/**
 * The cluster for one PostgreSQL, which is handed the lock and may outlive its server for a moment.
 * @param end - told how many milliseconds it has been waited for, ends the one that is there
 * @throws ConfigError when another one does not go in time.
 */
export async function lockCluster(dataDir: string, withinMs: number, end: (since: number) => void = () => undefined): Promise<Lock> {
  const began = performance.now();
  for (;;) {
    const lock = lockFile(join(dataDir, "postgres.lock"));
    if (lock !== null) return lock;
    const since = performance.now() - began;
    if (since > withinMs)
      throw new ConfigError(
        "The database in DATA_DIR is held by a process that Coffer may not end: of another container or account. Stop that one, and start again.",
      );
    end(since);
    await sleep(100);
  }
}
