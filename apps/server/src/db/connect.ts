/** The connection to PostgreSQL: DATABASE_URL, or the embedded one. The same driver and the same SQL for both. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { Pool, type PoolConfig } from "pg";
import { ConfigError } from "../config.ts";
import { errorFields, type Log } from "../log.ts";
import { connectionProblem } from "./connect-errors.ts";
import { databaseError } from "./database-errors.ts";
import { type Began, type Embedded, startEmbedded } from "./embedded.ts";
import { findRunning, waitForRunning } from "./find-running.ts";
import { LOG_SETTINGS, reportPostgres } from "./postgres-log.ts";
import { usePreparedStatements } from "./prepared-statements.ts";
import { findRoleToSwitchTo, findServingAddress } from "./product-role.ts";
import { PRODUCT_ROLE, RowSecurityPool } from "./row-level-security.ts";
import { patience, refuseSharedSessions } from "./sessions.ts";

export type Db = NodePgDatabase & { readonly $client: Pool };
/** What runs inside `db.transaction`. */
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export interface Database {
  readonly db: Db;
  readonly pool: RowSecurityPool;
  /** How to connect as the owner of the tables. */
  readonly owner: PoolConfig;
  /** For the operator: where the data is, without a password. */
  readonly where: string;
  /** Resolves when the bundled database has ended, asked or not; null for an external one. */
  readonly ended: Promise<unknown> | null;
  /** Ends the connections, and the database if it is the bundled one. */
  close(): Promise<void>;
}

export interface DatabasePlace {
  readonly databaseUrl: string | null;
  /** Of the role that owns the tables, where DATABASE_URL is that of another. */
  readonly databaseOwnerUrl?: string | null;
  readonly dataDir: string;
  readonly serverSecret?: string;
  /** Processes that share it. */
  readonly workers?: number;
  /** This process was started by a server, which has the bundled database: it never starts one itself, which would keep the next server out. */
  readonly isOfServer?: boolean | undefined;
}

/** For this process. All together stay below what PostgreSQL allows, a hundred unless told otherwise. */
const CONNECTIONS = 20;
const CONNECTIONS_OF_ALL = 80;
const connectionsOf = ({ workers = 1 }: DatabasePlace): number => Math.min(CONNECTIONS, Math.floor(CONNECTIONS_OF_ALL / workers));

/**
 * Large modules are loaded while the database starts.
 * @throws ConfigError when DATABASE_URL leads nowhere or another server has the data folder.
 */
export async function openDatabase(place: DatabasePlace, log: Log): Promise<Database> {
  const opened = await (place.databaseUrl === null
    ? openEmbedded(place.dataDir, log)
    : openServer({ ...place, databaseUrl: place.databaseUrl }, log));
  return withDrizzle(opened);
}

type Opened = Omit<Database, "db">;

async function withDrizzle(opened: Opened): Promise<Database> {
  const { drizzle } = await import("drizzle-orm/node-postgres");
  return { ...opened, db: drizzle(opened.pool) };
}

async function openEmbedded(dataDir: string, log: Log): Promise<Opened> {
  const postgres = await startPostgres(dataDir, log);
  // A connection that is still closing when its database stops is no news.
  const untilEnd: Log = { ...log, error: (event, fields) => void (postgres.isEnding() || log.error(event, fields)) };
  const opened = openBundled(postgres, untilEnd);
  return { ...opened, where: postgres.dataDir, ended: postgres.ended, close: () => postgres.close(opened.pool.end()) };
}

/** The bundled PostgreSQL by itself, for other processes of this server, which reach it by `openShared`. */
export async function startPostgres(dataDir: string, log: Log) {
  const embedded = await startEmbedded(dataDir, LOG_SETTINGS);
  logStart(embedded.began, log);
  let isEnding = false;
  reportPostgres(embedded.says, log, () => isEnding);
  const close = async (connectionsEnd?: Promise<void>): Promise<void> => {
    isEnding = true;
    await connectionsEnd;
    await embedded.stop();
  };
  return { ...embedded, isEnding: () => isEnding, close };
}

const logStart = ({ waitedMs, tookMs }: Began, log: Log): void => log.info("database.started", { waitedMs, tookMs });

/** The superuser that initdb made owns the tables; people are served by another role, to which its start gives a login. */
function openBundled({ socketDir: host, user, database }: Pick<Embedded, "socketDir" | "user" | "database">, log: Log, max = CONNECTIONS) {
  const owner = { host, user, database };
  return { owner, pool: openPool({ ...owner, user: PRODUCT_ROLE, max }, log, openOwner(owner, log)) };
}

