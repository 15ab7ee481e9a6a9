/** What `doctor` finds, with real servers on the other side. As a command: commands.test.ts. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acceptSecret, checkSecret } from "../db/secret-fingerprint.ts";
import { queueEmail } from "../mail/outbox.ts";
import { inEnglish } from "../mail/recipient.ts";
import { deriveSecrets } from "../secrets.ts";
import { openMailServer } from "../testing/mail-server.ts";
import { turnOnSecondFactor } from "../testing/second-factor.ts";
import { id, openWorld, type Server, type World } from "../testing/world.ts";
import { checkDatabase, runDoctor } from "./doctor.ts";
import { checkDiskSpace, checkMail, checkProxy, checkPublicAddress, type Finding } from "./doctor-environment.ts";

let world: World;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  for (const close of closers) await close();
  await world.end();
});

async function look({ pool, deps }: Server, more: { serverSecret?: string } = {}): Promise<Map<string, Finding>> {
  const client = await pool.connect();
  const findings = await checkDatabase(client, "here", { ...deps.config, ...more });
  client.release();
  return new Map(findings.map((finding) => [finding.about, finding]));
}
async function fresh(): Promise<Server> {
  const server = await world.server();
  server.clock.now = Date.now();
  return server;
}

describe("inside the database", () => {
  it("nothing is wrong with a server as it should be", async () => {
    const server = await fresh();
    expect((await look(server)).get("Server secret")).toMatchObject({ state: "note" });
    await turnOnSecondFactor(server, await server.join("ann@example.com"));
    const findings = [...(await look(server)).values()];
    expect(findings.map(({ about, state }) => [about, state])).toEqual(
      ["Database", "Tables", "Server secret", "Files", "Clock", "Emails"].map((about) => [about, "ok"]),
    );
  });

  it.each(["hint", "totp", "half", "mail"])(
    "another server secret is noticed by what was encrypted with the first one: %s",
    async (name) => {
      const server = await fresh();
      await server.join("ann@example.com");
      if (name === "hint") await server.pool.query("update account set hint = repeat('A', 60)");
      if (name === "totp") await server.pool.query("update account set mfa_secret = repeat('A', 60)");
      if (name === "half") await server.pool.query("update session set half = repeat('A', 60)");
      if (name === "mail")
        await server.db.transaction((tx) => queueEmail(server.deps, tx, { name: "mfaOff", to: inEnglish("a@b.c"), values: {} }));
      const found = (await look(server, { serverSecret: "another secret than the one that was there before" })).get("Server secret");
      expect(found).toMatchObject({ state: "wrong", fix: expect.stringContaining("Set SERVER_SECRET to the one that was used before") });
      if (name === "mail") expect((await look(server)).get("Server secret")?.state).toBe("ok");
    },
  );

  it("another server secret is noticed also where nothing is encrypted yet, and an accepted one fits, whatever the old one has left", async () => {
    const server = await fresh();
    const [first, other] = ["the secret that was there first", "another secret than the one that was there before"].map(deriveSecrets);
    if (!first || !other) throw new Error("There are two");
    await checkSecret(server.db, first);
    const serverSecret = "another secret than the one that was there before";
    expect((await look(server, { serverSecret })).get("Server secret")?.state).toBe("wrong");
    await server.pool.query("delete from setting");
    await turnOnSecondFactor(server, await server.join("ann@example.com"));
    await acceptSecret(server.db, other);
    expect((await look(server, { serverSecret })).get("Server secret")?.state).toBe("ok");
    expect((await look(server)).get("Server secret")?.state).toBe("wrong");
  });

  it("tables of another version are named, and what to do", async () => {
    const server = await fresh();
    await server.pool.query("drop schema if exists drizzle cascade");
    await server.pool.query("drop table if exists migration");
    expect((await look(server)).get("Tables")).toMatchObject({ state: "note", text: "There are none yet." });
    await server.pool.query("create table migration (tag text)");
    await server.pool.query("insert into migration values ('0000_tables')");
    expect((await look(server)).get("Tables")).toMatchObject({ state: "note", text: "They are of an earlier version." });
    await server.pool.query("insert into migration values ('9999_of_tomorrow')");
    expect((await look(server)).get("Tables")).toMatchObject({ state: "wrong", fix: expect.stringContaining("Start the newer version") });
  });

  it("tables that our role is not allowed to make are reported as wrong before a start fails on them", async () => {
    const server = await fresh();
    await server.pool.query("drop table migration");
    const role = `limited_${id().slice(0, 8)}`;
    const client = await server.pool.connect();
    await client.query(`create role ${role}`);
    try {
      await client.query(`set role ${role}`);
      const findings = await checkDatabase(client, "here", server.deps.config);
      expect(findings.at(-1)).toMatchObject({ about: "Tables", state: "wrong", fix: expect.stringContaining("Grant it create") });
      await client.query("reset role");
      expect((await checkDatabase(client, "here", server.deps.config)).at(-1)).toMatchObject({ text: "There are none yet." });
    } finally {
      await client.query(`reset role; drop role ${role}`);
      client.release(true);
    }
  });

  it("a clock that went back is noticed by what was written before", async () => {
    const server = await fresh();
    server.clock.now += 120_000;
    await server.join("ann@example.com");
    expect((await look(server)).get("Clock")).toMatchObject({
      state: "wrong",
      text: expect.stringMatching(/1[12]\d seconds in the future/),
    });
  });

  it("emails that failed are counted, and none leaving is wrong until one has left; an address that does not exist is not", async () => {
    const server = await fresh();
    const failing = async (more: string, where = "true") => {
      await server.pool.query(`update outbox set ${more} where ${where}`);
      return (await look(server)).get("Emails");
    };
    for (let count = 0; count < 4; count++) {
      server.clock.now += 1_000;
      await server.db.transaction((tx) => queueEmail(server.deps, tx, { name: "mfaOff", to: inEnglish("a@b.c"), values: {} }));
    }
    const newest = "created_at = (select max(created_at) from outbox)";
    expect(await failing("state = 'sent'", `not ${newest}`)).toMatchObject({ state: "ok" });
    expect(await failing("state = 'failed', attempts = 1, problem = 'EENVELOPE 550'", newest)).toMatchObject({
      state: "note",
      text: expect.stringMatching(/^1 has failed/),
    });
    const wrong = { state: "wrong", text: expect.stringContaining("ESOCKET"), fix: expect.stringContaining("SMTP_URL") };
    expect(await failing("problem = 'ESOCKET'", newest)).toMatchObject(wrong);
    // A code that was no longer true before the mail server came back.
    expect(await failing("state = 'expired'", newest)).toMatchObject(wrong);
    expect(await failing("state = 'queued', attempts = 2", newest)).toMatchObject({ state: "note" });
    expect(await failing("attempts = 3", newest)).toMatchObject(wrong);
    expect(await failing("state = 'failed', problem = 'EENVELOPE 550'")).toMatchObject({ state: "wrong" });
    expect(await failing("state = 'sent'", newest)).toMatchObject({ state: "note", text: expect.stringMatching(/^3 have failed/) });
  });
});

describe("the mail server", () => {
  it("is greeted as for an email, and one that takes none is named with what it answered", async () => {
    const smtp = await openMailServer({
      onAuth: ({ password }, _, done) => (password === "right" ? done(null, { user: "u" }) : done(new Error("no"))),
    });
    closers.push(smtp.close);
    expect(await checkMail({ smtpUrl: smtp.url() })).toMatchObject({ state: "ok" });
    expect(await checkMail({ smtpUrl: smtp.url("u:right@") })).toMatchObject({ state: "ok" });
    const refused = await checkMail({ smtpUrl: smtp.url("u:wrong@") });
    expect(refused).toMatchObject({
      state: "wrong",
      text: expect.stringContaining("(EAUTH 535)"),
      fix: "Look at user and password in SMTP_URL.",
    });
    expect(JSON.stringify(refused)).not.toContain("u:wrong");
    expect(smtp.got).toEqual([]);
    await smtp.close();
    expect(await checkMail({ smtpUrl: smtp.url() })).toMatchObject({ state: "wrong", fix: expect.stringContaining("host and port") });
    expect(await checkMail({ smtpUrl: null })).toMatchObject({ state: "note" });
  });
});

describe("the public address", () => {
  async function listen(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closers.push(() => server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const look = (publicUrl: string | null) => checkPublicAddress({ publicUrl });

  it("leads to the product, or doctor says where it leads", async () => {
    const server = await fresh();
    const origin = await server.app.listen({ host: "127.0.0.1", port: 0 });
    expect(await look(origin)).toMatchObject({ state: "ok" });
    const other = await listen((_, reply) => void reply.end("<html>"));
    expect(await look(other)).toMatchObject({ state: "wrong", text: expect.stringContaining("answers 200, and not as this product does") });
    expect(await look(other.replace("http:", "https:"))).toMatchObject({ state: "wrong", fix: expect.stringContaining("certificate") });
    const closed = await listen(() => undefined);
    await closers.pop()?.();
    expect(await look(closed)).toMatchObject({ state: "wrong", text: expect.stringContaining("(ECONNREFUSED)") });
    expect(await look("https://vault.invalid")).toMatchObject({ state: "wrong", fix: expect.stringContaining("The name has no address") });
  });

  it("is https, or no one can sign in there", async () => {
    expect(await look("http://vault.lan")).toMatchObject({ state: "wrong", text: expect.stringContaining("is not https") });
    expect(await look(null)).toMatchObject({ state: "note" });
  });
});

it.each([
  [null, [], "ok"],
  ["http://localhost:3000", [], "ok"],
  ["https://vault.example.com", [], "wrong"],
  ["https://vault.example.com", ["127.0.0.1"], "ok"],
  ["https://vault.example.com", ["10.0.0.0/8", "fd00::/8"], "ok"],
  ["https://vault.example.com", ["0.0.0.0/1", "128.0.0.0/1"], "wrong"],
])("at %s with TRUSTED_PROXY %j the proxy setting is %s", (publicUrl, trustedProxy, state) => {
  expect(checkProxy({ publicUrl, trustedProxy })).toMatchObject({ state });
});

it("a disk that is nearly full is named before the database refuses to write", () => {
  expect(checkDiskSpace({ dataDir: world.dataDir }, 600e6)[0]).toMatchObject({ state: "ok" });
  expect(checkDiskSpace({ dataDir: world.dataDir }, 500e6)[0]).toMatchObject({
    state: "wrong",
    text: expect.stringMatching(/^476 MB are free/),
  });
  expect(checkDiskSpace({ dataDir: world.dataDir })[0]?.text).toMatch(/^\d+ MB are free/);
});

describe("all of it", () => {
  it("says what to do about what is wrong, counts it, and takes no word that it does not know", async () => {
    const { config, log } = (await fresh()).deps;
    const dataDir = mkdtempSync(join(tmpdir(), "coffer-doctor-"));
    closers.push(() => rmSync(dataDir, { recursive: true }));
    const doctor = (more: Partial<typeof config> = {}, words: readonly string[] = []) =>
      runDoctor(words, { config: { ...config, databaseUrl: null, dataDir, publicUrl: null, ...more }, log, folder: dataDir });
    const well = await doctor();
    expect(well).toMatchObject({ isGood: true, text: expect.stringMatching(/\n\nNothing is wrong\.$/) });
    expect(well.text).toContain(`note   Database        There is none in ${dataDir} yet.\n${" ".repeat(23)}npm start makes one.`);
    const bad = await doctor({ trustedProxy: ["0.0.0.0/0"] });
    expect(bad).toMatchObject({ isGood: false, text: expect.stringMatching(/\n\n1 of \d+ are wrong\.$/) });
    expect(bad.text).toMatch(/WRONG {2}Proxy .*\n {23}Do this: Name the proxy's own address\./);
    await expect(doctor({}, ["--everything"])).rejects.toThrow("npm run doctor");
  });
});
