/** What becomes of an invitation when its sender may no longer invite; of two teams that invite one person; and of people a team added without asking. */
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { permissionsWhere } from "@coffer/core/team/permissions";
import { MEMBER, TEAM_ADMIN } from "@coffer/core/team/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRole, makeTeam, placeIn, signedLeaving } from "../testing/teams.ts";
import { openWorld, type Person, registration, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let teamId: string;
/** The first role; a team admin; and a member who may invite by a role of the team. */
let boss: Person;
let lead: Person;
let scout: Person;
let scouts: number;
let helpers: number;
let count = 0;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server({ publicUrl: "https://coffer.example" }, true);
  boss = await server.join("boss@example.com", 1);
  [lead, scout] = [await server.join("lead@example.com"), await server.join("scout@example.com")];
}, 60_000);
afterAll(() => world.end());

beforeEach(async () => {
  teamId = await makeTeam(server, "Invited");
  scouts = await makeRole(server, teamId, ["invite_members", "remove_members"], "Scouts");
  helpers = await makeRole(server, teamId, ["remove_members"], "Helpers");
  await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
  await placeIn(server, scout, { teamId, roleId: scouts });
});

const UNBACKED = {
  code: "invitation_unbacked",
  message: "The person who sent you this invitation may no longer invite anyone. Please ask an administrator of the team for a new one.",
};
const tokenIn = (link: URL): string => {
  const param = link.searchParams.get("token") ?? "";
  return link.pathname === "/register" ? (parseInvitation(param)?.token ?? "") : param;
};
/** @returns the token of a link for a person without an account */
async function invite(by: Person, more: object = {}): Promise<{ readonly email: string; readonly token: string }> {
  const email = `new-${++count}@example.com`;
  const { status, body } = await by.call("POST", "/team/invite", { email, roleId: 0, by: "link", ...more });
  expect([status, body]).toEqual([200, expect.anything()]);
  return { email, token: tokenIn(new URL(String(body.link))) };
}
const stateOf = (token: string) => server.call("POST", "/team/validate-invitation", { token });
const pendingOf = async (): Promise<unknown[]> =>
  ((await boss.call("GET", `/teams/${teamId}/invitations`)).body.invitations as { email: string }[]).map(({ email }) => email);

it("an invitation that an administrator sends at the same moment is not replaced by one who may give less", async () => {
  const email = `new-${++count}@example.com`;
  const client = await server.pool.connect();
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`invite ${email}`]);
  const sending = scout.call("POST", "/team/invite", { email, roleId: 0, by: "link" });
  // It waits for the one that is being sent.
  await expect
    .poll(async () => (await server.pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount)
    .toBe(1);
  await client.query(
    `insert into invitation (id, token_hash, email, role_id, team_id, invited_by, created_at, expires_at)
     values (gen_random_uuid(), $1, $1, $2, $3, $4, now(), $5)`,
    [email, TEAM_ADMIN, teamId, lead.accountId, new Date(server.clock.now + 86_400_000)],
  );
  await client.query("commit");
  client.release();
  expect((await sending).body).toMatchObject({ code: "invited_with_more" });
});

