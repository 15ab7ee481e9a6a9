/** A team, from its creation to its deletion: its signed log, its key, and what is shared with it. Real clients, the real server. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { parseInvitation } from "../../packages/core/src/account/invitation-link.ts";
import { aLogin } from "./sample-items.ts";
import { asShown } from "./sharing-setup.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let ann: Person;
let bob: Person;
let teamId: string;

const titles = async (client: Client): Promise<(string | undefined)[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title).sort();
/** The person's client reads the team now, as the page does. */
const look = async ({ client }: Pick<Person, "client">) => {
  await client.team.refreshMembership();
  return client.team.ownTeamStatus();
};
/** Members whose keys this person sees as verified. */
const verifiedTo = async ({ client }: Pick<Person, "client">): Promise<string[]> =>
  (await client.team.people({ teamId })).members.filter(({ isVerified }) => isVerified).map(({ email }) => email);
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than what is kept waits
const tokenIn = (link: string): string => new URL(link).searchParams.get("token") ?? "";
const hashIn = (link: string): string => new URL(link).hash;

/** With an account that is there already. @returns the link */
const accept = (person: Person, by: "mail" | "link" = "link"): Promise<string> => joinTeam(boss, person, { teamId, by });

beforeAll(async () => {
  world = await startWorld();
  boss = await world.person("boss", 1);
  [ann, bob] = [await world.person("ann"), await world.person("bob")];
  for (const one of [boss, ann, bob]) givesPassword(one);
  teamId = (await boss.client.team.createTeam({ name: "Engineering", description: "" })).id;
}, 120_000);
afterAll(() => world.stop());

describe("a team", () => {
  it("gives its key to its maker at once", async () => {
    expect(await look(boss)).toBe("open");
  });

  it("gives its key to a member as soon as a holder is online; until then it is pending", async () => {
    await accept(ann);
    // She has not opened the team yet, but it knows how she joined.
    const { members, unconfirmed } = await boss.client.team.people({ teamId });
    expect(unconfirmed).toEqual([]);
    expect(members).toContainEqual(expect.objectContaining({ email: ann.email, isVerified: true }));
    expect(await look(ann)).toBe("open");
    expect((await ann.client.team.people({ teamId })).members.map(({ email }) => email).sort()).toEqual([ann.email, boss.email].sort());
  });

  it("lets a member give it too", async () => {
    await accept(bob);
    expect(await look(bob)).toBe("key-pending");
    expect(await look(ann)).toBe("open");
    expect(await look(bob)).toBe("open");
  });

  it("shares with every member and no one else; names and keys do not reach the server", async () => {
    const secret = "s3cret-of-the-team";
    const item = await boss.client.vault.create({ draft: aLogin({ title: "Door", password: secret }) });
    await boss.client.sharing.share({ id: item.id, email: null, permission: "read", expiresAt: null });
    for (const one of [ann, bob]) expect((await one.client.vault.pull()).items.map(({ id }) => id)).toContain(item.id);
    expect((await bob.client.vault.open({ id: item.id })).fields.password).toBe(secret);
    expect(await boss.client.sharing.sharedByMe()).toMatchObject([{ name: "Door", person: "Engineering", isTeam: true }]);
    expect(await ann.client.sharing.sharedWithMe()).toMatchObject([{ name: "Door", person: boss.email, permission: "read" }]);
    const stranger = await world.person("stranger");
    expect(await titles(stranger.client)).not.toContain("Door");
    expect(await world.everythingInTheDatabase()).not.toContain(secret);
  });

  it("writes what it may write, and every member believes what another one wrote", async () => {
    const vault = await boss.client.vault.createVault({ name: "Servers", description: "" });
    const item = await boss.client.vault.create({ draft: { ...aLogin({ title: "Alpha" }), categoryId: vault.id } });
    await boss.client.sharing.share({ id: vault.id, email: null, permission: "write", expiresAt: null });
    await ann.client.vault.pull();
    const base = await ann.client.vault.open({ id: item.id });
    await ann.client.vault.update({ base, draft: { ...base, fields: { ...base.fields, title: "Alpha of Ann" } } });
    for (const one of [boss, bob]) expect(await titles(one.client)).toContain("Alpha of Ann");
    // A later device has to believe it, too.
    const later = await bob.device("later");
    expect(await titles(later.client)).toContain("Alpha of Ann");
  });

  it("changes what a team may do with a share", async () => {
    const [row] = (await boss.client.sharing.sharedByMe()).filter(({ name }) => name === "Door");
    await boss.client.sharing.setPermission({ ...asShown(row), permission: "write" });
    expect((await ann.client.vault.pull()).items.find(({ fields }) => fields.title === "Door")).toMatchObject({ permission: "write" });
  });

  it("is there after a start without a connection, and no longer once the server denies its log", async () => {
    const device = await ann.device("train");
    expect(await titles(device.client)).toEqual(expect.arrayContaining(["Alpha of Ann", "Door"]));
    await settled();
    world.refuseWhen(() => true);
    const client = device.reload();
    await client.account.resume();
    await client.account.unlock({ password: ann.password });
    const shown = (await client.vault.local())?.items.map(({ fields }) => fields.title);
    expect(shown).toEqual(expect.arrayContaining(["Alpha of Ann", "Door"]));
    expect(await client.sharing.missingShares()).toBe(0);
    world.refuseWhen((url) => url.includes("log"));
    expect(await titles(client)).not.toContain("Door");
    world.refuseWhen(() => false);
    expect(await titles(client)).toEqual(expect.arrayContaining(["Alpha of Ann", "Door"]));
  });
});

