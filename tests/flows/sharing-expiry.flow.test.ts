/** Ends of shares that are easily overlooked: an end that is moved, hidden or already over, what it leaves in vaults, and what may not be shared further. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { OfShare } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { scopeOf as scopeIn, shareOf as shareBy, threePeople } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  world = await startWorld();
  [ann, bob, carol] = await threePeople(world);
}, 120_000);
afterAll(() => world.stop());
beforeEach(() => world.query("delete from rate_limit"));

const MINUTE_MS = 60_000;
const inAnHour = (): number => world.now() + 60 * MINUTE_MS;
const create = async (title: string, categoryId: string | null = null, { client }: Person = ann): Promise<string> =>
  (await client.vault.create({ draft: { ...aLogin({ title }), categoryId } })).id;
const vault = async (): Promise<string> => (await ann.client.vault.createVault({ name: "House", description: "" })).id;
const give = (id: string, to: Person, expiresAt: number | null, permission: "read" | "write" = "read") =>
  ann.client.sharing.share({ id, email: to.email, permission, expiresAt });
const shareOf = (id: string, to: Person): Promise<OfShare> => shareBy(ann, id, to);
const has = async ({ client }: Person, id: string): Promise<boolean> => (await client.vault.pull()).items.some((item) => item.id === id);
const scopeOf = (id: string) => scopeIn(world, id);
/** Keys are replaced in the background of the pull that finds it necessary. */
const epochs = (id: string, epoch: number) =>
  expect.poll(async () => [await ann.client.vault.pull(), (await scopeOf(id))?.epoch][1], { timeout: 20_000 }).toBe(epoch);

it.each([
  ["a fault of the server", 500, {}, "Failed to update permission level", "Failed to update expiry"],
  ["an answer of no success", 200, { success: false }, "Failed to update permission", "Failed to update expiry"],
])("a change that fails by %s is said in the words of what was asked for, of an item and of a vault (C271, C272, C274)", async (...of) => {
  const [, status, answer, level, end] = of;
  for (const id of [await create("Tent"), await vault()]) {
    await give(id, bob, null);
    const share = await shareOf(id, bob);
    world.refuseWhen(
      (url) => /\/share\/(item|category)(?!s)/.test(url),
      () => Response.json(answer, { status }),
    );
    await expect(ann.client.sharing.setPermission({ ...share, permission: "write" })).rejects.toMatchObject({ message: level });
    await expect(ann.client.sharing.setExpiry({ ...share, expiresAt: inAnHour() })).rejects.toMatchObject({ message: end });
    world.refuseWhen(() => false);
  }
});

it("an end that is taken away by sharing once more does not come", async () => {
  const id = await create("Umbrella");
  await give(id, bob, inAnHour());
  await give(id, bob, null);
  const from = world.requests.length;
  world.passMinutes(90);
  await ann.client.vault.pull();
  // Waits for whatever that pull has begun.
  await give(await create("Another"), carol, null);
  expect(await has(bob, id)).toBe(true);
  expect(world.requests.slice(from).filter(({ url }) => url.endsWith("/share/rotate"))).toEqual([]);
});

it("an end that was said with the first share comes, also when the server forgets it: the next key goes to the others alone", async () => {
  const id = await create("Ladder");
  await give(id, bob, inAnHour());
  await give(id, carol, null);
  const [his, hers] = [await shareOf(id, bob), await shareOf(id, carol)];
  await world.sql("update share_grant set expires_at = null where id = $1", [his.id]);
  const from = world.requests.length;
  world.passMinutes(90);
  await ann.client.vault.pull();
  const rotations = () => world.requests.slice(from).filter(({ url }) => url.endsWith("/share/rotate"));
  await expect.poll(() => rotations().length, { timeout: 20_000 }).toBeGreaterThan(0);
  const { grants } = JSON.parse(rotations()[0]?.body ?? "{}") as { grants: { id: string }[] };
  expect(grants.map((grant) => grant.id)).toEqual([hers.id]);
});

it("revoking what has lapsed costs no second key", async () => {
  const id = await create("Drill");
  await give(id, bob, inAnHour());
  await give(id, carol, null);
  world.passMinutes(90);
  await epochs(id, 2);
  await ann.client.sharing.revoke(await shareOf(id, bob));
  await ann.client.vault.pull();
  await ann.client.sharing.sharedByMe();
  expect((await scopeOf(id))?.epoch).toBe(2);
  expect(await has(carol, id)).toBe(true);
});

it("what a member made in a vault stays there when their share of it lapses, under another key, until the owner gives it back", async () => {
  const home = await vault();
  await give(home, bob, inAnHour(), "write");
  await give(home, carol, null, "write");
  await bob.client.vault.pull();
  const id = await create("Tent of Bob", home, bob);
  expect(await has(carol, id)).toBe(true);
  world.passMinutes(90);
  await expect.poll(async () => [await ann.client.vault.pull(), (await scopeOf(id))?.epoch][1], { timeout: 20_000 }).toBe(2);
  expect([await has(bob, id), await has(carol, id), await has(ann, id), (await scopeOf(id))?.kind]).toEqual([false, true, true, "vault"]);
  const [left] = await ann.client.sharing.itemsByOthers({ vaultId: home });
  expect(left).toMatchObject({ email: bob.email, count: 1 });
  await ann.client.sharing.giveBack({ vaultId: home, personId: left?.personId ?? "", keepCopy: false });
  await expect.poll(async () => [await bob.client.vault.pull(), (await scopeOf(id))?.kind][1], { timeout: 20_000 }).toBe("personal");
  expect([await has(bob, id), await has(carol, id), await has(ann, id)]).toEqual([true, false, false]);
});

