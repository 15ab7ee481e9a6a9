/** The recovery kit is tried from paper: this device alone says whether the key opens the vault, and the date follows the person. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { lieTo } from "./lying-server.ts";
import { openAuthenticator } from "./vault-authenticator.ts";
import { type Person, startWorld, type World } from "./world.ts";

const DAY_MINUTES = 24 * 60;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const tryKey = async ({ account }: Client, recoveryKey: string) => account.rehearse({ recoveryKey, copy: await account.recoveryCopy() });

/** Sessions last for hours, drills are months apart. */
async function daysLater({ client, email, password }: Person, days: number): Promise<void> {
  world.passMinutes(days * DAY_MINUTES);
  await client.account.login({ email, password });
  await client.vault.pull();
}

const stranger = async (): Promise<string> => (await world.person(`stranger${crypto.randomUUID().slice(0, 8)}`)).recoveryKey;

/** The last group but the check, exchanged for another: whole in its form, but for the check. */
const withTypo = (key: string): string => `${key.startsWith("A") ? "B" : "A"}${key.slice(1)}`;

describe("what is typed", () => {
  it("is right as it is printed, and as people type it", async () => {
    const ann = await world.person("ann");
    expect(await ann.client.account.rehearsals()).toMatchObject({ triedAt: null, isDue: false });
    expect(await tryKey(ann.client, ann.recoveryKey)).toEqual({ is: "right" });
    expect(await tryKey(ann.client, ` ${ann.recoveryKey.toLowerCase().replaceAll("-", " ")}`)).toEqual({ is: "right" });
  });

  it("is told from a typing error, and the key of another person is refused", async () => {
    const bob = await world.person("bob");
    for (const typed of ["", "AAAA-BBBB", withTypo(bob.recoveryKey)]) expect(await tryKey(bob.client, typed)).toEqual({ is: "mistyped" });
    expect(await tryKey(bob.client, await stranger())).toEqual({ is: "another", isRenewed: false });
    expect(await bob.client.account.rehearsals()).toMatchObject({ triedAt: null });
  });

  it("is no longer right once a new kit was made, and the person learns that there was one; what was noted of the old one no longer counts", async () => {
    const carl = await world.person("carl");
    await tryKey(carl.client, carl.recoveryKey);
    const { recoveryKey } = await carl.client.account.renewRecoveryKey({ password: carl.password });
    expect(await carl.client.account.rehearsals()).toMatchObject({ triedAt: null });
    expect(await tryKey(carl.client, carl.recoveryKey)).toEqual({ is: "another", isRenewed: true });
    expect(await tryKey(carl.client, recoveryKey)).toEqual({ is: "right" });
    const renewed = await carl.client.account.renewAllKeys({ current: carl.password, next: null, onProgress: () => undefined });
    expect(await carl.client.account.rehearsals()).toMatchObject({ triedAt: null });
    expect(await tryKey(carl.client, recoveryKey)).toEqual({ is: "another", isRenewed: true });
    expect(await tryKey(carl.client, renewed.recoveryKey)).toEqual({ is: "right" });
  });

  it("of an earlier kit stays wrong where the server hands out that kit's copy", async () => {
    const dora = await world.person("dora");
    const old = await dora.client.account.recoveryCopy();
    await dora.client.account.renewRecoveryKey({ password: dora.password });
    lieTo(world, "/users/keys", { encryptedKey: old });
    expect(await tryKey(dora.client, dora.recoveryKey)).toEqual({ is: "another", isRenewed: true });
  });
});

describe("the server", () => {
  it("is asked for nothing after the key was typed, but to keep a sealed date where it was right", async () => {
    const eve = await world.person("eve");
    const other = await stranger();
    const copy = await eve.client.account.recoveryCopy();
    const from = world.requests.length;
    for (const recoveryKey of [other, withTypo(eve.recoveryKey)]) await eve.client.account.rehearse({ recoveryKey, copy });
    expect(world.requests.slice(from)).toEqual([]);
    await eve.client.account.rehearse({ recoveryKey: eve.recoveryKey, copy });
    const sent = world.requests.slice(from);
    expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(["/api/vault/commit"]);
    const texts = JSON.stringify(sent);
    for (const key of [eve.recoveryKey, eve.recoveryKey.replaceAll("-", ""), eve.recoveryKey.slice(0, 9)]) expect(texts).not.toContain(key);
    expect(await world.everythingInTheDatabase()).not.toContain(eve.recoveryKey.slice(0, 9));
  });

  it("can be away once it has handed out the copy: the answer is the same, and says that the date was not written", async () => {
    const fay = await world.person("fay");
    const copy = await fay.client.account.recoveryCopy();
    const other = await stranger();
    world.refuseWhen(() => true);
    expect(await fay.client.account.rehearse({ recoveryKey: other, copy })).toMatchObject({ is: "another" });
    expect(await fay.client.account.rehearse({ recoveryKey: fay.recoveryKey, copy })).toMatchObject({ is: "right, not noted" });
    world.refuseWhen(() => false);
    expect(await fay.client.account.rehearsals()).toMatchObject({ triedAt: null });
  });

  it("hands it out to someone who has just typed the master password, and to no one else", async () => {
    const gus = await world.person("gus");
    expect(await gus.get("/users/keys")).toMatchObject({ status: 200 });
    world.passMinutes(11);
    await expect(gus.client.account.recoveryCopy()).rejects.toMatchObject({ code: "fresh_proof_needed" });
    gus.onProofNeeded(async (client) => {
      await client.account.prove({ password: gus.password });
      return true;
    });
    expect(await tryKey(gus.client, gus.recoveryKey)).toEqual({ is: "right" });
    await gus.client.account.lock();
    await expect(gus.client.account.recoveryCopy()).rejects.toThrow();
  });
});