describe("a member who leaves", () => {
  it("reads nothing of the team any more, at once; the team has another key, and so has what it shares", async () => {
    const before = await keyEpochs();
    await bob.client.team.leaveTeam();
    // The removal is signed by the member; no one else has to press anything.
    const [last] = await world.sql<{ text: string }>("select text from team_log where team_id = $1 order by seq desc limit 1", [teamId]);
    const own = bob.client.session?.user.id;
    expect(JSON.parse(last?.text ?? "{}")).toMatchObject({ by: own, change: { kind: "remove", id: own } });
    expect(await titles(bob.client)).not.toContain("Door");
    const { members } = await boss.client.team.people({ teamId });
    expect(members.map(({ email }) => email)).not.toContain(bob.email);
    await boss.client.vault.pull();
    await expect.poll(keyEpochs, { timeout: 10_000 }).toEqual(before.map((epoch) => epoch + 1));
    expect(await look(ann)).toBe("open");
    expect(await titles(ann.client)).toContain("Alpha of Ann");
  });

  it("lists what they may have kept to its owners, until it was changed", async () => {
    const [behind] = await boss.client.team.formerMemberAccess();
    expect(behind).toMatchObject({ email: bob.email });
    expect(behind?.items.map(({ title }) => title).sort()).toEqual(["Alpha of Ann", "Door"]);
    expect(await ann.client.team.formerMemberAccess()).toEqual([]);
    const door = behind?.items.find(({ title }) => title === "Door")?.id ?? "";
    const base = await boss.client.vault.open({ id: door });
    world.passTime(0.01);
    await boss.client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password: "another one" } } });
    expect((await boss.client.team.formerMemberAccess())[0]?.items.map(({ title }) => title)).toEqual(["Alpha of Ann"]);
  });

  it("shares nothing with it any more", async () => {
    await accept(bob);
    expect(await look(bob)).toBe("key-pending");
    await boss.client.team.people({ teamId });
    expect(await look(bob)).toBe("open");
    const item = await bob.client.vault.create({ draft: aLogin({ title: "Bob's own" }) });
    await bob.client.sharing.share({ id: item.id, email: null, permission: "read", expiresAt: null });
    expect(await titles(ann.client)).toContain("Bob's own");
    const bobs = (await boss.client.team.people({ teamId })).members.find(({ email }) => email === bob.email);
    await boss.client.team.removeMember({ id: bobs?.id ?? "", userId: bobs?.user_id ?? "", teamId });
    expect(await titles(ann.client)).not.toContain("Bob's own");
    expect(await titles(bob.client)).toContain("Bob's own");
    // What others share is under the current key before another member joins.
    const old = "select 1 from share_grant g join team t on t.id = g.team_id where g.ended_at is null and g.team_epoch < t.key_epoch";
    await expect.poll(() => world.sql(old), { timeout: 10_000 }).toEqual([]);
  });
});

/** Of the team's key, and of what it shares. */
const keyEpochs = async (): Promise<number[]> => {
  const rows = await world.sql<{ epoch: number }>(
    "select key_epoch as epoch from team union all (select s.epoch from scope s join share_grant g on g.scope_id = s.id where g.team_id is not null and g.ended_at is null order by s.id)",
  );
  return rows.map(({ epoch }) => epoch);
};

