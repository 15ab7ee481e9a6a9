import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { createJobs, type Jobs } from "./jobs.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  server = await world.server();
});
afterAll(() => world.end());

const lines: string[] = [];
const running: Jobs[] = [];
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});

/** What a server process has; any number of them share the database. */
function process(): Jobs {
  const jobs = createJobs(
    server.db,
    createLog((line) => void lines.push(line)),
    1,
  );
  running.push(jobs);
  return jobs;
}

const send = (jobs: Jobs, ...ids: readonly string[]) =>
  server.db.transaction(async (tx) => {
    for (const id of ids) await jobs.send(tx, "mail", id);
  });
const rows = async (columns: string) => (await server.pool.query(`select ${columns} from pgboss.job`)).rows as Record<string, unknown>[];

describe("a job", () => {
  it("is there when its transaction is, and not otherwise", async () => {
    const [kept, lost, jobs] = [randomUUID(), randomUUID(), process()];
    await send(jobs, kept);
    const failing = server.db.transaction(async (tx) => {
      await jobs.send(tx, "mail", lost);
      throw new Error("changed its mind");
    });
    await expect(failing).rejects.toThrow("changed its mind");
    expect(await rows("data")).toEqual([{ data: { id: kept } }]);
  });

  it("is done once, by one of several processes", async () => {
    const done: string[] = [];
    const processes = [process(), process(), process()];
    for (const jobs of processes) await jobs.work("mail", async (id) => void done.push(id));
    const ids = Array.from({ length: 40 }, () => randomUUID());
    for (const jobs of processes) await send(jobs, ...ids.splice(0, 10));
    for (const jobs of processes) jobs.wake("mail");
    await expect.poll(() => done.length, { timeout: 15_000 }).toBe(30);
    expect(new Set(done).size).toBe(30);
    await expect.poll(() => rows("distinct state::text"), { timeout: 5_000 }).toEqual([{ state: "completed" }]);
  });

  it("is done soon after this process was woken, before its next look, and not before its time", async () => {
    const done: string[] = [];
    const [now, later, jobs] = [randomUUID(), randomUUID(), process()];
    await jobs.work("mail", async (id) => void done.push(id));
    // It has looked, found nothing, and looks again in five seconds.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await server.db.transaction((tx) => jobs.send(tx, "mail", later, 60));
    await send(jobs, now);
    jobs.wake("mail");
    await expect.poll(() => done, { timeout: 2_000, interval: 20 }).toEqual([now]);
  });

  it("that fails is done again, and nothing of the error is stored", async () => {
    const jobs = process();
    let tries = 0;
    await send(jobs, randomUUID());
    await jobs.work("mail", async () => {
      tries++;
      if (tries === 1) throw new Error("ann@example.com is not there");
    });
    await expect.poll(() => rows("state::text, output"), { timeout: 10_000 }).toEqual([{ state: "completed", output: null }]);
    expect(tries).toBe(2);
    expect(lines.some((line) => line.includes('"jobs.failed"'))).toBe(true);
    expect(lines.join("")).not.toContain("ann@");
  });

  it("of a process that died is taken up by another", { timeout: 30_000 }, async () => {
    const [dying, other] = [process(), process()];
    const id = randomUUID();
    await send(dying, id);
    await dying.work("mail", () => new Promise(() => undefined));
    await expect.poll(() => rows("state::text")).toEqual([{ state: "active" }]);
    const done: string[] = [];
    await other.work("mail", async (one) => void done.push(one));
    await server.pool.query("update pgboss.job set started_on = started_on - interval '119 seconds'");
    await expect.poll(() => done, { timeout: 15_000 }).toEqual([id]);
  });
});

describe("the job of an hour", () => {
  it("is done once, however many processes ask for it, and again in the next hour", async () => {
    let count = 0;
    const processes = [process(), process()];
    for (const jobs of processes) await jobs.work("purge", async () => void count++);
    const ask = async () => {
      await Promise.all(processes.map((jobs) => jobs.sendHourly("purge")));
      for (const jobs of processes) jobs.wake("purge");
    };
    await ask();
    await expect.poll(() => rows("state::text"), { timeout: 5_000 }).toEqual([{ state: "completed" }]);
    await ask();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(count).toBe(1);
    await server.pool.query("update pgboss.job set singleton_on = singleton_on - interval '1 hour'");
    await ask();
    await expect.poll(() => count, { timeout: 5_000 }).toBe(2);
  });
});

describe("when it stops", () => {
  it("waits for the job under way, and begins no other", async () => {
    const jobs = process();
    let [begun, ended] = [0, 0];
    await send(jobs, randomUUID(), randomUUID());
    await jobs.work("mail", async () => {
      begun++;
      await new Promise((resolve) => setTimeout(resolve, 400));
      ended++;
    });
    await expect.poll(() => begun).toBe(1);
    await jobs.stop();
    expect([begun, ended]).toEqual([1, 1]);
    expect((await rows("state::text")).map(({ state }) => state).sort()).toEqual(["completed", "created"]);
  });

  it("does not wait for a job that hangs", async () => {
    const jobs = process();
    await send(jobs, randomUUID());
    let isBegun = false;
    await jobs.work("mail", () => {
      isBegun = true;
      return new Promise(() => undefined);
    });
    await expect.poll(() => isBegun).toBe(true);
    const before = Date.now();
    await jobs.stop();
    expect(Date.now() - before).toBeLessThan(4_000);
  });
});
