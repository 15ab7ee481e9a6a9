import { AUDIT_EVENTS } from "@coffer/contract/audit";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audit } from "../db/access-tables.ts";
import { purge } from "../jobs/purge.ts";
import { isChain } from "../testing/audit-chain.ts";
import { hex, id, openWorld, type Person, type Server, type World } from "../testing/world.ts";
import { logOf, writeAuditAlone } from "./audit.ts";
import { countRefusedAttempt } from "./refused-attempts.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  server.clock.now = Date.now(); // The table's trigger goes by the database's own clock.
});
afterAll(() => world.end());

const DAY = 24 * 3_600_000;
const viewer = { device: "Firefox on Linux" };
const rowsOf = (accountId: string) => server.db.select().from(audit).where(eq(audit.account_id, accountId)).orderBy(asc(audit.seq));

async function freshToken(own: Server, { email, authKey, deviceToken }: Person): Promise<string> {
  const { body } = await own.call("POST", "/users/login", { email, authKey, deviceToken });
  return (body.data as { token: string }).token;
}

describe("the audit log", () => {
  it("is one chain per account, also when many things happen at once", async () => {
    const accountId = id();
    await Promise.all(Array.from({ length: 30 }, () => writeAuditAlone(server.deps, viewer, { accountId, event: "login.done" })));
    const rows = await rowsOf(accountId);
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(isChain(rows)).toBe(true);
  });

  it("shows every change of a row, every gap and every row that was put in", async () => {
    const accountId = id();
    for (const event of ["profile.linked", "login.done", "logout"] as const)
      await writeAuditAlone(server.deps, viewer, { accountId, event });
    const rows = await rowsOf(accountId);
    const [first, second, third] = rows;
    if (!first || !second || !third) throw new Error("three rows");
    expect(isChain([second, third])).toBe(true); // The first was purged.
    expect(isChain([first, third])).toBe(false);
    expect(isChain([first, third, second])).toBe(false);
    expect(isChain([first, first, second])).toBe(false);
    for (const change of [
      { event: "logout" },
      { device: "x" },
      { at: new Date(0) },
      { account_id: id() },
      { hash: hex(32) },
      { previous: hex(32) },
    ])
      expect(isChain([first, { ...second, ...change }, third])).toBe(false);
  });

  it("lets no row be changed or removed, whichever database user asks", async () => {
    const accountId = id();
    await writeAuditAlone(server.deps, viewer, { accountId, event: "login.done" });
    const refused = (text: string) => expect(server.pool.query(text)).rejects.toThrow("The audit log is append-only.");
    await refused(`update audit set event = 'logout' where account_id = '${accountId}'`);
    await refused(`delete from audit where account_id = '${accountId}'`);
    await refused("truncate audit");
    const purging = server.db.transaction(async (tx) => {
      await tx.execute("set local coffer.audit_purge = 'on'");
      await tx.delete(audit).where(eq(audit.account_id, accountId));
    });
    await expect(purging).rejects.toMatchObject({ cause: { message: "The audit log is append-only." } });
    expect(await rowsOf(accountId)).toHaveLength(1);
  });

  it("goes after 365 days, oldest first, and the rest is still a chain", async () => {
    const own = await world.server();
    const accountId = id();
    own.clock.now = Date.now() - 400 * DAY;
    await writeAuditAlone(own.deps, viewer, { accountId, event: "login.done" });
    own.clock.now = Date.now() - 300 * DAY;
    await writeAuditAlone(own.deps, viewer, { accountId, event: "logout" });
    own.clock.now = Date.now();
    await purge(own.deps);
    const rows = await own.db.select().from(audit);
    expect(rows.map(({ event, seq }) => [event, seq])).toEqual([["logout", 2]]);
    expect(isChain(rows)).toBe(true);
  });

  it("keeps attempts with an unknown email under an id that belongs to no account and contains no name", async () => {
    await server.call("POST", "/users/login", { email: "Nobody@example.com", authKey: hex(32) });
    const accountId = logOf(server.deps, "nobody@example.com", null);
    const { rows } = await server.pool.query("select * from refused_count where account_id = $1", [accountId]);
    expect(rows).toMatchObject([{ event: "login.failed", count: "1" }]);
    expect(JSON.stringify(rows)).not.toContain("nobody");
  });

  it("cannot be flooded: refusals are counted by kind and day in a table of their own, and the chain stays whole", async () => {
    const own = await world.server();
    const ann = await own.join("ann@example.com");
    const before = (await ann.call("GET", "/users/audit")).body.events;
    const wrong = (i: number) => own.call("POST", "/users/login", { email: ann.email, authKey: hex(32) }, { address: `198.51.${i}.1` });
    for (let i = 0; i < 5; i++) await wrong(i);
    for (let i = 5; i < 520; i++) await countRefusedAttempt(own.deps, ann.accountId, "login.failed");
    own.clock.now += DAY;
    await wrong(7);
    const { body } = await own.call("GET", "/users/audit", undefined, { token: await freshToken(own, ann) });
    expect((body.events as unknown[]).slice(1)).toEqual(before);
    const refused = body.refused as { event: string; count: number; day: number; lastAt: number }[];
    expect(new Set(refused.map(({ event }) => event))).toEqual(new Set(["login.failed"]));
    expect(refused.reduce((sum, { count }) => sum + count, 0)).toBe(521);
    expect(refused.length).toBeLessThanOrEqual(3);
    expect(refused[0]).toMatchObject({ count: 1, lastAt: own.clock.now });
    const rows = await own.db.select().from(audit).where(eq(audit.account_id, ann.accountId)).orderBy(asc(audit.seq));
    expect(isChain(rows)).toBe(true);
  });

  it("has a message for every event", () => {
    for (const message of Object.values(AUDIT_EVENTS)) expect(message).toMatch(/^[A-Z]/);
  });
});
