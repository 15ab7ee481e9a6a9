/** What its owner has moved, given or taken away since the backup that was restored: nothing is lost, and no one reads again who lost access (security design §4). */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { backUpServer } from "./restore-server.ts";
import { aLogin } from "./sample-items.ts";
import { asShown } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const someone = (name: string): Promise<Person> => world.person(`${name}-${randomBytes(4).toString("hex")}`);
const titles = async (client: Client): Promise<string[]> =>
  (await client.vault.openMany()).map(({ fields }) => `${fields.title}: ${fields.password}`.replace(/copy, [^)]+/, "copy")).sort();
const put = (on: Client, title: string, password: string, categoryId: string | null = null) =>
  on.vault.create({ draft: { ...aLogin({ title, password }), categoryId } });
const give = (on: Client, id: string, { email }: Person) => on.sharing.share({ id, email, permission: "write", expiresAt: null });

async function save(on: Client, id: string, password: string): Promise<void> {
  const base = await on.vault.open({ id });
  await on.vault.update({ base, draft: { ...aLogin({ ...base.fields, password }), categoryId: base.categoryId } });
}

async function take(on: Client, itemId: string, from: Person): Promise<void> {
  await on.sharing.revoke(asShown((await on.sharing.sharedByMe()).find((row) => row.itemId === itemId && row.person === from.email)));
}

async function signInAgain(client: Client, { email, password }: Person): Promise<void> {
  await client.vault.pull().catch(() => undefined);
  await client.account.login({ email, password });
  await client.vault.local();
}

/** An item that is shared alone, two vaults that are shared, and an item of her own. */
async function house() {
  const [ann, bob, carol] = [await someone("ann"), await someone("bob"), await someone("carol")];
  const { client } = ann;
  const [home, barn] = [
    await client.vault.createVault({ name: "Home", description: "" }),
    await client.vault.createVault({ name: "Barn", description: "" }),
  ];
  const [roof, gate, own] = [await put(client, "Roof", "1", home.id), await put(client, "Gate", "1"), await put(client, "Own", "1")];
  await put(client, "Hay", "1", barn.id);
  for (const { id } of [home, barn, gate]) for (const one of [bob, carol]) await give(client, id, one);
  const { client: phone } = await ann.device("phone");
  for (const one of [client, phone, bob.client, carol.client]) await one.vault.pull();
  return { ann, bob, carol, phone, home, barn, roof, gate, own };
}
type House = Awaited<ReturnType<typeof house>>;

interface Moved {
  readonly does: (house: House) => Promise<unknown>;
  readonly id: (house: House) => string;
  /** What its owner has then, with what the restored server had under the same ids; and what Bob reads. */
  readonly has: readonly string[];
  readonly read: readonly string[];
}

const MOVES: Readonly<Record<string, Moved>> = {
  "an item whose last share was ended": {
    does: async ({ ann: { client }, gate, bob, carol }) => [await take(client, gate.id, bob), await take(client, gate.id, carol)],
    id: ({ gate }) => gate.id,
    has: ["Gate: 1", "Gate: 2", "Hay: 1", "Newer: 2", "Own: 1", "Roof: 1"],
    read: ["Hay: 1", "Roof: 1"],
  },
  "a vault whose last share was ended": {
    does: async ({ ann: { client }, home, bob, carol }) => [await take(client, home.id, bob), await take(client, home.id, carol)],
    id: ({ roof }) => roof.id,
    has: ["Gate: 1", "Hay: 1", "Newer: 2", "Own: 1", "Roof: 1", "Roof: 2"],
    read: ["Gate: 1", "Hay: 1"],
  },
  "an item that was moved into a shared vault": {
    does: ({ ann: { client }, own, home }) => client.vault.place({ ids: [own.id], categoryId: home.id }),
    id: ({ own }) => own.id,
    has: ["Gate: 1", "Hay: 1", "Newer: 2", "Own: 2", "Roof: 1"],
    read: ["Gate: 1", "Hay: 1", "Own: 2", "Roof: 1"],
  },
  "an item that was moved out of a shared vault": {
    does: ({ ann: { client }, roof }) => client.vault.place({ ids: [roof.id], categoryId: null }),
    id: ({ roof }) => roof.id,
    has: ["Gate: 1", "Hay: 1", "Newer: 2", "Own: 1", "Roof: 2"],
    read: ["Gate: 1", "Hay: 1"],
  },
  "an item that was moved from one shared vault to another": {
    does: ({ ann: { client }, roof, barn }) => client.vault.place({ ids: [roof.id], categoryId: barn.id }),
    id: ({ roof }) => roof.id,
    has: ["Gate: 1", "Hay: 1", "Newer: 2", "Own: 1", "Roof: 2"],
    read: ["Gate: 1", "Hay: 1", "Roof: 2"],
  },
};

it.each(Object.entries(MOVES))("%s since is there afterwards as its owner's device had it", async (_, { does, id, has, read }) => {
  const here = await house();
  const { ann, bob, carol } = here;
  const restore = await backUpServer(world);
  await does(here);
  await save(ann.client, id(here), "2");
  await put(ann.client, "Newer", "2");
  await restore();
  for (const one of [ann, bob, carol]) await signInAgain(one.client, one);
  await expect(ann.client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
  await ann.client.vault.repair();
  expect(await ann.client.sharing.restoreShared()).toBeNull();
  for (const client of [ann.client, (await ann.device("later")).client]) {
    await client.vault.pull();
    expect(await titles(client)).toEqual(has);
    expect(await client.vault.trouble()).toBeNull();
  }
  for (const { client } of [bob, carol]) {
    await client.vault.pull();
    expect(await titles(client)).toEqual(read);
  }
});

it("where a device that knows less puts its history back first, what the other one has ended since stays ended, and nothing of either is lost", async () => {
  const { ann, bob, carol, phone, home, roof, gate } = await house();
  const restore = await backUpServer(world);
  await save(ann.client, gate.id, "2");
  await put(ann.client, "Late", "2");
  await phone.vault.pull();
  await take(phone, home.id, carol);
  await save(phone, roof.id, "3");
  await put(phone, "Door", "3", home.id);
  await restore();
  for (const one of [ann, bob, carol]) await signInAgain(one.client, one);
  await ann.client.vault.pull().catch(() => undefined);
  await ann.client.vault.repair();
  await ann.client.sharing.restoreShared();
  await save(ann.client, roof.id, "4");
  await signInAgain(phone, ann);
  await phone.vault.pull();
  await phone.sharing.restoreShared();
  const all = ["Door: 3", "Gate: 2", "Hay: 1", "Late: 2", "Own: 1", "Roof (conflict copy): 3", "Roof: 4"];
  for (const client of [phone, ann.client, (await ann.device("later")).client]) {
    await client.vault.pull();
    expect(await titles(client)).toEqual(all);
  }
  await carol.client.vault.pull();
  expect(await titles(carol.client)).toEqual(["Gate: 2", "Hay: 1"]);
});