describe("an invitation is void, and says who to ask", () => {
  const losses: Readonly<Record<string, () => Promise<{ status: number }>>> = {
    "was given another role": () => lead.call("PUT", `/team/update-role/${scout.accountId}`, { roleId: 0 }),
    "has a role that allows it no more": () =>
      boss.call("PUT", `/roles/${scouts}`, { id: scouts, name: "Scouts", description: "", permissions: permissionsWhere(() => false) }),
    "was removed": () => lead.call("DELETE", `/teams/${teamId}/members/${scout.accountId}`),
    "has left": () => scout.call("POST", "/team/leave", signedLeaving(scout, teamId)),
  };
  it.each(Object.entries(losses))("once its sender %s", async (_, lose) => {
    const [{ email, token }, other] = [await invite(scout), await invite(lead)];
    expect((await lose()).status).toBe(200);
    expect((await stateOf(token)).body).toMatchObject(UNBACKED);
    expect((await server.call("POST", "/users/register", registration(email, token))).body).toMatchObject(UNBACKED);
    expect(await pendingOf()).toEqual([other.email]);
    expect((await stateOf(other.token)).status).toBe(200);
    // It stays void: a sender who may invite again has to send it again.
    await placeIn(server, scout, { teamId, roleId: TEAM_ADMIN });
    expect((await stateOf(token)).body).toMatchObject(UNBACKED);
  });

  it("once the role that it gives allows more than its sender may", async () => {
    const { token } = await invite(scout, { roleId: helpers });
    const permissions = permissionsWhere((flag) => flag === "remove_members" || flag === "manage_team");
    const change = { id: helpers, name: "Helpers", description: "", permissions };
    expect((await boss.call("PUT", `/roles/${helpers}`, change)).status).toBe(200);
    expect((await stateOf(token)).body).toMatchObject(UNBACKED);
  });

  it.each(["disabled_at", "purge_at"])(
    "when it is used, if its sender's account was closed in a way that voided nothing: %s",
    async (column) => {
      const { email, token } = await invite(scout);
      await server.pool.query(`update account set ${column} = now() where id = $1`, [scout.accountId]);
      expect((await server.call("POST", "/users/register", registration(email, token))).body).toMatchObject(UNBACKED);
      await server.pool.query(`update account set ${column} = null where id = $1`, [scout.accountId]);
      expect((await server.call("POST", "/users/register", registration(email, token))).status).toBe(200);
    },
  );

  it("when it is used, if the account of its sender was deleted", async () => {
    const { email, token } = await invite(scout);
    await server.pool.query("update invitation set invited_by = null where email = $1", [email]); // as the foreign key does
    expect((await server.call("POST", "/users/register", registration(email, token))).body).toMatchObject(UNBACKED);
  });

  it("when it is accepted, too", async () => {
    const ann = await server.join(`ann-${++count}@example.com`);
    await scout.call("POST", "/team/invite", { email: ann.email, roleId: 0 });
    const mail = (await server.emails(ann.email)).findLast(({ name }) => name === "teamInvitation");
    const token = tokenIn(new URL(mail?.values.link ?? ""));
    await server.pool.query("update account set role_id = 3 where id = $1", [scout.accountId]);
    expect((await server.call("POST", "/team/accept-invitation", { token })).body).toMatchObject(UNBACKED);
    expect((await ann.call("POST", "/team/join-invited", { token })).body).toMatchObject(UNBACKED);
  });
});

it("two teams that invite one person do not affect each other; a team's own later invitation replaces its first", async () => {
  const other = await makeTeam(server, "Other");
  const email = `both-${++count}@example.com`;
  const [first, theirs, second] = [
    await invite(boss, { email, teamId }),
    await invite(boss, { email, teamId: other }),
    await invite(boss, { email, teamId }),
  ];
  expect((await stateOf(first.token)).body.code).toBe("invalid_invitation");
  for (const { token } of [theirs, second]) expect((await stateOf(token)).status).toBe(200);
  const intoNone = await invite(boss, { email, teamId: null });
  for (const { token } of [theirs, second, intoNone]) expect((await stateOf(token)).status).toBe(200);
});

