/** The team's key reaches members who lack it without anyone opening the team page: holders use the product for other things. Real clients, the real server. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addAuthenticator } from "./authenticator.ts";
import { aLogin } from "./sample-items.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let ann: Person;
let teamId: string;

const newcomer = async (name: string, roleId?: number): Promise<Person> => givesPassword(await world.person(name, roleId));
const joins = (person: Person, into = teamId, roleId = 0): Promise<string> => joinTeam(boss, person, { teamId: into, roleId });

/** Clients ask by themselves once a minute. */
const aMinuteLater = (): void => world.passTime(0.02);
const titles = async ({ client }: Pick<Person, "client">) => (await client.vault.pull()).items.map(({ fields }) => fields.title);
/** How often clients asked for the log of a team. @param id - of that one alone */
const logsAsked = (id = "[^/]+"): number => world.requests.filter(({ url }) => new RegExp(`/teams/${id}/log`).test(url)).length;

beforeAll(async () => {
  world = await startWorld();
  [boss, ann] = [await newcomer("boss", 1), await newcomer("ann")];
  teamId = (await boss.client.team.createTeam({ name: "Engineering", description: "" })).id;
  const { id } = await boss.client.vault.create({ draft: aLogin({ title: "Door" }) });
  await boss.client.sharing.share({ id, email: null, permission: "read", expiresAt: null });
}, 120_000);
afterAll(() => world.stop());

it("is given at a holder's next action: they open their own items, and the waiting member can read what the team shares", async () => {
  await joins(ann);
  expect(await ann.client.team.maintain()).toBe("key-pending");
  // The server tells her no roles, and she still knows everyone's: while the key is pending, and afterwards.
  const bossAsAnnSees = async () => (await ann.client.team.people({ teamId })).members.find(({ email }) => email === boss.email)?.role_name;
  expect(await bossAsAnnSees()).toBe("Team Admin");
  expect(await titles(ann)).not.toContain("Door");
  aMinuteLater();
  await boss.client.vault.pull();
  expect(await ann.client.team.maintain()).toBe("open");
  expect(await titles(ann)).toContain("Door");
  expect(await bossAsAnnSees()).toBe("Team Admin");
});

it("comes with the sign-in of a holder on another device, who is no administrator", async () => {
  const bob = await newcomer("bob");
  await joins(bob);
  expect(await bob.client.team.maintain()).toBe("key-pending");
  const { client } = await ann.device("phone");
  await client.vault.pull();
  expect(await bob.client.team.maintain()).toBe("open");
});

it("comes to a session that began before they were in the team, on a device that was told of nothing", async () => {
  const dora = await newcomer("dora");
  const { client } = await dora.device("laptop");
  expect(await titles({ client })).not.toContain("Door");
  await joins(dora);
  aMinuteLater();
  await boss.client.vault.pull();
  expect(await titles(dora)).toContain("Door");
  expect(await titles({ client })).toContain("Door");
  expect(client.session?.teamId).toBe(teamId);
});

it("is given by a page that just stays open, which asks once a minute; a person without a team asks for nothing", async () => {
  const [cat, stranger] = [await newcomer("cat"), await newcomer("stranger")];
  await joins(cat);
  aMinuteLater();
  await boss.client.team.maintain();
  expect(await cat.client.team.maintain()).toBe("open");
  const before = logsAsked();
  for (const _ of [1, 2, 3]) await boss.client.team.maintain();
  aMinuteLater();
  await stranger.client.team.maintain();
  expect(logsAsked()).toBe(before);
  await boss.client.team.maintain();
  expect(logsAsked()).toBe(before + 1);
});

it("of a team that its maker is not in is given by the maker, until an administrator of the team has it", async () => {
  const other = (await boss.client.team.createTeam({ name: "Sales", description: "" })).id;
  const [lead, dan] = [await newcomer("lead"), await newcomer("dan")];
  await joins(lead, other, 2);
  expect(await lead.client.team.maintain()).toBe("key-pending");
  aMinuteLater();
  await boss.client.vault.pull();
  await expect.poll(() => lead.client.team.maintain(), { timeout: 10_000 }).toBe("open");
  // From then on it is theirs to give.
  await joins(dan, other);
  aMinuteLater();
  await boss.client.vault.pull();
  aMinuteLater();
  await lead.client.vault.pull();
  expect(await dan.client.team.maintain()).toBe("open");
  // And its maker asks for it no more.
  const before = logsAsked(other);
  aMinuteLater();
  await boss.client.vault.pull();
  await boss.client.team.people({ teamId });
  expect(logsAsked(other)).toBe(before);
});

it("a role that was given is known to a page that just stays open, and asked for once", async () => {
  const fay = await newcomer("fay");
  await joins(fay);
  aMinuteLater();
  await boss.client.vault.pull();
  await fay.client.team.maintain();
  expect(fay.client.session).toMatchObject({ roleId: 3, permissions: { invite_members: false } });
  await boss.client.team.giveRole({ userId: fay.client.session?.user.id ?? "", roleId: 2, teamId });
  aMinuteLater();
  await fay.client.team.maintain();
  await expect.poll(() => fay.client.session).toMatchObject({ roleId: 2, permissions: { invite_members: true } });
  const standings = (): number => world.requests.filter(({ url }) => url.endsWith("/team/standing")).length;
  const before = standings();
  aMinuteLater();
  await fay.client.team.maintain();
  expect(standings()).toBe(before);
});

