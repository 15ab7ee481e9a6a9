/**
 * Whose changes the owner of a vault believes that a team may write: of someone who has just joined, and of former members, where the team has ended since or the owner
 * is no longer in it. Real clients, the real server.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let owner: Person;

beforeAll(async () => {
  world = await startWorld();
  [boss, owner] = [await world.person("boss", 1), await world.person("owner")];
  for (const one of [boss, owner]) givesPassword(one);
}, 120_000);
afterAll(() => world.stop());
// Each is a session of its own to a person: all of them in a minute are more calls than one may make.
beforeEach(() => world.query("delete from rate_limit"));

interface Shared {
  readonly teamId: string;
  readonly vaultId: string;
}

const look = async (client: Client): Promise<void> => {
  await client.team.refreshMembership();
  await client.team.ownTeamStatus();
  await client.vault.pull();
};

/** The owner's vault with one item, shared with a new team of the administrator's. */
async function sharedWithTeam(name: string): Promise<Shared> {
  const { id: teamId } = await boss.client.team.createTeam({ name, description: "" });
  await joinTeam(boss, owner, { teamId });
  await boss.client.team.people({ teamId });
  await look(owner.client);
  const vault = await owner.client.vault.createVault({ name: `Vault of ${name}`, description: "" });
  await owner.client.vault.create({ draft: { ...aLogin({ title: `Of ${name}` }), categoryId: vault.id } });
  await owner.client.sharing.share({ id: vault.id, email: null, permission: "write", expiresAt: null });
  return { teamId, vaultId: vault.id };
}

const itemIn = async ({ vaultId }: Shared, client: Client) => {
  const item = (await client.vault.pull()).items.find(({ categoryId }) => categoryId === vaultId);
  return item ? client.vault.open({ id: item.id }) : expect.fail("The vault is empty");
};

async function save(shared: Shared, client: Client, username: string): Promise<void> {
  const base = await itemIn(shared, client);
  await client.vault.update({ base, draft: { ...aLogin({ ...base.fields, username }), categoryId: base.categoryId } });
}

/** The owner's next start on the same device. */
async function startAgain(): Promise<Client> {
  const client = owner.reload();
  if (!(await client.account.resume()) || client.isLocked) await client.account.unlock({ password: owner.password });
  await look(client);
  return client;
}

it("someone who has just joined is believed by those who have not read the team's log since", async () => {
  const shared = await sharedWithTeam("Workshop");
  const mate = givesPassword(await world.person("mate"));
  await joinTeam(boss, mate, shared);
  await boss.client.team.people(shared);
  await look(mate.client);
  const base = await itemIn(shared, owner.client);
  await save(shared, mate.client, "by the mate");

  await owner.client.vault.update({
    base,
    draft: { ...aLogin({ ...base.fields, website_url: "https://workshop.example" }), categoryId: base.categoryId },
  });
  expect((await itemIn(shared, owner.client)).fields).toMatchObject({ username: "by the mate", website_url: "https://workshop.example" });
  await boss.client.team.deleteTeam({ id: shared.teamId, deleteUsers: false });
  await look(owner.client);
});

it("a vault stays its owner's where the team was deleted while the owner's app was closed, after a change by someone else that is new to the owner", async () => {
  const shared = await sharedWithTeam("Kitchen");
  await owner.client.vault.pull();
  await save(shared, boss.client, "by the boss");
  await boss.client.team.deleteTeam({ id: shared.teamId, deleteUsers: false });

  const client = await startAgain();
  await save(shared, client, "by the owner");
  expect((await itemIn(shared, client)).fields.username).toBe("by the owner");
});

it("also where the owner is in another team by then", async () => {
  const shared = await sharedWithTeam("Garden");
  await save(shared, boss.client, "by the boss");
  await owner.client.vault.pull();
  await boss.client.team.deleteTeam({ id: shared.teamId, deleteUsers: false });
  const later = await sharedWithTeam("Cellar");

  const client = await startAgain();
  expect((await itemIn(shared, client)).fields.username).toBe("by the boss");
  await save(shared, client, "by the owner");
  await boss.client.team.deleteTeam({ id: later.teamId, deleteUsers: false });
  await look(client);
});

