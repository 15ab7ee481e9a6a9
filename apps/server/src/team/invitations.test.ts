/** Invitations into teams: by mail or by hand, once, for a week, until they are taken back or replaced. */
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRole, makeTeam, placeIn } from "../testing/teams.ts";
import { openWorld, type Person, registration, type Server, type World } from "../testing/world.ts";

const DAY = 86_400_000;
let world: World;
let server: Server;
let teamId: string;
let lead: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({ publicUrl: "https://coffer.example" }, true);
  teamId = await makeTeam(server, "Invited");
  lead = await server.join("lead@example.com");
  await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
});
afterAll(() => world.end());

const invite = (email: string, more: object = {}) => lead.call("POST", "/team/invite", { email, roleId: 0, ...more });
const linkTo = async (email: string): Promise<URL> => {
  const found = (await server.emails(email)).findLast(({ name }) => name === "teamInvitation");
  return new URL(found?.values.link ?? "");
};
const tokenIn = (link: URL): string => {
  const param = link.searchParams.get("token") ?? "";
  return link.pathname === "/register" ? (parseInvitation(param)?.token ?? "") : param;
};
const stateOf = (token: string) => server.call("POST", "/team/validate-invitation", { token });
const accept = (token: string) => server.call("POST", "/team/accept-invitation", { token });
const pending = async () => (await lead.call("GET", `/teams/${teamId}/invitations`)).body.invitations as Record<string, unknown>[];

describe("a person without an account", () => {
  it("gets a mail with a link to register with, and is in the team with the role, managed by it", async () => {
    const roleId = await makeRole(server, teamId, ["invite_members"], "Recruiter");
    expect((await invite("New@Example.com", { roleId })).body).toEqual({ success: true, message: "Invitation sent successfully" });
    const link = await linkTo("new@example.com");
    expect([link.origin, link.pathname]).toEqual(["https://coffer.example", "/register"]);
    const [row] = await pending();
    expect(row).toMatchObject({ email: "new@example.com", invited_by_email: lead.email, role_name: "Recruiter", role_id: roleId });
    const token = tokenIn(link);
    expect((await stateOf(token)).body.invitation).toMatchObject({
      email: "new@example.com",
      team_name: "Invited",
      role_name: "Recruiter",
      invited_by_email: lead.email,
      userExists: false,
      is_mailed: true,
    });
    expect((await accept(token)).body).toMatchObject({ code: "register_first", message: "Please register first" });
    const form = registration("new@example.com", token);
    expect((await server.call("POST", "/users/register", { ...form, email: "else@example.com" })).body.code).toBe(
      "invitation_email_mismatch",
    );
    expect((await server.call("POST", "/users/register", form)).status).toBe(200);
    expect((await stateOf(token)).body.code).toBe("invalid_invitation");
    const { data } = (await server.call("POST", "/users/login", { email: "new@example.com", authKey: form.authKey })).body as {
      data: object;
    };
    expect(data).toMatchObject({ team_id: teamId, role_id: roleId, permissions: { invite_members: true, manage_team: false } });
    const { body } = await lead.call("GET", "/team/members");
    expect(body.activeMembers).toContainEqual(
      expect.objectContaining({ email: "new@example.com", is_managed: true, role_name: "Recruiter" }),
    );
    const { rows } = await server.pool.query("select is_in_log from account where email = 'new@example.com'");
    expect(rows, "until the team's log has them").toEqual([{ is_in_log: false }]);
    expect(await toldOf("new@example.com")).toHaveLength(1);
    expect(await pending()).toEqual([]);
  });
});

/** The emails to who invited that say so of this address. */
const toldOf = async (email: string) =>
  (await server.emails(lead.email)).flatMap(({ name, values }) => (name === "invitationUsed" && values.email === email ? [values] : []));

