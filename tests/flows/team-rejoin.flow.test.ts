/** Members who left a team and rejoined before any client noticed, and a team that is made twice. Real clients, the real server. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { permissionsWhere } from "../../packages/core/src/team/permissions.ts";
import { NEXT, recoverySteps } from "./recovery-setup.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let teamId: string;

const joins = (guest: Pick<Person, "client" | "email">, roleId = 0): Promise<string> => joinTeam(boss, guest, { teamId, roleId });

/** How the team's maker sees a member; reading it also reconciles the team. */
const seen = async (email: string) => (await boss.client.team.people({ teamId })).members.find((one) => one.email === email);

/** Signed in again after a reset without the recovery key: with other keys, and in no team. */
async function startAnew(person: Person): Promise<Client> {
  const { provenDevice, reset } = recoverySteps(world);
  await reset(person, await provenDevice(person), { recoveryKey: null, discard: true });
  const { client } = await world.stranger();
  await client.account.login({ email: person.email, password: NEXT });
  return client;
}

beforeAll(async () => {
  world = await startWorld();
  boss = givesPassword(await world.person("boss", 1));
  teamId = (await boss.client.team.createTeam({ name: "Engineering", description: "" })).id;
}, 120_000);
afterAll(() => world.stop());

it("with the same keys: in the current role, and the team has another key", async () => {
  const ann = await world.person("ann");
  await joins(ann);
  expect(await seen(ann.email)).toMatchObject({ role_id: 3 });
  expect(await ann.client.team.ownTeamStatus()).toBe("open");
  await ann.client.team.leaveTeam();
  await joins(ann, 2);
  expect(await seen(ann.email)).toMatchObject({ role_id: 2, isVerified: true });
  expect(await ann.client.team.ownTeamStatus()).toBe("open");
  expect(await world.sql("select key_epoch as epoch from team")).toEqual([{ epoch: 2 }]);
});

it("with other keys: once the earlier one is taken out, the key comes to them, and from them to others", async () => {
  const kim = await world.person("kim");
  await joins(kim);
  await seen(kim.email);
  expect(await kim.client.team.ownTeamStatus()).toBe("open");
  const client = await startAnew(kim);
  await joins({ client, email: kim.email });
  expect(await client.team.ownTeamStatus()).toBe("key-pending");
  const { toConfirm } = await boss.client.team.people({ teamId });
  const userId = client.session?.user.id ?? "";
  expect(toConfirm).toMatchObject([{ kind: "other-key", userId, email: kim.email }]);
  expect(await client.team.ownTeamStatus()).toBe("key-pending");
  await boss.client.team.takeOut({ teamId, userIds: [userId] });
  await seen(kim.email);
  expect(await client.team.ownTeamStatus()).toBe("open");
  const lou = await world.person("lou");
  await joins(lou);
  expect(await lou.client.team.ownTeamStatus()).toBe("key-pending");
  // No one else is online: what she gives is signed with her current key.
  await client.team.people({ teamId });
  expect(await lou.client.team.ownTeamStatus()).toBe("open");
});

it("who left sees the team again only by their own decision, also where its administrator puts them back", async () => {
  const may = await world.person("may");
  await joins(may);
  await seen(may.email);
  expect(await may.client.team.ownTeamStatus()).toBe("open");
  await may.client.team.leaveTeam();
  await seen(may.email);
  await boss.client.team.addMember({ teamId, memberUserId: may.client.session?.user.id ?? "", roleId: 0, email: may.email });
  await may.client.team.refreshMembership();
  expect(await may.client.team.ownTeamStatus()).toBe("unsolicited");
  await may.client.team.joinTeam();
  expect(await may.client.team.ownTeamStatus()).toBe("open");
});

it("a role is made once, also where the log cannot say so yet", async () => {
  world.refuseWhen((url) => url.includes("/log"));
  await boss.client.team.createRole({ name: "Desk", description: "", permissions: permissionsWhere(() => false) });
  world.refuseWhen(() => false);
  expect((await boss.client.team.roles()).filter(({ name }) => name === "Desk")).toHaveLength(1);
});

it("a team is made once, also where the answer is lost", async () => {
  const tom = await world.person("tom", 1);
  world.loseNextAnswer((url) => url.endsWith("/api/teams"));
  const { id } = await tom.client.team.createTeam({ name: "Only one", description: "" });
  expect(await world.sql("select id from team where name = 'Only one'")).toEqual([{ id }]);
  expect(await tom.client.team.ownTeamStatus()).toBe("open");
});

it("a user who makes a team, and another one because the answer was lost, is in the first alone, and the log of the other says so", async () => {
  const sue = await world.person("sue", 1);
  const make = () => sue.client.team.createTeam({ name: "Twice", description: "" });
  world.loseNextAnswer((url) => url.endsWith("/api/teams"));
  // The connection is still away when the client asks what became of it.
  world.refuseWhen((url) => /\/teams\/[^/]+$/.test(url));
  await expect(make()).rejects.toThrow();
  world.refuseWhen(() => false);
  const { id } = await make();
  const first = await world.sql<{ id: string; text: string }>(
    "select t.id, l.text from team t join team_log l on l.team_id = t.id where t.name = 'Twice' and l.seq = 1",
  );
  const isIn = first.map((one) => [one.id === id, (JSON.parse(one.text) as { change: { isMember: boolean } }).change.isMember]);
  expect(isIn).toEqual(
    expect.arrayContaining([
      [false, true],
      [true, false],
    ]),
  );
  expect(await sue.client.team.ownTeamStatus()).toBe("open");
});
