import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildApp, createDeps } from "../app.ts";
import { outbox } from "../db/access-tables.ts";
import type { Deps } from "../deps.ts";
import { encryptForServer } from "../secrets.ts";
import { openTestPool } from "../testing/databases.ts";
import { type MailServer, openMailServer } from "../testing/mail-server.ts";
import { openWorld, type Server, type World } from "../testing/world.ts";
import { queueEmail } from "./outbox.ts";
import { inEnglish } from "./recipient.ts";

let world: World;
let smtp: MailServer;
beforeAll(async () => {
  world = await openWorld();
  smtp = await openMailServer();
});
afterAll(async () => {
  await smtp.close();
  await world.end();
});
const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const addressesIn = async (texts: readonly string[]) =>
  Promise.all(texts.map(async (text) => (await PostalMime.parse(text)).to?.[0]?.address));

/** Another server process on the same database: connections, jobs and mail worker of its own. */
async function openInstance(server: Server): Promise<Deps> {
  const pool = openTestPool(server.pool.options);
  const options = { db: drizzle(pool), config: server.deps.config, now: server.deps.now };
  const deps = createDeps(options);
  const app = await buildApp(options, deps);
  closers.push(async () => {
    await app.close();
    await pool.end();
  });
  return deps;
}

describe("two server processes on one database", () => {
  it("send each of fifty emails once", { timeout: 60_000 }, async () => {
    const server = await world.server({ smtpUrl: smtp.url() });
    const instances = [await openInstance(server), await openInstance(server)];
    const to = Array.from({ length: 50 }, (_, i) => `p${i}@example.com`);
    const queue = (deps: Deps, address: string) =>
      deps.db.transaction((tx) => queueEmail(deps, tx, { name: "mfaOff", to: inEnglish(address), values: {} }));
    await Promise.all(to.map((address, i) => queue(instances[i % 2] ?? server.deps, address)));
    const isDone = async () => (await server.db.select().from(outbox)).every(({ state }) => state === "sent");
    await expect.poll(isDone, { timeout: 30_000 }).toBe(true);
    expect((await addressesIn(smtp.got)).sort()).toEqual([...to].sort());
    // Ids are all that the jobs say.
    const { rows } = await server.pool.query<{ job: string }>("select to_jsonb(job)::text as job from pgboss.job");
    expect(rows).toHaveLength(50);
    expect(rows.map(({ job }) => job).join("")).not.toMatch(/@|mfaOn|authentication/);
  });
});

describe("the mail worker", () => {
  it("sends what was queued here soon, and does not wait for its next look", async () => {
    const server = await world.server({ smtpUrl: smtp.url() });
    const deps = await openInstance(server);
    await new Promise((resolve) => setTimeout(resolve, 200)); // It has looked once and found nothing.
    const before = smtp.got.length;
    await deps.db.transaction((tx) => queueEmail(deps, tx, { name: "mfaOff", to: inEnglish("ann@example.com"), values: {} }));
    await expect.poll(() => smtp.got.length, { timeout: 2_000, interval: 20 }).toBe(before + 1);
  });

  it("sends at its start what an earlier version queued without a job", async () => {
    const server = await world.server({ smtpUrl: smtp.url() });
    const [id, at] = [randomUUID(), new Date(server.clock.now)];
    const content = encryptForServer(server.deps.secrets.mail, id, JSON.stringify({ to: "old@example.com", values: {} }));
    await server.db.insert(outbox).values({ id, name: "mfaOn", content, state: "queued", next_at: at, created_at: at });
    await openInstance(server);
    await expect.poll(async () => addressesIn(smtp.got), { timeout: 5_000 }).toContain("old@example.com");
  });
});
