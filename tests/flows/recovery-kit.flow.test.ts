/** A recovery key that was shown and not saved: this device keeps it sealed and shows it after a sign-in, until its owner has saved it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWorld, type World } from "./world.ts";

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
