/**
 * PostgreSQL's row-level security: the second barrier between accounts, after the checks in code (security design §9). Every connection that is handed out names the
 * account it works for, and the policies of the migrations show it that account's rows only, also to a query that forgets its `where`. Without an account it sees nothing.
 *
 * Note: Signed accounts. SQL that is smuggled into a statement could name another account. So the name is signed, with a key in a table that the role which serves
 * people cannot read (migration 0026). This process reads the key once, as the owner of the tables.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { databaseErrorCode } from "./database-errors.ts";

/** Works for all accounts: only through bypass-row-level-security.ts, which says who does and why. */
export const SYSTEM = "system";
/** The owner of the tables, not bound by policies where its role allows that: migrations, and the operator's commands about the whole database. */
export const OWNER = "owner";
/** The role that serves people in the bundled PostgreSQL: neither superuser nor owner of anything. */
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

/** Whether the caller works for that account, or for all. */
export const isActingFor = (accountId: string): boolean => [accountId, SYSTEM].includes(actingFor());

/**
 * Switches the connection of a running transaction to another account for the time of `run`: asking for a second connection while holding the first could wait for
 * others who do the same. When `run` fails, the transaction must end.
 */
export async function actWithin<T>(
  { $client: pool }: { readonly $client: Pool },
  tx: { execute(query: SQL): PromiseLike<unknown> },
  who: string,
  run: () => Promise<T>,
): Promise<T> {
  const become = async (account: string) => tx.execute(sql`select set_config('coffer.account', ${await signedBy(pool, account)}, true)`);
  await become(who);
  const result = await run();
  await become(actingFor());
  return result;
}

const signedBy = (pool: Pool, who: string): string | Promise<string> => (pool instanceof RowSecurityPool ? pool.signed(who) : who);

/** How long a call waits for a database that refuses connections: one that changes its machine as planned is back by then. */
const AWAY_MS = 5_000;
const AGAIN_AFTER_MS = 100;

type Done = (error: Error | undefined, client: PoolClient | undefined, release: (error?: Error | boolean) => void) => void;

/** A pool whose connections each work for one account. */
export class RowSecurityPool extends Pool {
  /** The role that connections switch to, where PostgreSQL lets us log in as its owner alone; null: they keep the login role. */
  role: string | null = null;
  /** Connects as the owner of the tables; null: that is our own login role. */
  #owner: Pool | null;
  #key: Buffer | null = null;
  /** The account that each connection worked for last. */
  readonly #worksFor = new WeakMap<PoolClient, string>();

  constructor(options: PoolConfig, owner: Pool | null = null) {
    super(options);
    this.#owner = owner;
  }

  /** Whose rights the rows of people are read and written with. */
  get servingRole(): string {
    return this.role ?? new Client(this.options).user ?? PRODUCT_ROLE;
  }

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

  /** Before it serves: from now on this process has no connection as the owner of the tables. */
  async forgetOwner(): Promise<void> {
    await this.signed(SYSTEM);
    await this.#owner?.end();
  }

  override async end(): Promise<void> {
    await super.end();
    if (this.#owner?.ending === false) await this.#owner.end();
  }

  /** What a connection is told that works for `who`. See Note: Signed accounts. */
  async signed(who: string): Promise<string> {
    if (who === "") return who;
    this.#key ??= await this.#readKey();
    // Tables of an earlier version have none; they are migrated before anyone is served.
    return this.#key === null ? who : `${who}.${createHash("sha256").update(this.#key).update(who).digest("hex")}`;
  }

  async #readKey(): Promise<Buffer | null> {
    const client = await this.#connectFor(OWNER);
    try {
      const { rows } = await client.query<{ is: boolean }>("select to_regclass('public.acting_key') is not null as is");
      return rows[0]?.is ? ((await client.query<{ key: Buffer }>("select key from acting_key")).rows[0]?.key ?? null) : null;
    } finally {
      client.release();
    }
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

  /** Nothing was asked yet, so it may be tried again. */
  async #connectSoon(): Promise<PoolClient> {
    for (const last = performance.now() + AWAY_MS; ; await sleep(AGAIN_AFTER_MS)) {
      try {
        return await super.connect();
      } catch (error) {
        if (this.ending || performance.now() >= last || databaseErrorCode(error) !== "unavailable") throw error;
      }
    }
  }

  async #connectFor(who: string): Promise<PoolClient> {
    const isOwner = who === OWNER;
    const account = isOwner ? SYSTEM : await this.signed(who);
    if (!isOwner) this.#preferFor(who);
    const client = await (isOwner && this.#owner ? this.#owner.connect() : this.#connectSoon());
    if (this.#worksFor.get(client) === who) return client;
    try {
      const role = isOwner ? "none" : (this.role ?? "none");
      await client.query("select set_config('role', $1, false), set_config('coffer.account', $2, false)", [role, account]);
      this.#worksFor.set(client, who);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}
