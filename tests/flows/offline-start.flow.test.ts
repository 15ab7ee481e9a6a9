/** A start without the server asks for the master password, then shows what this device holds, and believes nothing that was tampered with. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_500)); // longer than overviews wait to be kept

it("says on the next save that its vault key is gone from the device, and sends nothing (A301)", async () => {
  const device = await ann.device("swept");
  await device.client.vault.pull();
  await device.keys.remove("vaultKey");
  await expect(device.client.vault.create({ draft: aLogin({ title: "Never sent" }) })).rejects.toThrow(
    "Vault key not found. Please login again.",
  );
  expect((await ann.client.vault.pull()).items).toEqual([]);
});

it("is signed out at once without the server, which hears of it as soon as it can (A-4, A302)", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const device = await ann.device("left behind");
    const devices = async () => (await ann.client.account.sessions()).length;
    const before = await devices();
    world.refuseWhen(() => true);
    await device.client.account.logout();
    expect(device.client.session).toBeNull();
    expect(await device.keys.get("auth")).toBeNull();
    world.refuseWhen(() => false);
    expect(await devices()).toBe(before);
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await expect.poll(devices).toBe(before - 1);
  } finally {
    world.refuseWhen(() => false);
    vi.useRealTimers();
  }
});

it("shows the lists from the device alone, and an edit of another device once the server is back", async () => {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Kept here" }) });
  const { id: old } = await ann.client.vault.create({ draft: aLogin({ title: "Thrown away here" }) });
  await ann.client.vault.remove({ ids: [old] });
  await ann.client.vault.pull();
  await settled();
  const phone = (await ann.device("phone")).client;
  await phone.vault.pull();
  const base = await phone.vault.open({ id });
  await phone.vault.update({ base, draft: aLogin({ ...base.fields, title: "Renamed elsewhere" }) });

  world.refuseWhen(() => true);
  const client = ann.reload();
  await client.account.resume();
  expect(client.isLocked).toBe(true);
  await client.account.unlock({ password: ann.password });
  expect((await client.vault.local())?.items.map(({ fields }) => fields.title)).toEqual(["Kept here"]);
  expect((await client.vault.open({ id })).fields.password).toBe(aLogin().fields.password);
  await expect(client.vault.pull()).rejects.toThrow("There is no connection to the server");
  expect((await client.vault.trash()).map(({ item }) => item.fields.title)).toEqual(["Thrown away here"]);
  await expect(client.vault.setFavourite({ id, favourite: true })).rejects.toThrow("so nothing can be saved right now");
  world.refuseWhen(() => false);
  expect((await client.vault.pull()).items.map(({ fields }) => fields.title)).toEqual(["Renamed elsewhere"]);
});
