/** A sign-in by passkey is one of a device, as a typed one is: its owner is mailed of the first on each, and what is reported lost ends with it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryKeyStore, memoryRecordStore } from "../../packages/client/src/device/store.ts";
import { aLogin } from "./sample-items.ts";
import { openAuthenticator } from "./vault-authenticator.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function withPasskey(name: string) {
  const person = await world.person(name);
  const authenticator = openAuthenticator(world.origin);
  await person.client.account.kitSaved(person);
  await person.client.account.addPasskey({ authenticator, name: "Key" });
  return { person, authenticator };
}

/** How often the owner was mailed of a new device. All devices of these tests call themselves the same. */
const mails = async ({ email }: Person): Promise<number> =>
  (await world.mail.emailsTo(email)).filter(({ name }) => name === "newDevice").length;

describe("the first sign-in by passkey on a device", () => {
  it("is mailed, though a device of the person's calls itself the same; the next ones on it are not", async () => {
    const { person, authenticator } = await withPasskey("ann");
    const thief = await world.stranger();
    await thief.client.account.signInByPasskey({ authenticator });
    expect(await mails(person)).toBe(1);
    await thief.client.account.logout();
    await thief.reload().account.signInByPasskey({ authenticator });
    expect(await mails(person)).toBe(1);
    await (await world.stranger()).client.account.signInByPasskey({ authenticator });
    expect(await mails(person)).toBe(2);
  });

  it("is no news where the master password was typed before, nor is a typed one after it", async () => {
    const { person, authenticator } = await withPasskey("bob");
    const phone = await person.device("phone");
    await phone.client.account.logout();
    await phone.reload().account.signInByPasskey({ authenticator });
    expect(await mails(person)).toBe(0);
    const tablet = await world.stranger();
    await tablet.client.account.signInByPasskey({ authenticator });
    await tablet.client.account.logout();
    await tablet.client.account.login(person);
    expect(await mails(person)).toBe(1);
    const [{ many } = { many: 0 }] = await world.sql<{ many: number }>(
      "select count(*)::int as many from device where account_id = (select id from account where email = $1)",
      [person.email],
    );
    expect(many).toBe(3);
  });
});

describe("a device that is reported lost", () => {
  it.each(["typed", "by passkey"] as const)("ends in all its sessions, though only the one that began %s is named", async (named) => {
    const { person, authenticator } = await withPasskey(named === "typed" ? "cid" : "dot");
    const { account } = person.client;
    const typed = await person.device("lost");
    const before = (await account.sessions()).map(({ id }) => id);
    const again = typed.reload();
    await again.account.signInByPasskey({ authenticator });
    const isBefore = (id: string): boolean => before.includes(id);
    const both = (await account.sessions()).filter(({ isCurrent }) => !isCurrent);
    expect(both).toHaveLength(2);
    const { id = "" } = both.find((one) => isBefore(one.id) === (named === "typed")) ?? {};
    await account.prove(person);
    await account.reportLost({ id, passkeys: [], authenticator: null });
    for (const client of [typed.client, again]) await expect(client.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    expect(await account.sessions()).toMatchObject([{ isCurrent: true }]);
    await person.client.vault.pull();
  });
});

describe("the disk of a device whose owner opens the vault by passkey", () => {
  it("never has the copy that the passkey opens, nor what the passkey gives; locked and without its authenticator it opens nothing", async () => {
    const { person, authenticator } = await withPasskey("eva");
    await person.client.vault.create({ draft: aLogin({ title: "Of eva" }) });
    const keys = memoryKeyStore();
    const written: Uint8Array[] = [];
    const records = memoryRecordStore();
    const set: typeof keys.set = async (slot, value) => {
      written.push(value);
      await keys.set(slot, value);
    };
    const { client } = world.deviceWith({ ...keys, set }, records);
    await client.account.signInByPasskey({ authenticator });
    await client.vault.pull();
    await client.account.lock();
    await client.account.unlockByPasskey({ authenticator });
    await client.account.lock();
    const [{ copy } = { copy: "" }] = await world.sql<{ copy: string }>("select copy from passkey where account_id = $1", [
      client.session?.user.id,
    ]);
    const disk = Buffer.concat(written).toString("latin1") + JSON.stringify(await records.read(client.session?.personalVaultId ?? ""));
    const secrets = [copy, ...authenticator.outputs].flatMap((one) => [one, Buffer.from(one, "base64url").toString("latin1")]);
    expect([copy.length > 40, authenticator.outputs.length > 2, disk.length > 500]).toEqual([true, true, true]);
    expect(secrets.filter((one) => disk.includes(one))).toEqual([]);
    const thief = world.openOn(keys, { records });
    await thief.account.resume();
    expect(thief.isLocked).toBe(true);
    await expect(thief.account.unlockByPasskey({ authenticator: openAuthenticator(world.origin) })).rejects.toThrow();
    expect(thief.isLocked).toBe(true);
  });
});

describe("with every passkey deleted, at the server and in the authenticator", () => {
  it.each(["master password", "recovery key"] as const)("the %s opens the vault", async (way) => {
    const { person } = await withPasskey(way === "master password" ? "fin" : "gro");
    const { email, password, recoveryKey } = person;
    await person.client.vault.create({ draft: aLogin({ title: "Still here" }) });
    await world.sql("delete from passkey where account_id = (select id from account where email = $1)", [email]);
    const { client } = await world.stranger();
    const next = way === "recovery key" ? "Another-Harbour-77-Nettle!" : password;
    if (way === "recovery key") {
      await client.account.forgotPassword({ email });
      await client.account.verifyRecovery({ email, code: await world.mail.codeFor(email) });
      await client.account.resetPassword({ email, password: next, recoveryKey, discard: false, onProgress: () => undefined });
    }
    await client.account.login({ email, password: next });
    expect((await client.vault.pull()).items.map(({ fields }) => fields.title)).toEqual(["Still here"]);
  });
});
