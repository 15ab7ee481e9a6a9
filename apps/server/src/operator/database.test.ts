/** One connection for a whole command: it goes on with others, unless the command broke off in the middle of something. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { newDatabase, openTestPool, type TestDatabase } from "../testing/databases.ts";
import { onOneConnection } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await newDatabase();
});
afterAll(() => database.drop());

it("is used again after a command that ended well, and closed after one that did not", async () => {
  const pool = openTestPool({ connectionString: database.url });
  const pidOf = "select pg_backend_pid() as pid";
  const who = async () => onOneConnection({ pool }, async (client) => (await client.query<{ pid: number }>(pidOf)).rows[0]?.pid);
  const first = await who();
  expect(await who()).toBe(first);
  const broken = onOneConnection({ pool }, async (client) => {
    await client.query("begin");
    throw new Error("in the middle of a transaction");
  });
  await expect(broken).rejects.toThrow("in the middle");
  expect(await who()).not.toBe(first);
  await pool.end();
});
