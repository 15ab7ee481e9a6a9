/** Row-level security, tested by queries that forget their `where`. */
import { randomUUID } from "node:crypto";
import { type Endpoint, endpoint } from "@coffer/contract/endpoint";
import multipart from "@fastify/multipart";
import { fastify } from "fastify";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { anonymousViewer } from "../access.ts";
import { mountFeature } from "../http/serve.ts";
import { type Log, silentLog } from "../log.ts";
import { asProduct, openTestPool, withoutReports } from "../testing/databases.ts";
import { OWNER_OF_ROWS } from "../testing/owner-of-rows.ts";
import { LINK_AUTH, linkProfile, openProfile } from "../testing/profiles.ts";
import { turnOnSecondFactor } from "../testing/second-factor.ts";
import { shareItem } from "../testing/sharing.ts";
import { makeRole, makeTeam, placeIn } from "../testing/teams.ts";
import { openWorld, type Person, put, type Server, type World, wrapped } from "../testing/world.ts";
import { openDatabase } from "./connect.ts";
import { actAs, OWNER, PRODUCT_ROLE, RowSecurityPool, SYSTEM } from "./row-level-security.ts";

let world: World;
let server: Server;
let pool: RowSecurityPool;
let ann: Person;
let eve: Person;
/** Without a right: the two others have the first role. */
let low: Person;
const TABLES = Object.entries(OWNER_OF_ROWS);

/** Leaves a row in every table. */
async function live(email: string): Promise<Person> {
  const person = await server.join(email, 1);
  const second = await server.join(`second-${email}`);
  await linkProfile(server, person, second);
  await server.call("POST", "/users/login", { email, authKey: "00".repeat(32) });
  const note = put("note");
  await person.commit(note, put("category"));
  await person.commit({ ...note, revision: 2, favourite: true });
  const given = put("note");
  await person.commit(given);
  await shareItem(server, person, given, second);
  const [at, importId] = [new Date(server.clock.now), randomUUID()];
  const sql = (text: string, values: unknown[]) => server.pool.query(text, values);
  await sql(
    "insert into discarded_vault (account_id, discarded_at, encrypted_key, recovery_epoch, key_epoch, public_key, encrypted_private_key, head_seq, head) values ($1, $2, $3, 1, 1, '', '', 1, '')",
    [person.accountId, at, wrapped()],
  );
  await sql(
    "insert into discarded_record (account_id, discarded_at, id, scope_id, owner_id, seq, kind, revision, save_id, seal, fields, created_at, updated_at) values ($1, $2, $3, $4, $1, 1, 'note', 1, '', '', '{}', $2, $2)",
    [person.accountId, at, randomUUID(), person.scopeId],
  );
  await sql("insert into import_session (id, account_id, source_type, state, created_at) values ($1, $2, 'csv', 'completed', $3)", [
    importId,
    person.accountId,
    at,
  ]);
  await sql("insert into import_row (import_id, row) values ($1, 1)", [importId]);
  await sql(
    "insert into passkey (id, account_id, public_key, counter, copy, key_epoch, device, created_at) values ($1, $2, '', 0, '', 1, '', $3)",
    [randomUUID(), person.accountId, at],
  );
  await sql("insert into left_access (owner_id, item_id, email, at) values ($1, $2, '', $3)", [person.accountId, given.id, at]);
  return person;
}

beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
  [ann, eve] = [await live("ann@example.com"), await live("eve@example.com")];
  low = await server.join("low@example.com");
  // One connection, so that each query gets the one that worked for another account before.
  const owner = openTestPool({ connectionString: urlOf(server.pool) });
  pool = withoutReports(new RowSecurityPool({ connectionString: asProduct(urlOf(server.pool)), max: 1 }, owner));
});

afterAll(async () => {
  await pool.end();
  await world.end();
});

const urlOf = ({ options }: Pool): string => options.connectionString ?? "";
const ownersOf = async (table: string, who: string): Promise<unknown[]> =>
  (await actAs(who, () => pool.query(`select distinct ${OWNER_OF_ROWS[table]} as owner from ${table}`))).rows.map(({ owner }) => owner);

