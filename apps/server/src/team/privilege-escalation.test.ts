/** Privilege escalation: members who have some permission and try to get another. */
import { type PermissionFlag, permissionsWhere } from "@coffer/core/team/permissions";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, invitation } from "../db/tables.ts";
import { role } from "../db/team-tables.ts";
import { makeRole, makeTeam, placeIn } from "../testing/teams.ts";
import { type Answer, bodyAs, id, openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let [teamId, otherId] = ["", ""];
let boss: Person;
let eve: Person;
let bob: Person;
let stranger: Person;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
  [teamId, otherId] = [await makeTeam(server), await makeTeam(server, "Other")];
  [boss, eve] = [await server.join("boss@example.com", 1), await server.join("eve@example.com")];
  [bob, stranger] = [await server.join("bob@example.com"), await server.join("stranger@example.com")];
});
afterAll(() => world.end());

beforeEach(async () => {
  await placeIn(server, bob, { teamId, isManaged: true });
  await placeIn(server, stranger, { teamId: otherId, isManaged: true });
});

const set = (...flags: readonly PermissionFlag[]) => permissionsWhere((flag) => flags.includes(flag));
/** Gives Eve a role with these flags. @returns the role */
async function eveWith(...flags: readonly PermissionFlag[]): Promise<number> {
  const roleId = await makeRole(server, teamId, flags);
  await placeIn(server, eve, { teamId, roleId });
  return roleId;
}
const said = ({ status, body }: Answer) => [status, body.code];
const roleOf = async ({ accountId }: Person) => (await server.db.select().from(account).where(eq(account.id, accountId)))[0]?.role_id;

describe("a role", () => {
  it("is not made with a permission that its maker lacks", async () => {
    await eveWith("manage_roles");
    const make = (...flags: PermissionFlag[]) => eve.call("POST", "/roles", { name: "More", permissions: set(...flags) });
    expect(said(await make("manage_teams"))).toEqual([403, "beyond_own_permissions"]);
    expect(said(await make("manage_roles", "manage_team"))).toEqual([403, "beyond_own_permissions"]);
    const { status, body } = await make("manage_roles");
    expect([status, body]).toMatchObject([200, { role: { team_id: teamId, permissions: set("manage_roles") } }]);
  });

  it("is not edited by a member who has it, not even to give something up", async () => {
    const own = await eveWith("manage_roles");
    const edit = await eve.call("PUT", `/roles/${own}`, { name: "Mine", permissions: set("manage_roles") });
    expect(said(edit)).toEqual([403, "own_role"]);
    expect(said(await eve.call("DELETE", `/roles/${own}`))).toEqual([403, "own_role"]);
  });

  it("is neither edited nor deleted by a member with fewer rights", async () => {
    await eveWith("manage_roles");
    const strong = await makeRole(server, teamId, ["remove_members"]);
    const weaken = await eve.call("PUT", `/roles/${strong}`, { name: "Weak", permissions: set() });
    expect(said(weaken)).toEqual([403, "beyond_own_permissions"]);
    expect(said(await eve.call("DELETE", `/roles/${strong}`))).toEqual([403, "beyond_own_permissions"]);
    const weak = await makeRole(server, teamId, []);
    const raise = await eve.call("PUT", `/roles/${weak}`, { name: "Strong", permissions: set("manage_team") });
    expect(said(raise)).toEqual([403, "beyond_own_permissions"]);
  });

  it("of the product, of all teams or of another team is not hers to change, whatever the body says", async () => {
    await eveWith("manage_roles");
    const [mine, foreign, global] = [
      await makeRole(server, teamId, []),
      await makeRole(server, otherId, []),
      await makeRole(server, null, []),
    ];
    for (const target of [1, 2, 3, foreign, global, 2_000_000_000]) {
      const edit = await eve.call("PUT", `/roles/${target}`, { name: "Mine now", permissions: set() });
      expect([target, ...said(edit)]).toEqual([target, 403, "forbidden"]);
      expect(said(await eve.call("DELETE", `/roles/${target}`))).toEqual([403, "forbidden"]);
    }
    const swapped = await eve.call("PUT", `/roles/${mine}`, { id: foreign, name: "Mine now", permissions: set() });
    expect(said(swapped)).toEqual([400, "invalid_input"]);
    expect(await server.db.select().from(role).where(eq(role.name, "Mine now"))).toEqual([]);
  });

  it("of the product stays as it is for everyone, except what team admins may do", async () => {
    const edit = (target: number) =>
      boss.call("PUT", `/roles/${target}`, { name: "Team Admin", permissions: set("manage_team", "invite_members", "remove_members") });
    expect(said(await edit(1))).toEqual([403, "system_role"]);
    expect(said(await edit(3))).toEqual([403, "system_role"]);
    expect((await edit(2)).status).toBe(200);
    for (const target of [1, 2, 3]) expect(said(await boss.call("DELETE", `/roles/${target}`))).toEqual([403, "system_role"]);
    const { body } = await boss.call("GET", "/roles");
    expect(bodyAs<{ id: number }[]>(body).map((one) => one.id)).not.toContain(1);
  });

  it("that a member or an open invitation has stays; one that was invited with long ago goes", async () => {
    await eveWith("manage_roles");
    const held = await makeRole(server, teamId, []);
    await placeIn(server, bob, { teamId, roleId: held });
    const remove = () => eve.call("DELETE", `/roles/${held}`);
    expect(said(await remove())).toEqual([409, "role_in_use"]);
    await placeIn(server, bob, { teamId });
    const at = new Date(server.clock.now);
    const invited = { id: id(), token_hash: id(), email: "x@example.com", role_id: held, team_id: teamId, created_at: at };
    await server.db.insert(invitation).values({ ...invited, expires_at: new Date(at.getTime() + 1_000) });
    expect(said(await remove())).toEqual([409, "role_in_use"]);
    await server.db.update(invitation).set({ revoked_at: at }).where(eq(invitation.id, invited.id));
    expect((await remove()).status).toBe(200);
  });
});

