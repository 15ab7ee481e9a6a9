/** What a connection may rely on behind a pooler, and which databases are refused. */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../log.ts";
import { newDatabase, openTestPool, type TestDatabase } from "../testing/databases.ts";
import { openPooler } from "../testing/pooler.ts";
import { quickFolder } from "../testing/quick-folder.ts";
import { openDatabase } from "./connect.ts";
import { databaseErrorCode } from "./database-errors.ts";
import { startEmbedded } from "./embedded.ts";
import { actAs, OWNER } from "./row-level-security.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await newDatabase();
});
afterAll(() => database.drop());

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: tmpdir() }, silentLog);

describe("behind a pooler that passes on no settings of a start-up", () => {
  it("a connection has its limits, and works", async () => {
    const pooler = await openPooler(database.url, "session");
    const { pool, close } = await open(pooler.url);
    try {
      const names = ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"];
      const { rows } = await actAs(OWNER, () =>
        pool.query(`select ${names.map((name) => `current_setting('${name}') as ${name}`).join()}`),
      );
      expect(rows).toEqual([{ lock_timeout: "5s", statement_timeout: "10s", idle_in_transaction_session_timeout: "1min" }]);
    } finally {
      await close();
      await pooler.close();
    }
  });
});

describe("a database that refuses connections", () => {
  it("is waited for while it is away for a moment, and no longer", { timeout: 30_000 }, async () => {
    const pooler = await openPooler(database.url, "session");
    const { pool, close } = await open(pooler.url);
    try {
      await pool.query("select");
      await pooler.close();
      // What breaks at once is the connection that was open.
      await pool.query("select").catch(() => undefined);
      const asked = pool.query<{ one: number }>("select 1 as one");
      await sleep(500);
      const again = await openPooler(database.url, "session", Number(new URL(pooler.url).port));
      expect((await asked).rows).toEqual([{ one: 1 }]);
      await again.close();
      await pool.query("select").catch(() => undefined);
      const [began, refused] = [Date.now(), await pool.query("select").catch((error: unknown) => error)];
      expect([databaseErrorCode(refused), Math.round((Date.now() - began) / 2_500)]).toEqual(["unavailable", 2]);
    } finally {
      await close();
    }
  });
});

describe("a pooler that lends a session to several connections", () => {
  it("is refused: one connection would work for the account of another", async () => {
    const pooler = await openPooler(database.url, "transaction");
    try {
      await expect(open(pooler.url)).rejects.toThrow(
        "DATABASE_URL must give each connection a session of its own: set pool_mode = session in PgBouncer.",
      );
      const place = { databaseUrl: pooler.url, databaseOwnerUrl: database.url, dataDir: tmpdir() };
      await expect(openDatabase(place, silentLog)).rejects.toThrow("pool_mode = session");
    } finally {
      await pooler.close();
    }
  });
});

describe("a database that takes no writes", () => {
  it("is refused at the start where it is a standby", { timeout: 60_000 }, async () => {
    const dataDir = quickFolder("coffer-standby-");
    const first = await startEmbedded(dataDir, []);
    await first.stop();
    // What was cleanly stopped is as it was: a standby without a primary, which it goes on waiting for.
    writeFileSync(join(first.dataDir, "standby.signal"), "");
    const standby = await startEmbedded(dataDir, []);
    try {
      const { user, database: name, socketDir } = standby;
      await expect(open(`postgres://${user}@localhost/${name}?host=${encodeURIComponent(socketDir)}`)).rejects.toThrow(
        "it is a standby, which takes no writes (standby).",
      );
    } finally {
      await standby.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it("is unavailable, and no fault of Coffer's", async () => {
    const pool = openTestPool({ connectionString: database.url });
    try {
      const refused = await pool.query("begin; set transaction read only; create table thing (id int)").catch((error: unknown) => error);
      expect(databaseErrorCode(refused)).toBe("unavailable");
    } finally {
      await pool.end();
    }
  });
});
