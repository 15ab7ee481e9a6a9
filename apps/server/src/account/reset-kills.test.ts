import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account } from "../db/tables.ts";
import { newIdentity, writeAfter } from "../testing/identities.ts";
import { firstInvitation } from "../testing/invitation.ts";
import { build, postgresPid, type Started, start } from "../testing/process.ts";
import { type Entry, type ForReset, fillVault, hashOf, proveMailbox, resetBody } from "../testing/recovery.ts";
import { bodyAs, hex, openWorld, put, registration, type Server, type World } from "../testing/world.ts";

/** What a reset touches, in one text. */
async function everything({ pool }: Server, accountId: string): Promise<string> {
  const tables = [
    "record where owner_id",
    "superseded where owner_id",
    "earlier_place where owner_id",
    "discarded_vault where account_id",
    "discarded_record where account_id",
    "scope where owner_id",
    "identity where account_id",
    "session where account_id",
    "audit where account_id",
  ];
  const parts = [await pool.query("select * from account where id = $1", [accountId])];
  for (const table of tables) parts.push(await pool.query(`select * from ${table} = $1 order by 1, 2`, [accountId]));
  parts.push(await pool.query("select h.* from head h join scope s on s.id = h.scope_id where s.owner_id = $1 order by seq", [accountId]));
  parts.push(await pool.query("select id from outbox order by id"));
  return JSON.stringify(parts.map(({ rows }) => rows));
}

/** Ends the database connection of a transaction at its n-th statement, as the death of either process at that moment would. */
function killAtStatement(pool: Pool, n: number): { readonly seen: () => number; readonly stop: () => void } {
  const connect = pool.connect.bind(pool);
  let seen = 0;
  const wrap = (client: PoolClient): PoolClient => {
    const query = client.query.bind(client) as (...input: unknown[]) => Promise<unknown>;
    const counted = async (...input: unknown[]): Promise<unknown> => {
      if (++seen === n) {
        const { rows } = (await query("select pg_backend_pid() as pid")) as { rows: { pid: number }[] };
        await pool.query("select pg_terminate_backend($1, 5000)", [rows[0]?.pid]);
      }
      return query(...input);
    };
    return new Proxy(client, { get: (target, name) => (name === "query" ? counted : Reflect.get(target, name, target)) });
  };
  // Only transactions take a client of their own; single statements go through the pool.
  Object.assign(pool, { connect: async (...input: []) => (input.length > 0 ? connect(...input) : wrap(await connect())) });
  return { seen: () => seen, stop: () => Object.assign(pool, { connect }) };
}

describe("a reset whose connection dies at any of its statements", () => {
  let world: World;
  let server: Server;
  beforeAll(async () => {
    world = await openWorld();
    server = await world.server();
  });
  afterAll(() => world.end());

  it.each([false, true])("leaves the old vault whole, and can be sent again (empty vault: %s)", async (discardItems) => {
    const recoveryAuth = hex(32);
    const ann = await server.join(`ann-${discardItems}@example.com`);
    await server.db
      .update(account)
      .set({ recovery_auth_hash: hashOf(recoveryAuth) })
      .where(eq(account.id, ann.accountId));
    await fillVault(ann, 12);
    const { token } = await proveMailbox(server, ann.email);
    const read = bodyAs<ForReset>((await server.call("GET", "/vault/entries-for-reset", undefined, { token })).body);
    const publicKey = discardItems ? newIdentity() : ann.form.publicKey;
    const more = discardItems ? { discardItems, publicKey } : { recoveryAuth };
    const body = resetBody(ann.email, publicKey, discardItems ? { ...read, entries: [] } : read, more);
    const before = await everything(server, ann.accountId);
    let kills = 0;
    for (let n = 1; ; n++) {
      const trap = killAtStatement(server.pool, n);
      const { status } = await server.call("POST", "/users/reset-password", body, { token });
      trap.stop();
      if (trap.seen() < n) {
        expect(status).toBe(200);
        break;
      }
      expect([n, status]).toEqual([n, 503]);
      expect(await everything(server, ann.accountId)).toBe(before);
      kills++;
    }
    expect(kills).toBeGreaterThan(12);
    expect((await server.call("POST", "/users/login", { email: ann.email, authKey: body.authKey })).status).toBe(200);
  });
});

