/** New keys for everything, together with a new master password or recovery key: the old one opens no current data, and nothing is lost (security design §5). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { endsWith, everythingIn, NEXT, recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let { personWithVault, freshDevice, provenDevice, reset } = {} as ReturnType<typeof recoverySteps>;
beforeAll(async () => {
  world = await startWorld();
  ({ personWithVault, freshDevice, provenDevice, reset } = recoverySteps(world));
});
afterAll(() => world.stop());

const CHANGE = "/users/change-keys";
const quiet = () => undefined;
const next: { password: string; hint: string | null } = { password: NEXT, hint: "another" };
const renew = (
  { account }: Client,
  current: string,
  replacement: typeof next | null = next,
  onProgress: (percent: number) => void = quiet,
) => account.renewAllKeys({ current, next: replacement, onProgress });
const emailsTo = async (email: string) => (await world.mail.emailsTo(email)).map(({ name }) => name);

/** What everyone has, and a deleted item. */
async function personWithTrash(name: string): Promise<Person> {
  const person = await personWithVault(name);
  const { id } = await person.client.vault.create({ draft: aLogin({ title: "Thrown away" }) });
  await person.client.vault.remove({ ids: [id] });
  return person;
}

/** Including the trash. */
const allOf = async (client: Client) => ({
  ...(await everythingIn(client)),
  trash: (await client.vault.trash()).map(({ item, deletedAt }) => ({ fields: item.fields, deletedAt })),
});

describe("a new master password with new keys", () => {
  it("keeps everything, the trash and the favourites too; other devices sign in again, and this one goes on", async () => {
    const ann = await personWithTrash("ann");
    const { client } = ann;
    const phone = (await ann.device("phone")).client;
    const before = await allOf(client);
    expect(before.items.some(({ favourite }) => favourite)).toBe(true);
    expect(before.trash).toHaveLength(1);
    const old = await world.credentialsOf(ann.email);
    const told: number[] = [];
    const { recoveryKey } = await renew(client, ann.password, next, (percent) => told.push(percent));
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(100);

    expect(await allOf(client)).toEqual(before);
    await client.vault.create({ draft: aLogin({ title: "Afterwards" }) });
    await client.account.lock();
    await client.account.unlock({ password: NEXT });
    expect((await client.vault.pull()).items).toHaveLength(before.items.length + 1);

    await expect(phone.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    await phone.account.login({ email: ann.email, password: NEXT });
    expect((await allOf(phone)).trash).toEqual(before.trash);
    expect(await emailsTo(ann.email)).toContain("passwordAndKeysChanged");

    // The old password, with the vault key as it was wrapped then, opens no current data.
    await world.putCredentials(ann.email, old);
    await expect(freshDevice(ann.email, ann.password)).rejects.toThrow("Failed to decrypt vault key");
    expect(recoveryKey).not.toBe(ann.recoveryKey);
  });

  it("keeps the earlier versions of an item, which are sealed again", async () => {
    const ivy = await world.person("ivy");
    const { client } = ivy;
    const { id } = await client.vault.create({ draft: aLogin({ password: "first" }) });
    const base = await client.vault.open({ id });
    await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, password: "second" } } });
    await renew(client, ivy.password);
    const read = async () => {
      await client.vault.pull();
      const { earlier, resealing } = await client.vault.versions({ id });
      return [earlier.map(({ fields }) => fields.password), resealing];
    };
    await expect.poll(read, { timeout: 20_000 }).toEqual([["first"], []]);
  });

  it("makes a recovery key that works, in the place of the one before", async () => {
    const bea = await personWithVault("bea");
    const before = await everythingIn(bea.client);
    const { recoveryKey } = await renew(bea.client, bea.password);
    const device = await provenDevice(bea);
    await expect(reset(bea, device)).rejects.toMatchObject({ code: "invalid_recovery_key" });
    await reset(bea, device, { recoveryKey });
    expect(await everythingIn(await freshDevice(bea.email, NEXT))).toEqual(before);
  });

  it("needs the old one, and is repeated when another device writes during it", async () => {
    const cleo = await personWithVault("cleo");
    const phone = (await cleo.device("phone")).client;
    await phone.vault.pull();
    await expect(renew(cleo.client, NEXT)).rejects.toThrow("Invalid master password");
    world.doBeforeNext(endsWith(CHANGE), async () => {
      await phone.vault.create({ draft: aLogin({ title: "Just in time" }) });
    });
    await renew(cleo.client, cleo.password);
    expect((await cleo.client.vault.pull()).items.map(({ fields }) => fields.title)).toContain("Just in time");
  });

  it("is refused, and nothing is sent, when a part of the vault does not verify", async () => {
    const dan = await world.person("dan");
    const phone = (await dan.device("phone")).client;
    await phone.vault.create({ draft: aLogin({ title: "One" }) });
    world.changeNextAnswer<{ data: { passwords: { title: string; encrypted_password: string }[] } }>(
      (url) => url.includes("/vault/all-items-data"),
      ({ data: { passwords } }) => void passwords.map((one) => Object.assign(one, { encrypted_password: one.title })),
    );
    const sent = () => world.requests.filter(({ url }) => url.endsWith(CHANGE)).length;
    const before = sent();
    await expect(renew(dan.client, dan.password)).rejects.toThrow("A part of your vault does not open, so its keys cannot be renewed.");
    expect(sent()).toBe(before);
    await freshDevice(dan.email, dan.password);
  });
});

describe("a renewal that is interrupted", () => {
  it("before the server has it leaves everything to the old keys; tried again it goes through", async () => {
    const eli = await world.person("eli");
    world.refuseWhen(endsWith(CHANGE));
    await expect(renew(eli.client, eli.password)).rejects.toThrow();
    world.refuseWhen(() => false);
    await eli.client.vault.create({ draft: aLogin() });
    await freshDevice(eli.email, eli.password);
    await renew(eli.client, eli.password);
    expect((await (await freshDevice(eli.email, NEXT)).vault.pull()).items).toHaveLength(1);
  });

  it("after the server was done goes on under the new keys, at once or when it is tried again with the same password", async () => {
    const fay = await world.person("fay");
    world.loseNextAnswer(endsWith(CHANGE));
    await renew(fay.client, fay.password);
    await fay.client.vault.create({ draft: aLogin() });

    const third = { password: "Third-Horse-Galloping-5!", hint: null };
    world.doBeforeNext(endsWith(CHANGE), async () => world.refuseWhen((url) => url.includes("/vault/all-items-data")));
    world.loseNextAnswer(endsWith(CHANGE));
    await expect(renew(fay.client, NEXT, third)).rejects.toThrow();
    world.refuseWhen(() => false);
    await expect(renew(fay.client, NEXT, { ...third, password: fay.password })).rejects.toThrow(
      "The change that you sent before has gone through",
    );
    const { recoveryKey } = await renew(fay.client, NEXT, third);
    expect((await fay.client.vault.pull()).items).toHaveLength(1);
    await freshDevice(fay.email, third.password);
    await reset(fay, await provenDevice(fay), { recoveryKey });
  });
});

describe("a new recovery key with new keys", () => {
  it("leaves the master password as it is", async () => {
    const gus = await personWithVault("gus");
    const before = await everythingIn(gus.client);
    const { recoveryKey } = await renew(gus.client, gus.password, null);
    expect(await emailsTo(gus.email)).toContain("keysRenewed");
    expect(await everythingIn(await freshDevice(gus.email, gus.password))).toEqual(before);
    await reset(gus, await provenDevice(gus), { recoveryKey });
    expect(await everythingIn(await freshDevice(gus.email, NEXT))).toEqual(before);
  });
});
