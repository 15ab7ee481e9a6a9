/** Every administrative call by every kind of caller, as the page on permissions has it. Every id that a caller is not allowed to know of is refused like an unknown one. */
import { api } from "@coffer/contract/api";
import { PERMISSION_FLAGS, type PermissionFlag, permissionsWhere } from "@coffer/core/team/permissions";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account, invitation } from "../db/tables.ts";
import { role, team, teamLog } from "../db/team-tables.ts";
import { aFirstEntry, makeRole, makeTeam, placeIn, signedLeaving } from "../testing/teams.ts";
import { type Answer, id, openWorld, type Person, type Server, type World } from "../testing/world.ts";

const CALLERS = ["anonymous", "user", "member", ...PERMISSION_FLAGS, "admin", "super", "other admin", "other with flags"] as const;
type Caller = (typeof CALLERS)[number];
type Ids = Readonly<Record<"team" | "victim" | "membership" | "free" | "invitation" | "empty", string>> & { readonly role: number };
const NO_FLAGS = permissionsWhere(() => false);

interface Row {
  readonly call: (ids: Ids, caller: Caller) => readonly [method: string, path: string, body?: unknown];
  /** Who may, apart from the first role. All other signed-in callers are refused. */
  readonly may: readonly Caller[];
  /** Asks about nothing that has an id. */
  readonly isIdless?: true;
  /** For members alone, whatever else a caller may do in every team. */
  readonly isOwnTeams?: true;
}

const MEMBERS: readonly Caller[] = ["member", ...PERMISSION_FLAGS, "admin"];
const SIGNED_IN = CALLERS.filter((caller) => caller !== "anonymous");

const ROWS: Readonly<Record<keyof typeof api.team | "removeMfa", Row>> = {
  standing: { call: () => ["GET", "/team/standing"], may: SIGNED_IN, isIdless: true },
  listTeams: { call: () => ["GET", "/teams"], may: SIGNED_IN, isIdless: true },
  getTeam: { call: (ids) => ["GET", `/teams/${ids.team}`], may: MEMBERS },
  storageData: { call: (ids) => ["GET", `/teams/${ids.team}/storage-data`], may: MEMBERS },
  createTeam: { call: () => ["POST", "/teams", { name: "New" }], may: ["manage_teams"], isIdless: true },
  updateTeam: { call: (ids) => ["PUT", `/teams/${ids.team}`, { name: "Renamed" }], may: ["manage_teams"] },
  deleteTeam: { call: (ids) => ["DELETE", `/teams/${ids.empty}`, { deleteUsers: false }], may: ["manage_teams"] },
  refreshStorage: { call: (ids) => ["GET", `/teams/${ids.team}/fetch-team-storage-usage`], may: ["manage_teams"] },
  ownTeamMembers: {
    call: () => ["GET", "/team/members"],
    may: ["manage_team", "manage_teams", "admin", "other admin", "other with flags"],
    isIdless: true,
  },
  teamMembers: { call: (ids) => ["GET", `/teams/${ids.team}/members`], may: MEMBERS },
  listInvitations: { call: (ids) => ["GET", `/teams/${ids.team}/invitations`], may: ["manage_team", "manage_teams", "admin"] },
  availableUsers: { call: () => ["GET", "/teams/users/available"], may: ["manage_teams", "admin", "other admin"], isIdless: true },
  invite: {
    call: (ids) => ["POST", "/team/invite", { email: "new@example.net", roleId: 0, teamId: ids.team }],
    may: ["invite_members", "manage_teams", "admin"],
  },
  revokeInvitation: { call: (ids) => ["DELETE", `/team/invite/${ids.invitation}`], may: ["remove_members", "manage_teams", "admin"] },
  addMember: {
    call: (ids) => ["POST", `/teams/${ids.team}/members`, { memberUserId: ids.free, roleId: 0, teamId: ids.team }],
    may: ["manage_teams", "admin"],
  },
  removeMember: { call: (ids) => ["DELETE", `/teams/remove-member/${ids.membership}`], may: ["remove_members", "manage_teams", "admin"] },
  removeTeamMember: {
    call: (ids) => ["DELETE", `/teams/${ids.team}/members/${ids.victim}`],
    may: ["remove_members", "manage_teams", "admin"],
  },
  deleteUser: { call: (ids) => ["DELETE", `/team/delete-user/${ids.victim}`], may: ["remove_members", "admin"] },
  removeMfa: { call: (ids) => ["POST", "/users/2fa/remove", { userId: ids.victim }], may: ["remove_members", "admin"] },
  updateMemberRole: { call: (ids) => ["PUT", `/team/update-role/${ids.victim}`, { roleId: 0 }], may: ["manage_team", "admin"] },
  listRoles: {
    call: () => ["GET", "/roles"],
    may: ["manage_roles", "manage_team", "manage_teams", "invite_members", "admin", "other admin", "other with flags"],
    isIdless: true,
  },
  createRole: {
    call: () => ["POST", "/roles", { name: "New", description: "", permissions: NO_FLAGS }],
    may: ["manage_roles", "other with flags"],
    isIdless: true,
  },
  updateRole: {
    call: (ids) => ["PUT", `/roles/${ids.role}`, { id: ids.role, name: "Renamed", description: "", permissions: NO_FLAGS }],
    may: ["manage_roles"],
  },
  deleteRole: { call: (ids) => ["DELETE", `/roles/${ids.role}`], may: ["manage_roles"] },
  leaveTeam: {
    call: (_, caller) => ["POST", "/team/leave", leavingOf(caller)],
    may: [...MEMBERS, "other admin", "other with flags"],
    isIdless: true,
  },
  readLog: { call: (ids) => ["GET", `/teams/${ids.team}/log`], may: MEMBERS },
  // Nothing is added here, which every member may; what an entry says is judged by the log itself (log.test.ts).
  writeLog: { call: (ids) => ["POST", `/teams/${ids.team}/log`, { since: 1, entries: [], keys: [] }], may: MEMBERS },
  proveInvited: {
    call: () => ["PUT", "/team/invited-proof", { proof: "A".repeat(86) }],
    may: [...MEMBERS, "other admin", "other with flags"],
    isIdless: true,
  },
  // Judged by its signature (log.test.ts).
  refuseKey: {
    call: (ids) => ["POST", `/teams/${ids.team}/refused-key`, { grantId: id(), signature: "A".repeat(86) }],
    may: [],
  },
  readMarks: { call: (ids) => ["GET", `/teams/${ids.team}/marks`], may: MEMBERS, isOwnTeams: true },
  // Judged by its signature (marks.test.ts).
  leaveMark: {
    call: (ids) => ["PUT", `/teams/${ids.team}/mark`, { size: 1, root: "0".repeat(64), at: 0, signature: "A".repeat(86) }],
    may: [],
  },
  leftAccess: { call: () => ["GET", "/team/left-access"], may: SIGNED_IN, isIdless: true },
  // Takes only a token, from anyone who has it.
  acceptInvitation: { call: () => ["POST", "/team/accept-invitation", { token: "none" }], may: [], isIdless: true },
  joinInvited: { call: () => ["POST", "/team/join-invited", { token: "none" }], may: [], isIdless: true },
};

