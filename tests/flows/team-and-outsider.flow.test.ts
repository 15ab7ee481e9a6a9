/** What a team has and a person outside it too: that person sees what members save, though not who they are. Real clients, the real server. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { readOwn } from "../../packages/client/src/sync/own-statement.ts";
import { aLogin } from "./sample-items.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let mate: Person;
let outsider: Person;
let teamId: string;

const look = async ({ client }: Pick<Person, "client">): Promise<void> => {
  await client.team.refreshMembership();
  await client.team.ownTeamStatus();
  await client.vault.pull();
};

beforeAll(async () => {
  world = await startWorld();
  [boss, mate] = [givesPassword(await world.person("boss", 1)), givesPassword(await world.person("mate"))];
  outsider = givesPassword(await world.person("outsider"));
  teamId = (await boss.client.team.createTeam({ name: "Workshop", description: "" })).id;
  await joinTeam(boss, mate, { teamId });
  await boss.client.team.people({ teamId });
  await look(mate);
}, 120_000);
afterAll(() => world.stop());

interface Mixed {
  readonly vaultId: string;
  readonly itemId: string;
}

async function aVault(name: string): Promise<Mixed> {
  const { id: vaultId } = await boss.client.vault.createVault({ name, description: "" });
  const { id: itemId } = await boss.client.vault.create({ draft: { ...aLogin({ title: `${name} key` }), categoryId: vaultId } });
  return { vaultId, itemId };
}

const share = (id: string, email: string | null, permission: "read" | "write"): Promise<unknown> =>
  boss.client.sharing.share({ id, email, permission, expiresAt: null });

/** The team may write, and the outsider reads. */
async function aMixedVault(name: string): Promise<Mixed> {
  const made = await aVault(name);
  await share(made.vaultId, null, "write");
  await share(made.vaultId, outsider.email, "read");
  await outsider.client.vault.pull();
  await look(mate);
  await look(boss);
  return made;
}

async function rename(person: Pick<Person, "client">, { itemId, vaultId }: Mixed, username: string): Promise<void> {
  const base = await person.client.vault.open({ id: itemId });
  await person.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, username }), categoryId: vaultId } });
}

const usernameSeenBy = async ({ client }: Pick<Person, "client">, { itemId }: Mixed): Promise<string | undefined> => {
  await client.vault.pull();
  return (await client.vault.open({ id: itemId })).fields.username;
};

/** How many people the owner's last statement names. */
async function statedIn({ vaultId }: Pick<Mixed, "vaultId">): Promise<number | undefined> {
  const [row] = await world.sql<{ own: string }>("select s.own from scope s join record r on r.scope_id = s.id where r.id = $1", [vaultId]);
  return readOwn(row?.own)?.writers.size;
}

it("a person outside the team sees what a member saves and makes, on a new device too, with no app of the owner's open", async () => {
  const mixed = await aMixedVault("Garage");
  const own = await mate.client.vault.create({ draft: aLogin({ title: "Bicycle" }) });
  await mate.client.vault.place({ ids: [own.id], categoryId: mixed.vaultId });
  await mate.client.vault.create({ draft: { ...aLogin({ title: "Lawnmower" }), categoryId: mixed.vaultId } });
  await rename(mate, mixed, "mate");
  for (const client of [outsider.client, (await outsider.device("another")).client]) {
    const items = (await client.vault.pull()).items.filter(({ categoryId }) => categoryId === mixed.vaultId);
    expect(items.map(({ fields }) => fields.title).toSorted()).toEqual(["Bicycle", "Garage key", "Lawnmower"]);
    expect((await client.vault.open({ id: mixed.itemId })).fields.username).toBe("mate");
  }
});

it("what someone saves who has joined since is seen once the owner's app has looked, which needs no press", async () => {
  const mixed = await aMixedVault("Shed");
  const later = givesPassword(await world.person("later"));
  await joinTeam(boss, later, { teamId });
  await boss.client.team.people({ teamId });
  await look(later);
  const before = (await statedIn(mixed)) ?? 0;
  await look(boss);
  await expect.poll(() => statedIn(mixed), { timeout: 10_000 }).toBe(before + 1);
  await rename(later, mixed, "later");
  expect(await usernameSeenBy(outsider, mixed)).toBe("later");
  const writes = world.requests.length;
  await look(boss);
  await look(boss);
  expect(world.requests.slice(writes).filter(({ url }) => url.endsWith("/commit"))).toEqual([]);
});

it("an item of a team's vault that is shared on its own is seen as a member saved it", async () => {
  const made = await aVault("Attic");
  await share(made.vaultId, null, "write");
  await share(made.itemId, outsider.email, "read");
  await look(mate);
  await look(boss);
  await expect.poll(() => statedIn({ vaultId: made.itemId }), { timeout: 10_000 }).toBeGreaterThan(0);
  await rename(mate, made, "mate");
  expect(await usernameSeenBy(outsider, made)).toBe("mate");
});

it("after a member was removed what the others save is still seen, and the statement does not name the one who left", async () => {
  const mixed = await aMixedVault("Cellar");
  const named = (await statedIn(mixed)) ?? 0;
  const { members } = await boss.client.team.people({ teamId });
  const { id = "", user_id: userId = "" } = members.find(({ email }) => email.startsWith("later")) ?? {};
  await boss.client.team.removeMember({ id, userId, teamId });
  await look(boss);
  await look(mate);
  await expect.poll(() => statedIn(mixed), { timeout: 10_000 }).toBe(named - 1);
  await rename(mate, mixed, "still here");
  expect(await usernameSeenBy(outsider, mixed)).toBe("still here");
});

it("a vault that only the team has says of no member that they are in it", async () => {
  const made = await aVault("Office");
  await share(made.vaultId, null, "write");
  await look(boss);
  await rename(boss, made, "boss");
  expect(await statedIn(made)).toBe(0);
});

it("nor does a vault that the team may only read", async () => {
  const made = await aVault("Archive");
  await share(made.vaultId, null, "read");
  await share(made.vaultId, outsider.email, "read");
  await rename(boss, made, "boss");
  expect(await statedIn(made)).toBe(0);
});