it("is no longer asked for where the team is gone", async () => {
  const gone = (await boss.client.team.createTeam({ name: "Gone", description: "" })).id;
  await world.sql("delete from team where id = $1", [gone]);
  const look = async (): Promise<void> => {
    aMinuteLater();
    await boss.client.team.maintain();
    await boss.client.team.people({ teamId });
  };
  const asks = async (): Promise<number> => {
    const before = logsAsked(gone);
    await look();
    return logsAsked(gone) - before;
  };
  expect(await asks()).toBeGreaterThan(0);
  // The first request may still wait for its answer.
  await expect.poll(asks).toBe(0);
});

it("of a team that its maker has deleted is not asked for again, by no start of their app", async () => {
  const deleted = (await boss.client.team.createTeam({ name: "Deleted", description: "" })).id;
  await boss.client.team.deleteTeam({ id: deleted, deleteUsers: false });
  const before = logsAsked(deleted);
  const client = boss.reload();
  await client.account.resume();
  await client.team.ownTeamStatus();
  await client.team.people({ teamId });
  aMinuteLater();
  await client.vault.pull();
  expect(logsAsked(deleted)).toBe(before);
});

it("is no longer given by the team's maker once they no longer manage teams", async () => {
  const maker = await newcomer("maker", 1);
  const own = (await maker.client.team.createTeam({ name: "Own", description: "" })).id;
  const made = (await maker.client.team.createTeam({ name: "For others", description: "" })).id;
  const asks = async (): Promise<number> => {
    const before = logsAsked(made);
    await maker.client.team.refreshMembership();
    aMinuteLater();
    await maker.client.team.maintain();
    // Slow requests for other teams come last, so that no one waits for them.
    await maker.client.team.people({ teamId: own });
    return logsAsked(made) - before;
  };
  expect(await asks()).toBeGreaterThan(0);
  // Any earlier request is answered before this one.
  await maker.client.team.people({ teamId: made });
  await world.sql("update account set role_id = 2 where id = $1", [maker.client.session?.user.id]);
  expect(await asks()).toBe(0);
});

it("is given to no one whom only the server has added", async () => {
  const eve = await newcomer("eve");
  await boss.client.team.invite({ email: "invited@example.com", roleId: 0, teamId, by: "mail" });
  await world.sql("update account set team_id = $1, membership_id = gen_random_uuid(), joined_at = now() where email = $2", [
    teamId,
    eve.email,
  ]);
  await eve.client.team.refreshMembership();
  aMinuteLater();
  await boss.client.vault.pull();
  expect(await eve.client.team.maintain()).toBe("unsolicited");
  expect(await world.sql("select 1 from team_key where member_id = $1", [eve.client.session?.user.id])).toEqual([]);
});

it("waits until a member has answered why their second factor is gone, and is given at once then; a removed member gets nothing", async () => {
  const gone = await newcomer("gone");
  await joins(gone);
  await boss.client.team.people({ teamId });
  expect(await gone.client.team.maintain()).toBe("open");
  await addAuthenticator(world, ann.client);
  await world.dropSecondFactor(ann);
  const membership = (await boss.client.team.people({ teamId })).members.find(({ email }) => email === gone.email);
  await boss.client.team.removeMember({ id: membership?.id ?? "", userId: membership?.user_id ?? "", teamId });
  await boss.client.vault.pull();
  const { client } = await ann.device("without a code");
  expect(await titles({ client })).not.toContain("Door");
  await client.account.acceptMissingSecondFactor();
  expect(await titles({ client })).toContain("Door");
  expect(await titles(gone)).not.toContain("Door");
});

it("comes with a log that is verified once: after a page load the same device asks for what is new", async () => {
  const again = boss.reload();
  await again.account.resume();
  if (again.isLocked) await again.account.unlock({ password: boss.password });
  const from = world.requests.length;
  await again.vault.pull();
  const ofTeam = new RegExp(`/teams/${teamId}/log\\?(?:.*&)?since=(\\d+)`);
  const asked = world.requests.slice(from).flatMap(({ url }) => ofTeam.exec(url)?.[1] ?? []);
  const [{ count } = { count: 0 }] = await world.sql<{ count: number }>("select count(*)::int from team_log where team_id = $1", [teamId]);
  expect(asked).toEqual([String(count - 1)]);
});

it("that two devices of an administrator draw at the same moment is the one that the server took, also where the other device kept its own later", async () => {
  const gone = await newcomer("taken-out");
  await joins(gone);
  await boss.client.team.people({ teamId });
  const { client: other } = await boss.device("phone");
  await other.team.maintain();
  const isWrite = (url: string): boolean => url.endsWith(`/teams/${teamId}/log`);
  const userId = gone.client.session?.user.id ?? "";
  let isDone: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    isDone = resolve;
  });
  let late: Promise<void> = Promise.resolve();
  // The other one has drawn and kept its key too, and comes too late.
  world.doBeforeNext(isWrite, async () => {
    await new Promise<void>((reached) => {
      world.doBeforeNext(isWrite, async () => {
        reached();
        await done;
      });
      late = other.team.takeOut({ teamId, userIds: [userId] });
    });
  });
  const membership = (await boss.client.team.people({ teamId })).members.find(({ email }) => email === gone.email);
  await boss.client.team.removeMember({ id: membership?.id ?? "", userId, teamId });
  isDone();
  await late;
  for (const client of [boss.client, other]) {
    aMinuteLater();
    expect(await client.team.maintain()).toBe("open");
    expect(await titles({ client })).toContain("Door");
  }
  const { id } = await other.vault.create({ draft: aLogin({ title: "Gate" }) });
  await other.sharing.share({ id, email: null, permission: "read", expiresAt: null });
  expect(await titles(ann)).toEqual(expect.arrayContaining(["Door", "Gate"]));
});