describe("a link that is handed over", () => {
  it("has a secret that the server never sees, and both sides know each other's keys by it", async () => {
    const cat = await world.person("cat");
    const link = await accept(cat);
    expect(hashIn(link)).toMatch(/^#[\w-]{86}$/);
    const sent = JSON.stringify(world.requests.map(({ url, body }) => url + body));
    expect(sent).not.toContain(hashIn(link).slice(1));
    expect(await look(cat)).toBe("key-pending");
    const { members } = await boss.client.team.people({ teamId });
    expect(members).toContainEqual(expect.objectContaining({ email: cat.email, isVerified: true }));
    expect(await verifiedTo(cat)).toContain(boss.email);
  });

  it("admits no one without the secret", async () => {
    const dan = await world.person("dan");
    const link = (await boss.client.team.invite({ email: dan.email, roleId: 0, teamId, by: "link" })) ?? "";
    await dan.client.team.joinInvited({ token: tokenIn(link), fragment: "" });
    await look(dan);
    const { members, unconfirmed } = await boss.client.team.people({ teamId });
    expect(members.map(({ email }) => email)).not.toContain(dan.email);
    expect(unconfirmed.map(({ email }) => email)).toEqual([dan.email]);
    expect(await look(dan)).toBe("key-pending");
  });
});

it("a mailed link makes an account, and a member after one press that shows the address; the key is there, and not verified", async () => {
  await boss.client.team.invite({ email: "new@example.com", roleId: 0, teamId, by: "mail" });
  const text = (await world.mail.emailsTo("new@example.com")).at(-1)?.text ?? "";
  const link = /http:\/\/\S+token=\S+/.exec(text)?.[0] ?? "";
  expect(hashIn(link)).toBe("");
  const { client } = await world.stranger();
  const [email, password] = ["new@example.com", "Correct-Horse-Battery-1!"];
  await client.account.register({ token: parseInvitation(tokenIn(link))?.token ?? "", email, password, hint: null });
  await client.team.rememberInvitation({ email, fragment: "" });
  await client.account.login({ email, password });
  expect(await look({ client })).toBe("key-pending");
  const { members: before, toConfirm, unconfirmed } = await boss.client.team.people({ teamId });
  expect(toConfirm).toEqual([{ kind: "let-in", userId: client.session?.user.id, email, roleId: 3, isCompared: false }]);
  expect([...before, ...unconfirmed].map((one) => one.email)).not.toContain(email);
  // No client admits them because the server says that they are there.
  await look(ann);
  expect(await look({ client })).toBe("key-pending");
  const newcomer = { teamId, userId: client.session?.user.id ?? "", email };
  const asked = world.requests.length;
  await expect(ann.client.team.letIn(newcomer)).rejects.toThrow("does not allow you to confirm");
  // Nor does she take them for someone she has met.
  expect(world.requests.slice(asked).filter(({ body }) => body)).toEqual([]);
  await boss.client.team.letIn(newcomer);
  const { members, toConfirm: after } = await boss.client.team.people({ teamId });
  expect(after).toEqual([]);
  expect(members).toContainEqual(expect.objectContaining({ email, isVerified: false }));
  expect(await look({ client })).toBe("open");
  expect(await titles(client)).toContain("Door");
  // For a mailed link a server could have begun its own log, and claimed in it that anyone is verified.
  expect(await verifiedTo({ client })).toEqual([]);
  const founder = await client.sharing.findPerson({ email: boss.email });
  await client.sharing.trustPerson({ person: founder });
  expect(await verifiedTo({ client })).toEqual(expect.arrayContaining([boss.email, ann.email, "cat@example.com"]));
});

it("a role that is given is in the log, and lets its holder invite", async () => {
  const { members } = await boss.client.team.people({ teamId });
  const member = members.find(({ email }) => email === ann.email);
  await boss.client.team.giveRole({ userId: member?.user_id ?? "", roleId: 2, teamId });
  expect((await boss.client.team.people({ teamId })).members).toContainEqual(expect.objectContaining({ email: ann.email, role_id: 2 }));
  const eve = await world.person("eve");
  await ann.client.team.refreshMembership();
  await joinTeam(ann, eve, { teamId });
  await look(eve);
  await look(ann);
  expect(await look(eve)).toBe("open");
});

it("a person who is added without being asked joins only when they say so", async () => {
  const gus = await world.person("gus");
  await boss.client.team.addMember({ teamId, memberUserId: gus.client.session?.user.id ?? "", email: gus.email, roleId: 0 });
  expect(await look(gus)).toBe("unsolicited");
  expect(await titles(gus.client)).not.toContain("Door");
  expect((await gus.client.team.people({ teamId })).members).toEqual([]);
  await gus.client.team.joinTeam();
  expect(await look(gus)).toBe("open");
  expect(await titles(gus.client)).toContain("Door");
});

it("a person who was met through the team only is remembered by the press that gives their items back", async () => {
  const ivy = givesPassword(await world.person("ivy"));
  await accept(ivy);
  await look(boss);
  expect(await look(ivy)).toBe("open");
  const vault = await boss.client.vault.createVault({ name: "Garden", description: "" });
  await boss.client.sharing.share({ id: vault.id, email: null, permission: "write", expiresAt: null });
  await ivy.client.vault.pull();
  const { id } = await ivy.client.vault.create({ draft: { ...aLogin({ title: "Rake" }), categoryId: vault.id } });
  await ivy.client.team.leaveTeam();
  await boss.client.vault.pull();
  await look(boss);
  const [left] = await boss.client.sharing.itemsByOthers({ vaultId: vault.id });
  expect(left).toMatchObject({ email: ivy.email, count: 1 });
  expect(await boss.client.sharing.knownEmails()).not.toContain(ivy.email);
  await boss.client.sharing.giveBack({ vaultId: vault.id, personId: left?.personId ?? "", keepCopy: false });
  expect(await boss.client.sharing.knownEmails()).toContain(ivy.email);
  await expect.poll(async () => (await ivy.client.vault.pull()).items.map((item) => item.id), { timeout: 20_000 }).toContain(id);
});
