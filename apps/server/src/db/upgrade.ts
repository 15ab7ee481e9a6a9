/**
 * A new version on the bundled database. Before its tables are changed the database is copied next to itself, in the same cluster, and each row of the copy is
 * compared. If the change fails, the copy takes its place, whatever the change has done. Otherwise the copy stays for a week: `restore -- --before-upgrade` goes
 * back to it, for those who want the version before again.
 *
 * Note: An external database is not copied: other servers are connected to it, and its operator has backups of it (docs/operations.md).
 */
import { statfsSync } from "node:fs";
import { Client, Pool, type PoolConfig } from "pg";
import { ConfigError } from "../config.ts";
import { errorFields, type Log } from "../log.ts";
import type { Database } from "./connect.ts";
import { forgetFailures, noteFailure, refuseRepeated } from "./upgrade-failures.ts";
import { readVersions } from "./versions.ts";

const BEFORE = "coffer_before_upgrade_";
/** What a way back has put aside. */
const ASIDE = "coffer_set_aside_";
/** The copy of an upgrade that is under way. One that is left is of a start that ended before it was done. */
const ATTEMPT = "coffer_upgrading_";
/** A copy that is being made; one that is left is worth nothing. */
const DRAFT = "coffer_copy";

const KEPT_DAYS = 7;
const DAY_SECONDS = 86_400;
/** The copy, and the log of its making. */
const SPACE_FACTOR = 1.2;

/** How the owner of the tables reaches the bundled database. */
export interface Bundled extends PoolConfig {
  readonly database: string;
}

interface Upgrading {
  readonly owner: Bundled;
  readonly dataDir: string;
  readonly log: Log;
  /** Another folder of migrations, in tests. */
  readonly folder?: string;
}

/** In a process that has just started the bundled database; any other one is left alone. */
export async function upgradeBundled({ owner, ended }: Pick<Database, "owner" | "ended">, dataDir: string, log: Log): Promise<void> {
  if (ended === null) return;
  const bundled = { ...owner, database: owner.database ?? "" };
  await upgradeSafely({ owner: bundled, dataDir, log });
  const tidy = () => dropOldCopies(bundled).catch((error: unknown) => log.error("upgrade.copy-not-dropped", errorFields(error)));
  await tidy();
  setInterval(() => void tidy(), DAY_SECONDS * 1_000).unref();
}

/** While no one else is connected. Nothing happens when the tables are of this version, or there are none. @throws ConfigError when it failed; then all is as it was */
export async function upgradeSafely({ owner, dataDir, log, folder }: Upgrading): Promise<void> {
  const { applied, missing } = await connected(owner, (client) => readVersions(client, folder));
  if (applied.length === 0 || missing.length === 0) return;
  const began = Date.now();
  const failures = refuseRepeated(dataDir, missing);
  await dropAll(owner, await listOf(owner, ATTEMPT));
  const copy = await copyFirst(owner, dataDir);
  log.info("upgrade.copied", { database: copy, seconds: Math.round((Date.now() - began) / 1_000) });
  // Not loaded for a start that changes nothing.
  const { migrateDatabase } = await import("./migrate.ts");
  const pool = new Pool({ ...owner, max: 1 });
  try {
    await migrateDatabase(pool, folder).finally(() => pool.end());
    await keepAttempts(owner);
    forgetFailures(dataDir);
    log.info("upgrade.done", { migrations: missing.length });
  } catch (error) {
    log.error("upgrade.failed", errorFields(error));
    noteFailure(dataDir, missing, failures);
    await swap(owner, copy, null);
    const { code = "an error of the program" } = error as { code?: string };
    throw new ConfigError(
      `The database could not be brought up to date (${code}), and everything was put back as it was: start the version of Coffer that ran before.`,
      { cause: error },
    );
  }
}

/** @returns the name of a copy of which every row was compared. @throws ConfigError when there is none; nothing was changed then */
async function copyFirst(owner: Bundled, dataDir: string): Promise<string> {
  const name = `${ATTEMPT}${Math.floor(Date.now() / 1_000)}`;
  await refuseFullDisk(owner, dataDir);
  try {
    await connected({ ...owner, database: "postgres" }, async (client) => {
      await client.query(`drop database if exists ${DRAFT} with (force)`);
      await client.query(`create database ${DRAFT} template ${owner.database}`);
    });
    const [ours, theirs] = [await rowsOf(owner), await rowsOf({ ...owner, database: DRAFT })];
    if (ours !== theirs) throw new Error("The copy differs.");
    await connected({ ...owner, database: "postgres" }, (client) => client.query(`alter database ${DRAFT} rename to ${name}`));
    return name;
  } catch (cause) {
    const { code = "the copy differs" } = cause as { code?: string };
    throw new ConfigError(
      `The database could not be copied before it is brought up to date (${code}), so nothing was changed: start the version of Coffer that ran before, and run npm run doctor -- --deep.`,
      { cause },
    );
  }
}