describe("the second factor of a member", () => {
  const enable = async (person: Person): Promise<void> => {
    await server.pool.query("update account set mfa_secret = 'on' where id = $1", [person.accountId]);
  };
  const isOn = async (person: Person): Promise<boolean> =>
    (await server.pool.query("select 1 from account where id = $1 and mfa_secret is not null", [person.accountId])).rowCount === 1;
  const remove = (by: Person, person: Person) => by.call("POST", "/users/2fa/remove", { userId: person.accountId });
  const listed = async (person: Person): Promise<unknown> => {
    const { body } = await lead.call("GET", "/team/members");
    return (body.activeMembers as { email: string; has_agreed: boolean }[]).find(({ email }) => email === person.email)?.has_agreed;
  };

  it("is left alone if the team added them without being asked; the first role may remove it", async () => {
    const ann = await server.join(`added-${++count}@example.com`);
    await enable(ann);
    expect((await lead.call("POST", `/teams/${teamId}/members`, { memberUserId: ann.accountId, roleId: 0, teamId })).status).toBe(200);
    expect(await listed(ann)).toBe(false);
    expect((await remove(lead, ann)).body.code).toBe("added_unasked");
    expect(await isOn(ann)).toBe(true);
    expect((await remove(boss, ann)).status).toBe(200);
    expect(await isOn(ann)).toBe(false);
  });

  it("is asked about by mail only to those who may remove it", async () => {
    const [invited, added, above] = [await server.join(`i-${++count}@example.com`), await server.join(`a-${count}@example.com`), scout];
    await invited.call("POST", "/team/join-invited", { token: (await invite(lead, { email: invited.email })).token });
    await placeIn(server, added, { teamId, roleId: 3 });
    const helper = await server.join(`h-${count}@example.com`);
    await placeIn(server, helper, { teamId, roleId: helpers });
    await server.pool.query("update account set managed_by = team_id where id = $1", [above.accountId]);
    const askedBy = async (person: Person): Promise<string[]> => {
      await enable(person);
      const { tempToken } = (await server.call("POST", "/users/login", { email: person.email, authKey: person.authKey })).body;
      expect((await server.call("POST", "/users/mfa-help-request", { email: person.email, message: "My phone", tempToken })).status).toBe(
        200,
      );
      const got = await Promise.all(
        [boss, lead, helper].map(
          async ({ email }) => ((await server.emails(email)).at(-1) as { values?: { email?: string } })?.values?.email,
        ),
      );
      return [boss, lead, helper].filter((_, at) => got[at] === person.email).map(({ email }) => email);
    };
    expect(await askedBy(invited)).toEqual([boss.email, lead.email, helper.email]);
    expect(await askedBy(added)).toEqual([boss.email]);
    // A member with more rights than a helper is helped only by those with as many.
    expect(await askedBy(above)).toEqual([boss.email, lead.email]);
  });

  it("may be removed if they used its invitation, as long as they are in the team by that", async () => {
    const ann = await server.join(`asked-${++count}@example.com`);
    const { token } = await invite(lead, { email: ann.email });
    expect((await ann.call("POST", "/team/join-invited", { token })).status).toBe(200);
    await enable(ann);
    expect(await listed(ann)).toBe(true);
    expect((await ann.call("POST", "/team/leave", signedLeaving(ann, teamId))).status).toBe(200);
    // In the same millisecond, and with a clock that was set back: what was used earlier belongs to the earlier membership.
    for (const shift of [0, -5_000]) {
      server.clock.now += shift;
      const added = await lead.call("POST", `/teams/${teamId}/members`, { memberUserId: ann.accountId, roleId: 0, teamId });
      expect(added.status).toBe(200);
      expect(await listed(ann)).toBe(false);
      expect((await remove(lead, ann)).body.code).toBe("added_unasked");
      await ann.call("POST", "/team/leave", signedLeaving(ann, teamId));
    }
    const again = await invite(lead, { email: ann.email });
    await ann.call("POST", "/team/join-invited", { token: again.token });
    expect(await listed(ann)).toBe(true);
    expect((await remove(lead, ann)).status).toBe(200);
    expect(await isOn(ann)).toBe(false);
  });
});

it("is not left to use by a server whose clock was ahead when its sender lost the right, and was set right then", async () => {
  const { token } = await invite(scout);
  server.clock.now += 10 * 86_400_000;
  expect(await lead.freshly("DELETE", `/teams/${teamId}/members/${scout.accountId}`)).toMatchObject({ status: 200 });
  server.clock.now -= 10 * 86_400_000;
  await placeIn(server, scout, { teamId, roleId: scouts });
  expect(await stateOf(token)).toMatchObject({ status: 400, body: UNBACKED });
});

it("of thousands of invitations of one sender, those that ended more than a week ago stay as they are, and the others end within a moment", async () => {
  const add = (count: number, until: number) =>
    server.pool.query(
      `insert into invitation (id, token_hash, email, role_id, team_id, invited_by, created_at, expires_at)
       select gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid()::text, $1, $2, $3, now(), $4 from generate_series(1, $5)`,
      [MEMBER, teamId, scout.accountId, new Date(server.clock.now + until), count],
    );
  await add(5_000, 86_400_000);
  await add(100, -1);
  await add(5_000, -8 * 86_400_000);
  const began = performance.now();
  expect(await lead.call("DELETE", `/teams/${teamId}/members/${scout.accountId}`)).toMatchObject({ status: 200 });
  expect(performance.now() - began).toBeLessThan(3_000);
  const { rows } = await server.pool.query(
    "select count(*) filter (where revoked_at is null)::int as left, count(*) filter (where is_unbacked)::int as ended from invitation where invited_by = $1 and team_id = $2",
    [scout.accountId, teamId],
  );
  expect(rows).toEqual([{ left: 5_000, ended: 5_100 }]);
}, 60_000);
