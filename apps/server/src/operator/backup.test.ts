/** Backup and restore in this process: what a file holds, what is refused, and what is consistent. As an operator uses them: commands.test.ts. */
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { Pool, PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog } from "../log.ts";
import { sha256Hex } from "../secrets.ts";
import { newIdentity } from "../testing/identities.ts";
import { fillVault, proveMailbox, resetBody } from "../testing/recovery.ts";
import { foundedBy } from "../testing/team-logs.ts";
import { hex, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { writeBackup } from "./backup.ts";
import { endLine, headerLine } from "./backup-file.ts";
import { ALL_TABLES, BACKED_UP_TABLES, ownSchema } from "./backup-tables.ts";
import { runCommand } from "./commands.ts";
import { findIntegrityErrors } from "./integrity.ts";
import { checkForRestore, restoreRows } from "./restore.ts";
import { refuseFullDisk } from "./space.ts";

const folder = mkdtempSync(join(tmpdir(), "coffer-backup-"));
let count = 0;
const newPath = (): string => join(folder, `${++count}.backup`);

let world: World;
let server: Server;
let ann: Person;
let key: Buffer;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  server.clock.now = Date.now();
  key = server.deps.secrets.backup;
  ann = await server.join("ann@example.com", 1);
  await fillVault(ann, 12);
});
afterAll(async () => {
  await world.end();
  rmSync(folder, { recursive: true, force: true });
});

async function on<T>({ pool }: { pool: Pool }, run: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await run(client);
  } finally {
    client.release();
  }
}
const backUp = (from: Server, path = newPath()) =>
  on(from, async (client) => ({ path, ...(await writeBackup(client, path, key, new Date())) }));
const restore = (to: Server, path: string, isAcceptingBreaks = false) =>
  on(to, async (client) => restoreRows(client, { path, key, isAcceptingBreaks }, await checkForRestore(path, key)));

/** The disk is full when the first rows come: there is no device of that kind which a backup would write to. */
const onFullDisk = (client: PoolClient): PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...given: readonly unknown[]) => {
        if (typeof given[0] === "object") throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
        return value.apply(target, given) as unknown;
      };
    },
  });

/** Every row of a table, as text. */
async function dump({ pool }: Server, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ row: string }>(`select t::text as row from "${table}" t order by 1`);
  return rows.map(({ row }) => row);
}
const dumpAll = (of: Server) => Promise.all(BACKED_UP_TABLES.map(({ name }) => dump(of, name)));

async function emptyServer(): Promise<Server> {
  const other = await world.server();
  other.clock.now = Date.now();
  return other;
}

const teamId = "5d0a7e54-4d0c-4b39-8d16-9a7b1e6f2c11";

