/** How the operator's commands reach the database: the only place that decides their rights. They concern all accounts, so they see every row. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { ConfigError } from "../config.ts";
import { type Database, type DatabasePlace, openDatabase, openShared } from "../db/connect.ts";
import { actAs, OWNER } from "../db/row-level-security.ts";
import type { Log } from "../log.ts";

/** Whether there is a database to open: the first start makes the bundled one. */
export const isThere = ({ databaseUrl, dataDir }: DatabasePlace): boolean => databaseUrl !== null || existsSync(join(dataDir, "postgres"));

/** Next to a running server, or without one. @throws ConfigError when there is no database: with a wrong DATA_DIR a command would say of an empty one that there is no account */
export async function withSharedDatabase<T>(place: DatabasePlace, log: Log, run: (database: Database) => Promise<T>): Promise<T> {
  if (!isThere(place))
    throw new ConfigError(
      `DATA_DIR must be the folder that the server uses: there is no database in ${place.dataDir}. npm start makes one.`,
    );
  return opened(openShared, place, log, run);
}

/** While no server runs. @throws ConfigError when one does */
export const withExclusiveDatabase = <T>(place: DatabasePlace, log: Log, run: (database: Database) => Promise<T>): Promise<T> =>
  opened(openDatabase, place, log, run);

async function opened<T>(open: typeof openDatabase, place: DatabasePlace, log: Log, run: (database: Database) => Promise<T>): Promise<T> {
  let isOver = false;
  // A connection that is still closing when its database stops logs an error, which means nothing here. What the roles are like, the server's start tells.
  const error: Log["error"] = (event, fields) => void (isOver || log.error(event, fields));
  const database = await open(place, { ...log, error, warn: () => undefined, info: () => undefined });
  try {
    return await run(database);
  } finally {
    isOver = true;
    await database.close();
  }
}

/** One connection for the whole command, not bound by any policy. */
export async function onOneConnection<T>({ pool }: { readonly pool: Pool }, run: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await actAs(OWNER, () => pool.connect());
  let isGood = false;
  try {
    const result = await run(client);
    isGood = true;
    return result;
  } finally {
    client.release(!isGood);
  }
}

/** Of any role: servers log in as another one than this command. What a connection is, PostgreSQL tells only those who may know. */
const OTHERS =
  "select count(*)::int as count from pg_stat_activity where datname = current_database() and usename is not null and pid <> pg_backend_pid() and coalesce(backend_type, 'client backend') = 'client backend'";
/** PostgreSQL drops a connection a moment after its client has gone. */
const GONE_WITHIN_MS = 3_000;

/** An embedded database is locked by its folder; to another, servers on other machines may be connected. @throws ConfigError */
export async function refuseOtherConnections(client: PoolClient): Promise<void> {
  const end = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query<{ count: number }>(OTHERS);
    const count = rows[0]?.count ?? 0;
    if (count === 0) return;
    if (performance.now() >= end)
      throw new ConfigError(`A server is running on this database (${count} other connections). Stop it first; nothing was changed.`);
    await sleep(100);
  }
}
