/** The only administrator of a team leaves: who follows them is named, and no team is ever without one. Real clients, the real server. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let ann: Person;
let bob: Person;
let teamId: string;

const peopleOf = ({ client }: Person) => client.team.people({ teamId });
const seenBy = async (person: Person, { email }: Person) => (await peopleOf(person)).members.find((one) => one.email === email);
/** As the dialog names them. */
const toLeaveTo = async (person: Person, other: Person) => {
  const member = await seenBy(person, other);
  return { userId: member?.user_id ?? "", email: other.email, serverRoleId: member?.serverRoleId ?? 0 };
};
const rolesAtTheServer = async (): Promise<Record<string, number>> => {
  const rows = await world.sql<{ email: string; role: number }>(`select email, role_id as role from account where team_id = '${teamId}'`);
  return Object.fromEntries(rows.map(({ email, role }) => [email, role]));
};

beforeAll(async () => {
  world = await startWorld();
  [boss, ann, bob] = [await world.person("boss", 1), await world.person("ann"), await world.person("bob")];
  for (const one of [boss, ann, bob]) givesPassword(one);
  teamId = (await boss.client.team.createTeam({ name: "Engineering", description: "" })).id;
  for (const one of [ann, bob]) await joinTeam(boss, one, { teamId });
  await peopleOf(boss);
  for (const one of [ann, bob]) expect(await one.client.team.ownTeamStatus()).toBe("open");
}, 120_000);
afterAll(() => world.stop());

it("is told that someone has to follow, which a member is not, and leaves in no other way", async () => {
  expect((await peopleOf(boss)).mustHandOver).toBe(true);
  expect((await peopleOf(ann)).mustHandOver).toBe(false);
  await expect(boss.client.team.leaveTeam()).rejects.toMatchObject({ code: "administrator_stays" });
});

it("gives nothing to a person for whom the server shows another key than the log names", async () => {
  const to = await toLeaveTo(boss, ann);
  const [before] = await world.sql<{ key: string }>(`select public_key as key from identity where account_id = '${to.userId}'`);
  await world.sql(
    `update identity set public_key = (select i.public_key from identity i join account a on a.id = i.account_id where a.email = '${bob.email}') where account_id = '${to.userId}'`,
  );
  await expect(boss.client.team.leaveTeamTo(to)).rejects.toThrow("another security key");
  await world.sql(`update identity set public_key = '${before?.key}' where account_id = '${to.userId}'`);
  expect(await rolesAtTheServer()).toMatchObject({ [boss.email]: 1, [ann.email]: 3 });
});

it("names no one by an address that the log does not have for them", async () => {
  const to = await toLeaveTo(boss, ann);
  await expect(boss.client.team.leaveTeamTo({ ...to, email: bob.email })).rejects.toThrow("not in the team's signed log");
  expect(await rolesAtTheServer()).toMatchObject({ [ann.email]: 3 });
});

it("leaves the team with two administrators, never with none, where it breaks off in between", async () => {
  world.refuseWhen((url) => url.endsWith("/team/leave"));
  await expect(boss.client.team.leaveTeamTo(await toLeaveTo(boss, ann))).rejects.toThrow();
  world.refuseWhen(() => false);
  expect(await rolesAtTheServer()).toEqual({ [boss.email]: 1, [ann.email]: 2, [bob.email]: 3 });
  expect(await seenBy(boss, ann)).toMatchObject({ role_id: 2 });
  expect((await peopleOf(boss)).mustHandOver).toBe(false);
});

it("is gone by one press; who follows is an administrator in the log and at the server, and the team goes on", async () => {
  await boss.client.team.leaveTeam();
  expect(await rolesAtTheServer()).toEqual({ [ann.email]: 2, [bob.email]: 3 });
  // Now it hangs on her.
  expect(await peopleOf(ann)).toMatchObject({ mustHandOver: true, keyKeptBy: [] });
  expect(await seenBy(ann, boss)).toBeUndefined();
  await expect(ann.client.team.leaveTeam()).rejects.toMatchObject({ code: "administrator_stays" });
  await ann.client.team.leaveTeamTo(await toLeaveTo(ann, bob));
  expect(await rolesAtTheServer()).toEqual({ [bob.email]: 2 });
  expect(await peopleOf(bob)).toMatchObject({ mustHandOver: false, keyKeptBy: [], members: [{ email: bob.email, role_id: 2 }] });
  // The log that both left is one that a newcomer believes.
  const cat = await world.person("cat");
  await joinTeam(bob, cat, { teamId });
  await peopleOf(bob);
  expect(await cat.client.team.ownTeamStatus()).toBe("open");
  const { id } = await bob.client.vault.create({ draft: aLogin({ title: "Door" }) });
  await bob.client.sharing.share({ id, email: null, permission: "read", expiresAt: null });
  expect((await cat.client.vault.pull()).items.map((item) => item.id)).toContain(id);
});
