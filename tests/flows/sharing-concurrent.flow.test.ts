/** Changes by others between two answers to one pull: the list of shares, and the contents of each. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { asShown, scopeOf, shareOf, shareWith, threePeople } from "./sharing-setup.ts";
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

const titles = async (client: Client): Promise<(string | undefined)[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title).sort();

const share = (title: string) => shareWith(world, { owner: ann, people: [bob, carol], title });

it("a share that the owner's other device ends at the same moment is ended, and no failure is reported", async () => {
  const { id } = await share("Porch");
  const [{ client: other }, ended] = [await ann.device("a fourth"), await shareOf(ann, id, carol)];
  await other.vault.pull();
  world.doBeforeNext(
    (url) => url.endsWith(`/share/item/${ended.id}`),
    () => ann.client.sharing.revoke(ended),
  );
  await other.sharing.revoke(ended);
  expect((await carol.client.vault.pull()).items.map((item) => item.id)).not.toContain(id);
  expect((await other.vault.open({ id })).fields.title).toBe("Porch");
});

/** The owner's other device gives it another title right before a call of that path is sent. */
async function savesBefore(path: string, id: string, title: string): Promise<void> {
  const { client } = await ann.device(`for ${title}`);
  const base = await client.vault.pull().then(() => client.vault.open({ id }));
  world.doBeforeNext(
    (url) => url.endsWith(path),
    async () => void (await client.vault.update({ base, draft: aLogin({ ...base.fields, title }) })),
  );
}

it("an item is shared although the owner's other device saves in that moment, as it is then", async () => {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Shed" }) });
  await savesBefore("/share/item", id, "Big shed");
  await ann.client.sharing.share({ id, email: bob.email, permission: "read", expiresAt: null });
  expect(await titles(bob.client)).toContain("Big shed");
  expect(await titles(carol.client)).not.toContain("Big shed");
});

it("an item that the owner's other device shares in the moment of a first share is shared once, and the other press is told", async () => {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Well" }) });
  const { client: other } = await ann.device("yet another");
  await other.vault.pull();
  const press = { id, permission: "read", expiresAt: null } as const;
  world.doBeforeNext(
    (url) => url.endsWith("/share/item"),
    () => other.sharing.share({ ...press, email: carol.email }),
  );
  await expect(ann.client.sharing.share({ ...press, email: bob.email })).rejects.toMatchObject({ code: "not_found" });
  await ann.client.sharing.share({ ...press, email: bob.email });
  for (const { client } of [bob, carol]) expect(await titles(client)).toContain("Well");
});

it("an item is moved into a shared vault although the owner's other device saves in that moment", async () => {
  const { id: vaultId } = await ann.client.vault.createVault({ name: "Garden", description: "" });
  await ann.client.sharing.share({ id: vaultId, email: bob.email, permission: "read", expiresAt: null });
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Gate" }) });
  await savesBefore("/vault/move", id, "Big gate");
  await ann.client.vault.place({ ids: [id], categoryId: vaultId });
  expect(await titles(bob.client)).toContain("Big gate");
});

it("a next key whose answer was lost is learned by the next save, and no further one is drawn", async () => {
  const { id, epoch } = await share("Barn");
  world.loseNextAnswer((url) => url.endsWith("/share/rotate"));
  await ann.client.sharing.revoke(await shareOf(ann, id, carol));
  const base = await ann.client.vault.open({ id });
  const { item, keptAs } = await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, title: "Big barn" }) });
  expect([item.id, keptAs, await epoch()]).toEqual([id, null, 2]);
  expect(await titles(bob.client)).toContain("Big barn");
  expect(await titles(carol.client)).not.toContain("Big barn");
});

it("an edit by someone whose device has not heard of the next key is saved under it, and nothing is said of another history", async () => {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Attic" }) });
  for (const { email } of [bob, carol]) await ann.client.sharing.share({ id, email, permission: "write", expiresAt: null });
  await bob.client.vault.pull();
  const { client: other } = await ann.device("a third");
  await other.vault.pull();
  await ann.client.sharing.revoke(await shareOf(ann, id, carol));
  for (const { vault } of [bob.client, other]) {
    const base = await vault.open({ id });
    const { item, keptAs } = await vault.update({ base, draft: aLogin({ ...base.fields, notes: `${base.fields.notes} more` }) });
    expect([item.id, keptAs]).toEqual([id, null]);
  }
  expect((await scopeOf(world, id))?.epoch).toBe(2);
});