it("and where an administrator has taken the owner out meanwhile", async () => {
  const { teamId, ...shared } = await sharedWithTeam("Attic");
  await save({ teamId, ...shared }, boss.client, "by the boss");
  await owner.client.vault.pull();
  const { members } = await boss.client.team.people({ teamId });
  const member = members.find(({ email }) => email === owner.email);
  await boss.client.team.removeMember({ id: member?.id ?? "", userId: member?.user_id ?? "", teamId });

  const client = await startAgain();
  expect((await itemIn({ teamId, ...shared }, client)).fields.username).toBe("by the boss");
  await save({ teamId, ...shared }, client, "by the owner");
  await boss.client.team.deleteTeam({ id: teamId, deleteUsers: false });
});

it("and on a device that never saw the team, also by someone who joined after the vault was shared", async () => {
  const shared = await sharedWithTeam("Roof");
  const mate = givesPassword(await world.person("roof-mate"));
  await joinTeam(boss, mate, shared);
  await boss.client.team.people(shared);
  await look(mate.client);
  await owner.client.team.people(shared);
  await save(shared, mate.client, "by the mate");
  await boss.client.team.deleteTeam({ id: shared.teamId, deleteUsers: false });

  const { client } = await owner.device("another");
  expect((await itemIn(shared, client)).fields.username).toBe("by the mate");
  await save(shared, client, "by the owner");
});

/** The owner's vault of a team with one more member. */
async function withMate(name: string) {
  const shared = await sharedWithTeam(name);
  const mate = givesPassword(await world.person(`${name.toLowerCase()}-mate`));
  await joinTeam(boss, mate, shared);
  await boss.client.team.people(shared);
  await look(mate.client);
  await look(owner.client);
  const scope = async (): Promise<{ readonly id?: string; readonly epoch?: number }> => {
    const sql = "select s.id, s.epoch from scope s join record r on r.scope_id = s.id where r.id = $1";
    return (await world.sql<{ id: string; epoch: number }>(sql, [shared.vaultId]))[0] ?? {};
  };
  return { shared, mate, scope };
}

/** By nothing but an open app, that looks now and then: no one saves anything. */
const gets = (scope: Awaited<ReturnType<typeof withMate>>["scope"], epoch: number) =>
  expect.poll(async () => [await look(owner.client), (await scope()).epoch][1], { timeout: 20_000, interval: 1_000 }).toBe(epoch);

it("a vault that waits for its owner's copy of the team's next key, after a member had left, gets its own as soon as that has come", async () => {
  const { shared, mate, scope } = await withMate("Loft");
  const { epoch = 0 } = await scope();
  await mate.client.team.leaveTeam();
  await look(boss.client);
  const isNewest = `team_id = '${shared.teamId}' and epoch = (select key_epoch from team where id = team_id)`;
  const copy = `${isNewest} and member_id = (select id from account where email = '${owner.email}')`;
  await world.query(`create table kept_copy as select * from team_key where ${copy}`);
  await world.query(`delete from team_key where ${copy}`);
  for (let time = 1; time <= 3; time++) await look(owner.client);
  // Each look has begun what it could, and has failed by then.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await scope()).toMatchObject({ epoch });
  await world.query("insert into team_key select * from kept_copy");
  await gets(scope, epoch + 1);
  await boss.client.team.deleteTeam({ id: shared.teamId, deleteUsers: false });
});

it("a vault that was in doubt after a member had left gets its next key once it is believed again", async () => {
  const { shared, mate, scope } = await withMate("Porch");
  const { id = "", epoch = 0 } = await scope();
  await save(shared, boss.client, "by the boss");
  await mate.client.team.leaveTeam();
  await look(boss.client);

  world.changeNextAnswer<{ heads: { signature: string }[] }>(
    (url) => url.includes("/vault/all-items-data") && url.includes(id),
    ({ heads }) => {
      for (const head of heads) head.signature = head.signature.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    },
  );
  await look(owner.client);
  expect(await owner.client.sharing.vaultTrouble({ vaultId: shared.vaultId })).toBe("other");
  expect(await scope()).toMatchObject({ epoch });
  await look(owner.client);
  await expect.poll(async () => (await scope()).epoch, { timeout: 5_000 }).toBe(epoch + 1);
  await boss.client.team.deleteTeam({ id: shared.teamId, deleteUsers: false });
});