describe("a place in a team", () => {
  it("that ends with its team takes the accounts with it that its deleter outranks, and no others", async () => {
    const doomed = await makeTeam(server, "Doomed");
    await placeIn(server, eve, { teamId: doomed, roleId: await makeRole(server, doomed, ["manage_teams"]) });
    await placeIn(server, bob, { teamId: doomed, roleId: TEAM_ADMIN, isManaged: true });
    await placeIn(server, stranger, { teamId: doomed, isManaged: true });
    expect((await eve.call("DELETE", `/teams/${doomed}`, { deleteUsers: true })).status).toBe(200);
    const isShut = async ({ accountId }: Person) =>
      (await server.db.select().from(account).where(eq(account.id, accountId)))[0]?.disabled_at !== null;
    expect([await isShut(bob), await isShut(stranger)]).toEqual([false, true]);
  });

  it("cannot change itself: no other role, no removal, no deletion, no second factor removed", async () => {
    await eveWith("manage_team", "remove_members");
    const membershipId = await placeIn(server, eve, { teamId, roleId: TEAM_ADMIN });
    expect(said(await eve.call("PUT", `/team/update-role/${eve.accountId}`, { roleId: 3 }))).toEqual([403, "own_membership"]);
    expect(said(await eve.call("DELETE", `/teams/remove-member/${membershipId}`))).toEqual([403, "own_membership"]);
    expect(said(await eve.call("DELETE", `/teams/${teamId}/members/${eve.accountId}`))).toEqual([403, "own_membership"]);
    expect(said(await eve.call("DELETE", `/team/delete-user/${eve.accountId}`))).toEqual([403, "own_membership"]);
    expect(said(await eve.call("POST", "/users/2fa/remove", { userId: eve.accountId }))).toEqual([403, "forbidden"]);
    expect(said(await boss.call("PUT", `/team/update-role/${boss.accountId}`, { roleId: 3 }))).toEqual([403, "own_membership"]);
  });

  it("comes with no role that has more rights than the giver, and never with the first", async () => {
    await eveWith("manage_team", "invite_members");
    const more = await makeRole(server, teamId, ["remove_members"]);
    const foreign = await makeRole(server, otherId, []);
    for (const [roleId, code] of [
      [TEAM_ADMIN, "beyond_own_permissions"],
      [more, "beyond_own_permissions"],
      [1, "role_not_assignable"],
      [foreign, "role_not_assignable"],
      [2_000_000_000, "role_not_assignable"],
    ] as const) {
      expect((await eve.call("PUT", `/team/update-role/${bob.accountId}`, { roleId })).body.code).toBe(code);
      expect((await eve.call("POST", "/team/invite", { email: "friend@example.com", roleId })).body.code).toBe(code);
    }
    expect((await boss.call("PUT", `/team/update-role/${bob.accountId}`, { roleId: 1 })).body.code).toBe("role_not_assignable");
    expect(await roleOf(bob)).toBe(3);
    expect((await boss.call("PUT", `/team/update-role/${bob.accountId}`, { roleId: 2 })).status).toBe(200);
    expect(await roleOf(bob)).toBe(2);
  });

  it("of a user with more rights is not touched", async () => {
    await eveWith("manage_team", "remove_members");
    const membershipId = await placeIn(server, bob, { teamId, roleId: TEAM_ADMIN, isManaged: true });
    const beyond = [403, "beyond_own_permissions"];
    expect(said(await eve.call("PUT", `/team/update-role/${bob.accountId}`, { roleId: 0 }))).toEqual(beyond);
    expect(said(await eve.call("DELETE", `/teams/remove-member/${membershipId}`))).toEqual(beyond);
    expect(said(await eve.call("DELETE", `/team/delete-user/${bob.accountId}`))).toEqual(beyond);
    expect(said(await eve.call("POST", "/users/2fa/remove", { userId: bob.accountId }))).toEqual(beyond);
  });

  it("of a holder of the first role cannot be touched by any other role", async () => {
    await placeIn(server, eve, { teamId, roleId: TEAM_ADMIN });
    const chief = await server.join("chief@example.com", 1);
    const membershipId = await placeIn(server, chief, { teamId, roleId: 1, isManaged: true });
    expect(said(await eve.call("PUT", `/team/update-role/${chief.accountId}`, { roleId: 0 }))).toEqual([403, "forbidden"]);
    expect(said(await eve.call("DELETE", `/teams/remove-member/${membershipId}`))).toEqual([403, "forbidden"]);
    expect(said(await eve.call("DELETE", `/team/delete-user/${chief.accountId}`))).toEqual([403, "forbidden"]);
    expect(said(await boss.call("PUT", `/team/update-role/${chief.accountId}`, { roleId: 0 }))).toEqual([400, "role_not_assignable"]);
    expect(said(await boss.call("DELETE", `/team/delete-user/${chief.accountId}`))).toEqual([403, "forbidden"]);
  });

  it("in another team is out of reach, by whichever id and path", async () => {
    await placeIn(server, eve, { teamId, roleId: TEAM_ADMIN });
    const theirs = await placeIn(server, stranger, { teamId: otherId, isManaged: true });
    expect(said(await eve.call("DELETE", `/teams/remove-member/${theirs}`))).toEqual([403, "forbidden"]);
    expect(said(await eve.call("DELETE", `/teams/${otherId}/members/${stranger.accountId}`))).toEqual([403, "forbidden"]);
    expect(said(await eve.call("DELETE", `/teams/${teamId}/members/${stranger.accountId}`))).toEqual([403, "forbidden"]);
    // A person's id is not the id of a membership.
    expect(said(await eve.call("DELETE", `/teams/remove-member/${bob.accountId}`))).toEqual([403, "forbidden"]);
    const invite = { email: "friend@example.com", teamId: otherId };
    expect(said(await eve.call("POST", "/team/invite", invite))).toEqual([403, "forbidden"]);
    const add = { memberUserId: stranger.accountId, teamId };
    expect(said(await eve.call("POST", `/teams/${otherId}/members`, add))).toEqual([400, "invalid_input"]);
    expect(said(await eve.call("POST", `/teams/${otherId}/members`, { memberUserId: stranger.accountId }))).toEqual([403, "forbidden"]);
    // Nor does she take a member out of another team by adding them to hers.
    expect(said(await eve.call("POST", `/teams/${teamId}/members`, add))).toEqual([403, "forbidden"]);
  });
});

it("no one is removed by the path of a team that they are not in, not even by a user who may in each", async () => {
  for (const person of [boss, eve]) {
    if (person === eve) await eveWith("manage_teams", "remove_members");
    const byOther = await person.call("DELETE", `/teams/${teamId}/members/${stranger.accountId}`);
    expect(said(byOther)).toEqual([404, "not_found"]);
    const [row] = await server.db.select().from(account).where(eq(account.id, stranger.accountId));
    expect(row?.team_id).toBe(otherId);
  }
});

it("a right that was taken away is gone from the next call on, not from the next sign-in", async () => {
  await eveWith("manage_team");
  expect((await eve.call("GET", "/team/members")).status).toBe(200);
  await placeIn(server, eve, { teamId });
  expect((await eve.call("GET", "/team/members")).status).toBe(403);
  expect((await eve.call("GET", "/team/standing")).body).toEqual({ success: true, role_id: 3, team_id: teamId, permissions: set() });
});

it("a role without a team counts nowhere", async () => {
  const rest = await server.join("rest@example.com", TEAM_ADMIN);
  expect((await rest.call("GET", "/team/standing")).body).toMatchObject({ permissions: set() });
  expect((await rest.call("GET", "/team/members")).status).toBe(403);
});
