/** What is still pending in a team: keys, invitations by members who are not in its log yet, logs of old teams, and what former members may have read. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { NEXT, recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { asShown } from "./sharing-setup.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let ann: Person;
let teamId: string;

const idOf = ({ client }: Person): string => client.session?.user.id ?? "";
const look = async ({ client }: Pick<Person, "client">) => {
  await client.team.refreshMembership();
  return client.team.ownTeamStatus();
};
const member = async (email: string) => (await boss.client.team.people({ teamId })).members.find((one) => one.email === email);
const found = async (client: Client, title: string) => (await client.vault.pull()).items.find(({ fields }) => fields.title === title);

const newcomer = async (name: string, roleId?: number): Promise<Person> => givesPassword(await world.person(name, roleId));
const invited = (by: Person, guest: Person, roleId = 0): Promise<string> => joinTeam(by, guest, { teamId, roleId });

beforeAll(async () => {
  world = await startWorld();
  boss = await newcomer("boss", 1);
  ann = await newcomer("ann");
  teamId = (await boss.client.team.createTeam({ name: "Engineering", description: "" })).id;
}, 120_000);
afterAll(() => world.stop());

it("items shared with the person are there while the team's key is pending; those shared with the team come with the key", async () => {
  const { id } = await boss.client.vault.create({ draft: aLogin({ title: "Both ways" }) });
  await boss.client.sharing.share({ id, email: ann.email, permission: "read", expiresAt: null });
  await boss.client.sharing.share({ id, email: null, permission: "write", expiresAt: null });
  await invited(boss, ann);
  expect(await look(ann)).toBe("key-pending");
  expect(await found(ann.client, "Both ways")).toMatchObject({ permission: "read" });
  await boss.client.team.people({ teamId });
  expect(await found(ann.client, "Both ways")).toMatchObject({ permission: "write" });
});

it("a team is not made while the server does not say what its administrators may do: that is signed once and for ever", async () => {
  world.refuseWhen((url) => url.endsWith("/roles"));
  await expect(boss.client.team.createTeam({ name: "Too early", description: "" })).rejects.toThrow();
  world.refuseWhen(() => false);
  expect(await world.sql("select 1 from team where name = 'Too early'", [])).toEqual([]);
});

describe("a member who may invite and is not in the log yet", () => {
  it("can invite: the log gets the invitation as soon as it has them, and no one has to confirm anything", async () => {
    const [lead, dan] = [await newcomer("lead"), await newcomer("dan")];
    await invited(boss, lead, 2);
    expect(await look(lead)).toBe("key-pending");
    await invited(lead, dan);
    expect(await look(dan)).toBe("key-pending");
    const { unconfirmed } = await boss.client.team.people({ teamId });
    expect(unconfirmed.map(({ email }) => email)).toEqual([dan.email]);
    expect(await look(lead)).toBe("open");
    expect(await look(dan)).toBe("open");
    expect(await member(dan.email)).toMatchObject({ role_id: 3, isVerified: true });
    expect((await boss.client.team.people({ teamId })).unconfirmed).toEqual([]);
  });

  it("revokes the invitation: then no one can join with it", async () => {
    const [chief, eve, gus] = [await newcomer("chief"), await newcomer("eve"), await newcomer("gus")];
    await invited(boss, chief, 2);
    await look(chief);
    await invited(chief, eve);
    for (const email of [gus.email, "nobody@example.net"]) await chief.client.team.invite({ email, roleId: 0, teamId, by: "mail" });
    const pending = (await chief.client.team.people({ teamId })).invitations;
    const [one, other] = [gus.email, "nobody@example.net"].map((email) => pending.find((row) => row.email === email)?.id ?? "");
    await chief.client.team.revokeInvitation({ id: one ?? "", email: gus.email, teamId });
    // By another user, of whom this device does not know.
    await boss.client.team.revokeInvitation({ id: other ?? "", email: "nobody@example.net", teamId });
    await boss.client.team.people({ teamId });
    expect(await look(chief)).toBe("open");
    const said = await world.sql<{ text: string }>("select text from team_log where team_id = $1", [teamId]);
    const emails = said.flatMap(({ text }) => /"invite","email":"([^"]+)"/.exec(text)?.[1] ?? []);
    expect(emails).toContain(eve.email);
    expect(emails).not.toContain(gus.email);
    expect(emails).not.toContain("nobody@example.net");
  });
});

it("a person who starts again with an empty vault has other keys: once they are taken out of the log, they join again by an invitation", async () => {
  const { provenDevice, reset } = recoverySteps(world);
  const kim = await newcomer("kim");
  await invited(boss, kim);
  await look(kim);
  await boss.client.team.people({ teamId });
  expect(await look(kim)).toBe("open");
  await reset(kim, await provenDevice(kim), { recoveryKey: null, discard: true });
  const { client } = await world.stranger();
  await client.account.login({ email: kim.email, password: NEXT });
  expect(await look({ client })).toBe("none");
  const { members, toConfirm } = await boss.client.team.people({ teamId });
  expect(members.map(({ email }) => email)).not.toContain(kim.email);
  // Only the server says that they are gone: they stay in the log until a person takes them out.
  expect(toConfirm).toMatchObject([{ kind: "gone", userId: idOf(kim), email: kim.email }]);
  // Who may take no one out signs nothing, and hears that they are in it still.
  expect(await look(ann)).toBe("open");
  const signed = () => world.requests.filter(({ url, body }) => url.endsWith(`/teams/${teamId}/log`) && body.includes("entries")).length;
  const before = signed();
  await expect(ann.client.team.takeOut({ teamId, userIds: [idOf(kim)] })).rejects.toThrow("The server has let them go, but");
  expect(signed()).toBe(before);
  await boss.client.team.takeOut({ teamId, userIds: [idOf(kim)] });
  expect(signed()).toBe(before + 1);
  expect((await boss.client.team.people({ teamId })).toConfirm).toEqual([]);
  await invited(boss, { ...kim, client });
  expect(await look({ client })).toBe("key-pending");
  await boss.client.team.people({ teamId });
  expect(await look({ client })).toBe("open");
});

describe("the owner of what a former member has read", () => {
  it("learns of it when they have left: by the team, in a vault, and what they read as a person still", async () => {
    const hal = await newcomer("hal");
    await invited(boss, hal);
    await look(hal);
    await boss.client.team.people({ teamId });
    const vault = await boss.client.vault.createVault({ name: "Racks", description: "" });
    await boss.client.vault.create({ draft: { ...aLogin({ title: "In the vault" }), categoryId: vault.id } });
    await boss.client.sharing.share({ id: vault.id, email: null, permission: "write", expiresAt: null });
    await ann.client.vault.pull();
    await ann.client.vault.create({ draft: { ...aLogin({ title: "Ann's in it" }), categoryId: vault.id } });
    const once = await boss.client.vault.create({ draft: aLogin({ title: "Ended since" }) });
    await boss.client.sharing.share({ id: once.id, email: null, permission: "read", expiresAt: null });
    const person = await boss.client.vault.create({ draft: aLogin({ title: "For Hal" }) });
    await boss.client.sharing.share({ id: person.id, email: hal.email, permission: "read", expiresAt: null });
    world.passTime(0.01);
    await boss.client.team.removeMember({ id: (await member(hal.email))?.id ?? "", userId: idOf(hal), teamId });
    const row = (await boss.client.sharing.sharedByMe()).find(({ itemId }) => itemId === once.id);
    await boss.client.sharing.revoke(asShown(row));
    await boss.client.vault.pull();
    const behind = (await boss.client.team.formerMemberAccess()).find(({ email }) => email === hal.email);
    expect(behind?.items.map(({ title }) => title).sort()).toEqual(["Both ways", "Ended since", "In the vault"]);
    expect(behind?.still.map(({ title }) => title)).toEqual(["For Hal"]);
    await ann.client.vault.pull();
    expect(await ann.client.team.formerMemberAccess()).toMatchObject([{ email: hal.email, items: [{ title: "Ann's in it" }] }]);
    // A member who is back has access again, so nothing has to be changed.
    await invited(boss, hal);
    await look(hal);
    await boss.client.team.people({ teamId });
    expect((await boss.client.team.formerMemberAccess()).find(({ email }) => email === hal.email)).toBeUndefined();
  });

  it("learns of what a person alone was given whose account the team has ended", async () => {
    const ida = await newcomer("ida");
    await invited(boss, ida);
    await look(ida);
    await boss.client.team.people({ teamId });
    await world.sql("update account set managed_by = team_id where id = $1", [idOf(ida)]);
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "For Ida" }) });
    await ann.client.sharing.share({ id, email: ida.email, permission: "read", expiresAt: null });
    world.passTime(0.01);
    await boss.client.team.deleteUser({ userId: idOf(ida), teamId });
    await ann.client.vault.pull();
    const behind = (await ann.client.team.formerMemberAccess()).find(({ email }) => email === ida.email);
    expect(behind).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ title: "For Ida" })]), still: [] });
    // It goes back into her own scope by itself.
    await expect.poll(() => world.sql("select 1 from share_grant where recipient_id = $1", [idOf(ida)]), { timeout: 10_000 }).toEqual([]);
    await ann.client.vault.pull();
    const base = await ann.client.vault.open({ id });
    await ann.client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password: "another one" } } });
    const later = (await ann.client.team.formerMemberAccess()).find(({ email }) => email === ida.email);
    expect(later?.items.map(({ title }) => title) ?? []).not.toContain("For Ida");
  });
});

describe("a team from before there were logs", () => {
  let chief: Person;
  let old: Person;
  const oldTeam = randomUUID();
  const shown = ({ client }: Person) => client.team.people({ teamId: oldTeam });

  beforeAll(async () => {
    chief = await newcomer("manager", 1);
    old = await newcomer("old");
    await world.sql("insert into team (id, name, created_at) values ($1, 'Of old', now())", [oldTeam]);
    for (const one of [chief, old])
      await world.sql("update account set team_id = $1, membership_id = $2, joined_at = now() where id = $3", [
        oldTeam,
        randomUUID(),
        idOf(one),
      ]);
  });

  it("is believed by no one, and a user without the right cannot begin one", async () => {
    expect([await look(chief), await look(old)]).toEqual(["without-log", "without-log"]);
    expect((await shown(chief)).members).toEqual([]);
    await expect(old.client.team.startLog({ teamId: oldTeam })).rejects.toMatchObject({ code: "forbidden" });
    expect(await look(old)).toBe("without-log");
  });

  it("gets one from a user who manages teams; its members are confirmed one by one, join, and share", async () => {
    await chief.client.team.startLog({ teamId: oldTeam });
    expect(await look(chief)).toBe("open");
    const { members, unconfirmed } = await shown(chief);
    expect([members, unconfirmed].map((rows) => rows.map(({ email }) => email))).toEqual([[chief.email], [old.email]]);
    expect(await look(old)).toBe("unsolicited");
    await chief.client.team.confirmMember({ teamId: oldTeam, userId: idOf(old), email: old.email, roleId: 3 });
    await old.client.team.joinTeam();
    expect(await look(old)).toBe("open");
    const { id } = await chief.client.vault.create({ draft: aLogin({ title: "At last" }) });
    await chief.client.sharing.share({ id, email: null, permission: "read", expiresAt: null });
    expect(await found(old.client, "At last")).toBeDefined();
  });

  it("is begun once: a server that hides it afterwards gets no second one", async () => {
    await expect(chief.client.team.startLog({ teamId: oldTeam })).rejects.toThrow("which you have accepted");
    await expect(boss.client.team.startLog({ teamId: oldTeam })).rejects.toMatchObject({ code: "stale_head" });
  });
});

it("a copy of the key that does not open is refused by its recipient, and another one is given", async () => {
  const zoe = await newcomer("zoe");
  await invited(boss, zoe);
  await boss.client.team.people({ teamId });
  const copyOf = async (): Promise<string> =>
    (await world.sql<{ key: string }>("select key from team_key where member_id = $1", [idOf(zoe)]))[0]?.key ?? "";
  const good = await copyOf();
  // Sealed to another person, as a member with a modified client could do.
  const [other] = await world.sql<{ key: string }>("select key from team_key where member_id <> $1 limit 1", [idOf(zoe)]);
  await world.sql("update team_key set key = $1 where member_id = $2", [other?.key ?? "", idOf(zoe)]);
  expect(await look(zoe)).toBe("key-pending");
  expect(await copyOf()).toBe("");
  await boss.client.team.people({ teamId });
  expect(await look(zoe)).toBe("open");
  expect([good, other?.key]).not.toContain(await copyOf());
});

it("a team whose log the server shows shorter than before is not believed until it is whole again, and nothing is written until then", async () => {
  const pat = await newcomer("pat");
  await invited(boss, pat);
  await look(pat);
  await boss.client.team.people({ teamId });
  expect(await look(pat)).toBe("open");
  const { id } = await pat.client.vault.create({ draft: aLogin({ title: "Kept back" }) });
  // As a restored backup would have it: the last entries are gone.
  const [last] = await world.sql<{ seq: number }>("select max(seq) as seq from team_log where team_id = $1", [teamId]);
  await world.sql("alter table team_log disable trigger all", []);
  await world.sql("create table log_kept as select * from team_log where team_id = $1 and seq > $2", [teamId, (last?.seq ?? 0) - 2]);
  await world.sql("delete from team_log where team_id = $1 and seq > $2", [teamId, (last?.seq ?? 0) - 2]);
  expect(await look(pat)).toBe("not-believed");
  expect((await pat.client.team.people({ teamId })).members).toEqual([]);
  await expect(pat.client.sharing.share({ id, email: null, permission: "read", expiresAt: null })).rejects.toThrow();
  await expect(boss.client.team.invite({ email: "nobody@example.org", roleId: 0, teamId, by: "mail" })).rejects.toMatchObject({
    name: "IntegrityError",
  });
  const [short] = await world.sql<{ seq: number }>("select max(seq) as seq from team_log where team_id = $1", [teamId]);
  expect(short?.seq).toBe((last?.seq ?? 0) - 2);
  await world.sql("insert into team_log select * from log_kept", []);
  await world.sql("alter table team_log enable trigger all", []);
  expect(await look(pat)).toBe("open");
});