let world: World;
let server: Server;
let ids: Ids;
let otherTeam: string;
const people = new Map<Caller, Person>();
const roleOf = new Map<Caller, number>();
let victim: Person;
let free: Person;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
  const teamId = await makeTeam(server);
  // Its log has a first entry, which this test does not read.
  const first = JSON.stringify(aFirstEntry(teamId));
  await server.db
    .insert(teamLog)
    .values({ team_id: teamId, seq: 1, text: first, signature: "A".repeat(86), at: new Date(server.clock.now) });
  otherTeam = await makeTeam(server, "Other");
  for (const caller of SIGNED_IN)
    people.set(caller, await server.join(`${caller.replaceAll(" ", "-")}@example.com`, caller === "super" ? 1 : 3));
  for (const flag of PERMISSION_FLAGS) roleOf.set(flag, await makeRole(server, teamId, [flag], flag));
  roleOf.set("admin", TEAM_ADMIN).set("other admin", TEAM_ADMIN);
  const many: readonly PermissionFlag[] = ["manage_team", "manage_roles", "invite_members", "remove_members"];
  roleOf.set("other with flags", await makeRole(server, otherTeam, many));
  [victim, free] = [await server.join("victim@example.com"), await server.join("free@example.com")];
  const [empty, invited] = [id(), id()];
  ids = { team: teamId, victim: victim.accountId, membership: "", free: free.accountId, invitation: invited, empty, role: 0 };
}, 60_000);
afterAll(() => world.end());

const leavingOf = (caller: Caller) => {
  const person = people.get(caller);
  return person ? signedLeaving(person, caller.startsWith("other") ? otherTeam : ids.team) : {};
};

/** Whether an answered call has changed anything since the last reset of the scene. */
let isTouched = true;

