import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { purgeAccounts } from "../account/account-deletion.ts";
import { openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { trashing } from "../testing/writer.ts";
import { purge } from "./purge.ts";

let world: World;
let server: Server;
let ann: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com");
});
afterAll(() => world.end());

const DAY = 24 * 3_600_000;
const count = async (text: string): Promise<number> => Number((await server.pool.query(`select count(*) as n from ${text}`)).rows[0].n);

describe("the purge", () => {
  it("keeps the content of deleted records 30 days, their place in the trash and live records for ever", async () => {
    const [gone, kept] = [put("note"), put("note")];
    await ann.commit(gone, kept);
    await ann.commit(trashing(gone, server));
    server.clock.now += 30 * DAY - 1;
    await purge(server.deps);
    expect(await count("record where seal <> ''")).toBe(2);
    server.clock.now += 1;
    await purge(server.deps);
    expect(await count("record where seal <> ''")).toBe(1);
    expect(await count("record where state = 'trashed'")).toBe(1);
  });

  it("empties all that is due, however much that is, and reads only an account's own versions when it ends", async () => {
    const eve = await server.join("eve@example.com");
    const notes = Array.from({ length: 250 }, () => put("note"));
    await eve.commit(...notes);
    await eve.commit(...notes.map((note) => trashing(note, server)));
    server.clock.now += 30 * DAY;
    await purge(server.deps);
    expect(await count(`record where seal <> '' and owner_id = '${eve.accountId}'`)).toBe(0);
    const plan = await server.pool.query("select indexdef from pg_indexes where indexname = 'superseded_owner'");
    expect(plan.rows).toMatchObject([{ indexdef: expect.stringContaining("(owner_id)") }]);
  });

  it("deletes each account by itself: one that cannot be deleted keeps no other", async () => {
    const [first, second] = [await server.join("first@example.com"), await server.join("second@example.com")];
    await server.pool.query("update account set purge_at = to_timestamp(0) where id = any($1)", [[first.accountId, second.accountId]]);
    await server.pool.query(`create function refuse_one() returns trigger language plpgsql as $$ begin
      if old.id = '${first.accountId}' then raise 'not this one'; end if; return old; end $$`);
    await server.pool.query("create trigger refuse_one before delete on account for each row execute function refuse_one()");
    const failed: unknown[] = [];
    await purgeAccounts({
      ...server.deps,
      log: { ...server.deps.log, error: (event, fields) => void failed.push([event, fields?.accountId]) },
    });
    await server.pool.query("drop trigger refuse_one on account");
    expect(failed).toEqual([["account.not-purged", first.accountId]]);
    expect(await count(`account where id = '${second.accountId}'`)).toBe(0);
    expect(await count(`account where id = '${first.accountId}'`)).toBe(1);
  });

  it("keeps an invitation that was never used for 90 days after its end, and a used one as long as its account", async () => {
    const { clock } = server;
    const dan = await server.join("dan-invited@example.com");
    await server.invite({ email: "never@example.com", hours: 24 });
    clock.now += 91 * DAY - 1;
    await purge(server.deps);
    expect(await count("invitation where email = 'never@example.com'")).toBe(1);
    clock.now += 1;
    await purge(server.deps);
    expect(await count("invitation where email = 'never@example.com'")).toBe(0);
    expect(await count(`invitation where used_by = '${dan.accountId}'`)).toBe(1);
  });

  it("removes sessions that are over", async () => {
    await purge(server.deps);
    expect(await count("session")).toBe(0);
  });

  it("deletes codes, attempts and counters whose time is over", async () => {
    await server.call("POST", "/users/forgot-password", { email: ann.email });
    await server.call("POST", "/users/verify-recovery", { email: ann.email, token: "000000" });
    expect(await count("code")).toBe(1);
    server.clock.now += DAY;
    await purge(server.deps);
    for (const table of ["code", "guess", "rate_limit"]) expect(await count(table)).toBe(0);
  });

  it("finds what is in the trash by an index of its own", async () => {
    const plan = await server.pool.query("select indexdef from pg_indexes where indexname = 'record_trashed'");
    expect(plan.rows).toMatchObject([{ indexdef: expect.stringContaining("(deleted_at) WHERE") }]);
  });

  it("goes on with the next task when one fails", async () => {
    await server.pool.query("drop table import_row; drop table import_session");
    await server.pool.query("insert into rate_limit values ('x', 1, '2001-01-01')");
    await purge(server.deps);
    expect(await count("rate_limit")).toBe(0);
  });
});
