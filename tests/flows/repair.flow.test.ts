/** A server that was restored to an earlier state, or whose history differs from a device's: everything a device holds stays within reach (security design §4). */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { backUpVaults } from "./restore-server.ts";
import { aLogin } from "./sample-items.ts";
import { waitingEditsOn } from "./waiting-device.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type Own = Pick<Device, "client">;
const add = async ({ client }: Own, title: string, password = "x"): Promise<string> =>
  (await client.vault.create({ draft: aLogin({ title, password }) })).id;

async function edit({ client }: Own, id: string, password: string): Promise<void> {
  const base = await client.vault.open({ id });
  await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password } } });
}

/** Titles with passwords, as a device has them. */
async function held({ client }: Own): Promise<string[]> {
  return (await client.vault.openMany()).map(({ fields }) => `${fields.title}: ${fields.password}`).sort();
}

const freshDevice = async (person: Person): Promise<Device> => {
  const device = await person.device("fresh");
  await device.client.vault.pull();
  return device;
};

/** It has adopted the other device's history, and sent what only it had. */
async function stoppedBeforeItStores({ client, keys }: Device): Promise<void> {
  const { set } = keys;
  const stops = vi.spyOn(keys, "set");
  stops.mockImplementation(async (slot, value) => (slot.includes(":scope:") ? Promise.reject(new Error("stopped")) : set(slot, value)));
  await expect(client.vault.pull()).rejects.toThrow("stopped");
  stops.mockRestore();
}

describe("a server restored to an earlier state", () => {
  it("is refused calmly: what the device holds stays readable, and nothing is written", async () => {
    const ann = await world.person("ann");
    const restore = await backUpVaults(world);
    await add(ann, "Newer");
    await restore();
    await expect(ann.client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
    expect(await ann.client.vault.trouble()).toMatchObject({ code: "rollback", isRepairable: true });
    expect(await held(ann)).toEqual(["Newer: x"]);
    await expect(add(ann, "More")).rejects.toMatchObject({ code: "rollback" });
  });

  it("is not repaired when its keys went back too: that would vouch for a recovery copy that was replaced", async () => {
    const kim = await world.person("kim");
    const old = await world.credentialsOf(kim.email);
    const restore = await backUpVaults(world);
    await kim.client.account.renewRecoveryKey({ password: kim.password });
    await add(kim, "Newer");
    await restore();
    await world.putCredentials(kim.email, old);
    await kim.client.vault.pull().catch(() => undefined);
    await expect(kim.client.vault.repair()).rejects.toThrow("The server has also gone back to keys that you have replaced since.");
    expect(await kim.client.vault.trouble()).toMatchObject({ code: "rollback" });
    expect(await held(kim)).toEqual(["Newer: x"]);
  });

  it("gets back what the device has: edits, deletions, the trash and the places", async () => {
    const ben = await world.person("ben");
    const { vault } = ben.client;
    const [kept, purged] = [await add(ben, "Kept", "old"), await add(ben, "Purged")];
    const restore = await backUpVaults(world);
    await edit(ben, kept, "new");
    const trashed = await add(ben, "Trashed");
    await vault.remove({ ids: [purged, trashed] });
    await vault.purge({ ids: [purged] });
    const home = await vault.createVault({ name: "Home", description: "" });
    await vault.place({ ids: [kept], categoryId: home.id });
    await restore();
    await vault.pull().catch(() => undefined);
    expect(await vault.planRepair()).toEqual({ relation: "behind", onlyHere: 1, onlyThere: 2 });
    await vault.repair();
    expect(await vault.trouble()).toBeNull();
    // Shown at once: a page reads what is shown, and does not ask the server again.
    expect(vault.contents()?.items.map(({ id }) => id)).toEqual([kept]);
    const fresh = await freshDevice(ben);
    for (const device of [ben, fresh]) {
      expect(await held(device)).toEqual(["Kept: new"]);
      expect(device.client.vault.contents()).toMatchObject({ items: [{ id: kept, categoryId: home.id }], vaults: [{ name: "Home" }] });
      expect((await device.client.vault.trash()).map(({ item }) => item.id)).toEqual([trashed]);
    }
    await add(ben, "After");
    await fresh.client.vault.pull();
    expect(await held(fresh)).toEqual(["After: x", "Kept: new"]);
  });

  it("is followed by another device, which brings in what only it has", async () => {
    const cleo = await world.person("cleo");
    await add(cleo, "Before");
    const restore = await backUpVaults(world);
    const phone = await freshDevice(cleo);
    await add(phone, "On the phone");
    await restore();
    await add(cleo, "Seen by the laptop").catch(() => undefined); // it never saw the phone's
    const laptop = cleo;
    await laptop.client.vault.pull();
    await expect(phone.client.vault.pull()).rejects.toMatchObject({ code: "fork" });
    await phone.client.vault.repair();
    expect(phone.client.vault.contents()?.items).toHaveLength(3); // at once, without another pull
    expect(await held(phone)).toEqual(["Before: x", "On the phone: x", "Seen by the laptop: x"]);
    expect(await laptop.client.vault.renewal()).toBeNull();
    await laptop.client.vault.pull();
    expect(await laptop.client.vault.renewal()).toEqual({ copies: 0 });
    expect(await held(laptop)).toEqual(await held(phone));
  });

  it("whose history another device started again loses nothing of a third one", async () => {
    const dora = await world.person("dora");
    const both = await add(dora, "Both", "old");
    const restore = await backUpVaults(world);
    const phone = await freshDevice(dora);
    await add(dora, "Laptop's");
    await phone.client.vault.pull();
    await add(phone, "Phone's");
    await edit(phone, both, "phone's");
    await restore();
    await dora.client.vault.pull().catch(() => undefined);
    await dora.client.vault.repair();
    await stoppedBeforeItStores(phone);
    await phone.client.vault.pull();
    expect(await phone.client.vault.renewal()).toEqual({ copies: 2 });
    const again = phone.reload();
    await again.account.resume();
    expect(await again.vault.renewal()).toEqual({ copies: 2 });
    await again.vault.dismissRenewal();
    expect(await phone.client.vault.renewal()).toBeNull();
    const all = (await held(phone)).map((line) => line.replace(/conflict copy, [^)]*/, "conflict copy"));
    expect(all).toEqual(["Both (conflict copy): phone's", "Both: old", "Laptop's: x", "Phone's: x"]);
    await dora.client.vault.pull();
    expect(await held(dora)).toEqual(await held(phone));
  });

  it("gives a device back what only it had once more, where another one has deleted that for good before the device had stored it", async () => {
    const lou = await world.person("lou");
    await add(lou, "Both");
    const restore = await backUpVaults(world);
    const phone = await freshDevice(lou);
    await add(lou, "Laptop's");
    await phone.client.vault.pull();
    await add(phone, "Phone's");
    await restore();
    await lou.client.vault.pull().catch(() => undefined);
    await lou.client.vault.repair();
    await stoppedBeforeItStores(phone);
    await lou.client.vault.pull();
    const ids = (await lou.client.vault.openMany()).filter(({ fields }) => fields.title === "Phone's").map(({ id }) => id);
    await lou.client.vault.remove({ ids });
    await lou.client.vault.purge({ ids });
    await phone.client.vault.pull();
    expect(await held(phone)).toEqual(["Both: x", "Laptop's: x", "Phone's: x"]);
  });

  it("whose seq has caught up is noticed before anything is written", async () => {
    const eli = await world.person("eli");
    const restore = await backUpVaults(world);
    await add(eli, "Mine");
    await restore();
    const other = await freshDevice(eli);
    await add(other, "Other");
    await expect(eli.client.vault.pull()).rejects.toMatchObject({ code: "fork" });
  });
});