it("an item that goes into a shared vault is not granted to members whose share the server says has ended", async () => {
  const [home, id] = [await vault(), await create("Key")];
  await give(home, bob, null);
  await give(home, carol, null);
  await give(id, carol, null);
  const his = await shareOf(home, bob);
  await world.sql("update share_grant set expires_at = to_timestamp($2::float8 / 1000) where id = $1", [his.id, world.now() - 1]);
  const from = world.requests.length;
  await ann.client.vault.place({ ids: [id], categoryId: home });
  const sent = world.requests.slice(from).find(({ url }) => url.endsWith(`/share/item/${id}/vault`));
  expect(sent?.body).toBeDefined();
  expect(sent?.body).not.toContain(his);
  expect(await has(bob, id)).toBe(false);
  // It is there already: nothing is written, and no error is shown.
  await ann.client.vault.place({ ids: [id], categoryId: home });
  expect((await ann.client.vault.pull()).items.find((item) => item.id === id)?.categoryId).toBe(home);
});

it("an item in another person's vault, or of another person, is not shared further, and both are told why", async () => {
  const home = await vault();
  await give(home, bob, null, "write");
  await bob.client.vault.pull();
  const id = await create("Boat of Bob", home, bob);
  await ann.client.vault.pull();
  await expect(give(id, carol, null)).rejects.toThrow(`This item belongs to ${bob.email}. Only they can share it.`);
  const his = bob.client.sharing.share({ id, email: carol.email, permission: "read", expiresAt: null });
  await expect(his).rejects.toThrow("This item is in someone else's vault. Move it out of there to share it on its own.");
  expect(await has(carol, id)).toBe(false);
});

it("what a person has typed in an open form becomes a copy of their own after access was revoked, or the share has ended, and the owner's item is as it was", async () => {
  const [revoked, lapsed] = [await create("Safe"), await create("Shed")];
  for (const id of [revoked, lapsed]) await give(id, bob, inAnHour(), "write");
  await bob.client.vault.pull();
  const late = async (id: string) => {
    const base = await bob.client.vault.open({ id });
    return () => bob.client.vault.update({ base, draft: aLogin({ ...base.fields, notes: "too late" }) });
  };
  const [first, second] = [await late(revoked), await late(lapsed)];
  await ann.client.sharing.revoke(await shareOf(revoked, bob));
  const own = { keptAs: { isOwner: true, sharedBy: null, fields: { notes: "too late" } } };
  expect(await first()).toMatchObject(own);
  world.passMinutes(90);
  expect(await second()).toMatchObject(own);
  await ann.client.vault.pull();
  for (const id of [revoked, lapsed]) expect((await ann.client.vault.open({ id })).fields.notes ?? "").toBe("");
});

it("what a former member left in a vault is not given to the next account with that address, even after the numbers were compared", async () => {
  const [home, kim] = [await vault(), await world.person("kim")];
  await give(home, kim, null, "write");
  await give(home, carol, null);
  await kim.client.vault.pull();
  const id = await create("Diary of Kim", home, kim);
  await ann.client.vault.pull();
  await kim.client.account.deleteAccount({ password: kim.password });
  await world.sql("delete from account where email = $1", [kim.email]);
  const other = await world.person("kim");
  await ann.client.sharing.trustPerson({ person: await ann.client.sharing.findPerson({ email: other.email }) });
  const held = async () => (await ann.client.vault.pull()).items.find((item) => item.id === id);
  // Without that account it is the vault owner's.
  await expect.poll(async () => (await held())?.belongsTo, { timeout: 20_000 }).toBeUndefined();
  await ann.client.vault.place({ ids: [id], categoryId: null });
  await give(await create("For the new Kim"), other, null);
  expect((await other.client.vault.pull()).items.map(({ fields }) => fields.title)).toEqual(["For the new Kim"]);
  expect(await held()).toMatchObject({ categoryId: null, isOwner: true });
});

it("a lapsed share is in the list without its name at once, before any pull", async () => {
  // No session lasts through all of these tests.
  for (const { client, email, password } of [ann, bob]) await client.account.login({ email, password });
  const id = await create("Skis");
  await give(id, bob, inAnHour());
  await bob.client.vault.pull();
  const row = async () => (await bob.client.sharing.sharedWithMe()).find(({ itemId }) => itemId === id);
  expect(await row()).toMatchObject({ name: "Skis", isExpired: false });
  world.passMinutes(90);
  expect(await row()).toMatchObject({ name: null, isExpired: true });
});

it("a share that is prolonged goes on, also where the answer about that was lost", async () => {
  // With the hours that the tests above let pass, the sessions of their people are over.
  [ann, bob, carol] = [await world.person("amy"), await world.person("ben"), await world.person("cleo")];
  const id = await create("Wheelbarrow");
  await give(id, bob, world.now() + 10 * MINUTE_MS);
  await give(id, carol, null);
  const prolong = async (): Promise<void> => {
    world.loseNextAnswer((url) => /\/share\/item(?!s)/.test(url));
    await expect(
      shareOf(id, bob).then((of) => ann.client.sharing.setExpiry({ ...of, expiresAt: world.now() + 20 * MINUTE_MS })),
    ).rejects.toThrow();
    await ann.client.vault.pull();
  };
  await prolong();
  world.passMinutes(11);
  await ann.client.vault.pull();
  await give(await create("Another"), carol, null);
  expect([await has(bob, id), (await scopeOf(id))?.epoch]).toEqual([true, 1]);
  world.passMinutes(11);
  await epochs(id, 2);
  // After its end, and with the next key made without it.
  await prolong();
  const base = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base, draft: aLogin({ title: "Wheelbarrow, saved" }) });
  expect([await has(bob, id), await has(carol, id)]).toEqual([true, true]);
});
