/** Teams and their members: what is made, shown, counted and ended. */
import { randomUUID } from "node:crypto";
import { formatBytes } from "@coffer/core/format-bytes";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shareGrant } from "../db/sharing-tables.ts";
import { turnOnSecondFactor } from "../testing/second-factor.ts";
import { makeRole, makeTeam, placeIn, signedLeaving } from "../testing/teams.ts";
import { openWorld, type Person, put, type Server, type World, wrapped } from "../testing/world.ts";

let world: World;
let server: Server;
let boss: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
  boss = await server.join("boss@example.com", 1);
});
afterAll(() => world.end());

type Body = Record<string, unknown>;
const teamOf = (body: Body) => body.team as Body & { id: string };
const login = async (person: Person) => (await server.call("POST", "/users/login", { email: person.email, authKey: person.authKey })).body;
const auditOf = async (person: Person) => {
  const { rows } = await server.pool.query<{ event: string }>("select event from audit where account_id = $1 order by seq", [
    person.accountId,
  ]);
  return rows.map(({ event }) => event);
};

describe("a team", () => {
  it("is made with its sealed key, with its maker in it; the second one of the same maker is not", async () => {
    const chief = await server.join("chief@example.com", 1);
    const key = wrapped();
    const made = await chief.call("POST", "/teams", { name: " Engineering ", description: "Builds", encrypted_team_key: key });
    expect(made.body).toMatchObject({ success: true, message: "Team created successfully" });
    const first = teamOf(made.body);
    expect(first).toMatchObject({ name: "Engineering", description: "Builds", member_count: 1, managed_count: 0, role_id: 1 });
    const { rows } = await server.pool.query("select encrypted_team_key from team where id = $1", [first.id]);
    expect(rows).toEqual([{ encrypted_team_key: key }]);
    const second = teamOf((await chief.call("POST", "/teams", { name: "Sales" })).body);
    expect(second).toMatchObject({ member_count: 0, role_id: null, description: "" });
    expect(await auditOf(chief)).toContain("team.created");
    // No key in plain text, and no invalid name.
    for (const wrong of [
      { name: "A", encrypted_team_key: "00".repeat(32) },
      { name: "  " },
      { name: "two\nlines" },
      { name: "x".repeat(81) },
    ])
      expect((await chief.call("POST", "/teams", wrong)).status).toBe(400);
  });

  it("is renamed", async () => {
    const teamId = await makeTeam(server);
    const { body } = await boss.call("PUT", `/teams/${teamId}`, { name: "Better", description: "New" });
    expect(body).toMatchObject({ message: "Team updated successfully", team: { name: "Better", description: "New" } });
  });

  it("stores what its members own, counted when asked, and hourly", async () => {
    const teamId = await makeTeam(server);
    const ann = await server.join("stores@example.com");
    await placeIn(server, ann, { teamId });
    await ann.commit(put("note"), put("password"));
    const { rows } = await server.pool.query<{ bytes: string }>(
      "select sum(octet_length(seal) + octet_length(fields::text)) as bytes from record where owner_id = $1",
      [ann.accountId],
    );
    const totalBytes = Number(rows[0]?.bytes);
    expect(totalBytes).toBeGreaterThan(300);
    const stored = async (path: string) => (await boss.call("GET", `/teams/${teamId}/${path}`)).body.storage_data;
    expect(await stored("storage-data")).toEqual({ totalBytes: 0, usagePercentage: 0 });
    const usagePercentage = Math.round((totalBytes / 52_428_800) * 10_000) / 100;
    expect(await stored("fetch-team-storage-usage")).toEqual({ totalBytes, usagePercentage });
    expect(await stored("storage-data")).toEqual({ totalBytes, usagePercentage });
    expect(formatBytes(totalBytes)).toMatch(/Bytes|KB/);
  });
});