it("a connection that is lost between the list and the item is not reported as a lie, and hides nothing that was there", async () => {
  const { id, scopeId } = await share("Boat");
  expect(await titles(bob.client)).toContain("Boat");
  const base = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, title: "Big boat" }) });
  world.refuseWhen((url) => url.includes(scopeId));
  const { id: own } = await bob.client.vault.create({ draft: aLogin({ title: "Bob's own" }) });
  // The own items are up to date, and what Ann shares stays as it is.
  const shown = (await bob.client.vault.pull()).items;
  expect(shown.map(({ fields }) => fields.title)).toEqual(expect.arrayContaining(["Boat", "Bob's own"]));
  await bob.client.vault.remove({ ids: [own] });
  expect(await bob.client.sharing.sharedWithMe()).toContainEqual(expect.objectContaining({ itemId: id, trouble: null }));
  world.refuseWhen(() => false);
  expect(await titles(bob.client)).toContain("Big boat");
});

it("an edit that was begun before the owner's other device ended the last share is saved, where the item is now", async () => {
  const { id } = await share("Lake");
  const before = await scopeOf(world, id);
  const base = await ann.client.vault.open({ id });
  const { client: other } = await ann.device("another");
  await other.vault.pull();
  for (const row of (await other.sharing.sharedByMe()).filter(({ itemId }) => itemId === id)) await other.sharing.revoke(asShown(row));
  await expect.poll(async () => (await scopeOf(world, id))?.id, { timeout: 20_000 }).not.toBe(before?.id);
  const { item, keptAs } = await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, title: "Big lake" }) });
  expect([item.id, keptAs]).toEqual([id, null]);
  for (const client of [ann.client, other]) expect(await titles(client)).toContain("Big lake");
});

it("an edit that was begun before the owner's other device shared the item is saved there, and is no second item", async () => {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "River" }) });
  const base = await ann.client.vault.open({ id });
  const { client: other } = await ann.device("a third");
  await other.vault.pull();
  await other.sharing.share({ id, email: bob.email, permission: "read", expiresAt: null });
  const { item, keptAs } = await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, title: "Big river" }) });
  expect([item.id, keptAs]).toEqual([id, null]);
  expect(await titles(bob.client)).toContain("Big river");
});

it("a reader's edit, begun before the share was taken back, is kept as the reader's own copy", async () => {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Pond" }) });
  await ann.client.sharing.share({ id, email: bob.email, permission: "write", expiresAt: null });
  await bob.client.vault.pull();
  const base = await bob.client.vault.open({ id });
  await ann.client.sharing.revoke(await shareOf(ann, id, bob));
  const { item } = await bob.client.vault.update({ base, draft: aLogin({ ...base.fields, title: "Bob's pond" }) });
  expect(item.id).not.toBe(id);
  expect((await titles(bob.client)).filter((title) => title?.includes("pond"))).toHaveLength(1);
  expect(await titles(ann.client)).not.toContain("Bob's pond");
});

it.each([503, 429])("a server that answers %i for one share calls no one's share untrustworthy", async (status) => {
  const { id, scopeId } = await share(`Hut ${status}`);
  await bob.client.vault.pull();
  const base = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, title: `Big hut ${status}` }) });
  const code = status === 503 ? "unavailable" : "rate_limited";
  world.loseNextAnswer((url) => url.includes(scopeId), Response.json({ success: false, code }, { status }));
  expect(await titles(bob.client)).toContain(`Hut ${status}`);
  expect(await bob.client.sharing.sharedWithMe()).toContainEqual(expect.objectContaining({ itemId: id, trouble: null }));
  expect(await titles(bob.client)).toContain(`Big hut ${status}`);
});