/** Everything unchanged: who is where, one invitation, one role and one team without members. */
async function restore(): Promise<void> {
  if (!isTouched) return;
  isTouched = false;
  const { db, clock } = server;
  // A team mails one address few invitations an hour.
  await server.pool.query("delete from rate_limit");
  for (const [caller, person] of people) {
    if (caller === "user" || caller === "super") await db.update(account).set({ team_id: null }).where(eq(account.id, person.accountId));
    else await placeIn(server, person, { teamId: caller.startsWith("other") ? otherTeam : ids.team, roleId: roleOf.get(caller) ?? 3 });
  }
  await db.update(account).set({ team_id: null, disabled_at: null, purge_at: null }).where(eq(account.id, ids.free));
  const membership = await placeIn(server, victim, { teamId: ids.team, isManaged: true });
  await db.delete(invitation).where(eq(invitation.email, "pending@example.net"));
  const times = { created_at: new Date(clock.now), expires_at: new Date(clock.now + 3_600_000) };
  await db
    .insert(invitation)
    .values({ id: ids.invitation, token_hash: id(), email: "pending@example.net", role_id: 3, team_id: ids.team, ...times });
  await db.delete(team).where(eq(team.id, ids.empty));
  await db.insert(team).values({ id: ids.empty, name: "Empty", created_at: times.created_at });
  await db.delete(role).where(eq(role.name, "Renamed"));
  await db.delete(role).where(eq(role.name, "Spare"));
  ids = { ...ids, membership, role: await makeRole(server, ids.team, [], "Spare") };
}

async function ask(row: Row, caller: Caller, about: Ids = ids): Promise<Answer> {
  const [method, path, body] = row.call(about, caller);
  const person = people.get(caller);
  const answer = await (person ? person.call(method, path, body) : server.call(method, path, body));
  isTouched ||= method !== "GET" && answer.status === 200;
  return answer;
}

/** All that the calls here could change; what a session has cost is no part of it. */
const TABLES = ["account", "team", "role", "invitation", "team_log", "team_key", "audit", "outbox"];
const everything = async (): Promise<unknown> => {
  const hashes = TABLES.map((table) => `(select md5(string_agg(t::text, '' order by t::text)) from ${table} t) as "${table}"`);
  return (await server.pool.query(`select ${hashes.join()}`)).rows[0];
};

const unknown = (): Ids => ({
  ...{ team: id(), victim: id(), membership: id(), free: id(), invitation: id(), empty: id() },
  role: 2_000_000_000,
});

const JUDGED_BY_MORE = ["acceptInvitation", "joinInvited", "refuseKey", "leaveMark"];
const TABLE = Object.entries(ROWS).filter(([name]) => !JUDGED_BY_MORE.includes(name));
const ADDRESSED = TABLE.filter(([, row]) => !row.isIdless && !row.isOwnTeams);

it("has a row for every call of the team feature", () => {
  expect(Object.keys(ROWS).sort()).toEqual([...Object.keys(api.team), "removeMfa"].sort());
});

describe.each(TABLE)("%s", (name, row) => {
  // The first role is in no team here, so there is none that it could leave.
  const may = (caller: Caller): boolean =>
    row.may.includes(caller) || (caller === "super" && name !== "leaveTeam" && name !== "proveInvited" && !row.isOwnTeams);

  it.each(SIGNED_IN.filter(may))("is answered to: %s", async (caller) => {
    await restore();
    const { status, body } = await ask(row, caller);
    expect([status, body]).toEqual([200, expect.anything()]);
  });

  it.each(SIGNED_IN.filter((caller) => !may(caller)))("is refused to: %s, whatever it is asked about", async (caller) => {
    await restore();
    const before = await everything();
    const refused = await ask(row, caller);
    expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
    expect((await ask(row, caller, unknown())).body).toEqual(refused.body);
    expect(await everything(), "what was refused").toEqual(before);
  });

  it("is answered to no caller without a session", async () => {
    await restore();
    expect((await ask(row, "anonymous")).status).toBe(401);
  });
});

it.each(ADDRESSED)("%s says of an unknown id what it says of a foreign one, except to a caller who may in every team", async (_, row) => {
  for (const caller of [...row.may, "super"] as const) {
    await restore();
    const { status } = await ask(row, caller, unknown());
    const isEverywhere = caller === "manage_teams" || caller === "super";
    expect([caller, status]).toEqual([caller, isEverywhere ? 404 : 403]);
  }
});

it("accepting asks for a token of an invitation, and without a session for nothing else", async () => {
  for (const caller of CALLERS) {
    const { status, body } = await ask(ROWS.acceptInvitation, caller);
    expect([status, body.code]).toEqual([400, "invalid_invitation"]);
    const signedIn = await ask(ROWS.joinInvited, caller);
    expect(signedIn.body.code).toBe(caller === "anonymous" ? "authentication_required" : "invalid_invitation");
  }
});
