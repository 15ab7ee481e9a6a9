/** What an operator can see of a running server: its log, its state and its counters. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApp, createDeps } from "../app.ts";
import { reportPostgres } from "../db/postgres-log.ts";
import { createLog } from "../log.ts";
import { queueEmail } from "../mail/outbox.ts";
import { inEnglish } from "../mail/recipient.ts";
import { checkPages } from "../operator/doctor.ts";
import { writeLast } from "../operator/last-backup.ts";
import { noteCheck, noteMet } from "../operator/last-check.ts";
import { hex, openWorld, type Server, type World } from "../testing/world.ts";

const lines: string[] = [];
const logged = (event: string) => lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.event === event);

let world: World;
let server: Server;
let app: Server["app"];
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  const options = { db: server.db, config: server.deps.config, log: createLog((line) => lines.push(line)), isDelivering: false };
  app = await buildApp(options, createDeps(options));
});
afterAll(async () => {
  await app.close();
  await world.end();
});

const ADDRESS = "203.0.113.7";
const post = (url: string, payload: object, remoteAddress = ADDRESS) => app.inject({ method: "POST", url, payload, remoteAddress });
const signIn = (email: string, address?: string) => post("/api/users/login", { email, authKey: hex(32) }, address);

describe("a request", () => {
  it("has an id in its reply, another each time", async () => {
    const ids = [await app.inject("/api/status"), await app.inject("/nothing")].map(({ headers }) => headers["x-request-id"]);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\w-]{8}$/);
  });

  it("that fails has the same id in its reply's body and in the log", async () => {
    await server.pool.query("alter table account rename to gone");
    const reply = await signIn("ann@example.com");
    await server.pool.query("alter table gone rename to account");
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toMatchObject({ code: "unexpected", requestId: reply.headers["x-request-id"] });
    expect(logged("request.failed")).toMatchObject([{ requestId: reply.headers["x-request-id"], route: "/api/users/login" }]);
  });
});

describe("the log", () => {
  it("names refused sign-ins, and callers that came too often, by an address that cannot be read there", async () => {
    while ((await signIn("ben@example.com")).statusCode !== 429);
    await signIn("ben@example.com", "203.0.113.8");
    const names = logged("login.refused").map(({ address }) => address);
    expect(new Set(names).size).toBe(2);
    expect(logged("request.limited")).toMatchObject([{ code: "rate_limited", route: "/api/users/login", address: names[0] }]);
    expect(lines.join("")).not.toContain("203.0.113");
  });

  it("has what the bundled PostgreSQL says of itself, a full disk and a damaged page by name, and nothing of what was stored", async () => {
    const says = new PassThrough();
    const said: string[] = [];
    reportPostgres(
      says,
      createLog((line) => said.push(line)),
    );
    says.write("LOG:  database system is ready to accept connections\n");
    says.write("FATAL:  the database system is in recovery mode\n");
    says.write('ERROR:  duplicate key value violates unique constraint "account_email_key"\nDETAIL:  Key (email)=(ann@example.com)\n');
    says.write("STATEMENT:  insert into account values ('ann@example.com')\n");
    says.write('ERROR:  could not extend file "base/5/1": No space left on device\n');
    says.write("LOG:  page verification failed, calculated checksum 7 but expected 8\n");
    says.write('ERROR:  invalid page in block 0 of relation "base/5/16393"\n');
    says.end("PANIC:  could not write to file: No space left on device\n");
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    const events = said.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.map(({ level, event }) => [level, event].join(" "))).toEqual([
      "info database.said",
      "error database.disk-full",
      "error database.damaged",
      "error database.damaged",
      "error database.disk-full",
      "error database.said",
    ]);
    expect(said.join("")).not.toMatch(/ann@|account/);
  });

  it("has nothing of a stop that we asked for, except what went wrong in it", async () => {
    const says = new PassThrough();
    const said: string[] = [];
    reportPostgres(
      says,
      createLog((line) => said.push(line)),
      () => true,
    );
    says.write("LOG:  received fast shutdown request\n");
    says.write("FATAL:  terminating connection due to administrator command\n");
    says.end('PANIC:  could not write to file "pg_wal/1"\n');
    await new Promise((resolve) => says.once("close", resolve));
    expect(said.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(["error"]);
  });
});

describe("the state", () => {
  it("is ready when the database answers and maintenance is off", async () => {
    expect(await app.inject("/ready")).toMatchObject({ statusCode: 200, body: '{"status":"ok"}' });
    const moving = await world.server({ maintenance: "We are moving." });
    expect((await moving.app.inject("/ready")).statusCode).toBe(503);
    expect((await moving.app.inject("/health")).statusCode).toBe(200);
  });

  it("tells of a damaged page that was met by day, also when PostgreSQL has forgotten it in a crash, until all were read", async () => {
    const { app: own, deps, pool } = await world.server({ dataDir: mkdtempSync(join(world.dataDir, "met-")) });
    const { dataDir } = deps.config;
    const told = async () => {
      const ready = (await own.inject({ url: "/health/ready", remoteAddress: "127.0.0.1" })).json().warnings;
      const { body } = await own.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
      const client = await pool.connect();
      const { state } = await checkPages(client, dataDir).finally(() => client.release());
      return [ready, /^coffer_database_damaged (\d)$/m.exec(body)?.[1], state];
    };
    expect(await told()).toEqual([undefined, "0", "ok"]);
    noteMet(dataDir, Date.now());
    expect(await told()).toEqual([["damage"], "1", "wrong"]);
    noteCheck(dataDir, { at: new Date(Date.now() + 1_000).toISOString(), state: "ok", text: "Fine." });
    expect(await told()).toEqual([undefined, "0", "ok"]);
  });

  it("tells the operator's programs of emails that do not leave, and of no one's fault in it", async () => {
    const { app: own, db, deps, pool } = await world.server();
    const warnings = async (remoteAddress = "127.0.0.1") => (await own.inject({ url: "/health/ready", remoteAddress })).json().warnings;
    await db.transaction((tx) => queueEmail(deps, tx, { name: "mfaOff", to: inEnglish("ann@example.com"), values: {} }));
    await pool.query("update outbox set state = 'failed', problem = 'EAUTH 535'");
    expect([await warnings(), await warnings(ADDRESS)]).toEqual([["mail"], undefined]);
    expect((await own.inject({ url: "/metrics", remoteAddress: "127.0.0.1" })).body).toMatch(/^coffer_emails_failing 1$/m);
    await pool.query("update outbox set problem = 'EENVELOPE 550'");
    expect(await warnings()).toBeUndefined();
  });
});

describe("the counters", () => {
  it("are read from anywhere by who shows the token, through a proxy too, and by no one with another", async () => {
    const metricsToken = "a token of 16 or more".replaceAll(" ", "-");
    const { app: guarded } = await world.server({ metricsToken });
    const asked = (authorization?: string) =>
      guarded.inject({
        url: "/metrics",
        remoteAddress: ADDRESS,
        headers: { "x-forwarded-for": ADDRESS, ...(authorization && { authorization }) },
      });
    expect((await asked(`Bearer ${metricsToken}`)).statusCode).toBe(200);
    for (const other of [undefined, metricsToken, `Bearer ${metricsToken}x`, "Bearer "]) expect((await asked(other)).statusCode).toBe(404);
    expect((await app.inject({ url: "/metrics", remoteAddress: ADDRESS, headers: { authorization: "Bearer null" } })).statusCode).toBe(404);
  });

  it("are read on this machine only, and name no one", async () => {
    const { statusCode, body, headers } = await app.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
    expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    expect(body).toMatch(/^coffer_replies_total\{status="429"\} 1$/m);
    for (const name of ["database_connections", "event_loop_delay_seconds", "memory_bytes", "uptime_seconds"])
      expect(body).toContain(`\ncoffer_${name}`);
    for (const name of ["database_up 1", 'emails{state="failed"} 0', "database_damaged_pages_total 0", "disk_free_bytes"])
      expect(body).toContain(`\ncoffer_${name}`);
    expect(body).toMatch(/^coffer_refusals_total\{code="rate_limited"\} 1$/m);
    expect(body).toMatch(/^coffer_call_seconds_count\{call="POST \/api\/users\/login"\} \d+$/m);
    expect(body).not.toMatch(/example/);
  });

  it("say how many wait for a place to sign in, to read and to send, and how many jobs could be done", async () => {
    const { app: own, db, deps } = await world.server();
    const { hash, read, body } = deps.concurrency;
    const leaves = await Promise.all(Array.from({ length: 4 }, () => read.acquire("")));
    leaves.push(await body.acquire("a session"));
    const ends: (() => void)[] = [];
    const working = Array.from({ length: 6 }, () => hash.enter(() => new Promise<void>((resolve) => ends.push(resolve))));
    const late = [read.acquire(""), ...Array.from({ length: 3 }, () => body.acquire("a session"))];
    await db.transaction((tx) => deps.jobs.send(tx, "purge", "one"));
    await db.transaction((tx) => deps.jobs.send(tx, "purge", "later", 60));
    const { body: said } = await own.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
    for (const line of ['waiting{for="list"} 1', 'waiting{for="body"} 3', "jobs_waiting 1"]) expect(said).toContain(`\ncoffer_${line}\n`);
    // The server's own hash may be among them.
    expect(said).toMatch(/^coffer_waiting\{for="sign-in"\} [23]$/m);
    for (const leave of leaves) leave();
    for (const one of late) (await one)();
    const ending = setInterval(() => ends.shift()?.(), 5);
    await Promise.all(working);
    clearInterval(ending);
  });

  it("have every one that the alerts and the dashboard ask for", async () => {
    const backupDir = mkdtempSync(join(tmpdir(), "coffer-monitored-"));
    const at = new Date().toISOString();
    writeLast({ dataDir: world.dataDir, backupDir }, { at, good: at, text: "Fine.", isGood: true });
    noteCheck(world.dataDir, { at, state: "ok", text: "Fine." });
    const { app: watched } = await world.server({ backupDir });
    expect((await watched.inject("/api/nothing")).statusCode).toBe(404);
    expect((await watched.inject("/api/status")).statusCode).toBe(200);
    const { body } = await watched.inject({ url: "/metrics", remoteAddress: "127.0.0.1" });
    rmSync(backupDir, { recursive: true });
    for (const file of ["alerts.yml", "grafana.json"]) {
      const text = readFileSync(new URL(`../../../../packaging/monitoring/${file}`, import.meta.url), "utf8");
      const asked = new Set(text.match(/coffer_[a-z_]+/g));
      expect([...asked].filter((name) => !body.includes(`\n${name}`) && !body.startsWith(`# TYPE ${name}`))).toEqual([]);
      expect(asked.size).toBeGreaterThan(7);
    }
  });

  it.each([
    ["another machine", ADDRESS, {}],
    ["the web through a proxy on this machine", "127.0.0.1", { "x-forwarded-for": ADDRESS }],
    ["a proxy on this machine that does not say who it asks for", "127.0.0.1", { host: "vault.example.com" }],
    ["a page whose name leads here", "::1", { host: "localhost.evil.example:3000" }],
  ])("are not there for %s", async (_, remoteAddress, headers) => {
    const { statusCode, body } = await app.inject({ url: "/metrics", remoteAddress, headers });
    expect([statusCode, body.includes("coffer_")]).toEqual([404, false]);
  });
});
