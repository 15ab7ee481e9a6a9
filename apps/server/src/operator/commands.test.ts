/** The operator's commands as processes of their own, next to the running product and without it, killed in the middle, on both kinds of database. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { damageOf } from "../testing/damage.ts";
import { newDatabase, type TestDatabase } from "../testing/databases.ts";
import { type Stored, writeAfter } from "../testing/identities.ts";
import { firstInvitation, socketDirOf } from "../testing/invitation.ts";
import { build, command, type Ended, type Started, start } from "../testing/process.ts";
import { id, put, registration } from "../testing/world.ts";

const folder = mkdtempSync(join(tmpdir(), "coffer-operator-"));
const home = (name: string): string => join(folder, name);
let product: Started;

type Reply = Readonly<Record<string, unknown>>;
async function call({ url }: Started, token: string, method: string, path: string, body?: unknown): Promise<Reply> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), "content-type": "application/json" };
  const reply = await fetch(`${url}/api${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const answer = (await reply.json()) as Reply;
  if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

interface Owner {
  readonly email: string;
  readonly authKey: string;
}
const signIn = async (of: Started, { email, authKey }: Owner): Promise<string> =>
  ((await call(of, "", "POST", "/users/login", { email, authKey })).data as { token: string }).token;
const notesOf = async (of: Started, owner: Owner): Promise<string[]> => {
  const { data } = await call(of, await signIn(of, owner), "GET", "/vault/all-items-data");
  return (data as { notes: { id: string }[] }).notes.map(({ id }) => id).sort();
};

/** The first administrator, by the link in the data folder, with some notes. */
async function found(of: Started, dataDir: string, email: string): Promise<Owner & { notes: string[] }> {
  const token = firstInvitation(dataDir);
  const form = { ...registration(email, token), masterPasswordHint: "the usual one" };
  await call(of, "", "POST", "/users/register", form);
  const stored: Stored = { id: form.personalVaultId, seq: 1, generation: 1, head: form.head };
  const changes = Array.from({ length: 20 }, () => put("note"));
  await call(of, await signIn(of, form), "POST", "/vault/commit", { scope: stored.id, ...writeAfter(form.publicKey, stored), changes });
  return { email, authKey: form.authKey, notes: changes.map(({ id }) => id).sort() };
}

const run = (words: readonly string[], dataDir: string, env: Record<string, string> = {}): Promise<Ended> =>
  command(words, { DATA_DIR: dataDir, ...env }).ended;

/** A place with the secret of another, and nothing else. */
function freshHome(name: string, secretOf: string): string {
  mkdirSync(home(name));
  copyFileSync(join(secretOf, "server-secret"), join(home(name), "server-secret"));
  return home(name);
}

const SECRET = { SERVER_SECRET: "a secret of the operator's, of 32 characters or more" };

