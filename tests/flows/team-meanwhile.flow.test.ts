/** A team's log that moves on while someone reads it, and what its members see of each other then. Real clients, the real server. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let mate: Person;
let teamId: string;
/** Runs after the server has answered, and before the client hears it. */
let meanwhile: { readonly isAt: (url: string) => boolean; readonly work: () => Promise<unknown> } | null = null;

const between =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init);
    const { isAt, work } = meanwhile ?? { isAt: () => false, work: async () => undefined };
    if (!isAt(String(input))) return answer;
    meanwhile = null;
    const body = await answer.text();
    await work();
    return new Response(body, { status: answer.status, headers: answer.headers });
  };

const look = async (client: Client): Promise<void> => {
  await client.team.refreshMembership();
  await client.team.ownTeamStatus();
  await client.vault.pull();
};

beforeAll(async () => {
  world = await startWorld({ between });
  [boss, mate] = [givesPassword(await world.person("boss", 1)), givesPassword(await world.person("mate"))];
  teamId = (await boss.client.team.createTeam({ name: "Workshop", description: "" })).id;
  await joinTeam(boss, mate, { teamId });
  await boss.client.team.people({ teamId });
  await look(mate.client);
}, 120_000);
afterAll(() => world.stop());

const isLog = (url: string): boolean => url.includes(`/teams/${teamId}/log?`);
const invite = (email: string) => boss.client.team.invite({ email, roleId: 0, teamId, by: "mail" });

it("a log that this client has written into since it asked for it is no older one", async () => {
  meanwhile = { isAt: isLog, work: () => invite("later@example.com") };
  expect(await boss.client.team.people({ teamId: null })).toMatchObject({ status: "open" });
  expect(meanwhile).toBeNull();
});

it("nor is one that another device of the account has written into", async () => {
  const { client } = await boss.device("another");
  await look(client);
  const work = async (): Promise<void> => {
    await invite("latest@example.com");
    await client.vault.pull();
  };
  meanwhile = { isAt: isLog, work };
  expect(await client.team.people({ teamId: null })).toMatchObject({ status: "open" });
  expect(await client.team.people({ teamId })).toMatchObject({ invitations: expect.objectContaining({ length: 2 }) });
});

it("a member whom the server let go, but whom no one took out of the log, writes again once they have joined again", async () => {
  const vault = await boss.client.vault.createVault({ name: "Tools", description: "" });
  const { id } = await boss.client.vault.create({ draft: { ...aLogin({ title: "Drill" }), categoryId: vault.id } });
  await boss.client.sharing.share({ id: vault.id, email: null, permission: "write", expiresAt: null });
  const { members } = await boss.client.team.people({ teamId });
  const { id: membership = "", user_id: userId = "" } = members.find(({ email }) => email === mate.email) ?? {};
  world.refuseWhen(isLog);
  await expect(boss.client.team.removeMember({ id: membership, userId, teamId })).rejects.toThrow();
  world.refuseWhen(() => false);

  await joinTeam(boss, mate, { teamId });
  await boss.client.team.people({ teamId });
  await look(mate.client);
  const base = await mate.client.vault.open({ id });
  await mate.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, username: "mate" }), categoryId: vault.id } });
  await boss.client.vault.pull();
  expect((await boss.client.vault.open({ id })).fields.username).toBe("mate");
});

it("a save after a removal whose answer was lost goes under a key that the removed person does not have", async () => {
  const vault = await boss.client.vault.createVault({ name: "Safe", description: "" });
  const { id } = await boss.client.vault.create({ draft: { ...aLogin({ title: "Gate" }), categoryId: vault.id } });
  await boss.client.sharing.share({ id: vault.id, email: null, permission: "write", expiresAt: null });
  const { members } = await boss.client.team.people({ teamId });
  const { id: membership = "", user_id: userId = "" } = members.find(({ email }) => email === mate.email) ?? {};
  world.loseNextAnswer((url) => url.endsWith(`/teams/${teamId}/log`));
  await expect(boss.client.team.removeMember({ id: membership, userId, teamId })).rejects.toThrow();
  const from = world.requests.length;
  const base = await boss.client.vault.open({ id });
  await boss.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, password: "theirs no more" }), categoryId: vault.id } });
  const written = world.requests.slice(from).filter(({ body, url }) => body !== "" && (body + url).includes(id));
  expect(written.map(({ url }) => /\/api\/(.+)$/.exec(url)?.[1])).toEqual(["share/rotate", `vault/entries/${id}`]);
});
