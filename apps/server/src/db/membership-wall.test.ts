/**
 * Row-level security by membership: a query that forgets its `where`, and SQL that is smuggled in, for people who share and who are in a team. Each wall that refuses a
 * smuggled statement is also taken away: then the statement goes through, so it is that wall that holds.
 */
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OWNER_OF_ROWS } from "../testing/owner-of-rows.ts";
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
const OWNERS = { ...OWNER_OF_ROWS, team_key: "member_id", team_mark: "member_id" };
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
/** Who, what is smuggled, and the wall without which it goes through. */
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