beforeAll(async () => {
  await build();
  product = await start(home("first"));
}, 120_000);
afterAll(async () => {
  await product.end("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
});

describe("on the bundled database", () => {
  let ann: Owner & { notes: string[] };
  const file = join(folder, "ann.backup");

  /** Which there are on the first server's PostgreSQL, besides its own three. */
  async function databases(): Promise<string[]> {
    const client = new Client({ host: socketDirOf(home("first")), user: "coffer", database: "coffer" });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      "select datname as name from pg_database where not datistemplate and datname <> 'postgres'",
    );
    await client.end();
    return rows.map(({ name }) => name);
  }

  it("a backup is made while the product runs, and restored elsewhere", async () => {
    ann = await found(product, home("first"), "ann@example.com");
    const made = await run(["backup", file], home("first"));
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining("1 account, 20 records, 2 heads") });
    expect(made.said).toContain(`without it no one can open a backup`);
    const second = freshHome("second", home("first"));
    expect(await run(["restore", file], second)).toMatchObject({
      code: 0,
      said: expect.stringContaining("1 account, 20 records, 2 heads"),
    });
    const restored = await start(second);
    expect(await notesOf(restored, ann)).toEqual(ann.notes);
    await restored.end("SIGTERM");
  });

  it("a drill next to the running product makes a backup that was restored and verified, and leaves no other database", async () => {
    const drilled = await run(["drill"], home("first"));
    expect(drilled).toMatchObject({ code: 0, said: expect.stringContaining("restored into a database of its own and verified there") });
    const made = readdirSync(join(home("first"), "backups")).filter((name) => name.endsWith(".backup.gz"));
    expect(made).toHaveLength(1);
    expect(await databases()).toEqual(["coffer"]);
    expect((await run(["doctor"], home("first"))).said).toMatch(/ok {5}Backups .*0 hours ago/);
    expect(await run(["doctor", "--hourly"], home("first"))).toMatchObject({ code: 0, said: `${made[0]}: It is what was written.` });
    expect((await run(["doctor", "--deep"], home("first"))).said).toMatch(/ok {5}Kept backups {4}All 1 are what was written\./);
    const fresh = freshHome("from-drill", home("first"));
    expect(await run(["restore", join(home("first"), "backups", made[0] ?? "")], fresh)).toMatchObject({ code: 0 });
  });

  it("with a key of the operator's a drill and a backup are sealed, and only that key restores one", async () => {
    const identity = await generateIdentity();
    const keyFile = join(folder, "backups.key");
    writeFileSync(keyFile, `# created: today\n${identity}\n`);
    const sealed = { BACKUP_RECIPIENT: await identityToRecipient(identity) };
    const drilled = await run(["drill"], home("first"), sealed);
    expect(drilled).toMatchObject({ code: 0, said: expect.stringContaining("only the key that belongs to it opens it") });
    const backups = join(home("first"), "backups");
    const [made = ""] = readdirSync(backups).filter((name) => name.endsWith(".age"));
    expect(readdirSync(join(home("first"), "unsealed"))).toEqual([]);
    expect((await run(["doctor", "--hourly"], home("first"), sealed)).said).toContain(`${made}: It is what was written.`);
    expect((await run(["doctor"], home("first"), sealed)).said).toContain("New ones are sealed (BACKUP_RECIPIENT).");
    const manual = join(folder, "manual.backup.gz");
    expect(await run(["backup", manual], home("first"), sealed)).toMatchObject({
      code: 0,
      said: expect.stringContaining("Sealed for age1"),
    });
    for (const path of [join(backups, made), manual]) {
      const fresh = freshHome(`unsealed-${basename(path)}`, home("first"));
      expect(await run(["restore", path], fresh)).toEqual({
        code: 1,
        said: "This backup is sealed. Say which file has the key that opens it: --identity FILE. Nothing was changed.",
      });
      expect(await run(["restore", path, "--identity", keyFile], fresh)).toMatchObject({
        code: 0,
        said: expect.stringContaining("1 account, 20 records, 2 heads"),
      });
    }
    rmSync(join(backups, made));
  });

  it("a drill that is killed leaves a database behind, which the next one removes, and a backup that takes no place of a verified one", async () => {
    const made = () => readdirSync(join(home("first"), "backups")).filter((name) => name.startsWith("coffer-"));
    const before = made();
    const killed = command(["drill"], { DATA_DIR: home("first") });
    await expect.poll(databases, { timeout: 30_000, interval: 5 }).toHaveLength(2);
    killed.kill();
    await killed.ended;
    expect(made().filter((name) => !before.includes(name))).toEqual([expect.stringMatching(/\.backup\.gz\.unverified$/)]);
    // PostgreSQL drops the connection, and with it the lock, a moment after its client has gone.
    await expect.poll(async () => (await run(["drill"], home("first"))).code, { timeout: 30_000 }).toBe(0);
    expect(await databases()).toEqual(["coffer"]);
  });

  it("nothing is restored while the product runs, into a place with accounts, or under another secret", async () => {
    expect(await run(["restore", file], home("first"))).toEqual({
      code: 1,
      said: "DATA_DIR is in use by another running server; stop that one, or choose another folder.",
    });
    const there = await run(["restore", file], home("second"));
    expect(there).toMatchObject({ code: 1, said: expect.stringMatching(/^There are accounts in .*say --replace.*Nothing was changed\.$/) });
    const other = await run(["restore", file], home("third"));
    expect(other).toMatchObject({ code: 1, said: expect.stringContaining("another SERVER_SECRET") });
    // Refused before a database was made.
    expect(readdirSync(home("third"))).toEqual(["server-secret"]);
  });

  it("what is replaced is kept aside, and can be restored in its turn", async () => {
    const second = home("second");
    const bobs = await start(freshHome("bob", home("first")));
    const bob = await found(bobs, home("bob"), "bob@example.com");
    await bobs.end("SIGTERM");
    expect(await run(["backup", join(folder, "bob.backup")], home("bob"))).toMatchObject({ code: 0 });
    expect(await run(["restore", "--replace", join(folder, "bob.backup")], second)).toMatchObject({ code: 0 });
    const [aside = ""] = readdirSync(second).filter((name) => name.startsWith("before-restore-"));
    expect(await run(["restore", join(second, aside), "--replace"], second)).toMatchObject({ code: 0 });
    const restored = await start(second);
    expect(await notesOf(restored, ann)).toEqual(ann.notes);
    await expect(signIn(restored, bob)).rejects.toThrow("invalid_credentials");
    await restored.end("SIGTERM");
  });

  it("a database with a damaged page is replaced by a backup, as the log, doctor and alert say: its files are kept", async () => {
    const place = freshHome("damaged", home("first"));
    expect(await run(["restore", file], place)).toMatchObject({ code: 0 });
    const before = await start(place);
    const damage = await damageOf(place, "record");
    await before.end("SIGTERM");
    damage();
    // Without --replace nothing is done about it.
    expect(await run(["restore", file], place)).toMatchObject({ code: 1, said: expect.stringMatching(/^There are accounts in /) });
    const restored = await run(["restore", file, "--replace"], place);
    expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/What was here before is in \S+postgres\.damaged-/) });
    // No draft of a backup that could not be made.
    expect(readdirSync(place).filter((name) => name.startsWith("before-restore-"))).toEqual([]);
    const after = await start(place);
    expect(await notesOf(after, ann)).toEqual(ann.notes);
    await after.end("SIGTERM");
  });

  it("a command that is killed in the middle leaves no backup, and no half of one restored", { timeout: 300_000 }, async () => {
    const client = new Client({ host: socketDirOf(home("first")), user: "coffer", database: "coffer" });
    await client.connect();
    // Large enough to be observed at work. For an account that does not exist: nothing else gets slower by it.
    await client.query(
      "insert into refused_count select gen_random_uuid(), 'login.failed', now(), 1, now() from generate_series(1, 300000)",
    );
    const large = join(folder, "large.backup");
    for (let round = 0; round < 2; round++) {
      const killed = command(["backup", large], { DATA_DIR: home("first") });
      while (!existsSync(`${large}.part`) || statSync(`${large}.part`).size < 1_000_000) await sleep(2);
      killed.kill();
      expect((await killed.ended).code).toBeNull();
      expect(existsSync(large)).toBe(false);
    }
    expect(await notesOf(product, ann)).toEqual(ann.notes);
    expect(await run(["backup", large], home("first"))).toMatchObject({ code: 0 });
    expect(existsSync(`${large}.part`)).toBe(false);
    await client.query("truncate refused_count");
    await client.end();

    const place = freshHome("killed", home("first"));
    for (let round = 0; round < 2; round++) {
      const killed = command(["restore", large], { DATA_DIR: place });
      await untilCopying(place);
      killed.kill();
      expect((await killed.ended).code).toBeNull();
    }
    expect(await run(["restore", large], place)).toMatchObject({ code: 0, said: expect.stringContaining("1 account, 20 records") });
    const restored = await start(place);
    expect(await notesOf(restored, ann)).toEqual(ann.notes);
    await restored.end("SIGTERM");
  });

  /** Until the database of a restore is in the middle of taking rows. */
  async function untilCopying(dataDir: string): Promise<void> {
    for (;;) {
      // Another database of the same cluster: the restore is to be alone on its own.
      const client = new Client({
        host: existsSync(join(dataDir, "postgres/postmaster.pid")) ? socketDirOf(dataDir) : "/nowhere",
        user: "coffer",
        database: "postgres",
      });
      client.on("error", () => undefined);
      try {
        await client.connect();
        while ((await client.query("select from pg_stat_activity where query like 'COPY%refused_count%FROM STDIN'")).rowCount === 0)
          await sleep(2);
        return;
      } catch {
        await sleep(20); // It is still starting.
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  it("doctor says what is wrong and what to do, next to the product and without it; then its exit code is 1", async () => {
    expect(await run(["doctor"], home("first"), { PUBLIC_URL: product.url })).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Nothing is wrong\.$/),
    });
    const other = { SERVER_SECRET: "x".repeat(32), PUBLIC_URL: "https://vault.invalid" };
    const { code, said } = await run(["doctor"], home("second"), other);
    expect(code).toBe(1);
    expect(said).toMatch(
      /^WRONG {2}Server secret {3}It is not the one that this database was written with\.\n +Do this: Set SERVER_SECRET/m,
    );
    expect(said).toMatch(/^WRONG {2}Public address/m);
    expect(await run(["doctor"], home("nothing"))).toMatchObject({ code: 0, said: expect.stringContaining("There is none in") });
    const away = await run(["doctor"], home("first"), { ...SECRET, DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
    expect(away).toMatchObject({ code: 1, said: expect.stringMatching(/^WRONG {2}Database .*\n +Do this: Look at DATABASE_URL/m) });
  });

  it("a command for a folder where no server ever was makes no database, and says so", async () => {
    for (const words of [
      ["backup", join(folder, "none.backup")],
      ["admin", "list"],
    ])
      expect(await run(words, home("mistyped"))).toEqual({
        code: 1,
        said: `DATA_DIR must be the folder that the server uses: there is no database in ${home("mistyped")}. npm start makes one.`,
      });
    expect(readdirSync(home("mistyped"))).toEqual(["server-secret"]);
  });

  it("a command without the product prints nothing but its result", async () => {
    expect(await run(["admin", "enable", "nobody@example.com"], home("second"))).toMatchObject({ said: expect.not.stringContaining("{") });
  });

  it("a command that is not understood says how it is used", async () => {
    for (const words of [["backup"], ["backup", "a", "b"], ["backup", "a", "--fast"]])
      expect(await run(words, home("first"))).toMatchObject({ code: 1, said: expect.stringMatching(/^npm run backup -- FILE/) });
    expect(await run(["bakup", "x"], home("first"))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^There is no command bakup\./),
    });
  });
});

