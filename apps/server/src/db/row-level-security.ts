/**
 * PostgreSQL's row-level security: the second barrier between accounts, after the checks in code (security design §8). Every connection that is handed out names the
 * account it works for, and the policies of the migrations show it that account's rows only, also to a query that forgets its `where`. Without an account it sees nothing.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type SQL, sql } from "drizzle-orm";
import { Pool, type PoolClient } from "pg";

/** Works for all accounts: admission, sign-in and whatever else begins without a session, jobs, and the few handlers that concern two accounts. */
export const SYSTEM = "system";
/** Not bound by policies, where the database's role allows that: migrations, and the operator's commands about the whole database. */
export const OWNER = "owner";
/** The role that connections switch to where the login role is not bound by any policy, such as the superuser of the bundled PostgreSQL. */
export const PRODUCT_ROLE = "coffer_server";

const acting = new AsyncLocalStorage<string>();

/**
 * Has the connections that `run` asks for work for an account. It does not change a connection that was handed out before.
 * @param who - an account's id, SYSTEM or OWNER
 */
export function actAs<T>(who: string, run: () => PromiseLike<T> | T): Promise<T> {
  // Awaited inside: a query of Drizzle begins when it is awaited.
  return acting.run(who, async () => await run());
}

/** The account that the caller works for. @returns an account's id, SYSTEM or OWNER; empty when none was set */
export const actingFor = (): string => acting.getStore() ?? "";

/**
 * Switches the connection of a running transaction to another account for the time of `run`: asking for a second connection while holding the first could wait for
 * others who do the same. When `run` fails, the transaction must end.
 */
export async function actWithin<T>(tx: { execute(query: SQL): PromiseLike<unknown> }, who: string, run: () => Promise<T>): Promise<T> {
  const become = (account: string) => tx.execute(sql`select set_config('coffer.account', ${account}, true)`);
  await become(who);
  const result = await run();
  await become(actingFor());
  return result;
}

/** For a handler that reads or writes rows of accounts other than the viewer's; it must check itself whose they are. */
export const acrossAccounts =
  <Input, Viewer, Answer>(handler: (input: Input, viewer: Viewer) => Promise<Answer>) =>
  (input: Input, viewer: Viewer): Promise<Answer> =>
    actAs(SYSTEM, () => handler(input, viewer));

type Done = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error | boolean) => void) => void;

/** A pool whose connections each work for one account. */
export class RowSecurityPool extends Pool {
  /** The role that connections switch to unless they act as OWNER; null: they keep the login role. */
  role: string | null = null;
  /** The account that each connection worked for last. */
  readonly #worksFor = new WeakMap<PoolClient, string>();

  override connect(): Promise<PoolClient>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<PoolClient> | undefined {
    const connected = this.#connectFor(actingFor());
    if (done === undefined) return connected;
    connected.then(
      (client) => done(undefined, client, client.release),
      (error: Error) => done(error, undefined, () => undefined),
    );
    return undefined;
  }

  /**
   * Hands out the idle connection that worked for the same account last, so that most calls need not set it again. The list is internal to pg-pool, which takes its
   * last entry; if the list goes away, only speed is lost.
   */
  #preferFor(who: string): void {
    const { _idle: idle = [] }: Pick<RowSecurityPool, "role"> & { readonly _idle?: { readonly client: PoolClient }[] } = this;
    const at = idle.findLastIndex(({ client }) => this.#worksFor.get(client) === who);
    if (at >= 0) idle.push(...idle.splice(at, 1));
  }

  async #connectFor(who: string): Promise<PoolClient> {
    this.#preferFor(who);
    const client = await super.connect();
    if (this.#worksFor.get(client) === who) return client;
    try {
      const role = who === OWNER ? null : this.role;
      const account = who === OWNER ? SYSTEM : who;
      await client.query("select set_config('role', $1, false), set_config('coffer.account', $2, false)", [role ?? "none", account]);
      this.#worksFor.set(client, who);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

/**
 * The role for a pool's connections, made where it is missing.
 * @returns null where the policies bind the role that we log in as
 * @throws DatabaseError when that role is not bound by the policies and cannot switch to another
 */
export async function findProductRole(pool: Pool): Promise<string | null> {
  const { rows } = await pool.query<{ isAbove: boolean; isThere: boolean }>(
    `select rolsuper or rolbypassrls as "isAbove", exists (select from pg_roles where rolname = $1) as "isThere" from pg_roles where rolname = session_user`,
    [PRODUCT_ROLE],
  );
  if (!rows[0]?.isAbove) return null;
  // Two servers may start at once.
  if (!rows[0].isThere)
    await pool.query(`do $$ begin create role ${PRODUCT_ROLE}; exception when duplicate_object or unique_violation then null; end $$`);
  // Refused here, once, and not at every query.
  await pool.query("select set_config('role', $1, true)", [PRODUCT_ROLE]);
  return PRODUCT_ROLE;
}
