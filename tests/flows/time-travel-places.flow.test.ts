/** What the vault as it was must not lose: where an item is, also one with a key of its own, and what was done before something failed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const create = async ({ client }: Person, title: string, categoryId: string | null = null): Promise<string> =>
  (await client.vault.create({ draft: { ...aLogin({ title, password: "first" }), categoryId } })).id;
const vaultOf = async ({ client }: Person, name: string): Promise<string> => (await client.vault.createVault({ name, description: "" })).id;

async function save({ client }: Person, id: string, password: string): Promise<void> {
  const base = await client.vault.open({ id });
  await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password } } });
}

/** A day goes by, after which the session is over. @returns a moment within it */
async function nextDay({ client, email, password }: Person): Promise<number> {
  world.passTime(1);
  const at = world.now();
  world.passTime(23);
  await client.account.login({ email, password });
  await client.vault.pull();
  return at;
}

it("an item that is shared on its own stays in its vault, when it is taken back and when that is undone", async () => {
  const [ann, bob] = [await world.person("ann"), await world.person("bob")];
  const home = await vaultOf(ann, "Home");
  const [edited, marked] = [await create(ann, "Bank", home), await create(ann, "Shop", home)];
  for (const id of [edited, marked]) await ann.client.sharing.share({ id, email: bob.email, permission: "read", expiresAt: null });
  const at = await nextDay(ann);
  await save(ann, edited, "second");
  await ann.client.vault.setFavourites({ ids: [marked], favourite: true });
  const { differences } = await ann.client.vault.asOf({ at });
  expect(differences.map(({ what, isMoved }) => [what, isMoved])).toEqual([
    ["changed", false],
    ["changed", false],
  ]);
  const seen = async () => {
    const all = await Promise.all([edited, marked].map((id) => ann.client.vault.open({ id })));
    return all.map(({ categoryId, favourite, fields }) => [categoryId, favourite, fields.password]);
  };
  const { undo } = await ann.client.vault.takeBack({ chosen: differences });
  expect(await seen()).toEqual([
    [home, false, "first"],
    [home, false, "first"],
  ]);
  expect(await ann.client.vault.takeBackAgain({ undo })).toEqual([]);
  expect(await seen()).toEqual([
    [home, false, "second"],
    [home, true, "first"],
  ]);
});

it("what was moved and then put into the trash goes there again from where it was, when that is undone", async () => {
  const cleo = await world.person("cleo");
  const [home, work] = [await vaultOf(cleo, "Home"), await vaultOf(cleo, "Work")];
  const id = await create(cleo, "Bank", home);
  const at = await nextDay(cleo);
  const { vault } = cleo.client;
  await vault.place({ ids: [id], categoryId: work });
  await vault.setFavourites({ ids: [id], favourite: true });
  await vault.remove({ ids: [id] });
  const { differences } = await vault.asOf({ at });
  const { undo } = await vault.takeBack({ chosen: differences });
  expect(await vault.open({ id })).toMatchObject({ categoryId: home, favourite: false });
  expect(await vault.takeBackAgain({ undo })).toEqual([]);
  await vault.restore({ ids: [id] });
  expect(await vault.open({ id })).toMatchObject({ categoryId: work, favourite: true });
});

it("what was taken back before something failed can be undone, and what was not is named", async () => {
  const [dan, eve] = [await world.person("dan"), await world.person("eve")];
  const [own, shared] = [await create(dan, "Own"), await create(dan, "Shared")];
  await dan.client.sharing.share({ id: shared, email: eve.email, permission: "read", expiresAt: null });
  const at = await nextDay(dan);
  for (const id of [own, shared]) await save(dan, id, "second");
  const { differences } = await dan.client.vault.asOf({ at });
  const passwords = () => Promise.all([own, shared].map(async (id) => (await dan.client.vault.open({ id })).fields.password));
  let written = 0;
  world.refuseWhen((url) => url.endsWith("/vault/commit") && ++written > 1);
  const { undo, staying, failure } = await dan.client.vault.takeBack({ chosen: differences });
  world.refuseWhen(() => false);
  expect([staying.length, failure]).toEqual([1, expect.any(Error)]);
  expect((await passwords()).toSorted()).toEqual(["first", "second"]);
  expect(await dan.client.vault.takeBackAgain({ undo })).toEqual([]);
  expect(await passwords()).toEqual(["second", "second"]);
  world.refuseWhen((url) => url.endsWith("/vault/commit"));
  await expect(dan.client.vault.takeBack({ chosen: differences }), "where nothing was").rejects.toThrow();
  world.refuseWhen(() => false);
});
