/** A recovery key that was shown and not saved: this device keeps it sealed and shows it after a sign-in, until its owner has saved it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { backUpVaults } from "./restore-server.ts";
import { aLogin } from "./sample-items.ts";
import { openAuthenticator } from "./vault-authenticator.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

describe("the key of an account just made", () => {
  it("is there again after a page load and a sign-in, for this account alone, until it is saved", async () => {
    const ann = await world.person("ann");
    const kit = { email: ann.email, recoveryKey: ann.recoveryKey };
    const reloaded = ann.reload();
    await reloaded.account.login({ email: ann.email, password: ann.password });
    expect(await reloaded.account.unsavedKit()).toEqual(kit);
    await reloaded.account.kitSaved({ email: ann.email });
    expect(await reloaded.account.unsavedKit()).toBeNull();
    const again = ann.reload();
    await again.account.resume();
    expect(await again.account.unsavedKit()).toBeNull();
  });

  it("is never kept as it is shown, and another account or device has nothing of it", async () => {
    const bob = await world.person("bob");
    const slots: string[] = [];
    const spying = { ...bob.keys, set: async (slot: string, value: Uint8Array) => void slots.push(slot + new TextDecoder().decode(value)) };
    const device = world.deviceWith(spying, bob.records);
    const { recoveryKey } = await device.client.account.register({
      token: await world.invite(3),
      email: "carl@example.com",
      password: bob.password,
      hint: null,
    });
    expect(slots.join("\n")).toContain("kit:");
    expect(slots.join("\n")).not.toContain(recoveryKey);
    expect(slots.join("\n")).not.toContain(recoveryKey.replaceAll("-", ""));
    expect((await bob.client.account.unsavedKit())?.recoveryKey).toBe(bob.recoveryKey);
    expect(await (await bob.device("other")).client.account.unsavedKit()).toBeNull();
  });
});

it("a renewed one takes the place of the old, here and where the old one was kept", async () => {
  const dora = await world.person("dora");
  const other = await dora.device("other");
  const { recoveryKey } = await other.client.account.renewRecoveryKey({ password: dora.password });
  expect((await other.client.account.unsavedKit())?.recoveryKey).toBe(recoveryKey);
  await dora.client.vault.pull();
  expect(await dora.client.account.unsavedKit()).toBeNull();
});

it("the one that comes with new keys, and the one that comes with a reset, are kept like the first", async () => {
  const fay = await world.person("fay");
  const renewal = { current: fay.password, next: null, onProgress: () => undefined };
  const { recoveryKey } = await fay.client.account.renewAllKeys(renewal);
  expect((await fay.client.account.unsavedKit())?.recoveryKey).toBe(recoveryKey);
  await fay.client.account.logout();
  await fay.client.account.forgotPassword({ email: fay.email });
  await fay.client.account.verifyRecovery({ email: fay.email, code: await world.mail.codeFor(fay.email) });
  const form = { email: fay.email, password: "Another-Horse-12!", discard: false, onProgress: () => undefined };
  const made = await fay.client.account.resetPassword({ ...form, recoveryKey });
  const reloaded = fay.reload();
  await reloaded.account.login({ email: fay.email, password: form.password });
  expect((await reloaded.account.unsavedKit())?.recoveryKey).toBe(made.recoveryKey);
});

const isCommit = (url: string): boolean => url.endsWith("/vault/commit");

/** The app asks as it opens; the vault notes it then. */
async function noted({ client }: Pick<Person, "client">): Promise<void> {
  const from = world.requests.length;
  expect(await client.account.hasUnsavedKit()).toBe(true);
  await expect.poll(() => world.requests.slice(from).some(({ url }) => isCommit(url)), { timeout: 20_000 }).toBe(true);
  await client.vault.create({ draft: aLogin({ title: "After it was noted" }) });
}

/** The server goes back to an earlier state, so that the vault takes no save. */
async function withTrouble({ client }: Pick<Person, "client">): Promise<void> {
  const restore = await backUpVaults(world);
  await client.vault.create({ draft: aLogin({ title: "Newer" }) });
  await restore();
  await expect(client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
}

const addsPasskey = async ({ account }: Person["client"]): Promise<unknown> =>
  account.addPasskey({ authenticator: openAuthenticator(world.origin), name: "Phone" });

describe("one that is said to be saved while the vault is in trouble", () => {
  it.each([
    ["was not noted by the vault", async () => undefined],
    ["was noted by the vault", noted],
  ])("and %s, is gone from the device, and keeps no device from adding a passkey after a repair", async (name, before) => {
    const ann = await world.person(`gus-${name.length}`);
    await before(ann);
    await withTrouble(ann);
    await ann.client.account.kitSaved(ann);
    expect(await ann.client.account.unsavedKit()).toBeNull();
    const reloaded = ann.reload();
    await reloaded.account.resume();
    expect([await reloaded.account.hasUnsavedKit(), await reloaded.account.unsavedKit()]).toEqual([false, null]);
    await reloaded.vault.pull().catch(() => undefined);
    await reloaded.vault.repair();
    const again = ann.reload();
    await again.account.resume();
    await again.vault.pull();
    expect(await again.account.hasUnsavedKit()).toBe(false);
    const { client } = await ann.device("phone");
    const adds = (): Promise<boolean> =>
      addsPasskey(client).then(
        () => true,
        () => false,
      );
    await expect.poll(adds, { timeout: 20_000 }).toBe(true);
  });
});

it("one that is saved takes back nothing that the vault says of a newer one, which another device has made right then", async () => {
  const hal = await world.person("hal");
  await noted(hal);
  const { client: phone } = await hal.device("phone");
  await phone.vault.pull();
  let isMade = false;
  world.doBeforeNext(
    (url) => url.includes("/vault/all-items-data"),
    async () => {
      await phone.account.renewRecoveryKey({ password: hal.password });
      await noted({ client: phone });
      isMade = true;
    },
  );
  await hal.client.account.kitSaved(hal);
  await expect.poll(() => isMade, { timeout: 20_000 }).toBe(true);
  // It looks once more, and would write then.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const { client: third } = await hal.device("third");
  await expect(addsPasskey(third)).rejects.toThrow("save your recovery key first");
  await phone.account.kitSaved(hal);
  await addsPasskey(third);
});
