/** What users see while the database is gone, busy or full: that it is so, and not "An error occurred"; and that it is over when it is. */
import { type AddressInfo, createServer, type Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import { drizzle } from "drizzle-orm/node-postgres";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp } from "../app.ts";
import { silentLog } from "../log.ts";
import { openTestPool } from "../testing/databases.ts";
import { openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { openDatabase } from "./connect.ts";
import { patience } from "./sessions.ts";

let world: World;
let server: Server;
let ann: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  // Shorter than in production, to keep the tests fast.
  Object.assign(server.pool.options, patience({ lock_timeout: 200, statement_timeout: 400 }));
  ann = await server.join("ann@example.com");
});
afterAll(() => world.end());

const UNAVAILABLE = { status: 503, body: { success: false, code: "unavailable" } };

/** Runs with a connection that only `work` uses. */
async function withOwnConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await server.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release(true);
  }
}

async function untilWaiting(count: number): Promise<void> {
  const waiting = "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  for (;;) if ((await server.pool.query<{ n: number }>(waiting)).rows[0]?.n === count) return;
}

describe("a connection of the product", () => {
  const url = (): string => server.pool.options.connectionString ?? "";

  it("waits for a lock, for a statement and for a process that holds a transaction open, but not for ever", async () => {
    const { pool, close } = await openDatabase({ databaseUrl: url(), dataDir: tmpdir() }, silentLog);
    try {
      const names = ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"];
      const { rows } = await pool.query(`select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`);
      expect(rows).toEqual([{ lock_timeout: "5s", statement_timeout: "10s", idle_in_transaction_session_timeout: "1min" }]);
    } finally {
      await close();
    }
  });

  it("that ended while in use frees its place, and releasing it late is no error", async () => {
    const pool = openTestPool({ connectionString: url(), max: 1 });
    try {
      const client = await pool.connect();
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      const ended = new Promise((resolve) => client.once("end", resolve));
      await server.pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
      await ended;
      // With one place in all this waits until it is free.
      expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
      expect(() => client.release()).not.toThrow();
    } finally {
      await pool.end();
    }
  });
});

describe("a call whose connection is lost", () => {
  it("while it waits in a statement is told so, when to come back, and succeeds then", async () => {
    const answer = await withOwnConnection(async (client) => {
      await client.query("begin; lock table record in access exclusive mode");
      const asked = ann.commit(put("note"));
      await untilWaiting(1);
      const waiting = "datname = current_database() and wait_event_type = 'Lock'";
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`);
      return asked;
    });
    expect(answer).toMatchObject({ ...UNAVAILABLE, headers: { "retry-after": "5" } });
    expect((await ann.commit(put("note"))).status).toBe(200);
  });

  it.each(["idle in the pool", "in every place of the pool at once"])(
    "%s comes through, or is told so, and the next one succeeds",
    async () => {
      for (let round = 0; round < 5; round++) {
        const asked = Array.from({ length: 12 }, () => ann.call("GET", "/notes"));
        await server.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
        for (const { status } of await Promise.all(asked)) expect([200, 503]).toContain(status);
      }
      expect((await ann.call("GET", "/notes")).status).toBe(200);
    },
  );
});

describe("a lock that is held for ever", () => {
  it("refuses a call that needs it with a sentence, and affects neither /health nor calls that need no lock", async () => {
    await withOwnConnection(async (client) => {
      await client.query("begin; lock table record in access exclusive mode");
      expect(await ann.commit(put("note"))).toMatchObject(UNAVAILABLE);
      expect((await ann.call("GET", "/users/sessions")).status).toBe(200);
      expect((await server.app.inject("/health")).statusCode).toBe(200);
      await client.query("rollback");
    });
    expect((await ann.commit(put("note"))).status).toBe(200);
  });

  it("and every connection taken: /health says 503 and does not hang", async () => {
    const { connectionTimeoutMillis } = server.pool.options;
    const taken = await Promise.all(Array.from({ length: server.pool.options.max }, () => server.pool.connect()));
    Object.assign(server.pool.options, { connectionTimeoutMillis: 300 });
    try {
      for (const url of ["/health", "/ready", "/health/ready"]) expect((await server.app.inject(url)).statusCode).toBe(503);
      // A proxy or an orchestrator that ended this process would help no one.
      expect((await server.app.inject("/health/live")).statusCode).toBe(200);
      expect(await ann.call("GET", "/notes")).toMatchObject(UNAVAILABLE);
    } finally {
      for (const client of taken) client.release();
      Object.assign(server.pool.options, { connectionTimeoutMillis });
    }
    expect((await server.app.inject("/health")).statusCode).toBe(200);
  });
});

describe("a database that was suspended", () => {
  it("does not answer; /health and /metrics do not wait for it, and is well again when it goes on", async () => {
    const pool = openTestPool({ connectionString: server.pool.options.connectionString, max: 1 });
    const app = await buildApp({ db: drizzle(pool), config: server.deps.config, isDelivering: false, healthWithinMs: 50 });
    const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    try {
      expect(await app.inject("/health")).toMatchObject({ statusCode: 503, headers: { "content-type": expect.stringContaining("json") } });
      const { body } = await app.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
      expect(body).toMatch(/^coffer_database_up 0$/m);
      expect(body).toMatch(/^coffer_memory_bytes \d+$/m);
    } finally {
      process.kill(pid, "SIGCONT");
    }
    await expect.poll(async () => (await app.inject("/health")).statusCode).toBe(200);
    await app.close();
    await pool.end();
  });
});

describe("a statement that takes too long", () => {
  it("is ended, and the call told so", async () => {
    await raise("perform pg_sleep(30)");
    expect(await ann.commit(put("note"))).toMatchObject(UNAVAILABLE);
    await heal();
  });
});

describe("a disk that is full", () => {
  it("is named, to the user and in the log", async () => {
    await raise("raise exception using errcode = '53100', message = 'could not extend file: No space left on device'");
    const { status, body } = await ann.commit(put("note"));
    expect([status, body.code]).toEqual([507, "storage_full"]);
    await heal();
    expect((await ann.commit(put("note"))).status).toBe(200);
  });

  it("is not mistaken for a damaged page, which is named too", async () => {
    await raise("raise exception using errcode = 'XX001', message = 'invalid page in block 7 of relation base/5/16393'");
    const { status, body } = await ann.commit(put("note"));
    expect([status, body.code]).toEqual([500, "damaged"]);
    await heal();
  });

  it("is not named for other errors of a database", async () => {
    await raise("raise exception using errcode = '22000'");
    expect((await ann.commit(put("note"))).status).toBe(500);
    await heal();
  });
});

/** Has the database do this with whatever is written to the records. */
async function raise(what: string): Promise<void> {
  await server.pool.query(`create function trouble() returns trigger language plpgsql as $$ begin ${what}; return new; end $$;
    create trigger trouble before insert on record for each row execute function trouble()`);
}
const heal = () => server.pool.query("drop function trouble cascade");

describe("a host that accepts a connection and never answers", () => {
  let hole: NetServer;
  beforeAll(() => {
    hole = createServer(() => undefined);
    return new Promise<void>((resolve) => hole.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => hole.close());

  it("does not block the start: it ends with one message", { timeout: 20_000 }, async () => {
    const databaseUrl = `postgres://a:b@127.0.0.1:${(hole.address() as AddressInfo).port}/c`;
    await expect(openDatabase({ databaseUrl, dataDir: tmpdir() }, silentLog)).rejects.toThrow(/^DATABASE_URL must/);
  });
});
