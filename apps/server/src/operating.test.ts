import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { outbox } from "./db/access-tables.ts";
import { lockFile } from "./db/folder-lock.ts";
import { deriveSecrets, encryptForServer } from "./secrets.ts";
import { newDatabase, openTestPool } from "./testing/databases.ts";
import { beginStart, build, byNpm, command, inContainer, plain, postgresPid, type Started, start } from "./testing/process.ts";
import { authenticatorCode } from "./testing/second-factor.ts";
import { openWay } from "./testing/way-to-database.ts";
import { registration } from "./testing/world.ts";

const home = mkdtempSync(join(tmpdir(), "coffer-operating-"));
const folder = (): string => mkdtempSync(join(home, "data-"));
const SERVER_SECRET = "a secret of the tests, long enough";
const running: Started[] = [];
const closers: (() => Promise<unknown>)[] = [];
const begin = async (...input: Parameters<typeof start>): Promise<Started> => {
  const server = await start(...input);
  running.push(server);
  return server;
};
beforeAll(build, 120_000);
afterEach(async () => {
  for (const server of running.splice(0)) await server.end("SIGKILL");
  for (const close of closers.splice(0)) await close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** A database of the run, so that a server need not start one of its own. */
const shared = async (): Promise<{ env: Record<string, string>; pool: Pool }> => {
  const database = await newDatabase();
  const pool = openTestPool({ connectionString: database.url });
  closers.push(async () => {
    await pool.end();
    await database.drop();
  });
  return { env: { DATABASE_URL: database.url, SERVER_SECRET }, pool };
};

const IN_USE = "exit 1: DATA_DIR is in use by another running server; stop that one, or choose another folder.";

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe("two containers on one data folder", { timeout: 60_000 }, () => {
  const dataDir = folder();

  it("the second is refused, and the first goes on; once it is killed, another may come", async () => {
    const first = await begin(dataDir, {}, inContainer);
    await expect(begin(dataDir, {}, inContainer)).rejects.toThrow(IN_USE);
    expect((await fetch(`${first.url}/health`)).status).toBe(200);
    await first.end("SIGKILL");
    await begin(dataDir, {}, inContainer);
  });

  it("a database that outlives its killed server keeps the folder locked until it has ended", async () => {
    const first = await begin(dataDir);
    const old = postgresPid(dataDir);
    process.kill(old, "SIGSTOP");
    await first.end("SIGKILL");
    expect(lockFile(join(dataDir, "postgres.lock"))).toBeNull();
    const second = begin(dataDir, {}, inContainer).then(() => isAlive(old));
    // One that does not wait is ready before this is over.
    await Promise.race([second, sleep(5_000)]);
    process.kill(old, "SIGCONT");
    expect(await second).toBe(false);
  });
});

it("a command finds the database of a server that has a temporary folder of its own, as systemd gives one to a service", async () => {
  const [dataDir, shared, own] = [folder(), folder(), folder()];
  const privately = ["unshare", "--mount", "sh", "-c", `mount --bind ${own} ${shared} && exec "$@"`, "sh", ...plain];
  await begin(dataDir, { TMPDIR: shared }, privately);
  const { code, said } = await command(["admin", "list"], { DATA_DIR: dataDir, TMPDIR: shared }).ended;
  expect([code, said]).toEqual([0, "There is no account yet."]);
});

/** Takes a port and accepts connections, but never answers. */
async function silence(): Promise<{ port: number; sockets: Socket[]; close: () => Promise<void> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  closers.push(close);
  return { port: (server.address() as AddressInfo).port, sockets, close };
}

describe("a start that is impossible", () => {
  it("names a port that is taken in one sentence, before it touches a database", async () => {
    const { port } = await silence();
    const dataDir = folder();
    await expect(begin(dataDir, { PORT: String(port) })).rejects.toThrow(
      new Error(`exit 1: PORT must be a free one: another program listens on ${port}. Stop that one, or choose another port.`),
    );
    expect(readdirSync(dataDir)).toEqual(["server-secret"]);
  });

  it.each(["nowhere.invalid", "192.0.2.1"])("says that HOST must be an address of this machine, not %s", async (HOST) => {
    await expect(begin(folder(), { HOST })).rejects.toThrow(
      new Error("exit 1: HOST must be an address of this machine, like 127.0.0.1, or 0.0.0.0 for all."),
    );
  });
});

describe("another SERVER_SECRET than that of the database", () => {
  it("starts no server and runs no command; the right one does", async () => {
    const { env } = await shared();
    const dataDir = folder();
    await (await begin(dataDir, env)).end("SIGKILL");
    const other = { ...env, SERVER_SECRET: "another secret of the tests, long" };
    const SENTENCE = "exit 1: SERVER_SECRET must be the one that this database was made with; with another, no one could sign in.";
    await expect(begin(dataDir, other)).rejects.toThrow(SENTENCE);
    await expect(begin(dataDir, other, [...plain, "admin", "remove-2fa", "ann@example.com"])).rejects.toThrow(SENTENCE);
    await begin(dataDir, env);
  });

  it("is taken once the operator accepts it", async () => {
    const { env } = await shared();
    await (await begin(folder(), env)).end("SIGKILL");
    const other = { ...env, SERVER_SECRET: "another secret of the tests, long" };
    await expect(begin(folder(), other, [...plain, "admin", "accept-secret"])).rejects.toThrow(
      "exit 0: This database now belongs to this SERVER_SECRET. No password works any more: every user has to set a new one with their recovery key.",
    );
    await begin(folder(), other);
  });
});

it("a start warns of what the operator probably did not mean", async () => {
  const { env } = await shared();
  const server = await begin(folder(), { ...env, COFFER_SMTP_URI: "smtp://mail.lan", PUBLIC_URL: "http://localhost" });
  expect(server.said()).toMatch(/^Warning: COFFER_SMTP_URI is not a setting; the setting is called SMTP_URL\.\n/);
});

describe("a server that is starting", () => {
  it("tells callers that it is starting", async () => {
    const { env, pool } = await shared();
    const { port, close } = await silence();
    await close();
    const other = await pool.connect();
    await other.query("select pg_advisory_lock(4217001)");
    const ready = begin(folder(), { ...env, PORT: String(port) });
    const ask = () => fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    await expect.poll(async () => (await ask())?.status, { timeout: 20_000 }).toBe(503);
    expect(await (await ask())?.text()).toBe("Coffer is starting. Please try again in a few seconds.\n");
    const call = await fetch(`http://127.0.0.1:${port}/api/status`);
    expect([call.status, await call.json()]).toEqual([503, expect.objectContaining({ success: false, code: "starting" })]);
    expect(await (await fetch(`http://127.0.0.1:${port}/health/live`)).json()).toEqual({ status: "ok" });
    other.release(true);
    await ready;
    expect((await ask())?.status).toBe(200);
  });

  it.each(["1", "2"])(
    "waits for an external database that is away, as after a reboot, says so, and serves when it comes: WORKERS=%s",
    async (WORKERS) => {
      const { env } = await shared();
      const way = await openWay(env.DATABASE_URL ?? "");
      way.cut();
      const { port, close } = await silence();
      await close();
      const starting = beginStart(folder(), { ...env, DATABASE_URL: way.url, PORT: String(port), WORKERS });
      await expect
        .poll(() => starting.said(), { timeout: 20_000 })
        .toMatch(/nothing listens .*\(ECONNREFUSED\)\. Coffer asks again every second/);
      expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(503);
      await way.mend();
      const server = await starting.ready;
      running.push(server);
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
      expect(server.said()).toMatch(/"event":"server.waits-for-database"/);
      await server.end("SIGTERM");
      way.cut();
    },
  );

  it("does not wait for what another address would help", async () => {
    const { env } = await shared();
    const url = Object.assign(new URL(env.DATABASE_URL ?? ""), { pathname: "/no_such_database" });
    await expect(begin(folder(), { ...env, DATABASE_URL: url.href })).rejects.toThrow(
      /exit 1: DATABASE_URL must be .*no database of that name/,
    );
  });

  it.each([
    ["53100", /The database of DATABASE_URL has a full disk.*\(53100\)/],
    ["XX001", /The database of DATABASE_URL has damaged files.*\(XX001\)/],
  ])("does not wait for what only its operator can mend: %s", async (code, said) => {
    const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`);
    const length = Buffer.alloc(4);
    length.writeInt32BE(fields.length + 4);
    const refusing = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end(Buffer.concat([Buffer.from("E"), length, fields])));
    }).listen(0, "127.0.0.1");
    closers.push(() => new Promise((resolve) => refusing.close(resolve)));
    await once(refusing, "listening");
    const { port } = refusing.address() as AddressInfo;
    const env = { DATABASE_URL: `postgres://ann@127.0.0.1:${port}/coffer`, SERVER_SECRET };
    const starting = begin(folder(), env).then(
      () => "started",
      ({ message }: Error) => message,
    );
    expect(await Promise.race([starting, sleep(15_000, "waits")])).toMatch(said);
  });

  it("keeps its folder from being installed over", async () => {
    await begin(folder(), (await shared()).env);
    expect(lockFile(fileURLToPath(new URL("../../../.cache/servers.lock", import.meta.url)))).toBeNull();
  });

  it("on any free port puts that port into the links that it mails", async () => {
    const dataDir = folder();
    const { url } = await begin(dataDir, { ...(await shared()).env, PORT: "0" });
    let token = "";
    const call = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
      const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
      const reply = await fetch(`${url}/api${path}`, { method: "POST", headers, body: JSON.stringify(body) });
      return (await reply.json()) as Record<string, unknown>;
    };
    const link = new URL(readFileSync(join(dataDir, "first-admin-link.txt"), "utf8").trim());
    const form = registration("ann@example.com", parseInvitation(link.searchParams.get("token") ?? "")?.token ?? "");
    await call("/users/register", form);
    ({ token } = (await call("/users/login", { email: form.email, authKey: form.authKey })).data as { token: string });
    const { secret } = (await call("/users/2fa/setup", {})) as { secret: string };
    await call("/users/2fa/verify", { code: authenticatorCode(secret, Date.now()) });
    const email = () =>
      readdirSync(dataDir).includes("outbox") && readdirSync(join(dataDir, "outbox")).find((name) => name.includes("mfaOn"));
    await expect.poll(email, { timeout: 10_000 }).toBeTruthy();
    expect(readFileSync(join(dataDir, "outbox", String(email())), "utf8")).toContain(`${url}/undo-two-factor#`);
  });
});

describe("a server that is asked to end", () => {
  /** An email that waits since before the start. */
  async function queueEmail(pool: Pool): Promise<void> {
    const id = randomUUID();
    const content = encryptForServer(deriveSecrets(SERVER_SECRET).mail, id, JSON.stringify({ to: "ann@example.com", values: {} }));
    const at = new Date();
    await drizzle(pool).insert(outbox).values({ id, name: "mfaOff", content, state: "queued", next_at: at, created_at: at });
  }

  it("ends by itself, whatever a mail server and a client are still waiting for, and sends the email again later", async () => {
    const { env, pool } = await shared();
    await queueEmail(pool);
    const mail = await silence();
    const server = await begin(folder(), { ...env, SMTP_URL: `smtp://127.0.0.1:${mail.port}`, STOP_SECONDS: "1" });
    await expect.poll(() => mail.sockets.length, { timeout: 10_000 }).toBe(1);
    const client = connect(Number(new URL(server.url).port), "127.0.0.1");
    client.on("error", () => undefined);
    client.write("POST /api/users/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{");
    await sleep(200);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.said()).not.toContain("server.ended-late");
    expect(await drizzle(pool).select().from(outbox)).toMatchObject([{ state: "queued", attempts: 0, error: null }]);
  });

  it("ends also when its database hangs", async () => {
    const { env, pool } = await shared();
    const server = await begin(folder(), { ...env, STOP_SECONDS: "1" });
    const other = await pool.connect();
    await other.query("begin; lock table account in access exclusive mode");
    const asked = fetch(`${server.url}/api/users/prelogin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ann@example.com" }),
    }).catch(() => null);
    const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const frozen: number[] = [];
    try {
      await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 4_000 }).toBeGreaterThan(0);
      for (const { pid } of (await pool.query<{ pid: number }>(waiting)).rows) {
        // From now on it does not even notice that its time is over.
        process.kill(pid, "SIGSTOP");
        frozen.push(pid);
      }
      expect(await server.end("SIGTERM")).toBe(0);
      expect(server.said()).toContain("server.ended-late");
    } finally {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
      other.release(true);
    }
    await asked;
  });

  it.each(["SIGTERM", "SIGINT"] as const)("by %s to npm start, ends", async (signal) => {
    const { env } = await shared();
    const server = await begin(folder(), env, byNpm);
    await server.end(signal);
    await server.gone;
    await expect(fetch(`${server.url}/health`)).rejects.toThrow();
  });
});
