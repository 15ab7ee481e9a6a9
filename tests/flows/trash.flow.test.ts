/** The trash, on two devices, with a server that lies about what is in it, and a stranger. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { WireRecord } from "../../packages/contract/src/record.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let eve: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  eve = await world.person("eve");
});
afterAll(() => world.stop());
beforeEach(async () => {
  const trashed = await ann.client.vault.trash();
  await ann.client.vault.purge({ ids: trashed.map(({ item }) => item.id) });
});

/** A login of Ann's that was made, filed, starred and deleted. */
async function deleted(title: string, categoryId: string | null = null) {
  const { vault } = ann.client;
  const item = await vault.create({ draft: { ...aLogin({ title, password: `secret of ${title}` }), categoryId, favourite: true } });
  await vault.remove({ ids: [item.id] });
  return item;
}

const isPull = (url: string): boolean => url.includes("/vault/all-items-data");
type PullReply = { data: { passwords: WireRecord[] } };
const phoneOf = async (person: Person) => (await person.device("phone")).client;

describe("a deleted item", () => {
  it("is in the trash of every device, readable, with the time it was deleted", async () => {
    const item = await deleted("Old forum");
    const [trashed] = await (await phoneOf(ann)).vault.trash();
    expect(trashed?.item).toMatchObject({ id: item.id, state: "intact", fields: { title: "Old forum", password: "secret of Old forum" } });
    expect(Math.abs((trashed?.deletedAt ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it("is restored by another device to its old vault, as it was, and the first device sees it", async () => {
    const { vault } = ann.client;
    const home = await vault.createVault({ name: "Home", description: "" });
    const item = await deleted("Heating", home.id);
    const phone = await phoneOf(ann);
    await phone.vault.restore({ ids: [item.id] });
    expect(await phone.vault.trash()).toEqual([]);
    await vault.pull();
    const { createdAt, updatedAt } = item;
    expect(await vault.open({ id: item.id })).toMatchObject({
      ...{ revision: 2, state: "intact", categoryId: home.id, favourite: true, createdAt, updatedAt },
      fields: { password: "secret of Heating" },
    });
  });

  it("is unassigned after its return when its vault is gone", async () => {
    const { vault } = ann.client;
    const home = await vault.createVault({ name: "Short-lived", description: "" });
    const item = await vault.create({ draft: { ...aLogin(), categoryId: home.id } });
    await vault.removeVault({ id: home.id, deleteItems: true });
    await vault.restore({ ids: [item.id] });
    expect((await vault.open({ id: item.id })).categoryId).toBeNull();
  });

  it("stays in the trash when its vault is deleted with everything in it, and comes back unassigned", async () => {
    const { vault } = ann.client;
    const home = await vault.createVault({ name: "Attic", description: "" });
    const trashed = await deleted("Before", home.id);
    const living = await vault.create({ draft: { ...aLogin({ title: "After" }), categoryId: home.id } });
    await vault.removeVault({ id: home.id, deleteItems: true });
    expect((await vault.trash()).map(({ item }) => item.id).sort()).toEqual([trashed.id, living.id].sort());
    await vault.restore({ ids: [trashed.id] });
    expect(await vault.open({ id: trashed.id })).toMatchObject({ categoryId: null, fields: { title: "Before" } });
  });

  it("comes back once when two devices restore it at the same time", async () => {
    const item = await deleted("Twice wanted");
    const phone = await phoneOf(ann);
    await phone.vault.pull();
    const other = await deleted("Wanted once");
    await Promise.all([ann.client.vault.restore({ ids: [item.id] }), phone.vault.restore({ ids: [other.id, item.id] })]);
    await ann.client.vault.pull();
    expect((await ann.client.vault.open({ id: item.id })).revision).toBe(2);
    expect(await phone.vault.trash()).toEqual([]);
  });

  it("is gone for good once it was purged, and what a device that was away still shows goes too", async () => {
    const { vault } = ann.client;
    const item = await vault.create({ draft: aLogin({ title: "Never again", password: "burn after reading" }) });
    const phone = await phoneOf(ann);
    await phone.vault.pull();
    await vault.remove({ ids: [item.id] });
    await vault.purge({ ids: [item.id] });
    expect(await vault.trash()).toEqual([]);
    await expect(vault.restore({ ids: [item.id] })).rejects.toMatchObject({ code: "not_found" });
    expect((await phone.vault.pull()).items.some(({ id }) => id === item.id)).toBe(false);
    const { body } = await ann.get("/vault/trash");
    expect(JSON.stringify(body)).not.toContain(item.id);
  });
});

describe("a server that lies about the trash", () => {
  it("is shown up: a tampered item says so and is not restored, by its name, nor is anything with it", async () => {
    const whole = await deleted("Whole");
    const broken = await deleted("Broken");
    const phone = await phoneOf(ann);
    world.changeNextAnswer<PullReply>(isPull, ({ data }) => {
      const record = data.passwords.find(({ id }) => id === broken.id);
      if (record) Object.assign(record, { encrypted_password: record.encrypted_username });
    });
    const trashed = await phone.vault.trash();
    expect(trashed.map(({ item }) => [item.fields.title, item.state])).toEqual([
      ["Broken", "tampered"],
      ["Whole", "intact"],
    ]);
    expect(trashed[0]?.item.fields.password).toBe("(Decryption failed)");
    await expect(phone.vault.restore({ ids: [whole.id, broken.id] })).rejects.toThrow(/could not be opened: Broken$/);
    expect((await ann.client.vault.trash()).map(({ item }) => item.id).sort()).toEqual([whole.id, broken.id].sort());
  });

  it("cannot put another account's item into it", async () => {
    const hers = await eve.client.vault.create({ draft: aLogin({ title: "Eve's" }) });
    const { body: foreign } = (await eve.get(`/vault/entries/${hers.id}`)) as { body: WireRecord };
    const phone = await phoneOf(ann);
    world.changeNextAnswer<PullReply>(isPull, ({ data }) => void data.passwords.push({ ...foreign, deleted_at: 1 }));
    await expect(phone.vault.trash()).rejects.toMatchObject({ code: "unlisted" });
  });
});

it("is closed to a stranger, who can neither look, restore nor purge", async () => {
  const item = await deleted("Ann's own");
  expect(await eve.client.vault.trash()).toEqual([]);
  for (const attempt of ["restore", "purge"] as const)
    await expect(eve.client.vault[attempt]({ ids: [item.id] })).rejects.toMatchObject({ code: "not_found" });
  expect((await ann.client.vault.trash()).map((trashed) => trashed.item.id)).toEqual([item.id]);
});
