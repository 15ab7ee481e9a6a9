/**
 * Row-level security by membership: a query that forgets its `where`, and SQL that is smuggled in, for people who share and who are in a team. Each policy that refuses a
 * smuggled statement is also taken away: then the statement goes through, so it is that policy that holds.
 */
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { OWNER_OF_ROWS } from "../testing/owner-of-rows.ts";
import { type Policy, policiesOf, type Row, type Rows } from "../testing/row-level-security-model.ts";
import { endShare, shareItem, shareWords, statedShare } from "../testing/sharing.ts";
import { makeRole, makeTeam, placeIn } from "../testing/teams.ts";
import { openWorld, type Person, put, type Server, type World, wrapped } from "../testing/world.ts";
import { PRODUCT_ROLE } from "./row-level-security.ts";

const NAMES = ["owner", "reader", "writer", "removed", "member", "newcomer", "inviter", "former", "stranger"] as const;
type Name = (typeof NAMES)[number];

let world: World;
let server: Server;
let people: Record<Name, Person>;
let given: Given;

interface Given {
  readonly teamId: string;
  readonly otherTeam: string;
  /** Of the inviter: may invite and change roles, and no more. */
  readonly roleId: number;
  /** Another role of the team, without any right. */
  readonly plainRole: number;
  /** Shared with people, and with the team. */
  readonly scope: string;
  readonly teamScope: string;
  readonly teamItem: string;
}

const run = (text: string, values: unknown[] = []) => server.pool.query(text, values);
const at = (): Date => new Date(server.clock.now);

async function share(): Promise<Pick<Given, "scope" | "teamScope" | "teamItem">> {
  const { owner, reader, writer, removed, member } = people;
  const [item, ofTeam] = [put("note"), put("note")];
  await owner.commit(item, ofTeam);
  const { scopeId: scope } = await shareItem(server, owner, item, writer, { permissionLevel: "write" });
  const also = async (to: Person) => {
    const words = shareWords(to);
    const body = { ...(await statedShare(server, owner, scope, words)), itemId: item.id, itemType: "note" };
    expect(await owner.call("POST", "/share/item", body)).toMatchObject({ status: 200 });
    return words.shareId;
  };
  await also(reader);
  expect(await endShare(server, owner, await also(removed))).toMatchObject({ status: 200 });
  const { scopeId: teamScope, shareId } = await shareItem(server, owner, ofTeam, member);
  await run("update share_grant set recipient_id = null, team_id = $1, team_epoch = 1, permission = 'write' where id = $2", [
    given.teamId,
    shareId,
  ]);
  return { scope, teamScope, teamItem: ofTeam.id };
}

async function fillTeam(): Promise<void> {
  const { teamId, roleId } = given;
  const { member, newcomer, inviter, owner, stranger } = people;
  for (const one of [owner, member, newcomer]) await placeIn(server, one, { teamId });
  await placeIn(server, inviter, { teamId, roleId });
  await run("update account set is_in_log = false where id = $1", [newcomer.accountId]);
  await run("insert into team_log values ($1, 1, 'an entry', '', $2)", [teamId, at()]);
  await run("insert into team_author values ($1, 'f', 'k')", [teamId]);
  for (const { accountId } of [owner, member])
    await run("insert into team_key values ($1, $2, 1, $3, $4, '', 1, 'a copy')", [teamId, accountId, randomUUID(), owner.accountId]);
  const invited =
    "insert into invitation (id, token_hash, email, role_id, team_id, invited_by, created_at, expires_at) values ($1, $2, $3, 3, $4, $5, $6, $7)";
  for (const email of ["new@example.com", stranger.email])
    await run(invited, [randomUUID(), email, email, teamId, inviter.accountId, at(), new Date(server.clock.now + 86_400_000)]);
}

beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
  people = Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await server.join(`${name}@example.com`)])));
  const [teamId, otherTeam] = [await makeTeam(server, "Ours"), await makeTeam(server, "Theirs")];
  const roleId = await makeRole(server, teamId, ["invite_members", "manage_roles"], "Inviter");
  const plainRole = await makeRole(server, teamId, [], "Plain");
  given = { teamId, otherTeam, roleId, plainRole, scope: "", teamScope: "", teamItem: "" };
  await fillTeam();
  given = { ...given, ...(await share()) };
});
afterAll(() => world.end());