it("a new kit counts on a device that has not heard of it yet", async () => {
  const mia = await world.person("mia");
  const phone = await mia.device("phone");
  await phone.client.vault.pull();
  const { recoveryKey } = await mia.client.account.renewRecoveryKey({ password: mia.password });
  expect(await tryKey(phone.client, recoveryKey)).toEqual({ is: "right" });
});

describe("the date", () => {
  it("is the same on each device of the person, and after a page load", async () => {
    const hal = await world.person("hal");
    const phone = await hal.device("phone");
    await phone.client.vault.pull();
    await tryKey(hal.client, hal.recoveryKey);
    const { triedAt } = await hal.client.account.rehearsals();
    expect(triedAt).toBeGreaterThan(0);
    await phone.client.vault.pull();
    expect(await phone.client.account.rehearsals()).toMatchObject({ triedAt });
    const reloaded = hal.reload();
    await reloaded.account.resume();
    expect(await reloaded.account.rehearsals()).toMatchObject({ triedAt });
  });

  it("of a kit never tried is asked about after a week on this device, and put off for a month on all of them", async () => {
    const ida = await world.person("ida");
    const isDue = async () => (await ida.client.account.rehearsals()).isDue;
    expect(await isDue()).toBe(false);
    await daysLater(ida, 6);
    expect(await isDue()).toBe(false);
    await daysLater(ida, 2);
    expect(await isDue()).toBe(true);
    await ida.client.account.putOffRehearsal();
    const phone = await ida.device("phone");
    await phone.client.vault.pull();
    for (const { account } of [ida.client, phone.client]) expect((await account.rehearsals()).isDue).toBe(false);
    await daysLater(ida, 31);
    expect(await isDue()).toBe(true);
  });

  it("comes round after three months", async () => {
    const jon = await world.person("jon");
    await tryKey(jon.client, jon.recoveryKey);
    await daysLater(jon, 90);
    expect(await jon.client.account.rehearsals()).toMatchObject({ isDue: false });
    await daysLater(jon, 2);
    expect(await jon.client.account.rehearsals()).toMatchObject({ isDue: true });
  });

  it("stays with what else the account keeps: the list of its passkeys, and that it was put off", async () => {
    const kim = await world.person("kim");
    const authenticator = openAuthenticator(world.origin);
    await kim.client.account.kitSaved(kim);
    await tryKey(kim.client, kim.recoveryKey);
    const { triedAt } = await kim.client.account.rehearsals();
    await kim.client.account.addPasskey({ authenticator, name: "Laptop" });
    await kim.client.account.putOffRehearsal();
    expect(await kim.client.account.rehearsals()).toMatchObject({ triedAt, isDue: false });
    expect(await kim.client.account.passkeys()).toMatchObject([{ name: "Laptop", state: "opens" }]);
  });
});

it("leaves nothing of the typed key on the device", async () => {
  const lea = await world.person("lea");
  await lea.client.account.kitSaved({ email: lea.email });
  const slots: string[] = [];
  const spying = {
    ...lea.keys,
    set: async (slot: string, value: Uint8Array) => {
      slots.push(slot + new TextDecoder().decode(value));
      await lea.keys.set(slot, value);
    },
  };
  const device = world.deviceWith(spying, lea.records);
  await device.client.account.login({ email: lea.email, password: lea.password });
  const other = await stranger();
  const copy = await device.client.account.recoveryCopy();
  await device.client.account.rehearsals();
  for (const recoveryKey of [other, lea.recoveryKey]) await device.client.account.rehearse({ recoveryKey, copy });
  const kept = slots.join("\n");
  expect(kept).toContain("rehearsal:");
  for (const secret of [other, lea.recoveryKey, copy])
    for (const form of [secret, secret.replaceAll("-", "")]) expect(kept).not.toContain(form);
  expect(await lea.everythingInRecords()).not.toContain(copy);
});