describe("histories that have parted", () => {
  it("are merged from their last common head: each side's changes stay, and what both changed is kept twice", async () => {
    const finn = await world.person("finn");
    const [same, mine, theirs] = [await add(finn, "Same", "old"), await add(finn, "Mine", "old"), await add(finn, "Theirs", "old")];
    const [gone, goneHere] = [await add(finn, "Purged there"), await add(finn, "Purged here")];
    const restore = await backUpVaults(world);
    await edit(finn, same, "ours");
    await edit(finn, mine, "ours");
    await add(finn, "New here");
    await finn.client.vault.remove({ ids: [goneHere] });
    await finn.client.vault.purge({ ids: [goneHere] });
    await restore();
    const other = await freshDevice(finn);
    await edit(other, same, "other's");
    await edit(other, theirs, "other's");
    await add(other, "New there");
    await other.client.vault.remove({ ids: [gone] });
    await other.client.vault.purge({ ids: [gone] });
    await expect(finn.client.vault.pull()).rejects.toMatchObject({ name: "IntegrityError" });
    expect(await finn.client.vault.planRepair()).toMatchObject({ relation: "parted" });
    await finn.client.vault.repair();
    const all = (await held(finn)).map((line) => line.replace(/conflict copy, [^)]*/, "conflict copy"));
    const expected = ["Mine: ours", "New here: x", "New there: x", "Same (conflict copy): ours", "Same: other's", "Theirs: other's"];
    expect(all).toEqual(expected);
    await other.client.vault.pull();
    expect(await held(other)).toEqual(await held(finn));
    expect(await held(await freshDevice(finn))).toEqual(await held(finn));
  });
});

it("an edit, and a deletion, that began from a save of before the repair meet another save of the same number: none is taken for the other", async () => {
  const hal = await world.person("hal");
  const ids = [await add(hal, "Edited", "old"), await add(hal, "Deleted", "old")] as const;
  const restore = await backUpVaults(world);
  for (const id of ids) await edit(hal, id, "ours");
  const { told } = await waitingEditsOn(hal.client);
  const base = await hal.client.vault.open({ id: ids[0] });
  world.refuseWhen((url) => url.includes("/vault/"));
  await hal.client.vault.remove({ ids: [ids[1]] });
  world.refuseWhen(() => false);
  await restore();
  const other = await freshDevice(hal);
  for (const id of ids) await edit(other, id, "other's");
  await hal.client.vault.pull().catch(() => undefined);
  await hal.client.vault.repair();
  const shown = hal.client.vault.contents()?.items.find(({ id }) => id === base.id);
  expect([shown?.revision, told.waiting]).toEqual([base.revision, 1]);
  const { item } = await hal.client.vault.update({ base, draft: { ...base, fields: { ...base.fields, notes: "typed" } } });
  expect(item.fields).toMatchObject({ password: "other's", notes: "typed" });
  await hal.client.vault.pull();
  expect(told).toMatchObject({ waiting: 0, stays: [true] });
  const all = (await held(hal)).map((line) => line.replace(/conflict copy, [^)]*/, "conflict copy"));
  expect(all).toContain("Deleted: other's");
});

it("a device that holds nothing of its own goes on with what the server proves", async () => {
  const gil = await world.person("gil");
  await add(gil, "Before");
  const restore = await backUpVaults(world);
  await add(gil, "Lost");
  await gil.client.account.logout();
  await restore();
  await gil.client.account.login({ email: gil.email, password: gil.password });
  await expect(gil.client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
  await gil.client.vault.repair();
  expect(await held(gil)).toEqual(["Before: x"]);
});
