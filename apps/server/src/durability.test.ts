import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findRunning } from "./db/embedded.ts";
import { type Stored, storedOf, writeAfter } from "./testing/identities.ts";
import { firstInvitation } from "./testing/invitation.ts";
import { build, postgresPid, type Started, start } from "./testing/process.ts";
import { put, registration } from "./testing/world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "coffer-kill-"));
let server: Started;
let token: string;
let identity: string;
let stored: Stored;

type Reply = Readonly<Record<string, unknown>>;
async function call(method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" };
  const reply = await fetch(`${server.url}/api${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const answer = (await reply.json()) as Reply;
  if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

const restart = async (): Promise<void> => {
  await server.end("SIGKILL");
  server = await start(dataDir);
};

/** Kills one process of the database, as when memory runs out: PostgreSQL drops all connections and recovers from its log; the server stays. */
async function aConnection(): Promise<() => Promise<void>> {
  const running = await findRunning(dataDir);
  const client = new Client({ ...running, host: running?.socketDir ?? "" });
  client.on("error", () => undefined); // It is about to die.
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const [{ pid }] = rows as [{ pid: number }];
  const gone = new Promise<void>((resolve) => client.once("end", resolve));
  return () => {
    process.kill(pid, "SIGKILL");
    return gone;
  };
}

type Death = () => Promise<void>;
const killPostmaster = (): void => {
  try {
    process.kill(postgresPid(dataDir), "SIGKILL");
  } catch {
    // It has ended already.
  }
};
/** As a service manager does. */
const startAgain = async (): Promise<void> => {
  await server.exit;
  server = await start(dataDir);
};
const upTo = (ms: number): Promise<void> => sleep(Math.random() * ms);

const theServer = async (): Promise<Death> => restart;
const both = async (): Promise<Death> => () => {
  killPostmaster();
  return restart();
};
const thePostmaster = async (): Promise<Death> => () => {
  killPostmaster();
  return startAgain();
};
/** The second death meets a database that recovers from the first, or ends after it. */
const aConnectionThenTheServer = async (): Promise<Death> => {
  const die = await aConnection();
  return async () => {
    await die();
    await upTo(2_000);
    await restart();
  };
};
const thePostmasterThenTheServer = async (): Promise<Death> => async () => {
  killPostmaster();
  await upTo(2_000);
  await restart();
};
const aConnectionThenAStop = async (): Promise<Death> => {
  const die = await aConnection();
  return async () => {
    await die();
    await upTo(1_000);
    await server.end("SIGTERM");
    server = await start(dataDir);
  };
};
/** What is killed in turn; each is made ready before the write. A process of the database more often: it needs no new server, which costs a second of work. */
const DEATHS = [
  aConnection,
  theServer,
  aConnection,
  both,
  aConnection,
  aConnectionThenTheServer,
  aConnection,
  thePostmaster,
  aConnectionThenAStop,
  thePostmasterThenTheServer,
];
/** `npm run kills -- 300` */
const KILLS = Number(process.env.KILLS ?? 50);
const BACK_WITHIN_MS = 10_000;

/** While it recovers it refuses, and says that it is unavailable. */
async function onceItAnswers(): Promise<Reply> {
  for (;;) {
    try {
      return await call("GET", "/vault/all-items-data");
    } catch (error) {
      if (!/"unavailable"|"starting"/.test((error as Error).message)) throw error;
      await sleep(50);
    }
  }
}

const reportOf = (acknowledged: number, backAfter: readonly number[]): string => {
  const sorted = [...backAfter].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return `${KILLS} kills, ${acknowledged} items acknowledged, 0 lost; served again after ${at(0.5)} ms (median), ${at(1)} ms (longest)\n`;
};

beforeAll(async () => {
  await build();
  server = await start(dataDir);
}, 120_000);
afterAll(async () => {
  await server.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the server as a process", () => {
  it("prints a first-admin link that works", async () => {
    const form = registration("first@example.com", firstInvitation(dataDir));
    await call("POST", "/users/register", form);
    const { data } = (await call("POST", "/users/login", { email: form.email, authKey: form.authKey })) as { data: { token: string } };
    token = data.token;
    identity = form.publicKey;
    stored = { id: form.personalVaultId, seq: 1, generation: 1, head: form.head };
  });

  it("is alone on its data folder", async () => {
    await expect(start(dataDir)).rejects.toThrow(
      "exit 1: DATA_DIR is in use by another running server; stop that one, or choose another folder.",
    );
  });

  it("does not start with a wrong value, and says so in one message", async () => {
    await expect(start(dataDir, { PORT: "http" })).rejects.toThrow(/^exit 1: PORT must be a number from 0 to 65535\.$/);
  });

  it(`loses nothing it acknowledged in ${KILLS} kills in mid-write, and serves again by itself within ten seconds`, {
    timeout: 120_000 + KILLS * 15_000,
  }, async () => {
    const acknowledged = new Set<string>();
    const backAfter: number[] = [];
    const write = async (size: number): Promise<void> => {
      const changes = Array.from({ length: size }, () => put("note"));
      const write = writeAfter(identity, stored);
      const reply = await call("POST", "/vault/commit", { scope: stored.id, ...write, changes });
      stored = { ...stored, seq: Number(reply.seq), head: write.head };
      for (const { id } of changes) acknowledged.add(id);
    };
    for (let kill = 0; kill < KILLS; kill++) {
      await write(2);
      const die = await DEATHS[kill % DEATHS.length]?.();
      const unanswered = write(30).catch(() => {}); // Whether it was acknowledged in time is what `acknowledged` says.
      await upTo(25);
      const began = Date.now();
      await die?.();
      await unanswered;
      const pulled = await onceItAnswers();
      backAfter.push(Date.now() - began);
      const kept = (pulled.data as { notes: { id: string }[] }).notes.map(({ id }) => id);
      const found = new Set(kept);
      expect([...acknowledged].filter((id) => !found.has(id))).toEqual([]);
      // A write is there whole, with its head, or not at all.
      const now = storedOf(pulled);
      expect(now.seq - stored.seq).toBe(found.size > acknowledged.size ? 1 : 0);
      expect([0, 30]).toContain(found.size - acknowledged.size);
      expect((pulled.heads as { seq: number }[]).map((head) => head.seq)).toEqual([now.seq]);
      for (const id of found) acknowledged.add(id);
      stored = now;
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(2 * KILLS);
    expect(Math.max(...backAfter)).toBeLessThan(BACK_WITHIN_MS);
    if (process.env.KILLS) process.stdout.write(reportOf(acknowledged.size, backAfter));
  });

  it("ends when its database does, and opens again", async () => {
    process.kill(postgresPid(dataDir), "SIGKILL");
    expect(await server.exit).toBe(1);
    server = await start(dataDir);
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends cleanly on %s, the database included", async (signal) => {
    const pid = postgresPid(dataDir);
    expect(await server.end(signal)).toBe(0);
    await server.gone;
    expect(server.said()).not.toContain('"level":"error"');
    expect(() => process.kill(pid, 0)).toThrow();
    server = await start(dataDir);
  });
});