describe("the members", () => {
  it("are shown in full to those who manage them, and by email and role to each other", async () => {
    const teamId = await makeTeam(server, "Shown");
    const [lead, ann] = [await server.join("lead@shown.example"), await server.join("ann@shown.example")];
    await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
    const membershipId = await placeIn(server, ann, { teamId, isManaged: true });
    await turnOnSecondFactor(server, ann);
    const full = (await lead.call("GET", "/team/members")).body;
    expect(full).toEqual((await lead.call("GET", `/teams/${teamId}/members`)).body);
    expect((full.activeMembers as Body[])[0]).toEqual({
      id: membershipId,
      user_id: ann.accountId,
      email: ann.email,
      joined_at: expect.stringMatching(/^2025-04-01T/),
      role_id: 3,
      role_name: "Member",
      team_name: "Shown",
      address_proven: true,
      two_factor_enabled: true,
      is_managed: true,
      has_agreed: true,
      last_active_at: expect.stringMatching(/^2025-04-01T/),
    });
    expect((full.roles as Body[]).map(({ name }) => name)).toEqual(["Team Admin", "Member"]);
    const plain = (await ann.call("GET", `/teams/${teamId}/members`)).body;
    expect(plain).toMatchObject({ pendingInvitations: [], roles: [] });
    expect(Object.keys((plain.activeMembers as Body[])[1] ?? {}).sort()).toEqual(
      ["address_proven", "email", "id", "joined_at", "role_id", "role_name", "team_name", "user_id"].sort(),
    );
  });

  it("are added only if the caller may know of them, are told so, and may leave", async () => {
    const teamId = await makeTeam(server, "Joined");
    const [lead, near, far] = [
      await server.join("lead@near.example"),
      await server.join("near@near.example"),
      await server.join("far@elsewhere.example"),
    ];
    await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
    const users = (await lead.call("GET", "/teams/users/available")).body.users as Body[];
    expect(users).toEqual([{ id: near.accountId, email: near.email }]);
    const all = (await boss.call("GET", "/teams/users/available")).body.users as Body[];
    expect(all.map(({ email }) => email)).toEqual(expect.arrayContaining([near.email, far.email]));
    const add = (person: Person) => lead.call("POST", `/teams/${teamId}/members`, { memberUserId: person.accountId, roleId: 0, teamId });
    expect((await add(far)).body.code).toBe("forbidden");
    expect((await add(near)).body.message).toBe("Member added successfully");
    expect((await server.emails(near.email)).at(-1)).toMatchObject({ name: "teamAdded", values: { team: "Joined", by: lead.email } });
    expect((await login(near)).data).toMatchObject({ team_id: teamId, role_id: 3 });
    expect((await boss.call("POST", `/teams/${teamId}/members`, { memberUserId: near.accountId })).body.code).toBe("already_in_team");
    // The team did not make the account, so it cannot delete it.
    expect((await lead.call("DELETE", `/team/delete-user/${near.accountId}`)).body).toMatchObject({
      code: "not_managed",
      message: "This account is not managed by your team.",
    });
    expect((await near.call("POST", "/team/leave", signedLeaving(near, teamId))).status).toBe(200);
    expect((await login(near)).data).toMatchObject({ team_id: null, role_id: 3 });
    expect(await auditOf(near)).toEqual(expect.arrayContaining(["team.joined", "team.left"]));
  });

  it("who are removed keep their account and lose role and team", async () => {
    const teamId = await makeTeam(server, "Removing");
    const [lead, ann] = [await server.join("lead@removing.example"), await server.join("ann@outside.example")];
    await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
    const roleId = await makeRole(server, teamId, ["invite_members"]);
    const membershipId = await placeIn(server, ann, { teamId, roleId });
    const { body } = await lead.call("DELETE", `/teams/remove-member/${membershipId}`);
    expect(body.message).toBe("Member removed from team successfully");
    expect((await login(ann)).data).toMatchObject({ team_id: null, role_id: 3, permissions: { invite_members: false } });
    expect((await server.emails(ann.email)).at(-1)).toMatchObject({ name: "teamLeft", values: { team: "Removing" } });
    expect(await auditOf(ann)).toContain("team.removed");
    // Formerly in the team, so she may be invited back although her address is of another domain.
    const users = (await lead.call("GET", "/teams/users/available")).body.users as Body[];
    expect(users).toEqual([{ id: ann.accountId, email: ann.email }]);
  });

  it("whose accounts the team made can be deleted: out at once, purged after seven business days", async () => {
    const teamId = await makeTeam(server, "Deleting");
    const [lead, ann] = [await server.join("lead@deleting.example"), await server.join("ann@deleting.example")];
    await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
    await placeIn(server, ann, { teamId, isManaged: true });
    const note = put("note");
    await ann.commit(note);
    const grant = {
      id: randomUUID(),
      scope_id: ann.scopeId,
      item_id: note.id,
      permission: "read" as const,
      epoch: 1,
      shared_key: "",
      signed_at: 0,
    };
    await server.db.insert(shareGrant).values({ ...grant, sender_id: ann.accountId, recipient_id: lead.accountId });
    const { body } = await lead.call("DELETE", `/team/delete-user/${ann.accountId}`);
    expect((await server.db.select().from(shareGrant)).map(({ ended_at }) => ended_at)).toEqual([new Date(server.clock.now)]);
    expect(body.message).toBe("User and all associated data permanently removed");
    expect((await ann.call("GET", "/users/sessions")).status).toBe(401);
    expect(await login(ann)).toMatchObject({ code: "account_disabled" });
    const { rows } = await server.pool.query("select purge_at, team_id from account where id = $1", [ann.accountId]);
    expect(rows).toEqual([{ purge_at: new Date(server.clock.now + 9 * 86_400_000), team_id: null }]);
    expect((await server.emails(ann.email)).at(-1)).toMatchObject({ name: "accountDeletedByTeam", values: { until: "Apr 10, 2025" } });
    expect(await auditOf(ann)).toContain("account.deleted-by-team");
    expect(await auditOf(lead)).toContain("team.member-deleted");
    expect((await boss.call("GET", "/teams/users/available")).body.users).not.toContainEqual(expect.objectContaining({ email: ann.email }));
  });
});