describe("a person with an account", () => {
  it("gets a link to accept with, joins once, is told so, and stays their own", async () => {
    const ann = await server.join("ann@example.com");
    await invite(ann.email);
    const link = await linkTo(ann.email);
    expect(link.pathname).toBe("/accept-invitation");
    const token = tokenIn(link);
    expect((await stateOf(token)).body.invitation).toMatchObject({ userExists: true });
    expect((await accept(token)).body).toEqual({ success: true, message: "You are now a member of Invited." });
    expect((await server.emails(ann.email)).at(-1)).toMatchObject({ name: "teamJoined", values: { team: "Invited", by: lead.email } });
    expect((await accept(token)).body.code).toBe("invalid_invitation");
    // Who invited is told too, once: they may let in, and share what they promised.
    expect(await toldOf(ann.email)).toEqual([{ email: ann.email, link: expect.stringMatching(/\/team$/) }]);
    const { body } = await lead.call("GET", "/team/members");
    expect(body.activeMembers).toContainEqual(expect.objectContaining({ email: ann.email, is_managed: false }));
    expect((await invite(ann.email)).body).toMatchObject({ code: "already_in_team" });
  });

  it("joins by a link that was handed over only when signed in as the invited account, however it came by the link", async () => {
    const [dan, eve] = [await server.join("dan@example.com"), await server.join("eve@example.com")];
    const token = tokenIn(new URL(String((await invite(dan.email, { by: "link" })).body.link)));
    expect((await stateOf(token)).body.invitation).toMatchObject({ is_mailed: false, userExists: true });
    // The person who invites has that link.
    for (const asks of [server, lead, eve, dan])
      expect((await asks.call("POST", "/team/accept-invitation", { token })).body.code).toBe("sign_in_to_join");
    for (const other of [lead, eve])
      expect((await other.call("POST", "/team/join-invited", { token })).body.code).toBe("invitation_email_mismatch");
    expect((await dan.call("GET", "/team/standing")).body.team_id).toBeNull();
    const { body } = await dan.call("POST", "/team/join-invited", { token });
    expect(body).toEqual({ success: true, message: "You are now a member of Invited." });
    expect((await dan.call("GET", "/team/standing")).body.team_id).toBe(teamId);
    expect((await dan.call("POST", "/team/join-invited", { token })).body.code).toBe("invalid_invitation");
  });

  it("may use a mailed link signed in too, and no one else may", async () => {
    const [flo, eve] = [await server.join("flo@example.com"), await server.join("eve2@example.com")];
    await invite(flo.email);
    const token = tokenIn(await linkTo(flo.email));
    expect((await eve.call("POST", "/team/join-invited", { token })).body.code).toBe("invitation_email_mismatch");
    expect((await flo.call("POST", "/team/join-invited", { token })).status).toBe(200);
  });

  it("who has joined another team in between stays there", async () => {
    const bob = await server.join("bob@example.com");
    await invite(bob.email);
    await placeIn(server, bob, { teamId: await makeTeam(server, "Faster") });
    expect((await accept(tokenIn(await linkTo(bob.email)))).body.code).toBe("already_in_team");
  });

  it.each(["disabled_at", "purge_at"])("that is shut (%s) is put into no team; its owner, once let in again, joins", async (column) => {
    const gus = await server.join(`gus-${column.replace("_", "-")}@example.com`);
    await invite(gus.email);
    const token = tokenIn(await linkTo(gus.email));
    await server.pool.query(`update account set ${column} = now() where id = $1`, [gus.accountId]);
    expect((await accept(token)).body.code).toBe("sign_in_to_join");
    expect((await server.pool.query("select team_id from account where id = $1", [gus.accountId])).rows).toEqual([{ team_id: null }]);
    await server.pool.query(`update account set ${column} = null where id = $1`, [gus.accountId]);
    expect((await gus.call("POST", "/team/join-invited", { token })).status).toBe(200);
  });

  it("who holds the first role keeps it", async () => {
    const boss = await server.join("boss@example.com", 1);
    await invite(boss.email);
    expect((await accept(tokenIn(await linkTo(boss.email)))).status).toBe(200);
    const { body } = await boss.call("GET", "/team/standing");
    expect(body).toMatchObject({ role_id: 1, team_id: teamId });
  });
});