/** As the product's role that works for a person, in a transaction that is undone. @param without - what is taken away before, by the owner of the tables */
async function as<T>(who: Name, use: (client: PoolClient) => Promise<T>, without?: string): Promise<T> {
  const client = await server.pool.connect();
  try {
    await client.query("begin");
    if (without) await client.query(without);
    await client.query(`set local role ${PRODUCT_ROLE}`);
    await client.query("select set_config('coffer.account', $1, true)", [people[who].accountId]);
    return await use(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

const nameOf = (id: unknown): string => NAMES.find((name) => people[name].accountId === id) ?? String(id);

/** Whose rows are seen, in every table: apart from one's own. */
const OWNERS = { ...OWNER_OF_ROWS, team_key: "member_id", refused_key: "member_id", team_mark: "member_id" };
const SHARED = ["scope", "head", "record", "superseded", "departed"];

const isSeenBy = (who: Name, table: string): boolean => {
  // Nothing of an ended share but the share itself.
  if (who === "removed") return table === "share_grant";
  return ["reader", "writer", "member", "newcomer", "inviter"].includes(who) && [...SHARED, "share_grant"].includes(table);
};

describe("a query that forgets its where", () => {
  it.each(NAMES)("finds for the %s what is theirs, and of others only what is shared with them", async (who) => {
    for (const [table, owner] of Object.entries(OWNERS)) {
      const { rows } = await as(who, (client) => client.query(`select distinct ${owner} as owner from ${table}`));
      const others = rows.map((row) => nameOf(row.owner)).filter((name) => name !== who);
      const isEmpty = (await run(`select from ${table}`)).rowCount === 0 || ["superseded", "departed"].includes(table);
      expect(others, table).toEqual(isSeenBy(who, table) && !isEmpty ? ["owner"] : []);
    }
  });

  it("finds the scopes that a share names, and no other", async () => {
    const scopesOf = async (who: Name) =>
      (await as(who, (client) => client.query("select id from scope where kind <> 'personal'"))).rows.map(({ id }) => id).sort();
    for (const who of ["reader", "writer"] as const) expect(await scopesOf(who)).toEqual([given.scope]);
    for (const who of ["member", "newcomer", "inviter"] as const) expect(await scopesOf(who)).toEqual([given.teamScope]);
    for (const who of ["removed", "former", "stranger"] as const) expect(await scopesOf(who)).toEqual([]);
  });

  it.each([
    ["select name from team", ["Ours"], ["member", "newcomer", "inviter", "owner"]],
    ["select name from role where team_id is not null order by id", ["Inviter", "Plain"], ["member", "newcomer", "inviter", "owner"]],
    ["select text as name from team_log", ["an entry"], ["member", "newcomer", "inviter", "owner"]],
    ["select public_key as name from team_author", ["k"], ["member", "newcomer", "inviter", "owner"]],
    ["select email as name from invitation where email is not null order by 1", ["new@example.com", "stranger@example.com"], ["inviter"]],
    ["select email as name from invitation where email is not null", ["stranger@example.com"], ["stranger"]],
    ["select key as name from team_key", ["a copy"], ["member", "owner"]],
  ] as const)("of a team: %s", async (text, found, seers: readonly Name[]) => {
    for (const who of NAMES) {
      const { rows } = await as(who, (client) => client.query(text));
      const isOther = text.includes("invitation") && !seers.includes(who) && ["inviter", "stranger"].includes(who);
      if (!isOther)
        expect(
          rows.map(({ name }) => name),
          who,
        ).toEqual(seers.includes(who) ? found : []);
    }
  });
});

const CHANGED_ROLE = "update role set manage_teams = true where id =";
/** Who, what is smuggled, and the policy without which it goes through. */
const SMUGGLED: readonly (readonly [Name, does: string, text: () => string, without: string])[] = [
  [
    "stranger",
    "makes itself an administrator",
    () => `update account set role_id = 1 where id = ${own("stranger")}`,
    DROP("trigger account_keeps_place on account"),
  ],
  [
    "former",
    "goes back into a team",
    () => `update account set team_id = '${given.teamId}' where id = ${own("former")}`,
    DROP("trigger account_keeps_place on account"),
  ],
  [
    "newcomer",
    "says that the log has it",
    () => `update account set is_in_log = true where id = ${own("newcomer")}`,
    DROP("trigger account_keeps_place on account"),
  ],
  [
    "stranger",
    "says that it comes from another account",
    () => `update account set root_id = gen_random_uuid() where id = ${own("stranger")}`,
    DROP("trigger account_keeps_place on account"),
  ],
  [
    "stranger",
    "gives itself someone's scope",
    () => aGrant(),
    "alter policy own on share_grant with check (sender_id = (select coffer_account()))",
  ],
  ["removed", "links itself to another account", () => aLink(), "alter policy own on profile_link using (true)"],
  [
    "writer",
    "takes the scope for its own",
    () => `update scope set owner_id = ${own("writer")} where id = '${given.scope}'`,
    DROP("trigger scope_keeps_owner on scope"),
  ],
  [
    "reader",
    "says that a record has left",
    () => `insert into departed select '${given.scope}', id, 9 from record where scope_id = '${given.scope}'`,
    "create policy wide on departed for insert with check (exists (select from scope where scope.id = scope_id))",
  ],
  [
    "newcomer",
    "writes what is shared with the team",
    () => `update record set seal = '' where scope_id = '${given.teamScope}'`,
    "alter policy changed on record using (scope_id in (select g.scope_id from share_grant g))",
  ],
  [
    "member",
    "writes an entry into the log",
    () => `insert into team_log values ('${given.teamId}', 2, '', '', now())`,
    "create policy wide on team_log for insert with check (true)",
  ],
  [
    "member",
    "takes away someone's copy of the key",
    () => `delete from team_key where member_id = ${own("owner")}`,
    "create policy wide on team_key using (true)",
  ],
  ["member", "renames the team", () => "update team set name = 'Mine'", "create policy wide on team for update using (true)"],
  ["member", "invites", () => anInvitation("member", 3), "create policy wide on invitation for insert with check (true)"],
  [
    "inviter",
    "invites an administrator of the server",
    () => anInvitation("inviter", 1),
    "create policy wide on invitation for insert with check (true)",
  ],
  ["inviter", "invites in another's name", () => anInvitation("owner", 3), "create policy wide on invitation for insert with check (true)"],
  [
    "inviter",
    "gives an invitation another role",
    () => "update invitation set role_id = 2 where email = 'new@example.com'",
    DROP("trigger invitation_keeps_terms on invitation"),
  ],
  ["inviter", "changes its own role", () => `${CHANGED_ROLE} ${given.roleId}`, "create policy wide on role for update using (true)"],
  [
    "inviter",
    "gives a role more than it has",
    () => `${CHANGED_ROLE} ${given.plainRole}`,
    "create policy wide on role for update using (true)",
  ],
  [
    "inviter",
    "changes a role of all teams",
    () => "update role set name = 'Mine' where id = 2",
    "create policy wide on role for update using (true)",
  ],
];

function DROP(what: string): string {
  return `drop ${what}`;
}
function own(who: Name): string {
  return `'${people[who].accountId}'`;
}
function aGrant(): string {
  const me = own("stranger");
  return `insert into share_grant (id, scope_id, item_id, sender_id, recipient_id, permission, epoch, shared_key, signed_at)
    values (gen_random_uuid(), '${people.owner.scopeId}', '${given.teamItem}', ${me}, ${me}, 'write', 1, '', 1)`;
}
function aLink(): string {
  return `insert into profile_link (id, existing_id, new_id, for_existing, for_new, existing_epoch, new_epoch, link_auth_hash, created_at)
    values (gen_random_uuid(), ${own("owner")}, ${own("removed")}, '${wrapped()}', '', 1, 1, '', now())`;
}
function anInvitation(by: Name, roleId: number): string {
  return `insert into invitation (id, token_hash, email, role_id, team_id, invited_by, created_at, expires_at)
    values (gen_random_uuid(), 'mine', 'x@example.com', ${roleId}, '${given.teamId}', ${own(by)}, now(), now())`;
}

describe("SQL that is smuggled in", () => {
  const changed = (who: Name, text: string, without?: string): Promise<number> =>
    as(who, (client) => client.query(text), without).then(
      ({ rowCount }) => rowCount ?? 0,
      (error: { code?: string }) => {
        expect(error.code).toBe("42501");
        return 0;
      },
    );

  it.each(SMUGGLED)("by the %s: %s", async (who, _, text, without) => {
    expect(await changed(who, text())).toBe(0);
    expect(await changed(who, text(), without)).toBeGreaterThan(0);
  });

  it("does not become the server by the functions that answer for it", async () => {
    await expect(as("member", (client) => client.query("select coffer_begin()"))).rejects.toMatchObject({ code: "42501" });
    const seen = "select count(*)::int as there from coffer_share_people() p, account a";
    expect((await as("stranger", (client) => client.query(seen))).rows).toEqual([{ there: 1 }]);
  });

  it.each(["stranger", "former", "reader", "removed"] as const)("learns nothing of a team by asking them, for the %s", async (who) => {
    const { teamId, roleId } = given;
    for (const text of [
      `select from coffer_team_people('${teamId}')`,
      "select from coffer_team_counts(gen_random_uuid())",
      `select from coffer_key_holders('${teamId}', 1)`,
      `select from coffer_joined_as('${teamId}', ${own("member")}, 'member@example.com')`,
      `select where coffer_role_holders(${roleId}) is not null`,
      `select where coffer_sees_team('${teamId}') or coffer_allows('manage_teams') or coffer_allows('super')`,
    ])
      expect((await as(who, (client) => client.query(text))).rowCount, text).toBe(0);
    const people = "select is_in_team from coffer_person(null, 'member@example.com')";
    expect((await as(who, (client) => client.query(people))).rows).toEqual([{ is_in_team: null }]);
  });

  it("tells a plain member no more of the others than the page of the team does", async () => {
    const text = `select bool_or(has_factor is not null or is_managed is not null or active_at is not null or has_agreed is not null) as is, count(*)::int as there from coffer_team_people('${given.teamId}')`;
    expect((await as("member", (client) => client.query(text))).rows).toEqual([{ is: false, there: 4 }]);
  });
});

/** Tables that hold nothing of people's: what only the server itself reads. */
const OF_THE_SERVER = ["guess", "code", "rate_limit", "sign_in_queue", "sign_in_place", "passkey_challenge", "outbox", "setting"];
const COUNT = inject("isWhole") ? 3_000 : 300;
/** Of the draw; another one in `npm run test:all`. */
const SEED = inject("isWhole") ? Date.now() : 7;

/** What PostgreSQL does with a statement about one row, and the model's word for it. */
const VERBS = {
  select: ["sees", (table: string) => `select from ${table} where ctid = $1`],
  update: ["changes", (table: string, column: string) => `update ${table} set ${column} = ${column} where ctid = $1`],
  delete: ["takes", (table: string) => `delete from ${table} where ctid = $1`],
  insert: ["adds", (table: string) => `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`],
} as const satisfies Record<string, readonly [keyof Policy, (table: string, column: string) => string]>;
const VERB_NAMES = Object.keys(VERBS) as readonly (keyof typeof VERBS)[];

describe(`each of ${COUNT} statements about one row, of seed ${SEED}`, () => {
  const random = drawnFrom(SEED);
  const among = <One>(list: readonly One[]): One => {
    const one = list[Math.floor(random() * list.length)];
    if (one === undefined) throw new Error("Nothing to draw from");
    return one;
  };

  /** Shares of every kind, lived and ended, and rows in every table. */
  beforeAll(async () => {
    for (const name of NAMES) {
      const [note, vault] = [put("note"), put("category")];
      await people[name].commit(note, vault);
      await people[name].commit({ ...note, revision: 2 });
      await run("insert into left_access (owner_id, item_id, email, at) values ($1, $2, '', $3)", [people[name].accountId, note.id, at()]);
    }
    for (const name of ["owner", "member", "inviter"] as const) {
      await run("insert into refused_key values ($1, $2, 1, $3, $4)", [
        given.teamId,
        people[name].accountId,
        people.newcomer.accountId,
        at(),
      ]);
      await run("insert into team_mark values ($1, $2, 1, 'h', 1, 'k', 's')", [given.teamId, people[name].accountId]);
    }
    const { rows: items } = await run(
      "select r.id, r.scope_id, s.owner_id from record r join scope s on s.id = r.scope_id where r.kind = 'note'",
    );
    for (let made = 0; made < 40; made++) {
      const { id, scope_id: scope, owner_id: sender } = among(items);
      const [to, state] = [among<Name | "team">([...NAMES, "team"]), among(["live", "live", "ended", "expired"])];
      const values = [randomUUID(), scope, id, sender, to === "team" ? null : people[to].accountId, to === "team" ? given.teamId : null];
      const times = { live: [null, null], ended: [null, at()], expired: [new Date(server.clock.now - 1), null] }[state] ?? [];
      const columns =
        "id, scope_id, item_id, sender_id, recipient_id, team_id, permission, expires_at, ended_at, team_epoch, epoch, shared_key, signed_at";
      await run(`insert into share_grant (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, '', 1) on conflict do nothing`, [
        ...[...values, among(["read", "write"]), ...times],
        to === "team" ? 1 : null,
      ]);
      await run("insert into departed values ($1, $2, 1) on conflict do nothing", [scope, id]);
    }
  });

  const everyRow = async (tables: readonly string[]): Promise<{ rows: Rows; places: ReadonlyMap<Row, string> }> => {
    const [rows, places]: [Record<string, Row[]>, Map<Row, string>] = [{}, new Map()];
    for (const table of tables) {
      const found = await run(`select ctid::text as place, to_jsonb(t) as row from public."${table}" t`);
      rows[table] = found.rows.map(({ row }) => row);
      for (const { place, row } of found.rows) places.set(row, place);
    }
    return { rows, places };
  };

  it("does what the model says that knows of no policy", async () => {
    const guarded = await run("select relname as name from pg_class where relrowsecurity and relkind = 'r' order by 1");
    const tables = guarded.rows.map(({ name }) => name).filter((name) => !OF_THE_SERVER.includes(name));
    const { rows, places } = await everyRow(tables);
    const columns = await run(
      "select table_name, min(column_name) as name from information_schema.columns where is_generated = 'NEVER' group by 1",
    );
    const columnOf = new Map(columns.rows.map(({ table_name, name }) => [table_name, name]));
    const policies = new Map(NAMES.map((name) => [name, policiesOf(rows, people[name].accountId, Date.now())]));
    expect(Object.keys(policies.get("owner") ?? {}).sort()).toEqual(tables);
    const counted = new Map<string, number>();
    for (let count = 0; count < COUNT; count++) {
      const [who, table, verb] = [among(NAMES), among(tables.filter((name) => (rows[name]?.length ?? 0) > 0)), among(VERB_NAMES)];
      const row = among(rows[table] ?? []);
      // Without it, a person may nothing.
      if (
        verb === "insert" &&
        table === "role" &&
        rows.account?.some(({ id, role_id }) => id === people[who].accountId && role_id === row.id)
      )
        continue;
      const policy = policies.get(who)?.[table];
      const [word, textOf] = VERBS[verb];
      // What is not seen is neither changed nor taken.
      const isAllowed = policy?.[word](row) === true && (verb === "insert" || policy.sees(row));
      const done = await tried(who, {
        text: textOf(`public."${table}"`, `"${columnOf.get(table)}"`),
        table,
        place: places.get(row) ?? "",
        ...(verb === "insert" && { row }),
      });
      expect(done, `${who}: ${verb} of ${table}, ${JSON.stringify(row)}`).toBe(isAllowed);
      counted.set(`${verb} ${done}`, (counted.get(`${verb} ${done}`) ?? 0) + 1);
    }
    expect([...counted.keys()].sort()).toEqual(VERB_NAMES.flatMap((verb) => [`${verb} false`, `${verb} true`]).sort());
  });
});

interface Tried {
  readonly text: string;
  readonly table: string;
  readonly place: string;
  /** To insert: it is taken away before. */
  readonly row?: Row;
}

/** @returns whether the statement did it. Triggers and references are left out: what they refuse is tried above. */
async function tried(who: Name, { text, table, place, row }: Tried): Promise<boolean> {
  const client = await server.pool.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    if (row) await client.query(`delete from public."${table}" where ctid = $1`, [place]);
    await client.query(`set local role ${PRODUCT_ROLE}; select set_config('coffer.account', '${people[who].accountId}', true)`);
    return (await client.query(text, [row ? JSON.stringify(row) : place])).rowCount === 1;
  } catch (error) {
    expect(error).toMatchObject({ code: "42501" });
    return false;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** The same numbers from the same seed, from 0 up to, but not including, 1. */
function drawnFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
