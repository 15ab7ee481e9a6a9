import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEATHS, mortalServer, upTo } from "./testing/deaths.ts";
import { type Stored, storedOf, writeAfter } from "./testing/identities.ts";
import { firstInvitation } from "./testing/invitation.ts";
import { build, postgresPid, start } from "./testing/process.ts";
import { processesNow } from "./testing/story.ts";
import { put, registration } from "./testing/world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "coffer-kill-"));
const mortal = mortalServer(dataDir);
const { server, serveAgain, story } = mortal;
let token: string;
let identity: string;
let stored: Stored;

type Reply = Readonly<Record<string, unknown>>;
async function call(method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" };
  const reply = await fetch(`${server().url}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await reply.json()) as Reply;
  if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** `npm run kills -- 300` */
const KILLS = Number(process.env.KILLS ?? 50);
const BACK_WITHIN_MS = 10_000;
/** Of a death and the start after it. */
const HANGS_MS = 60_000;
/** Where the seconds of such a recovery went is printed. */
const SLOW_MS = 5_000;
/** A write takes about as long: it is killed before, in and after its commit. */
const WRITING_MS = 120;
const kindOf = (kill: number) => DEATHS[kill % DEATHS.length] ?? expect.fail("There is none.");

/** While it recovers it refuses, and says that it is unavailable; a list under way when PostgreSQL ends its connections is cut off. */
async function onceItAnswers(): Promise<Reply> {
  story.tell("it is asked for all items");
  for (;;) {
    try {
      return await call("GET", "/vault/all-items-data");
    } catch (error) {
      if (!/"unavailable"|"starting"|^terminated$/.test((error as Error).message)) throw error;
      story.tell((error as Error).message);
      await sleep(50);
    }
  }
}

/** @throws when it takes for ever, with all that happened until then */
async function within<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It hangs.")), HANGS_MS);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    return expect.fail(`${what}: ${(error as Error).message}\n${story.read()}\n${processesNow(dataDir)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** In all, and for each kind of death. */
const reportOf = (acknowledged: number, backAfter: readonly number[]): string => {
  const whole = (acknowledged - 2 * KILLS) / 30;
  const times = (of: readonly number[]): string => {
    const sorted = [...of].sort((a, b) => a - b);
    return `${sorted[Math.floor((sorted.length - 1) / 2)]} ms (median), ${sorted.at(-1)} ms (longest)`;
  };
  const kinds = [...new Set(DEATHS)].map(({ name }) => {
    const own = backAfter.filter((_, kill) => kindOf(kill).name === name);
    return own.length === 0 ? "" : `  ${name}, ${own.length} times: ${times(own)}\n`;
  });
  return `${KILLS} kills, ${acknowledged} items acknowledged, 0 lost; ${whole} of ${KILLS} writes that were under way are there, whole; served again after ${times(backAfter)}\n${kinds.join("")}`;
};

beforeAll(async () => {
  await build();
  await serveAgain();
}, 120_000);
afterAll(async () => {
  await server().end("SIGTERM");
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
      const kind = kindOf(kill);
      const what = `kill ${kill}, ${kind.name}`;
      story.begin();
      await within(`before ${what}`, write(2));
      const die = await within(`before ${what}`, kind(mortal));
      const unanswered = write(30).catch(() => {}); // Whether it was acknowledged in time is what `acknowledged` says.
      await upTo(WRITING_MS);
      story.begin();
      const began = performance.now();
      const endWatch = story.watch(dataDir);
      await within(what, die());
      story.tell("all deaths are over, and someone has started it again");
      await within(`the write of ${what}`, unanswered);
      const pulled = await within(`after ${what}`, onceItAnswers());
      endWatch();
      const ms = Math.round(performance.now() - began);
      backAfter.push(ms);
      if (ms > SLOW_MS) process.stdout.write(`${what}: ${ms} ms; ${story.shares()}\n${story.read()}\n`);
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
    if (process.env.KILLS) process.stdout.write(reportOf(acknowledged.size, backAfter));
    expect(acknowledged.size).toBeGreaterThanOrEqual(2 * KILLS);
    expect(Math.max(...backAfter)).toBeLessThan(BACK_WITHIN_MS);
  });

  it("ends when its database does, and opens again", async () => {
    process.kill(postgresPid(dataDir), "SIGKILL");
    expect(await server().exit).toBe(1);
    await serveAgain();
  });

  it.each(["SIGTERM", "SIGINT"] as const)("ends cleanly on %s, the database included", async (signal) => {
    const pid = postgresPid(dataDir);
    const ended = server();
    expect(await ended.end(signal)).toBe(0);
    await ended.gone;
    expect(ended.said()).not.toContain('"level":"error"');
    expect(() => process.kill(pid, 0)).toThrow();
    await serveAgain();
  });
});