describe("a reset whose process is killed", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-reset-"));
  let running: Started;
  beforeAll(async () => {
    await build();
    running = await start(dataDir);
  }, 120_000);
  afterAll(async () => {
    await running.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  });

  type Reply = Readonly<Record<string, unknown>>;
  async function call(method: string, path: string, token?: string, body?: unknown): Promise<Reply> {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" };
    const reply = await fetch(`${running.url}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as Reply;
  }
  /** Without a mail server, emails are written to a folder for the operator. */
  async function codeInFolder(): Promise<string> {
    for (;;) {
      const names = readdirSync(dataDir).includes("outbox")
        ? readdirSync(join(dataDir, "outbox")).filter((name) => name.includes("recoveryCode"))
        : [];
      const newest = names.sort().at(-1);
      const code = newest && /^ {4}(\d{6})$/m.exec(readFileSync(join(dataDir, "outbox", newest), "utf8"))?.[1];
      if (code) return code;
      await sleep(50);
    }
  }

  it("is there whole or not at all, at whatever moment, the database killed with it every other time", { timeout: 120_000 }, async () => {
    const recoveryAuth = hex(32);
    const form = { ...registration("ann@example.com", firstInvitation(dataDir)), recoveryAuthHash: hashOf(recoveryAuth) };
    await call("POST", "/users/register", undefined, form);
    const signIn = async (authKey: string) =>
      (await call("POST", "/users/login", undefined, { email: form.email, authKey })) as { data?: { token: string } };
    const changes = Array.from({ length: 1500 }, () => put("password"));
    const first = (await signIn(form.authKey)).data?.token;
    const stored = { id: form.personalVaultId, seq: 1, generation: 1, head: form.head };
    const commit = { scope: form.personalVaultId, ...writeAfter(form.publicKey, stored), changes };
    expect(await call("POST", "/vault/commit", first, commit)).toMatchObject({ success: true });
    await call("POST", "/users/forgot-password", undefined, { email: form.email });
    const proven = await call("POST", "/users/verify-recovery", undefined, { email: form.email, token: await codeInFolder() });
    const token = String(proven.tempToken);
    const read = bodyAs<ForReset>(await call("GET", "/vault/entries-for-reset", token));
    const body = resetBody(form.email, form.publicKey, read, { recoveryAuth });
    const outcomes = { old: 0, new: 0 };
    for (let round = 0; round < 12 && outcomes.new === 0; round++) {
      const unanswered = call("POST", "/users/reset-password", token, body).catch(() => null);
      await sleep(60 + round * 45);
      if (round % 2 === 1) process.kill(postgresPid(dataDir), "SIGKILL");
      await running.end("SIGKILL");
      await unanswered;
      running = await start(dataDir);
      const [withOld, withNew] = [await signIn(form.authKey), await signIn(body.authKey)];
      expect([withOld.data, withNew.data].filter(Boolean)).toHaveLength(1);
      outcomes[withOld.data ? "old" : "new"]++;
      const pulled = await call("GET", "/vault/all-items-data", (withOld.data ?? withNew.data)?.token);
      const { passwords } = pulled.data as { passwords: Entry[] };
      const expected = withOld.data ? { revision: 1, seq: 2, head: commit.head } : { revision: 2, seq: 3, head: body.head };
      expect(new Set(passwords.map(({ revision }) => revision))).toEqual(new Set([expected.revision]));
      expect(passwords).toHaveLength(1500);
      expect(pulled.heads).toMatchObject([{ seq: expected.seq, head: expected.head }]);
    }
    expect(outcomes.old).toBeGreaterThan(0);
  });
});
