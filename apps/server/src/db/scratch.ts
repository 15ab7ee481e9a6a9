/** A database of its own next to the real one, for a proof: made for one run, and dropped after it. */
import { randomBytes } from "node:crypto";
import { Client, type PoolConfig } from "pg";
import { ConfigError } from "../config.ts";
import type { Log } from "../log.ts";
import { openAs } from "./connect.ts";
import type { RowSecurityPool } from "./row-level-security.ts";

const PREFIX = "coffer_scratch_";
/** One at a time: what another has left behind is dropped. */
const LOCK = 4_217_002;

/**
 * @param owner - how the owner of the tables connects to the real one
 * @throws ConfigError when that role may not make a database, or another run has one
 */
export async function withScratchDatabase<T>(owner: PoolConfig, log: Log, run: (pool: RowSecurityPool) => Promise<T>): Promise<T> {
  const admin = new Client(owner);
  admin.on("error", () => undefined); // The statement under way tells it.
  await admin.connect();
  try {
    await lock(admin);
    await dropAll(admin);
    const name = `${PREFIX}${randomBytes(6).toString("hex")}`;
    await create(admin, name);
    const pool = openAs(inDatabase(owner, name), log);
    try {
      return await run(pool);
    } finally {
      await pool.end();
      await dropAll(admin);
    }
  } finally {
    await admin.end();
  }
}

async function lock(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ is: boolean }>("select pg_try_advisory_lock($1) as is", [LOCK]);
  if (!rows[0]?.is) throw new ConfigError("Another backup is being tried out on this database at the moment. Try again later.");
}

async function create(admin: Client, name: string): Promise<void> {
  try {
    await admin.query(`create database ${name}`);
  } catch (cause) {
    if ((cause as { code?: string }).code !== "42501") throw cause;
    throw new ConfigError("The role that owns the tables may make no database to try the backup in: alter role … createdb.", { cause });
  }
}

async function dropAll(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>("select datname as name from pg_database where starts_with(datname, $1)", [PREFIX]);
  for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`);
}

function inDatabase({ connectionString, ...options }: PoolConfig, database: string): PoolConfig {
  if (connectionString === undefined) return { ...options, database };
  const url = new URL(connectionString);
  url.pathname = `/${database}`;
  return { ...options, connectionString: url.href };
}