describe("a backup", () => {
  it("covers every table", async () => {
    const { rows } = await server.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migration', 'acting_key')",
    );
    expect([...ALL_TABLES].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  it("writes a row after the rows that it refers to, by the database's own foreign keys and not only by ours", async () => {
    const { rows } = await server.pool.query<{ of: string; to: string }>(
      `select conrelid::regclass::text as of, confrelid::regclass::text as to from pg_constraint
       where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
    );
    const places = new Map(BACKED_UP_TABLES.map(({ name }, place) => [name, place] as const));
    const kept = rows.filter((key) => places.has(key.of));
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.filter((key) => !((places.get(key.to) ?? Number.POSITIVE_INFINITY) < (places.get(key.of) ?? -1)))).toEqual([]);
  });

  it("brings everything back as it was, byte for byte, and its people sign in and go on", async () => {
    await server.pool.query("insert into role (id, name) values (117, $1)", ["tab\tline\nback\\slash é 🦆 \\N"]);
    await foundedBy(ann, teamId);
    await server.pool.query("update account set team_id = $1, membership_id = $1, joined_at = now(), managed_by = $1 where id = $2", [
      teamId,
      ann.accountId,
    ]);
    await server.pool.query("insert into team_key values ($1, $2, 1, $1, $2, 'a public key', 1, 'a sealed key')", [teamId, ann.accountId]);
    const { path, rows, breaks } = await backUp(server);
    expect(breaks).toEqual([]);
    expect(rows).toMatchObject({ account: 1, record: 12, head: 2 });
    const other = await emptyServer();
    expect(await restore(other, path)).toEqual([]);
    expect(await dumpAll(other)).toEqual(await dumpAll(server));
    const { body } = await other.call("POST", "/users/login", { email: ann.email, authKey: ann.authKey });
    const { token } = body.data as { token: string };
    const pull = async (of: Server, as: string) => (await of.call("GET", "/vault/all-items-data", undefined, { token: as })).body;
    expect((await pull(other, token)).data).toEqual((await pull(server, ann.token)).data);
    const invited = await other.join("new@example.com");
    expect((await invited.commit(put("note"))).status).toBe(200);
    const { rows: made } = await other.pool.query<{ id: number }>("insert into role (name) values ('next') returning id");
    expect(made).toEqual([{ id: 118 }]);
    await expect(other.pool.query("truncate audit")).rejects.toThrow("The audit log is append-only.");
    await expect(other.pool.query("truncate team_log")).rejects.toThrow("The log of a team is append-only.");
  });

  it("holds no session and no mailed code: those ended since would live again", async () => {
    await server.call("POST", "/users/forgot-password", { email: ann.email });
    expect(await dump(server, "code")).toHaveLength(1);
    const { path } = await backUp(server);
    const other = await emptyServer();
    await restore(other, path);
    for (const table of ["session", "code"]) expect(await dump(other, table)).toEqual([]);
    expect((await other.call("GET", "/notes", undefined, { token: ann.token })).body.code).toBe("session_expired");
  });

  it("is written to no file that another user put there before, and to no place that a link leads to", async () => {
    const [path, theirs] = [newPath(), newPath()];
    writeFileSync(theirs, "theirs");
    symlinkSync(theirs, `${path}.part`);
    await backUp(server, path);
    expect(readFileSync(theirs, "utf8")).toBe("theirs");
    const other = newPath();
    writeFileSync(`${other}.part`, "begun by a backup that was killed", { mode: 0o644 });
    const held = openSync(`${other}.part`, "r");
    await backUp(server, other);
    expect(statSync(other).mode & 0o777).toBe(0o600);
    expect(readFileSync(held, "utf8")).toBe("begun by a backup that was killed");
    closeSync(held);
  });

  it("is of one moment, whatever is written while it is made", async () => {
    const before = await server.pool.query("select seq::int from scope where id = $1", [ann.scopeId]);
    const path = newPath();
    await on(server, async (other) => {
      // Between the scopes and the heads.
      await other.query("begin");
      await other.query("lock table discarded_vault in access exclusive mode");
      const writing = backUp(server, path);
      const isWaiting = "select from pg_locks where not granted and relation = 'discarded_vault'::regclass";
      while ((await other.query(isWaiting)).rowCount === 0) await sleep(5);
      expect((await ann.commit(put("note"))).status).toBe(200);
      await other.query("commit");
      expect((await writing).breaks).toEqual([]);
    });
    const restored = await emptyServer();
    await restore(restored, path);
    expect((await restored.pool.query("select seq::int from scope where id = $1", [ann.scopeId])).rows).toEqual(before.rows);
  });

  it("is compressed where its name ends in .gz: gzip unpacks it to the same text, and it is restored whatever its name is then", async () => {
    const { path } = await backUp(server, `${newPath()}.gz`);
    const plain = await backUp(server);
    // The first line has the time, and the last its sum.
    const rowsOf = (text: string): string => text.split("\n").slice(1, -2).join("\n");
    expect(rowsOf(gunzipSync(readFileSync(path)).toString())).toBe(rowsOf(readFileSync(plain.path, "utf8")));
    expect(statSync(path).size).toBeLessThan(statSync(plain.path).size * 0.8);
    const renamed = newPath();
    renameSync(path, renamed);
    const restored = await emptyServer();
    expect(await restore(restored, renamed)).toEqual([]);
    expect((await restored.pool.query("select count(*)::int as count from record")).rows).toEqual(
      (await server.pool.query("select count(*)::int as count from record")).rows,
    );
  });

  it("is not begun where the disk of people's database would fill up for it, and says how much it needs", async () => {
    const dataDir = mkdtempSync(join(folder, "data-"));
    mkdirSync(join(dataDir, "postgres"));
    const free = (mb: number, isTriedOut: boolean, databaseUrl: string | null = null) =>
      on(server, (client) => refuseFullDisk(client, { databaseUrl, dataDir }, { path: newPath(), isTriedOut }, () => mb * 1_048_576));
    await expect(free(500, false)).rejects.toThrow(
      /has 500 MB of free space, and \d+ MB are needed for a backup, and what is saved meanwhile\./,
    );
    await free(600, false);
    await expect(free(530, true)).rejects.toThrow(/the database in which it is tried out.*nothing was written\.$/);
    await free(5_000, true);
    // Its disk is another.
    await free(100, true, "postgres://elsewhere/coffer");
    await expect(free(1, true, "postgres://elsewhere/coffer")).rejects.toThrow(/has 1 MB of free space/);
  });

  it("is readable by its owner only, and never replaces another file", async () => {
    const { path } = await backUp(server);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path);
    await expect(backUp(server, path)).rejects.toThrow("exists already");
    expect(readFileSync(path)).toEqual(text);
  });

  it("has its name only when it is complete: on a full disk there is none, and the reason is given", async () => {
    const path = newPath();
    await expect(on(server, (client) => writeBackup(onFullDisk(client), path, key, new Date()))).rejects.toThrow(
      /could not be written: there is no space left. There is no backup.$/,
    );
    await expect(backUp(server, join(folder, "no/where"))).rejects.toThrow("its folder does not exist");
    expect(readdirSync(folder).filter((name) => name.startsWith(`${count}.`))).toEqual([]);
  });

  it("into a folder that is not there is refused with a sentence, before its disk is asked", async () => {
    const databaseUrl = server.pool.options.connectionString ?? "";
    const making = runCommand("backup", [join(folder, "no/where.backup")], {
      ...{ config: { ...server.deps.config, databaseUrl }, log: silentLog, folder },
    });
    await expect(making).rejects.toThrow(/could not be written: its folder does not exist\. There is no backup\.$/);
  });

  it("is not made of tables of another version", async () => {
    const other = await emptyServer();
    await other.pool.query("drop schema if exists drizzle cascade");
    await other.pool.query("drop table if exists migration");
    await expect(backUp(other)).rejects.toThrow("The tables of this database are of another version than this program.");
  });
});

describe("a file that is not what was written", () => {
  const check = (path: string) => checkForRestore(path, key);
  const changed = (bytes: Buffer): string => {
    const path = newPath();
    writeFileSync(path, bytes);
    return path;
  };

  it.each(["", ".gz"])("is refused wherever it was cut off, with a name%s", async (ending) => {
    const whole = readFileSync((await backUp(server, newPath() + ending)).path);
    for (let length = whole.length - 1; length > 0; length -= Math.ceil(whole.length / 150))
      await expect(check(changed(whole.subarray(0, length))), `at ${length}`).rejects.toThrow(
        /is not a backup|This backup ends in the middle: it was cut off/,
      );
    await expect(check(changed(Buffer.alloc(0)))).rejects.toThrow("is not a backup");
  });

  // What is before has no meaning for what gzip has compressed: a time, a system.
  it.each([
    ["", 0],
    [".gz", 10],
  ])("is refused wherever one bit of it is another, with a name%s", async (ending, from) => {
    const whole = readFileSync((await backUp(server, newPath() + ending)).path);
    for (let at = whole.length - 2; at >= from; at -= Math.ceil(whole.length / 150)) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      await expect(check(changed(bytes)), `at ${at}`).rejects.toThrow(/damaged|is not a backup|another SERVER_SECRET|cut off/);
    }
  });

  it("is refused when it was made without the server's secret", async () => {
    const { path } = await backUp(server);
    await expect(checkForRestore(path, Buffer.alloc(32, 1))).rejects.toThrow("This backup was made by a server with another SERVER_SECRET");
    const [body = "", end = ""] = readFileSync(path, "utf8").split("-- End ");
    const forged = body.replace("\tann@example.com\t", "\teve@example.com\t");
    expect(forged).not.toBe(body);
    const text = `${forged}-- End ${JSON.stringify({ ...JSON.parse(end), sha256: sha256Hex(forged) })}\n`;
    await expect(check(changed(Buffer.from(text)))).rejects.toThrow("another SERVER_SECRET");
  });

  it("is refused when it is of another version of the tables, and says what to do", async () => {
    const made = (schema: number): string => {
      const header = headerLine({ version: "7.8.9", schema, at: "" });
      return changed(Buffer.from(header + endLine(key, {}, sha256Hex(header))));
    };
    await expect(check(made(ownSchema() + 1))).rejects.toThrow("made by a newer version (7.8.9). Restore it with that one.");
    await expect(check(made(ownSchema() - 1))).rejects.toThrow("made by an earlier version (7.8.9), when the tables were different.");
    // With another number of rows than it says.
    const [body = "", end = ""] = readFileSync((await backUp(server)).path, "utf8").split("-- End ");
    const { rows, sha256 } = JSON.parse(end) as { rows: Record<string, number>; sha256: string };
    const miscounted = changed(Buffer.from(body + endLine(key, { ...rows, record: 99 }, sha256)));
    await expect(restore(await emptyServer(), miscounted)).rejects.toThrow(
      /^The table record has \d+ rows after the restore, and 99 in the backup/,
    );
    // Of this version, and without a table.
    const other = await emptyServer();
    await expect(restore(other, made(ownSchema()))).rejects.toThrow("This backup does not contain the table ");
  });

  it("is refused when it is no backup, or no file", async () => {
    await expect(check(changed(Buffer.from("hello\n")))).rejects.toThrow("This file is not a backup of this product.");
    await expect(check(join(folder, "none"))).rejects.toThrow("could not be read (ENOENT)");
    await expect(check(folder)).rejects.toThrow("could not be read (EISDIR)");
  });

  it("changes nothing when it changes after the check", async () => {
    const { path, ...checked } = await backUp(server);
    const other = await emptyServer();
    await other.join("bob@example.com");
    const before = await dumpAll(other);
    const bytes = readFileSync(path);
    const at = bytes.indexOf("ann@example.com");
    bytes.write("eve", at);
    writeFileSync(path, bytes);
    const how = { path, key, isAcceptingBreaks: true };
    await expect(on(other, (client) => restoreRows(client, how, checked))).rejects.toThrow("This backup is damaged");
    expect(await dumpAll(other)).toEqual(before);
    expect((await other.pool.query("select from session")).rowCount).toBe(1);
    await expect(other.pool.query("truncate audit")).rejects.toThrow("The audit log is append-only.");
    await expect(other.pool.query("truncate team_log")).rejects.toThrow("The log of a team is append-only.");
  });
});

describe("what is stored is consistent", () => {
  const breaksOf = (of: Server) =>
    on(of, async (client) => {
      await client.query("begin");
      const breaks = await findIntegrityErrors(client);
      await client.query("rollback");
      return breaks;
    });

  it("also after a reset that started a vault again under another identity", async () => {
    const own = await emptyServer();
    const cat = await own.join("cat@example.com");
    await fillVault(cat);
    const { token } = await proveMailbox(own, cat.email);
    const read = (await own.call("GET", "/vault/entries-for-reset", undefined, { token })).body;
    const publicKey = newIdentity();
    const more = { discardItems: true, publicKey, reEncryptedEntries: [] };
    const body = resetBody(cat.email, publicKey, read as never, more);
    expect((await own.call("POST", "/users/reset-password", body, { token })).body).toEqual({ success: true });
    expect(await breaksOf(own)).toEqual([]);
    await own.pool.query("update head set signature = $1 where seq = (select max(seq) from head)", [hex(64)]);
    expect(await breaksOf(own)).toHaveLength(1);
    // The signatures of an earlier identity cannot be verified any more; a missing signature is noticed.
    await own.pool.query("delete from head where seq = 1");
    expect(await breaksOf(own)).toEqual([expect.stringMatching(/broken at head 2\.$/), expect.stringMatching(/broken at head 3\.$/)]);
  });

  const DAMAGES: readonly (readonly [what: string, statement: string, said: RegExp])[] = [
    ["a head was replaced", "update head set head = head || 'x' where seq = 2", /^The history of scope \S+ is broken at head 2\.$/],
    ["a head is missing", "delete from head where seq = 2", /is broken at head 3\.$/],
    ["the newest head is missing", "delete from head where seq = 3", /^There are scopes without their newest head: 1\.$/],
    [
      "a head came after the newest",
      "insert into head (scope_id, seq, generation, head, signature, created_at) select scope_id, 4, generation, head, signature, created_at from head where seq = 3",
      /newer than their scope: 1|broken at head 4/,
    ],
    ["a record is newer than its scope", "update record set seq = 9", /^There are records newer than their scope, or another's: 2\.$/],
    [
      "a record is in another's scope",
      "update record r set owner_id = (select id from account where id <> r.owner_id limit 1)",
      /^There are records newer/,
    ],
    [
      "an entry of the log was changed",
      "update audit set event = 'logout' where seq = 1",
      /^The activity log of account \S+ is broken at entry 1\.$/,
    ],
    ["an entry of the log is missing", "delete from audit where seq = 2", /is broken at entry 3\.$/],
    ["an identity is missing", "delete from identity", /^There are accounts without keys/],
  ];

  it.each(DAMAGES)("and it is reported when %s; such a backup is restored only on demand", async (_, statement, said) => {
    const own = await emptyServer();
    const dan = await own.join("dan@example.com");
    for (let i = 0; i < 2; i++) await dan.commit(put("note"));
    for (let i = 0; i < 2; i++) await own.call("POST", "/users/login", { email: dan.email, authKey: dan.authKey });
    await own.join("other@example.com");
    expect(await breaksOf(own)).toEqual([]);
    await own.pool.query("alter table audit disable trigger audit_append_only");
    await own.pool.query(statement);
    const { path, breaks } = await backUp(own);
    expect(
      breaks.some((one) => said.test(one)),
      breaks.join(),
    ).toBe(true);
    const other = await emptyServer();
    const before = await dumpAll(other);
    await expect(restore(other, path)).rejects.toThrow(breaks[0]);
    expect(await dumpAll(other)).toEqual(before);
    expect(await restore(other, path, true)).toEqual(breaks);
    expect(await dumpAll(other)).toEqual(await dumpAll(own));
  });
});