it("who are added and taken out again and again are mailed of it four times an hour", async () => {
  const teamId = await makeTeam(server, "Loop");
  const [lead, ann] = [await server.join("lead@loop.example"), await server.join("ann@loop.example")];
  await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
  for (let round = 0; round < 4; round++) {
    expect(await lead.call("POST", `/teams/${teamId}/members`, { memberUserId: ann.accountId })).toMatchObject({ status: 200 });
    expect(await lead.call("DELETE", `/teams/${teamId}/members/${ann.accountId}`)).toMatchObject({ status: 200 });
  }
  expect((await server.emails(ann.email)).filter(({ name }) => name.startsWith("team"))).toHaveLength(4);
  expect((await auditOf(ann)).filter((event) => event.startsWith("team."))).toHaveLength(8);
});

it("who leave with an account that the team made own it for good: added again, it is not the team's to delete", async () => {
  const teamId = await makeTeam(server, "Left");
  const [lead, ann] = [await server.join("lead@left.example"), await server.join("ann@left.example")];
  await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
  await placeIn(server, ann, { teamId, isManaged: true });
  expect((await ann.call("POST", "/team/leave", signedLeaving(ann, teamId))).status).toBe(200);
  expect((await lead.call("POST", `/teams/${teamId}/members`, { memberUserId: ann.accountId })).status).toBe(200);
  expect((await lead.call("DELETE", `/team/delete-user/${ann.accountId}`)).body.code).toBe("not_managed");
  expect((await login(ann)).success).toBe(true);
});

describe("the end of a team", () => {
  async function furnished(name: string) {
    const chief = await server.join(`chief@${name}.example`, 1);
    const { id: teamId } = teamOf((await chief.call("POST", "/teams", { name })).body);
    const [managed, added] = [await server.join(`managed@${name}.example`), await server.join(`added@${name}.example`)];
    await placeIn(server, managed, { teamId, roleId: await makeRole(server, teamId, ["manage_team"]), isManaged: true });
    await placeIn(server, added, { teamId });
    await chief.call("POST", "/team/invite", { email: `late@${name}.example`, teamId });
    return { chief, teamId, managed, added };
  }

  it("is told beforehand with how many accounts would go: neither the caller's own nor those of people who may more", async () => {
    const { chief, teamId } = await furnished("counted");
    const clerk = await server.join("clerk@counted.example");
    await placeIn(server, clerk, { teamId, roleId: await makeRole(server, teamId, ["manage_teams"]), isManaged: true });
    const counted = async (who: Person) => teamOf((await who.call("GET", `/teams/${teamId}`)).body).managed_count;
    expect([await counted(chief), await counted(clerk)]).toEqual([2, 0]);
  });

  it("makes individuals of its members, and deletes its roles and invitations", async () => {
    const { chief, teamId, managed, added } = await furnished("kept");
    const { body } = await chief.call("DELETE", `/teams/${teamId}`, { deleteUsers: false });
    expect(body.message).toBe("Team deleted and members converted to individual users");
    for (const person of [managed, added, chief]) {
      const { data } = (await login(person)) as { data: Body };
      expect(data).toMatchObject({ team_id: null, role_id: person === chief ? 1 : 3 });
    }
    const left = await server.pool.query("select id from role where team_id = $1 union all select 1 from invitation where team_id = $1", [
      teamId,
    ]);
    expect(left.rowCount).toBe(0);
    expect((await chief.call("GET", `/teams/${teamId}`)).status).toBe(404);
  });

  it("deletes, when asked to, the accounts that the team made, and no others; also when asked in the query", async () => {
    const { chief, teamId, managed, added } = await furnished("gone");
    const { body } = await chief.call("DELETE", `/teams/${teamId}?deleteUsers=true`);
    expect(body.message).toBe("Team and all team members have been deleted");
    expect(await login(managed)).toMatchObject({ code: "account_disabled" });
    for (const person of [added, chief]) expect((await login(person)).data).toMatchObject({ team_id: null });
  });
});
