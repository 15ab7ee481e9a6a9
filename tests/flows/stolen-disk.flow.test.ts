/** A stolen disk: everything a device stores, copied while it was unlocked. It opens as long as the session is open, with its token at the server, and never afterwards. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryKeyStore } from "../../packages/client/src/device/store.ts";
import type { Client } from "../../packages/client/src/index.ts";
import { DEFAULT_SETTINGS } from "../../packages/core/src/device/settings.ts";
import { aLogin } from "./sample-items.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  await ann.client.vault.create({ draft: aLogin({ title: "On the disk" }) });
});
afterAll(() => world.stop());

const KEPT = ["auth", "localHalf", "encryptionKey", "symmetricKey", "vaultKey"];

/** A thief's machine with a copy of the disk, started whenever the thief wants. */
async function copyDisk(device: Device): Promise<() => Promise<Client>> {
  const copied = await Promise.all(KEPT.map(async (slot) => [slot, await device.keys.get(slot)] as const));
  return async () => {
    const keys = memoryKeyStore();
    for (const [slot, bytes] of copied) if (bytes) await keys.set(slot, bytes);
    const client = world.openOn(keys);
    await client.account.resume();
    return client;
  };
}

const opens = async (start: () => Promise<Client>): Promise<boolean> => {
  const { session, isLocked } = await start();
  return session !== null && !isLocked;
};

async function openDevice(name: string): Promise<{ device: Device; thief: () => Promise<Client> }> {
  const device = await ann.device(name);
  await device.client.vault.pull();
  return { device, thief: await copyDisk(device) };
}

async function endElsewhere({ client }: Device): Promise<void> {
  const own = (await client.account.sessions()).find(({ isCurrent }) => isCurrent);
  await ann.client.account.revokeSession({ id: own?.id ?? "" });
}

describe("a copy of the disk", () => {
  it("opens while the session is open, and only at the server", async () => {
    const { thief } = await openDevice("open");
    expect(await opens(thief)).toBe(true);
    world.refuseWhen(() => true);
    expect(await opens(thief)).toBe(false);
    world.refuseWhen(() => false);
  });

  it.each([
    ["locked", ({ client }: Device) => client.account.lock()],
    ["signed out", ({ client }: Device) => client.account.logout()],
    ["signed out from another device", endElsewhere],
  ])("opens nothing once the session is %s", async (how, end) => {
    const { device, thief } = await openDevice(how);
    await end(device);
    expect(await opens(thief)).toBe(false);
  });

  it("opens nothing once the session has run out", async () => {
    const { thief } = await openDevice("outlived");
    world.passTime(25);
    expect(await opens(thief)).toBe(false);
    world.passTime(-25);
  });

  it("opens nothing once the device has been idle for its auto-lock time", async () => {
    const { device, thief } = await openDevice("resting");
    world.passMinutes(14);
    await device.client.account.keepAlive();
    world.passMinutes(14);
    expect(await opens(thief)).toBe(true);
    await device.client.account.lockSettings.write({ ...DEFAULT_SETTINGS, after: 5 });
    world.passMinutes(7);
    expect(await opens(thief)).toBe(false);
    world.passMinutes(-35);
  });

  it("from before a lock opens nothing after the next unlock either", async () => {
    const { device, thief } = await openDevice("reopened");
    await device.client.account.lock();
    await device.client.account.unlock({ password: ann.password });
    expect(await opens(thief)).toBe(false);
    expect(await opens(await copyDisk(device))).toBe(true);
  });

  it("of another session of the same account opens with its own half alone", async () => {
    const [one, two] = [await openDevice("one"), await openDevice("two")];
    const mixed = memoryKeyStore();
    for (const slot of KEPT) {
      const bytes = await (slot === "auth" ? two : one).device.keys.get(slot);
      if (bytes) await mixed.set(slot, bytes);
    }
    const client = world.openOn(mixed);
    await client.account.resume();
    expect(client.isLocked).toBe(true);
  });
});

describe("a page load", () => {
  it("needs one request for the half and no password while the session is open", async () => {
    const { device } = await openDevice("reloaded");
    const before = world.requests.length;
    const client = device.reload();
    await client.account.resume();
    expect(client.isLocked).toBe(false);
    expect(world.requests.slice(before).map(({ url }) => new URL(url).pathname)).toEqual(["/api/users/session-half"]);
  });

  it("after the session was ended elsewhere leaves no key on the device", async () => {
    const { device } = await openDevice("ended");
    await endElsewhere(device);
    const client = device.reload();
    expect(await client.account.resume()).toBe(false);
    for (const slot of KEPT) expect(await device.keys.get(slot)).toBeNull();
  });
});

it("a session that is ended elsewhere leaves no key on a device in use", async () => {
  const { device } = await openDevice("in use");
  await endElsewhere(device);
  await device.client.account.keepAlive();
  expect(device.client.session).toBeNull();
  for (const slot of KEPT) expect(await device.keys.get(slot)).toBeNull();
});

it("a late refusal of a call that another session made ends nothing", async () => {
  const { client } = await ann.device("signed in again");
  world.doBeforeNext(
    (url) => url.includes("/users/audit"),
    async () => {
      await client.account.logout();
      await client.account.login({ email: ann.email, password: ann.password });
    },
  );
  await expect(client.account.audit()).rejects.toMatchObject({ code: "session_expired" });
  expect(client.session).not.toBeNull();
  await client.vault.pull();
});