describe("a query that forgets its where", () => {
  it.each(TABLES)("of %s finds the rows of the account that the connection works for, and no others", async (table) => {
    for (const { accountId } of [ann, eve, ann]) expect(await ownersOf(table, accountId)).toEqual([accountId]);
  });

  it.each(TABLES)("of %s finds nothing for a stranger, and nothing for a connection without an account", async (table) => {
    expect(await ownersOf(table, randomUUID())).toEqual([]);
    expect((await pool.query(`select 1 from ${table}`)).rowCount).toBe(0);
    expect(await ownersOf(table, SYSTEM)).toEqual(expect.arrayContaining([ann.accountId, eve.accountId]));
  });

  it.each(TABLES.filter(([table]) => table !== "audit"))("changes and deletes nothing of others in %s", async (table, owner) => {
    const count = (of: Person) => server.pool.query(`select 1 from ${table} where ${owner} = $1`, [of.accountId]).then((is) => is.rowCount);
    const before = await count(ann);
    await actAs(eve.accountId, async () => {
      const client = await pool.connect();
      await client.query("begin");
      const { rowCount } = await client.query(`delete from ${table}`);
      expect(rowCount).toBe(await count(eve));
      await client.query("rollback");
      client.release();
    });
    expect([before, await count(ann)]).toEqual([before, before]);
    expect(before).toBeGreaterThan(0);
  });

  it("writes no row into another's account", async () => {
    const text = "insert into import_session (id, account_id, source_type, state, created_at) values ($1, $2, 'csv', 'idle', now())";
    const write = (who: string) => actAs(who, () => pool.query(text, [randomUUID(), ann.accountId]));
    await expect(write(eve.accountId)).rejects.toMatchObject({ code: "42501" });
    await expect(write(randomUUID())).rejects.toMatchObject({ code: "42501" });
    expect((await write(ann.accountId)).rowCount).toBe(1);
  });
});

describe("what belongs to a team", () => {
  const seen = async (who: string, text: string): Promise<unknown[]> =>
    (await actAs(who, () => pool.query<{ name: string }>(text))).rows.map(({ name }) => name);

  it("is seen by its members and by the first role, and invitations into no team by none but the first role", async () => {
    const [own, foreign] = [await makeTeam(server, "Own"), await makeTeam(server, "Foreign")];
    for (const teamId of [own, foreign]) await makeRole(server, teamId, [], `Role of ${teamId}`);
    const mia = await server.join("mia@example.com");
    await placeIn(server, mia, { teamId: own });
    await server.invite({ email: "someone@example.com" });
    const teams = "select name from team order by name";
    expect(await seen(mia.accountId, teams)).toEqual(["Own"]);
    expect(await seen(ann.accountId, teams)).toEqual(["Foreign", "Own"]);
    const made = "select name from role where team_id is not null";
    expect(await seen(mia.accountId, made)).toEqual([`Role of ${own}`]);
    const invitations = "select email as name from invitation where email is not null";
    expect(await seen(mia.accountId, invitations)).toEqual([]);
    expect(await seen(ann.accountId, invitations)).toEqual(["someone@example.com"]);
    expect(await seen(SYSTEM, "select name from team order by name")).toEqual(["Foreign", "Own"]);
    await server.pool.query("insert into team_log values ($1, 1, 'an entry', '', now())", [own]);
    for (const who of [mia.accountId, SYSTEM]) expect(await seen(who, "select text as name from team_log")).toEqual(["an entry"]);
    for (const text of ["update team set name = 'Mine'", "update role set manage_teams = true", "delete from role", "delete from team"])
      expect((await actAs(mia.accountId, () => pool.query(text))).rowCount).toBe(0);
    const insert = "insert into role (name, manage_teams) values ('Mine', true)";
    await expect(actAs(mia.accountId, () => pool.query(insert))).rejects.toMatchObject({ code: "42501" });
  });
});