describe("an invitation", () => {
  it("is void once a newer one was sent to that address", async () => {
    await invite("twice@example.com");
    const first = tokenIn(await linkTo("twice@example.com"));
    await invite("twice@example.com");
    const second = tokenIn(await linkTo("twice@example.com"));
    expect((await stateOf(first)).body.code).toBe("invalid_invitation");
    expect((await stateOf(second)).status).toBe(200);
    expect((await pending()).filter(({ email }) => email === "twice@example.com")).toHaveLength(1);
  });

  it("is the only one of that address, also where two are sent at once", async () => {
    // Both wait where they write into the journal of the sender, which comes after the invitation.
    const holder = await server.pool.connect();
    await holder.query("begin");
    await holder.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`audit ${lead.accountId}`]);
    const sent = Promise.all([1, 2].map(() => invite("atonce@example.com", { by: "link" })));
    const waiting = async () =>
      (await server.pool.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    await holder.query("commit");
    holder.release();
    const states = await Promise.all((await sent).map(({ body }) => stateOf(tokenIn(new URL(String(body.link))))));
    expect(states.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await pending()).filter(({ email }) => email === "atonce@example.com")).toHaveLength(1);
  });

  it("is void once it was taken back, for a page that was open too", async () => {
    await invite("back@example.com");
    const token = tokenIn(await linkTo("back@example.com"));
    const found = (await pending()).find(({ email }) => email === "back@example.com");
    expect((await lead.call("DELETE", `/team/invite/${String(found?.id)}`)).body.message).toBe("Invitation revoked successfully");
    expect((await stateOf(token)).body.code).toBe("invalid_invitation");
    expect((await server.call("POST", "/users/register", registration("back@example.com", token))).body.code).toBe("invalid_invitation");
    expect((await lead.call("DELETE", `/team/invite/${String(found?.id)}`)).status).toBe(403);
    const { rows } = await server.pool.query("select revoked_at is not null as revoked, used_at from invitation where id = $1", [
      found?.id,
    ]);
    expect(rows).toEqual([{ revoked: true, used_at: null }]);
  });

  it("is mailed or handed over, never both: a mailed link proves the mailbox", async () => {
    const { body } = await invite("hand@example.com", { by: "link" });
    expect((await stateOf(tokenIn(new URL(String(body.link))))).status).toBe(200);
    expect(await server.emails("hand@example.com")).toEqual([]);
    expect((await invite("hand@example.com")).body).not.toHaveProperty("link");
  });

  it("into no team can be sent by the first role alone, and gives no rights", async () => {
    const chief = await server.join("chief@example.com", 1);
    expect((await chief.call("POST", "/team/invite", { email: "free@example.com", roleId: 2 })).body.code).toBe("role_not_assignable");
    const { body } = await chief.call("POST", "/team/invite", { email: "free@example.com", by: "link" });
    const form = registration("free@example.com", tokenIn(new URL(String(body.link))));
    expect((await server.call("POST", "/users/register", form)).status).toBe(200);
    const { data } = (await server.call("POST", "/users/login", { email: form.email, authKey: form.authKey })).body as { data: object };
    expect(data).toMatchObject({ team_id: null, role_id: 3 });
    expect((await chief.call("POST", "/team/invite", { email: "free@example.com" })).body.code).toBe("email_taken");
  });

  it("is refused for what is no email address", async () => {
    for (const email of ["abc", "a@b", "<a@b.example>"]) expect((await invite(email)).body.code).toBe("invalid_input");
  });

  it("lasts seven days", async () => {
    await invite("late@example.com");
    const token = tokenIn(await linkTo("late@example.com"));
    server.clock.now += 7 * DAY - 1;
    expect((await stateOf(token)).status).toBe(200);
    server.clock.now += 1;
    expect((await stateOf(token)).body.code).toBe("invalid_invitation");
  });
});

it("is mailed three times an hour to one address; what was mailed last goes on working", async () => {
  const email = "many-mails@example.com";
  const inviteNow = (to: string) => lead.freshly("POST", "/team/invite", { email: to, roleId: 0 });
  for (let at = 0; at < 3; at++) expect(await inviteNow(email)).toMatchObject({ status: 200 });
  expect(await inviteNow(email)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect((await server.emails(email)).filter(({ name }) => name === "teamInvitation")).toHaveLength(3);
  expect((await stateOf(tokenIn(await linkTo(email)))).body).toMatchObject({ success: true });
  expect(await inviteNow("another@example.com")).toMatchObject({ status: 200 });
});

it("a person has at most a thousand open invitations; one that is replaced makes room for itself", async () => {
  const [away, other] = [await server.join("many@example.com"), await server.join("few@example.com")];
  for (const one of [away, other]) await placeIn(server, one, { teamId, roleId: TEAM_ADMIN });
  await server.pool.query(
    `insert into invitation (id, token_hash, email, role_id, team_id, invited_by, created_at, expires_at)
     select gen_random_uuid(), gen_random_uuid()::text, 'open-' || n || '@example.com', 3, $1, $2, now(), $3 from generate_series(1, 1000) n`,
    [teamId, away.accountId, new Date(server.clock.now + DAY)],
  );
  const send = (email: string, by = away) => by.call("POST", "/team/invite", { email, roleId: 0, by: "link" });
  const message = "At most 1,000 of your invitations can be open. Please take some back, or wait until some are used or have ended.";
  expect(await send("one-more@example.com")).toMatchObject({ status: 403, body: { code: "forbidden", message } });
  expect(await send("open-7@example.com")).toMatchObject({ status: 200 });
  expect(await send("one-more@example.com", other)).toMatchObject({ status: 200 });
  await server.pool.query("update invitation set expires_at = $1 where email = 'open-8@example.com'", [new Date(server.clock.now)]);
  expect(await send("one-more-2@example.com")).toMatchObject({ status: 200 });
});
