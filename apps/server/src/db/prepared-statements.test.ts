/** Prepared statements of a connection: each is parsed and planned once, and no answer is outdated or another account's. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newDatabase, type TestDatabase } from "../testing/databases.ts";
import { usePreparedStatements } from "./prepared-statements.ts";
import { actAs, OWNER, PRODUCT_ROLE, RowSecurityPool, SYSTEM } from "./row-level-security.ts";

let database: TestDatabase;
let pool: RowSecurityPool;
beforeAll(async () => {
  database = await newDatabase();
  // One connection, so that each query meets what the one before has left.
  pool = usePreparedStatements(new RowSecurityPool({ connectionString: database.url, max: 1 }));
  pool.role = PRODUCT_ROLE;
  pool.on("error", () => undefined);
  await asOwner(
    "create table thing (id int, owner text); insert into thing values (1, 'ann'), (2, 'eve'); alter table thing enable row level security",
  );
  await asOwner(
    `create policy own on thing using (split_part(current_setting('coffer.account'), '.', 1) in ('${SYSTEM}', owner)); grant select on thing to ${PRODUCT_ROLE}`,
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const asOwner = (text: string) => actAs(OWNER, () => pool.query(text));
const kept = async (): Promise<string[]> =>
  (await asOwner("select statement from pg_prepared_statements")).rows.map(({ statement }) => statement);
/** One that nothing has asked before. */
const newStatement = (): string => `select id, owner, '${randomUUID()}' as mark from thing where id = any($1) order by id`;
const TIMES = 8; // a plan for all values is made at the sixth
const BOTH = [1, 2];

it("keeps what comes a second time, and answers it as before", async () => {
  const text = newStatement();
  for (let time = 1; time <= TIMES; time++) {
    const { rows } = await actAs(SYSTEM, () => pool.query(text, [[(time % 2) + 1]]));
    expect(rows).toMatchObject([{ id: (time % 2) + 1 }]);
    expect((await kept()).includes(text)).toBe(time > 1);
  }
});

it("keeps what the query builder makes too, in the shape that it asks for", async () => {
  const text = newStatement();
  for (let time = 1; time <= TIMES; time++) {
    const { rows } = await actAs(SYSTEM, () => pool.query({ text, rowMode: "array" }, [BOTH]));
    expect(rows.map((row: unknown[]) => row.slice(0, 2))).toEqual([
      [1, "ann"],
      [2, "eve"],
    ]);
  }
  expect(await kept()).toContain(text);
});

it("shows each account its own rows, whichever account asked before", async () => {
  const text = newStatement();
  for (let time = 1; time <= TIMES; time++)
    for (const who of ["ann", "eve", "nobody"]) {
      const { rows } = await actAs(who, () => pool.query(text, [BOTH]));
      expect(rows.map(({ owner }) => owner)).toEqual(who === "nobody" ? [] : [who]);
    }
  for (let time = 1; time <= TIMES; time++) expect((await actAs(OWNER, () => pool.query(text, [BOTH]))).rowCount).toBe(2);
  expect((await actAs("eve", () => pool.query(text, [BOTH]))).rows).toMatchObject([{ owner: "eve" }]);
});

it("answers by what the table and its policies have become", async () => {
  const text = newStatement();
  const seen = async () => (await actAs("ann", () => pool.query(text, [BOTH]))).rowCount;
  for (let time = 1; time <= TIMES; time++) expect(await seen()).toBe(1);
  await asOwner("alter table thing add column more text; create index on thing (id); insert into thing values (2, 'ann')");
  expect(await seen()).toBe(2);
  await asOwner("alter policy own on thing using (false)");
  expect(await seen()).toBe(0);
  await asOwner(
    `alter policy own on thing using (split_part(current_setting('coffer.account'), '.', 1) in ('${SYSTEM}', owner)); delete from thing where id = 2 and owner = 'ann'`,
  );
  expect(await seen()).toBe(1);
});

it("goes on after a wrong statement", async () => {
  const wrong = "select 1 / $1::int as one";
  for (const divisor of [1, 0, 2, 0, 1]) {
    const asked = actAs(SYSTEM, () => pool.query(wrong, [divisor]));
    if (divisor === 0) await expect(asked).rejects.toMatchObject({ code: "22012" });
    else expect((await asked).rowCount).toBe(1);
  }
  const unknown = "select $1::text from nowhere";
  for (let time = 1; time <= 3; time++)
    await expect(actAs(SYSTEM, () => pool.query(unknown, ["a"]))).rejects.toMatchObject({ code: "42P01" });
});

it("keeps no long lists of values, and a hundred statements at most", async () => {
  const long = `${newStatement()} -- ${"long ".repeat(1_000)}`;
  for (const text of [long, ...Array.from({ length: 120 }, newStatement)])
    for (let time = 1; time <= 2; time++) await actAs(SYSTEM, () => pool.query(text, [BOTH]));
  const all = await kept();
  expect(all).not.toContain(long);
  expect(all).toHaveLength(100);
});