describe("row-level security", () => {
  it("comes before every connection: one that cannot set its account is handed to no caller, and ended", async () => {
    const unable = withoutReports(new RowSecurityPool({ connectionString: urlOf(server.pool), max: 2 }));
    unable.role = "nobody_of_that_name";
    await expect(actAs(ann.accountId, () => unable.query("select 1"))).rejects.toThrow("does not exist");
    expect(unable.totalCount).toBe(0);
    await unable.end();
  });

  it("protects every table, but for the two that the server's role cannot touch", async () => {
    const { rows } = await server.pool.query<{ name: string; secured: boolean; touched: boolean; policies: number }>(
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured,
        has_table_privilege($1, c.oid, 'select, insert, update, delete') as touched,
        (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
       from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
      [PRODUCT_ROLE],
    );
    expect(
      rows
        .filter(({ secured, policies }) => !secured || policies === 0)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["acting_key", "migration"]);
    expect(
      rows
        .filter(({ touched }) => !touched)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["acting_key", "migration"]);
    const names = new Set(rows.map(({ name }) => name));
    expect(TABLES.filter(([table]) => !names.has(table))).toEqual([]);
  });

  it("binds the owner of the tables too, who is no superuser on an external server", async () => {
    const client = await server.pool.connect();
    try {
      await client.query(`begin; create role owner_of_tests; grant usage, create on schema public to owner_of_tests; alter table record owner to owner_of_tests;
        alter table scope owner to owner_of_tests; alter table share_grant owner to owner_of_tests; alter table account owner to owner_of_tests; set local role owner_of_tests`);
      expect((await client.query("select 1 from record")).rowCount).toBe(0);
      await client.query("select set_config('coffer.account', $1, true)", [eve.accountId]);
      expect((await client.query("select distinct owner_id as owner from record")).rows).toEqual([{ owner: eve.accountId }]);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("is passed by the owner's commands alone", async () => {
    const whoAmI = "select current_user as name";
    expect((await actAs(OWNER, () => pool.query(whoAmI))).rows).not.toEqual([{ name: PRODUCT_ROLE }]);
    for (const who of [SYSTEM, ann.accountId]) expect((await actAs(who, () => pool.query(whoAmI))).rows).toEqual([{ name: PRODUCT_ROLE }]);
    await expect(actAs(SYSTEM, () => pool.query("create table anything (id int)"))).rejects.toMatchObject({ code: "42501" });
  });

  it("is reported as missing when the login role is not bound by the policies and has no other role", async () => {
    const name = `above_${randomUUID().replaceAll("-", "_")}`;
    await server.pool.query(`create role ${name} login bypassrls`);
    const url = new URL(urlOf(server.pool));
    url.username = name;
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (event) => void warnings.push(event) };
    const database = await openDatabase({ databaseUrl: url.href, dataDir: world.dataDir }, log);
    await database.close();
    await server.pool.query(`drop role ${name}`);
    expect(warnings).toEqual(["database.role-above-policies"]);
  });
});

describe("SQL that is smuggled into a statement of the server", () => {
  const smuggled = (text: string) => actAs(low.accountId, () => pool.query(text));

  it.each([
    "set role coffer",
    "set session authorization coffer",
    "alter role coffer_server superuser",
    "select pg_read_file('PG_VERSION')",
    "select pg_ls_dir('.')",
    "copy (select 1) to program 'true'",
    "copy account from '/etc/passwd'",
    "create extension dblink",
    "create table anything (id int)",
    "create function anything() returns int language sql as 'select 1'",
    "alter table account disable row level security",
    "alter table account no force row level security",
    "drop policy own on account",
    "select key from acting_key",
    "insert into migration (tag) values ('tomorrow')",
    "create or replace function coffer_is_system() returns boolean language sql as 'select true'",
    "select rolpassword from pg_authid",
  ])("%s: is refused by the role", async (text) => {
    await expect(smuggled(text)).rejects.toMatchObject({ code: "42501" });
  });

  it("gets no other role by resetting its own", async () => {
    await smuggled("reset role");
    await smuggled("reset session authorization");
    const { rows } = await smuggled(
      "select current_user as name, session_user as login, (select rolsuper from pg_roles where rolname = session_user) as is",
    );
    expect(rows).toEqual([{ name: PRODUCT_ROLE, login: PRODUCT_ROLE, is: false }]);
  });

  it.each([
    "code",
    "guess",
    "outbox",
    "setting",
    "rate_limit",
    "sign_in_queue",
    "sign_in_place",
    "passkey_challenge",
    "invitation",
    "team_log",
    "team_key",
    "begun_scope",
  ])("finds no row of %s", async (table) => {
    expect((await smuggled(`select 1 from ${table}`)).rowCount).toBe(0);
    expect((await smuggled(`delete from ${table}`)).rowCount).toBe(0);
  });

  it("cannot say that it works for the server, or for another account", async () => {
    const { rows: before } = await server.pool.query("select count(*)::int as count from outbox");
    expect(before[0].count).toBeGreaterThan(0);
    const { rows } = await smuggled("select current_setting('coffer.account') as said");
    const signature = String(rows[0].said).split(".")[1];
    for (const who of [SYSTEM, ann.accountId, `${SYSTEM}.${signature}`, `${ann.accountId}.${signature}`, `${SYSTEM}.${"0".repeat(64)}`]) {
      const client = await actAs(eve.accountId, () => pool.connect());
      try {
        await client.query("begin");
        await client.query("select set_config('coffer.account', $1, true)", [who]);
        for (const table of ["outbox", "account", "session", "record"])
          expect((await client.query(`select 1 from ${table}`)).rowCount).toBe(0);
      } finally {
        await client.query("rollback");
        client.release();
      }
    }
    expect(await ownersOf("record", eve.accountId)).toEqual([eve.accountId]);
  });
});

describe("with row-level security", () => {
  it("a handler works for the caller; before there is a session, for all accounts", async () => {
    const owners = async () => ({
      owners: (await pool.query<{ id: string }>("select distinct owner_id as id from record")).rows.map(({ id }) => id),
    });
    const reply = () => z.object({ owners: z.array(z.string()) });
    const asking = (access: Endpoint["access"]) =>
      endpoint({ method: "GET", path: `/${access}`, access, summary: "Who is seen.", input: () => z.strictObject({}), reply, refuses: [] });
    const feature = { own: asking("signed-in"), recovering: asking("recovery"), anyone: asking("public") };
    const app = fastify();
    await app.register(multipart);
    const viewer = Object.defineProperties(anonymousViewer({ address: "192.0.2.1", device: "", language: "en" }), {
      accountId: { value: ann.accountId },
      sessionId: { value: randomUUID() },
    });
    mountFeature(app, { admit: async () => viewer, admitBody: async () => undefined }, feature, {
      own: owners,
      recovering: owners,
      anyone: owners,
    });
    const seen = async (access: string) => (await app.inject(`/api/${access}`)).json();
    expect(await seen("signed-in")).toEqual({ owners: [ann.accountId] });
    expect(await seen("recovery")).toEqual({ owners: [ann.accountId] });
    expect((await seen("public")).owners).toContain(eve.accountId);
  });

  it("an id of another account is taken, and its records are not found", async () => {
    const note = put("note");
    await ann.commit(note);
    expect((await eve.commit(note)).body.code).toBe("id_taken");
    expect((await eve.commit({ op: "trash", id: note.id, trashedAt: server.clock.now })).body.code).toBe("not_found");
    expect((await eve.commit(put("note", { categoryId: note.id }))).body.code).toBe("not_found");
  });

  it("what concerns two accounts reaches both: linked profiles", async () => {
    const kim = await server.join("kim@example.com");
    await kim.prove();
    const { accountId, authKey, email } = await openProfile(server, kim, "kim.work@example.com");
    const listed = await kim.call("GET", "/users/profiles");
    expect(listed.body.profiles).toEqual([expect.objectContaining({ user_id: kim.accountId }), { user_id: accountId, email }]);
    const { token } = (await server.call("POST", "/users/login", { email, authKey })).body.data as { token: string };
    const events = async () => ((await server.call("GET", "/users/audit", undefined, { token })).body.events as unknown[]).length;
    const before = await events();
    expect((await kim.call("DELETE", `/users/profiles/${accountId}`)).status).toBe(200);
    expect(await events()).toBe(before + 1);
    await linkProfile(server, kim, ann);
    expect((await kim.call("POST", `/users/switch-profile/${ann.accountId}`, { linkAuth: LINK_AUTH })).status).toBe(200);
  });

  it("what concerns two accounts reaches both: a second factor that an administrator removes, and who the last administrator is", async () => {
    const locked = await server.join("locked@example.com");
    await turnOnSecondFactor(server, locked);
    await eve.prove();
    expect((await eve.call("POST", "/users/2fa/remove", { userId: locked.accountId })).status).toBe(200);
    expect((await eve.call("POST", "/users/delete-account", { authKey: eve.authKey })).status).toBe(200);
    await ann.prove();
    expect((await ann.call("POST", "/users/delete-account", { authKey: ann.authKey })).body.code).toBe("last_admin");
  });
});
