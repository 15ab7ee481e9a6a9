/** Items of several people that leave a shared vault at once: each goes to the person it belongs to. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { shareOf } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  world = await startWorld();
  [ann, bob] = [await world.person("ann"), await world.person("bob")];
}, 120_000);
afterAll(() => world.stop());

const titlesOf = async ({ client }: Person) =>
  (await client.vault.pull()).items.map(({ fields, categoryId }) => [fields.title, categoryId]);

it("what its owner takes out goes on as the owner's, and what another person had made there goes back to them", async () => {
  const { id: vaultId } = await ann.client.vault.createVault({ name: "Together", description: "" });
  await ann.client.sharing.share({ id: vaultId, email: bob.email, permission: "write", expiresAt: null });
  await bob.client.vault.pull();
  const make = async ({ client }: Person, title: string) =>
    (await client.vault.create({ draft: { ...aLogin({ title }), categoryId: vaultId } })).id;
  const ids = [await make(ann, "Ann's"), await make(bob, "Bob's")];
  expect(await titlesOf(ann)).toHaveLength(2);
  await expect(
    ann.client.vault.place({ ids, categoryId: (await ann.client.vault.createVault({ name: "Own", description: "" })).id }),
  ).rejects.toThrow(`This item belongs to ${bob.email}. Move it to Unassigned to return it.`);
  await ann.client.vault.place({ ids, categoryId: null });
  expect(await titlesOf(ann)).toEqual([["Ann's", null]]);
  await expect.poll(() => titlesOf(bob), { timeout: 20_000 }).toEqual([["Bob's", null]]);
});

it("what comes back while the server is busy is taken home by a pull once it is not, and not at the next start alone", async () => {
  const { id: vaultId } = await ann.client.vault.createVault({ name: "Once more", description: "" });
  await ann.client.sharing.share({ id: vaultId, email: bob.email, permission: "write", expiresAt: null });
  await bob.client.vault.pull();
  const { id } = await bob.client.vault.create({ draft: { ...aLogin({ title: "Returned" }), categoryId: vaultId } });
  await ann.client.vault.pull();
  await ann.client.vault.place({ ids: [id], categoryId: null });
  const isMove = (url: string): boolean => url.endsWith("/vault/move");
  const from = world.requests.length;
  world.refuseWhen(isMove, () => Response.json({ success: false, code: "rate_limited", message: "" }, { status: 429 }));
  const tried = async () => [await bob.client.vault.pull(), world.requests.slice(from).some(({ url }) => isMove(url))][1];
  await expect.poll(tried, { timeout: 20_000 }).toBe(true);
  world.refuseWhen(() => false);
  const isHome = async () =>
    (await bob.client.vault.pull()).items.find((item) => item.id === id)?.scopeId === bob.client.session?.personalVaultId;
  await expect.poll(isHome, { timeout: 20_000 }).toBe(true);
});

it("an item whose share has ended comes home from the trash too, where the vault that it was in is gone by then, and can be restored", async () => {
  const { vault, sharing } = ann.client;
  const { id: vaultId } = await vault.createVault({ name: "Gone by then", description: "" });
  const { id } = await vault.create({ draft: { ...aLogin({ title: "In the trash" }), categoryId: vaultId } });
  await sharing.share({ id, email: bob.email, permission: "read", expiresAt: null });
  const later = () => Response.json({ success: false, code: "stale_revision", message: "" }, { status: 409 });
  world.refuseWhen((url) => url.endsWith("/vault/move"), later);
  await sharing.revoke(await shareOf(ann, id, bob));
  await vault.remove({ ids: [id] });
  await vault.removeVault({ id: vaultId, deleteItems: false, others: [] });
  world.refuseWhen(() => false);
  world.passMinutes(61);
  const isHome = async () => (await vault.trash()).find(({ item }) => item.id === id)?.item.scopeId === ann.client.session?.personalVaultId;
  await expect.poll(isHome, { timeout: 20_000 }).toBe(true);
  await vault.restore({ ids: [id] });
  expect((await vault.pull()).items.find((item) => item.id === id)?.categoryId).toBeNull();
});
