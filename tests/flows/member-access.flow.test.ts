/** What a member can open is shown before they are removed, and closed by the same call: through the team, and what the remover shares with them as a person. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { asShown } from "./sharing-setup.ts";
import { givesPassword, joinTeam } from "./team-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let boss: Person;
let ann: Person;
let bob: Person;
let teamId: string;

const FOREVER = { permission: "read", expiresAt: null } as const;
const titles = async (client: Client): Promise<(string | undefined)[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title).sort();
const make = async ({ client }: Person, title: string, categoryId: string | null = null): Promise<string> =>
  (await client.vault.create({ draft: { ...aLogin({ title }), categoryId } })).id;
const names = (rows: readonly { readonly name: string | null }[]) => rows.map(({ name }) => name).sort();
const membership = async ({ email }: Person) => {
  const found = (await boss.client.team.people({ teamId })).members.find((one) => one.email === email);
  return { id: found?.id ?? "", userId: found?.user_id ?? "", teamId };
};

beforeAll(async () => {
  world = await startWorld();
  boss = await world.person("boss", 1);
  [ann, bob] = [await world.person("ann"), await world.person("bob")];
  for (const one of [boss, ann, bob]) givesPassword(one);
  teamId = (await boss.client.team.createTeam({ name: "Engineering", description: "" })).id;
  for (const one of [ann, bob]) {
    await joinTeam(boss, one, { teamId });
    await one.client.team.refreshMembership();
    await boss.client.team.people({ teamId });
    expect(await one.client.team.ownTeamStatus()).toBe("open");
  }
  const servers = await boss.client.vault.createVault({ name: "Servers", description: "" });
  await make(boss, "Alpha", servers.id);
  await boss.client.sharing.share({ ...FOREVER, id: servers.id, email: null });
  await ann.client.sharing.share({ ...FOREVER, id: await make(ann, "Ann's door"), email: null });
  await bob.client.sharing.share({ ...FOREVER, id: await make(bob, "Bob's list"), email: null });
  await boss.client.sharing.share({ ...FOREVER, id: await make(boss, "Key of the yard"), email: bob.email });
  await boss.client.sharing.share({ ...FOREVER, id: await make(boss, "For Ann alone"), email: ann.email });
  await make(boss, "Not shared");
}, 120_000);
afterAll(() => world.stop());

describe("what a member can open", () => {
  it("is what the team is given by all, and what the asker gives them as a person; never what is given to others", async () => {
    const access = await boss.client.team.memberAccess({ email: bob.email, teamId });
    expect(access.isKnown).toBe(true);
    expect(access.throughTeam.map(({ name, by }) => [name, by]).sort()).toEqual([
      ["Ann's door", ann.email],
      ["Servers", null],
    ]);
    expect(names(access.theirs)).toEqual(["Bob's list"]);
    expect(names(access.inPerson)).toEqual(["Key of the yard"]);
    const othersHave = (await boss.client.sharing.sharedByMe()).filter(({ itemId }) => access.othersHave.includes(itemId));
    expect(names(othersHave)).toEqual(["For Ann alone", "Servers"]);
    expect(access.passwords.map(({ title }) => title).sort()).toEqual(["Alpha", "Key of the yard"]);
  });

  it("is not known of a team that one is not in", async () => {
    const other = await world.person("other", 1);
    givesPassword(other);
    const access = await other.client.team.memberAccess({ email: bob.email, teamId });
    expect(access).toEqual({ isKnown: false, throughTeam: [], theirs: [], inPerson: [], passwords: [], othersHave: [] });
  });

  it("is no one's to close but an administrator's", async () => {
    const { id, userId } = await membership(bob);
    await expect(ann.client.team.removeMember({ id, userId, teamId, ending: [] })).rejects.toMatchObject({ code: "forbidden" });
    expect(await titles(bob.client)).toEqual(["Alpha", "Ann's door", "Bob's list", "Key of the yard"]);
  });

  it("is closed by one call, and they keep what is theirs", async () => {
    const { inPerson } = await boss.client.team.memberAccess({ email: bob.email, teamId });
    await boss.client.team.removeMember({ ...(await membership(bob)), ending: inPerson.map(asShown) });
    expect(await titles(bob.client)).toEqual(["Bob's list"]);
    expect(names(await boss.client.sharing.sharedByMe())).toEqual(["For Ann alone", "Servers"]);
    expect(await titles(ann.client)).toEqual(["Alpha", "Ann's door", "For Ann alone"]);
    const [left] = await boss.client.team.formerMemberAccess();
    expect(left).toMatchObject({ email: bob.email, items: [{ title: "Alpha" }], still: [] });
  });

  it("says what it could not end, and lists it as still shared", async () => {
    await boss.client.team.people({ teamId });
    const { inPerson } = await boss.client.team.memberAccess({ email: ann.email, teamId });
    world.refuseWhen((url) => url.includes("/share/"));
    const removing = boss.client.team.removeMember({ ...(await membership(ann)), ending: inPerson.map(asShown) });
    await expect(removing).rejects.toThrow(/some of what you share with them as a person could not be ended/);
    world.refuseWhen(() => false);
    expect((await boss.client.team.formerMemberAccess()).find(({ email }) => email === ann.email)?.still).toMatchObject([
      { title: "For Ann alone" },
    ]);
  });
});
