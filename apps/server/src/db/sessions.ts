/** What each connection begins with, and what it may rely on: a session of its own, on a database that takes writes. */
import type { ClientBase, Pool, PoolConfig } from "pg";
import { ConfigError } from "../config.ts";
import { StandbyError } from "./database-errors.ts";

/** In milliseconds. */
const LIMITS = {
  lock_timeout: 5_000,
  // The longest statement of the product, a commit of ten thousand items, takes three seconds.
  statement_timeout: 10_000,
  // A process that holds a transaction open and does nothing in it is stuck; sending an email takes half of this at most.
  idle_in_transaction_session_timeout: 60_000,
};

const LIMIT = Object.keys(LIMITS).map((name, at) => `set_config('${name}', $${at + 1}, false)`);
const BEGIN = `select pg_is_in_recovery() as "isStandby", ${LIMIT.join(", ")}`;

/**
 * Sets the limits of a new connection before it is handed out. Not among the settings of its start-up: PgBouncer refuses those.
 * @throws StandbyError - the pool then drops that connection
 */
const beginSession =
  (limits: Partial<typeof LIMITS>) =>
  async (client: ClientBase): Promise<void> => {
    const values = Object.values({ ...LIMITS, ...limits }).map(String);
    const { rows } = await client.query<{ isStandby: boolean }>(BEGIN, values);
    if (rows[0]?.isStandby) throw new StandbyError();
  };

interface Patience extends PoolConfig {
  /** Of pg-pool, whose types do not know it. */
  readonly onConnect: (client: ClientBase) => Promise<void>;
}

/** No call waits longer for a database: for a connection, for a lock, or for a statement. Migrations have no such limits (migrate.ts). */
export const patience = (limits: Partial<typeof LIMITS> = {}): Patience => ({
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  onConnect: beginSession(limits),
});

const ROUNDS = 5;

/**
 * The account that a connection works for, its limits and its prepared statements belong to the session. A pooler that lends one session to several connections in
 * turn would have one work for the account of another.
 * @param pool - with two places
 * @throws ConfigError
 */
export async function refuseSharedSessions(pool: Pool): Promise<void> {
  const clients = await Promise.all([pool.connect(), pool.connect()]);
  try {
    const [first, second] = [new Set<number>(), new Set<number>()];
    for (let round = 0; round < ROUNDS; round++) {
      first.add(await sessionOf(clients[0]));
      second.add(await sessionOf(clients[1]));
    }
    if (first.size > 1 || [...first].some((id) => second.has(id)))
      throw new ConfigError("DATABASE_URL must give each connection a session of its own: set pool_mode = session in PgBouncer.");
  } finally {
    for (const client of clients) client.release();
  }
}

async function sessionOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid ?? 0;
}
