/** A server that is asked to end while people save, as its operator and these people see it. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MIGRATION_LOCK } from "./db/migrate.ts";
import { newDatabase, openTestPool } from "./testing/databases.ts";
import { type Stored, storedOf, writeAfter } from "./testing/identities.ts";
import { firstInvitation } from "./testing/invitation.ts";
import { beginStart, build, postgresPid, type Started, start } from "./testing/process.ts";
import { put, registration } from "./testing/world.ts";

type Reply = Readonly<Record<string, unknown>>;
const STOPS = 3;
beforeAll(build, 120_000);

it("a start that is stopped half-way ends without a word about a failure", { timeout: 60_000 }, async () => {
  const database = await newDatabase();
  const pool = openTestPool({ connectionString: database.url });
  const other = await pool.connect();
  await other.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-stopping-"));
  const starting = beginStart(dataDir, { DATABASE_URL: database.url, SERVER_SECRET: "a secret of the tests, long enough" });
  const waiting =
    "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
  const ended = starting.end("SIGTERM");
  await sleep(300);
  // Now it goes on, with connections that are closed.
  other.release(true);
  expect(await ended).toBe(0);
  expect(starting.said()).toBe("");
  await pool.end();
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

describe.each([1, 2])("a server of %i workers that is stopped", { timeout: 120_000 }, (workers) => {
  const dataDir = mkdtempSync(join(tmpdir(), "coffer-stopping-"));
  let server: Started;
  let token = "";
  let identity = "";
  let stored: Stored;
  const acknowledged = new Set<string>();

  const begin = async (env: Record<string, string> = {}): Promise<void> => {
    server = await start(dataDir, { WORKERS: String(workers), ...env });
  };
  beforeAll(async () => {
    await begin();
    const form = registration("first@example.com", firstInvitation(dataDir));
    await call("POST", "/users/register", form);
    const { data } = (await call("POST", "/users/login", { email: form.email, authKey: form.authKey })) as { data: { token: string } };
    token = data.token;
    identity = form.publicKey;
    stored = { id: form.personalVaultId, seq: 1, generation: 1, head: form.head };
  }, 60_000);
  afterAll(async () => {
    await server.end("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  function asked(method: string, path: string, bytes: number): ClientRequest {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json", "content-length": bytes };
    const ask = request(`${server.url}/api${path}`, { method, headers, agent: false });
    ask.on("error", () => undefined); // A call that is cut off: what waits for its answer tells.
    return ask;
  }
  async function answerOf(ask: ClientRequest): Promise<Reply> {
    const [reply] = (await once(ask, "response")) as [IncomingMessage];
    const answer = (await json(reply)) as Reply;
    if (reply.statusCode !== 200 && reply.statusCode !== 201) throw new Error(JSON.stringify(answer));
    return answer;
  }
  async function call(method: string, path: string, body?: unknown): Promise<Reply> {
    const text = body === undefined ? "" : JSON.stringify(body);
    const ask = asked(method, path, Buffer.byteLength(text));
    ask.end(text);
    return answerOf(ask);
  }

  /** A save whose text can be sent in parts. */
  function nextWrite() {
    const write = writeAfter(identity, stored);
    const changes = [put("note"), put("note")];
    const acknowledge = ({ seq }: Reply): void => {
      stored = { ...stored, seq: Number(seq), head: write.head };
      for (const { id } of changes) acknowledged.add(id);
    };
    return { text: JSON.stringify({ scope: stored.id, ...write, changes }), acknowledge };
  }
  async function writeUntilRefused(): Promise<void> {
    for (;;) {
      const { text, acknowledge } = nextWrite();
      const ask = asked("POST", "/vault/commit", text.length);
      ask.end(text);
      const reply = await answerOf(ask).catch(() => null);
      if (reply === null) return;
      acknowledge(reply);
    }
  }
  const lost = async (): Promise<string[]> => {
    const pulled = await call("GET", "/vault/all-items-data");
    const found = new Set((pulled.data as { notes: { id: string }[] }).notes.map(({ id }) => id));
    stored = storedOf(pulled);
    return [...acknowledged].filter((id) => !found.has(id));
  };

  it(`loses nothing that it acknowledged, ${STOPS} times in the middle of saves`, async () => {
    for (let stop = 0; stop < STOPS; stop++) {
      const writing = writeUntilRefused();
      await sleep(100 + Math.random() * 200);
      expect(await server.end("SIGTERM")).toBe(0);
      await writing;
      expect(server.said()).not.toMatch(/"level":"error"|ended-late|cut-off/);
      await server.gone;
      await begin();
      expect(await lost()).toEqual([]);
    }
    expect(acknowledged.size).toBeGreaterThan(STOPS);
  });

  it("answers a save that was under way, and keeps it", async () => {
    const { text, acknowledge } = nextWrite();
    const ask = asked("POST", "/vault/commit", text.length);
    ask.write(text.slice(0, 100));
    await once(ask, "socket");
    await sleep(300);
    const ended = server.end("SIGTERM");
    await sleep(1_000);
    ask.end(text.slice(100));
    acknowledge(await answerOf(ask));
    expect(await ended).toBe(0);
    expect(server.said()).not.toMatch(/"level":"error"|ended-late|cut-off/);
    await server.gone;
    await begin({ STOP_SECONDS: "1" });
    expect(await lost()).toEqual([]);
  });

  it("cuts off a call that does not end, after the seconds that were set, and says so", async () => {
    const ask = asked("POST", "/vault/commit", 1_000);
    ask.write("{");
    await once(ask, "socket");
    await sleep(300);
    const cut = new Promise((resolve) => ask.once("close", resolve));
    const began = Date.now();
    expect(await server.end("SIGTERM")).toBe(0);
    const seconds = (Date.now() - began) / 1_000;
    await cut;
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThan(6);
    expect(server.said()).toMatch(/"level":"warn","event":"calls.cut-off","count":1/);
    expect(server.said()).not.toMatch(/"level":"error"|ended-late/);
  });

  it("ends at once when its database has ended, whatever is under way, and serves again", async () => {
    await server.end("SIGTERM");
    await begin();
    const ask = asked("POST", "/vault/commit", 1_000);
    ask.write("{");
    await once(ask, "socket");
    await sleep(300);
    const began = Date.now();
    process.kill(postgresPid(dataDir), "SIGKILL");
    expect(await server.exit).toBe(1);
    expect(Date.now() - began).toBeLessThan(4_000);
    await begin();
    expect(await lost()).toEqual([]);
  });
});
