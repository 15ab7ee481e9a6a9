/** Lock and unlock: nothing readable stays, and the way back needs the master password and no network. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../packages/core/src/device/settings.ts";
import { aLogin } from "./sample-items.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  await ann.client.vault.create({ draft: aLogin({ title: "Behind the lock" }) });
});
afterAll(() => world.stop());

async function lockedDevice(name: string): Promise<Device> {
  const device = await ann.device(name);
  await device.client.vault.pull();
  await device.client.account.lock();
  return device;
}

async function offline(work: () => Promise<void>): Promise<void> {
  world.refuseWhen(() => true);
  await work();
  world.refuseWhen(() => false);
}

describe("a locked device", () => {
  it("shows nothing, writes nothing and holds no key, while the session goes on", async () => {
    const { client, keys } = await lockedDevice("locked");
    expect(client.isLocked).toBe(true);
    expect(client.session?.user.email).toBe(ann.email);
    expect(client.vault.contents()).toBeNull();
    await expect(client.vault.pull()).rejects.toThrow("Vault key not found. Please login again.");
    await expect(client.vault.create({ draft: aLogin() })).rejects.toThrow("Vault key not found. Please login again.");
    await expect(client.drafts.find({ place: "anywhere" })).rejects.toThrow("Vault key not found. Please login again.");
    for (const slot of ["encryptionKey", "symmetricKey", "vaultKey"]) expect(await keys.get(slot)).toBeNull();
    // Its token reads nothing, either.
    await expect(client.account.sessions()).rejects.toMatchObject({ code: "fresh_proof_needed" });
    await client.account.unlock({ password: ann.password });
    expect((await client.account.sessions()).some(({ isCurrent }) => isCurrent)).toBe(true);
  });

  it("opens with the master password without a network, also after a page load, and with no other", async () => {
    const device = await lockedDevice("offline");
    for (const client of [device.client, device.reload()]) {
      await offline(async () => {
        await client.account.resume();
        expect(client.isLocked).toBe(true);
        await expect(client.account.unlock({ password: "Wrong-Horse-1!" })).rejects.toThrow("Invalid master password");
        expect(client.isLocked).toBe(true);
        await client.account.unlock({ password: ann.password });
        expect(client.isLocked).toBe(false);
      });
      expect((await client.vault.pull()).items.map(({ fields }) => fields.title)).toContain("Behind the lock");
      await client.account.lock();
    }
  });

  it("finds the draft that was kept before it was locked", async () => {
    const { client } = await ann.device("drafting");
    await client.drafts.keep({ place: "password:new", value: { title: "Half typed" } });
    await client.account.lock();
    await client.account.unlock({ password: ann.password });
    expect(await client.drafts.find({ place: "password:new" })).toEqual({ title: "Half typed" });
  });

  it("leaves a write that was under way whole", async () => {
    const { client } = await ann.device("hurried");
    await client.vault.pull();
    const saving = client.vault.create({ draft: aLogin({ title: "Saved at the last moment" }) }).catch((error: unknown) => error);
    await client.account.lock();
    await saving;
    await client.account.unlock({ password: ann.password });
    const { items } = await client.vault.pull();
    const other = (await ann.device("witness")).client;
    expect((await other.vault.pull()).items.length).toBe(items.length);
  });

  it("is signed out by what signs any device out", async () => {
    const { client } = await ann.device("revoked");
    const current = (await client.account.sessions()).find(({ isCurrent }) => isCurrent);
    await client.account.lock();
    await ann.client.account.revokeSession({ id: current?.id ?? "" });
    await client.account.unlock({ password: ann.password });
    await expect(client.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    expect(client.session).toBeNull();
    expect(client.isLocked).toBe(false);
  });
});

describe("the settings of a device", () => {
  it("are there while it is locked, for this account alone, and outlive the session", async () => {
    const { client } = await ann.device("settled");
    expect(await client.account.lockSettings.read()).toEqual(DEFAULT_SETTINGS);
    const settings = { ...DEFAULT_SETTINGS, after: "on-close", action: "logout", clipboardSeconds: 0 } as const;
    await client.account.lockSettings.write(settings);
    await client.account.lock();
    expect(await client.account.lockSettings.read()).toEqual(settings);
    await client.account.logout();
    expect(await client.account.lockSettings.read()).toEqual(DEFAULT_SETTINGS);
    await client.account.login({ email: ann.email, password: ann.password });
    expect(await client.account.lockSettings.read()).toEqual(settings);
  });
});

describe("the devices that are signed in", () => {
  it("are listed, and end one by one or all but this", async () => {
    const bob = await world.person("bob");
    const [phone, tablet] = [(await bob.device("phone")).client, (await bob.device("tablet")).client];
    const rows = await bob.client.account.sessions();
    expect(rows).toHaveLength(3);
    expect(rows.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);

    const onPhone = (await phone.account.sessions()).find(({ isCurrent }) => isCurrent);
    await bob.client.account.revokeSession({ id: onPhone?.id ?? "" });
    await expect(phone.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    await tablet.vault.pull();
    await bob.client.account.revokeOtherSessions();
    await expect(tablet.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    expect(await bob.client.account.sessions()).toHaveLength(1);
  });

  it("cannot be signed out by a stranger, who cannot even tell that they are there", async () => {
    const eve = await world.person("eve");
    const [own] = await ann.client.account.sessions();
    await expect(eve.client.account.revokeSession({ id: own?.id ?? "" })).rejects.toMatchObject({ code: "not_found" });
    await expect(eve.client.account.revokeSession({ id: crypto.randomUUID() })).rejects.toMatchObject({ code: "not_found" });
    await ann.client.vault.pull();
  });
});