/** The database for a command of the operator: the running server's where there is one, or a bundled one started for the command. */
export async function openShared(place: DatabasePlace, log: Log): Promise<Database> {
  const running = place.databaseUrl === null ? await findOpen(place) : null;
  if (running === null) return openDatabase(place, log);
  const opened = openBundled(running, log, connectionsOf(place));
  return withDrizzle({ ...opened, where: running.dataDir, ended: null, close: () => opened.pool.end() });
}

const findOpen = ({ dataDir, isOfServer = false }: DatabasePlace) => (isOfServer ? waitForRunning(dataDir) : findRunning(dataDir));

interface ServerPlace extends DatabasePlace {
  readonly databaseUrl: string;
}

async function openServer(place: ServerPlace, log: Log): Promise<Opened> {
  const { databaseUrl } = place;
  const owner = { connectionString: place.databaseOwnerUrl ?? databaseUrl };
  const ownerPool = openOwner(owner, log);
  try {
    await refuseSharedSessions(ownerPool);
    const pool = await openServing(place, ownerPool, log);
    const { host, pathname } = new URL(databaseUrl);
    return { pool, owner, where: `${host}${pathname}`, ended: null, close: () => pool.end() };
  } catch (cause) {
    if (!ownerPool.ending) await ownerPool.end();
    throw cause instanceof ConfigError ? cause : connectionProblem(cause);
  }
}

/** As a role that owns nothing; where there is none, as the owner of the tables, whom the policies bind too. */
async function openServing(place: ServerPlace, owner: Pool, log: Log): Promise<RowSecurityPool> {
  const { databaseUrl, databaseOwnerUrl, serverSecret } = place;
  const made = databaseOwnerUrl ? null : await findServingAddress(owner, databaseUrl, serverSecret ?? "", log);
  const pool = openPool({ connectionString: made ?? databaseUrl, max: connectionsOf(place) }, log, owner);
  if (made === null) pool.role = await (databaseOwnerUrl ? findRoleOf(databaseUrl, log) : findRole(owner, log));
  return pool;
}

/** A connection of the serving pool would look to a restore like one of a running server. */
async function findRoleOf(connectionString: string, log: Log): Promise<string | null> {
  const pool = reporting(new Pool({ connectionString, max: 2, ...patience() }), log);
  try {
    await refuseSharedSessions(pool);
    return await findRole(pool, log);
  } finally {
    await pool.end();
  }
}

/** A role that row-level security does not bind, and that cannot switch to another, leaves only the checks in code; the operator is told. */
async function findRole(pool: Pool, log: Log): Promise<string | null> {
  try {
    return await findRoleToSwitchTo(pool, PRODUCT_ROLE);
  } catch (error) {
    if (databaseError(error)?.code !== INSUFFICIENT_PRIVILEGE) throw error;
    log.warn("database.role-above-policies", errorFields(error));
    return null;
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

const openPool = (options: PoolConfig, log: Log, owner: Pool): RowSecurityPool =>
  usePreparedStatements(reporting(new RowSecurityPool({ max: CONNECTIONS, ...patience(), ...options }, owner), log));

/** Another database of the same PostgreSQL, for the owner of the tables alone. */
export const openAs = (owner: PoolConfig, log: Log): RowSecurityPool => openPool({ ...owner, max: 1 }, log, openOwner(owner, log));

/** For migrations and commands: a start needs one connection, for a moment. */
const openOwner = (options: PoolConfig, log: Log): Pool =>
  reporting(new Pool({ max: 2, idleTimeoutMillis: 1_000, allowExitOnIdle: true, ...patience(), ...options }), log);

/** An idle connection that breaks must not end the process; the next query opens another. */
const reporting = <P extends Pool>(pool: P, log: Log): P =>
  removeDeadConnections(pool.on("error", (error) => log.error("database.connection-lost", errorFields(error))));

/** By then the code that had the connection has released it. */
const GIVEN_BACK_MS = 1_000;

/**
 * Frees the place of a connection that died while in use. Drizzle does not release a connection whose `begin` fails, so without this a database that
 * restarts often enough would leave a pool without places.
 */
export function removeDeadConnections<P extends Pool>(pool: P): P {
  return pool.on("connect", (client) => {
    // The code using it learns it from the query under way, or from the next one; without a listener the process would end.
    client.on("error", () => undefined);
    const free = (): void => {
      try {
        client.release(true);
      } catch {
        // It was released in time, as it should be.
      }
      // A release that comes only now must not cause a second error, which would hide the first.
      client.release = () => undefined;
    };
    client.once("end", () => setTimeout(free, GIVEN_BACK_MS).unref());
  });
}