async function refuseFullDisk(owner: Bundled, dataDir: string): Promise<void> {
  const bytes = await connected(owner, async (client) => {
    const { rows } = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
    return Number(rows[0]?.bytes) * SPACE_FACTOR;
  });
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < bytes)
    throw new ConfigError(
      `DATA_DIR needs ${Math.ceil(bytes / 1_048_576)} MB of free space for a copy of the database, which a new version makes before it changes the tables. Free some, and start again; nothing was changed.`,
    );
}

/** A line for every table: how many rows it has, and a sum of all that is in them. Reads every row, so a damaged page is noticed. */
async function rowsOf(place: Bundled): Promise<string> {
  return connected(place, async (client) => {
    await client.query("set statement_timeout = 0");
    const { rows: tables } = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) order by 1",
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(whole::text, 0)::numeric), 0) as line from ${name} whole`,
      );
      lines.push(`${name} ${rows[0]?.line}`);
    }
    return lines.join("\n");
  });
}

/** At once, or not at all: a start between the two renames would make an empty database. @param aside - the name that the present one gets; null: it goes */
async function swap(owner: Bundled, copy: string, aside: string | null): Promise<void> {
  await connected({ ...owner, database: "postgres" }, async (client) => {
    const old = aside ?? DRAFT;
    await client.query(`drop database if exists ${DRAFT} with (force)`);
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = any($1)", [[owner.database, copy]]);
    await client.query("begin");
    await client.query(`alter database ${owner.database} rename to ${old}`);
    await client.query(`alter database ${copy} rename to ${owner.database}`);
    await client.query("commit");
    if (aside === null) await client.query(`drop database ${DRAFT} with (force)`);
  });
}

export interface WayBack {
  /** When the copy was made. */
  readonly at: Date;
  /** The database with what was written since. */
  readonly aside: string;
}

/** Puts the newest copy in the place of the database, which is kept. @returns null when there is no copy */
export async function goBack(owner: Bundled, now = Date.now()): Promise<WayBack | null> {
  const copies = await listOf(owner, BEFORE);
  const newest = copies.at(-1);
  if (newest === undefined) return null;
  const aside = `${ASIDE}${Math.floor(now / 1_000)}`;
  await swap(owner, newest, aside);
  return { at: new Date(secondsOf(newest) * 1_000), aside };
}

/** The tables are of this version: what was copied for that is the way back. */
async function keepAttempts(owner: Bundled): Promise<void> {
  for (const name of await listOf(owner, ATTEMPT))
    await connected({ ...owner, database: "postgres" }, (client) =>
      client.query(`alter database ${name} rename to ${BEFORE}${secondsOf(name)}`),
    );
}

async function dropAll(owner: Bundled, names: readonly string[]): Promise<void> {
  for (const name of names)
    await connected({ ...owner, database: "postgres" }, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** Copies hold what people have deleted since; they stay a week. */
export async function dropOldCopies(owner: Bundled, now = Date.now()): Promise<void> {
  await keepAttempts(owner);
  const names = [...(await listOf(owner, BEFORE)), ...(await listOf(owner, ASIDE))];
  const old = names.filter((name) => secondsOf(name) < now / 1_000 - KEPT_DAYS * DAY_SECONDS);
  await dropAll(owner, old);
}

const secondsOf = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? 0);

/** The oldest first. */
async function listOf(owner: Bundled, prefix: string): Promise<string[]> {
  return connected({ ...owner, database: "postgres" }, async (client) => {
    const { rows } = await client.query<{ name: string }>("select datname as name from pg_database where datname ~ $1 order by 1", [
      `^${prefix}\\d+$`,
    ]);
    return rows.map(({ name }) => name);
  });
}

/** PostgreSQL counts a connection for a moment after its client has gone, and waits that long itself before it copies. */
async function connected<T>(place: PoolConfig, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(place);
  client.on("error", () => undefined); // The statement under way tells it.
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
