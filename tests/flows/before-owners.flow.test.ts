/** Data of the version before an owner's signature opens: shared vaults, a team and its open invitations. No one is alarmed, and the owner's next write lifts it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, memoryKeyStore, memoryRecordStore } from "../../packages/client/src/index.ts";
import { parseInvitation } from "../../packages/core/src/account/invitation-link.ts";
import { BEFORE_OWNERS, fillDevice, leftBeforeOwners } from "./before-owners.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

const { people, teamId, vaultId, invitations } = BEFORE_OWNERS;
const NAMES = ["ann", "bob", "carol"] as const;
type Name = (typeof NAMES)[number];

let world: World;
/** The devices that kept their data, and new ones. */
const devices: Record<"old" | "new", Partial<Record<Name, Client>>> = { old: {}, new: {} };
const on = (which: "old" | "new", name: Name): Client => {
  const client = devices[which][name];
  if (!client) throw new Error("This device is not there yet");
  return client;
};

beforeAll(async () => {
  world = await startWorld({ left: leftBeforeOwners });
  for (const name of NAMES) {
    const [keys, records] = [memoryKeyStore(), memoryRecordStore()];
    await fillDevice(name, keys, records);
    devices.old[name] = world.deviceWith(keys, records).client;
    devices.new[name] = (await world.stranger()).client;
    for (const which of ["old", "new"] as const) {
      const { email, password } = people[name];
      await on(which, name).account.login({ email, password });
      await on(which, name).team.refreshMembership();
    }
  }
}, 120_000);
afterAll(() => world.stop());

const IN_VAULT = ["Ann's gate", "Bob's camera", "Bob's router"];
/** What each item in the vault says of its maker and its last writer, by title. */
const inVault = async (client: Client) => {
  const { items } = await client.vault.pull();
  const inside = items.filter(({ categoryId }) => categoryId === vaultId);
  return Object.fromEntries(inside.map(({ fields, belongsTo, isOwner }) => [fields.title, { isOwner, madeBy: belongsTo?.email }]));
};
const titles = async (client: Client) => (await client.vault.pull()).items.map(({ fields }) => fields.title).toSorted();
const expectCalm = async (client: Client): Promise<void> => {
  expect(await client.vault.trouble()).toBeNull();
  const rows = [...(await client.sharing.sharedByMe()), ...(await client.sharing.sharedWithMe())];
  expect(rows.map(({ trouble }) => trouble)).toEqual(rows.map(() => null));
};

it.each(["old", "new"] as const)("everything opens on a device (%s), makers included, and no one is alarmed", async (which) => {
  expect(await titles(on(which, "ann"))).toEqual(["Ann's gate", "Ann's own", "Bob's camera", "Bob's router", "Team's wifi"]);
  for (const name of ["bob", "carol"] as const) expect(await titles(on(which, name))).toEqual([...IN_VAULT, "Team's wifi"]);
  expect(await inVault(on(which, "ann"))).toMatchObject({
    "Ann's gate": { madeBy: undefined },
    "Bob's router": { madeBy: people.bob.email },
  });
  expect(await inVault(on(which, "bob"))).toMatchObject({ "Ann's gate": { isOwner: false }, "Bob's router": { isOwner: true } });
  for (const name of NAMES) {
    const client = on(which, name);
    const { items } = await client.vault.pull();
    const opened = await Promise.all(items.map(({ id }) => client.vault.open({ id })));
    expect(opened.map(({ state }) => state)).toEqual(items.map(() => "intact"));
    await expectCalm(client);
    expect(await client.team.ownTeamStatus()).toBe("open");
  }
});

it("both open invitations are there, and nothing waits for a press", async () => {
  const { members, invitations: open, toConfirm } = await on("new", "ann").team.people({ teamId });
  expect(members.map(({ email }) => email).toSorted()).toEqual(NAMES.map((name) => people[name].email));
  expect(open.map(({ email }) => email).toSorted()).toEqual(["dave@example.com", "erin@example.com"]);
  expect(toConfirm).toEqual([]);
});

/** The links name the address too: no account had it. */
const tokenIn = (text: string): string => parseInvitation(text)?.token ?? "";

it("the copied invitation still lets its person in, and the mailed one waits for one press", async () => {
  const [erin, dave] = [await world.person("erin"), await world.person("dave")];
  await erin.client.team.joinInvited({ ...invitations.copied, token: tokenIn(invitations.copied.token) });
  await dave.client.team.joinInvited({ token: tokenIn(invitations.mailed.token), fragment: "" });
  await on("new", "ann").team.refreshMembership();
  const { toConfirm } = await on("new", "ann").team.people({ teamId });
  expect(toConfirm).toMatchObject([{ kind: "let-in", email: dave.email }]);
  await erin.client.team.refreshMembership();
  expect(await erin.client.team.ownTeamStatus()).toBe("open");
});

/** Whether the owner has signed what is hers alone, by scope. */
const statements = async () => {
  const rows = await world.sql<{ kind: string; own: string | null }>("select kind, own from scope where kind <> 'personal' order by kind");
  return rows.map(({ kind, own }) => [kind, own !== null]);
};

it("old and new devices of all go on writing it, and the owner's next write lifts it", async () => {
  const make = (client: Client, title: string) =>
    client.vault.create({ draft: { ...aLogin({ title, password: `of ${title}` }), categoryId: vaultId } });
  await make(on("old", "bob"), "Bob's lamp");
  expect(await statements()).toEqual([
    ["item", false],
    ["vault", false],
  ]);
  await make(on("old", "ann"), "Ann's door");
  expect(await statements()).toEqual([
    ["item", false],
    ["vault", true],
  ]);
  await make(on("new", "bob"), "Bob's key");
  await make(on("new", "ann"), "Ann's bell");
  for (const which of ["old", "new"] as const)
    for (const name of NAMES) {
      expect(Object.keys(await inVault(on(which, name)))).toEqual(
        expect.arrayContaining([...IN_VAULT, "Bob's lamp", "Ann's door", "Bob's key", "Ann's bell"]),
      );
      await expectCalm(on(which, name));
    }
});

it("what is shared with the team is lifted too, makers stay, and a rename reaches everyone", async () => {
  const ann = on("new", "ann");
  const wifi = (await ann.vault.pull()).items.find(({ fields }) => fields.title === "Team's wifi");
  if (!wifi) throw new Error("no such item");
  const base = await ann.vault.open(wifi);
  await ann.vault.update({ base, draft: { ...aLogin({ ...base.fields, username: "lifted" }), categoryId: null } });
  expect(await statements()).toEqual([
    ["item", true],
    ["vault", true],
  ]);
  const together = (await ann.vault.pull()).vaults.find(({ id }) => id === vaultId);
  if (!together) throw new Error("no such vault");
  await ann.vault.updateVault({ base: together, name: "Renamed", description: "" });
  for (const name of NAMES) {
    const contents = await on("old", name).vault.pull();
    expect(contents.vaults.find(({ id }) => id === vaultId)?.name).toBe("Renamed");
    expect(contents.items.find(({ id }) => id === wifi.id)?.fields.username).toBe("lifted");
    await expectCalm(on("old", name));
  }
  expect(await inVault(on("old", "ann"))).toMatchObject({
    "Bob's router": { madeBy: people.bob.email },
    "Bob's key": { madeBy: people.bob.email },
  });
});