describe("on an external database", () => {
  // With a role that the policies bind, as a careful operator sets up.
  const role = `operator_${id().slice(0, 8)}`;
  let database: TestDatabase;
  let admin: Client;
  beforeAll(async () => {
    database = await newDatabase();
    admin = new Client({ connectionString: database.url });
    await admin.connect();
    await admin.query(`create role ${role} login`);
    for (const index of [0, 1]) await admin.query(`create database ${role}_${index} owner ${role}`);
  });
  afterAll(async () => {
    for (const index of [0, 1]) await admin.query(`drop database ${role}_${index} with (force)`);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await database.drop();
  });
  const at = (index: number) => {
    const url = new URL(database.url);
    return { DATABASE_URL: Object.assign(url, { username: role, pathname: `/${role}_${index}` }).href, ...SECRET };
  };

  /** PostgreSQL says so with the last table, after most of it is written; nothing is left of it, and there is space again. */
  async function restoredOnFullDisk(file: string): Promise<void> {
    await (await start(home("own2"), at(1))).end("SIGTERM");
    await ask(
      "create function full_disk() returns trigger language plpgsql as 'begin raise exception using errcode = 53100; end'; create trigger full_disk before insert on head for each row execute function full_disk()",
    );
    expect(await run(["restore", file], home("own2"), at(1))).toEqual({
      code: 1,
      said: "The disk of the database is full. Nothing was changed. Free some space and try again.",
    });
    await ask("drop trigger full_disk on head; drop function full_disk()");
    const size = "select (pg_relation_size('account') + pg_relation_size('record'))::int as bytes";
    expect(await ask(size)).toMatchObject({ rows: [{ bytes: 0 }] });
  }

  /** In the second database, by a connection that is closed again: a restore has to be alone. */
  async function ask(sql: string): Promise<unknown> {
    const client = new Client({ connectionString: at(1).DATABASE_URL });
    await client.connect();
    return client.query(sql).finally(() => client.end());
  }

  it("the same holds; a restore is refused while any server is connected", async () => {
    const file = join(folder, "own.backup");
    const first = await start(home("own"), at(0));
    const eve = await found(first, home("own"), "eve@example.com");
    expect(await run(["backup", file], home("own"), at(0))).toMatchObject({ code: 0 });
    const running = await run(["restore", file, "--replace"], home("own"), at(0));
    expect(running).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^A server is running on this database .* Stop it first; nothing was changed\.$/),
    });
    expect(await notesOf(first, eve)).toEqual(eve.notes);
    const other = new Client({ connectionString: at(0).DATABASE_URL });
    await other.connect();
    await other.query("begin; lock table record in access exclusive mode");
    expect(await run(["backup", join(folder, "stuck.backup")], home("own"), at(0))).toEqual({
      code: 1,
      said: "The database does not answer in time, or another program holds one of its tables. Try again.",
    });
    await other.end();
    await first.end("SIGTERM");
    await restoredOnFullDisk(file);
    expect(await run(["restore", file], home("own2"), at(1))).toMatchObject({ code: 0 });
    const second = await start(home("own2"), at(1));
    expect(await notesOf(second, eve)).toEqual(eve.notes);
    await second.end("SIGTERM");
    // Row-level security is on again.
    expect(await ask("select from account")).toMatchObject({ rowCount: 0 });
  });
});
