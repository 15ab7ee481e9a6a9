/** Changed credentials and a closed account: nothing is lost, other devices are signed out, and the old credentials no longer work. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

async function personWithItem(name: string): Promise<Person> {
  const person = await world.person(name);
  await person.client.vault.create({ draft: aLogin({ title: "Still here" }) });
  return person;
}

/** What a fresh device finds. */
async function titlesFor(email: string, password: string) {
  const { client } = await world.stranger();
  await client.account.login({ email, password });
  return (await client.vault.pull()).items.map(({ fields }) => fields.title);
}

const next = "Another-Horse-Entirely-2!";

describe("a changed master password", () => {
  it("opens what the old one opened, which opens nothing any more; other devices are signed out", async () => {
    const ann = await personWithItem("ann");
    const phone = (await ann.device("phone")).client;
    const { client } = ann;
    await expect(client.account.changePassword({ current: next, next, hint: null })).rejects.toThrow("Invalid master password");
    await client.account.changePassword({ current: ann.password, next, hint: "another" });

    await expect(phone.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    await expect(titlesFor(ann.email, ann.password)).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await titlesFor(ann.email, next)).toEqual(["Still here"]);
    expect(await client.account.verifyMasterPassword({ password: next })).toBe(true);
    expect(await client.account.verifyMasterPassword({ password: ann.password })).toBe(false);
  });

  it("is the one that unlocks this device, and may be changed again", async () => {
    const bob = await personWithItem("bob");
    const { account, vault } = bob.client;
    await account.changePassword({ current: bob.password, next, hint: null });
    await account.lock();
    await expect(account.unlock({ password: bob.password })).rejects.toThrow("Invalid master password");
    await account.unlock({ password: next });
    await account.changePassword({ current: next, next: bob.password, hint: null });
    const reloaded = bob.reload();
    await reloaded.account.resume();
    await reloaded.account.lock();
    await reloaded.account.unlock({ password: bob.password });
    expect((await vault.pull()).items).toHaveLength(1);
  });

  it("leaves nothing to a server that goes back to the old one", async () => {
    const carl = await personWithItem("carl");
    const { client } = carl;
    const before = await world.credentialsOf(carl.email);
    await client.account.changePassword({ current: carl.password, next, hint: null });
    await client.account.logout();
    await world.putCredentials(carl.email, before);
    await expect(client.account.login({ email: carl.email, password: carl.password })).rejects.toMatchObject({ code: "rollback" });
  });

  it("still leaves the recovery key to open the vault", async () => {
    const dora = await personWithItem("dora");
    await dora.client.account.changePassword({ current: dora.password, next, hint: null });
    const { client } = await world.stranger();
    await client.account.forgotPassword({ email: dora.email });
    await client.account.verifyRecovery({ email: dora.email, code: await world.mail.codeFor(dora.email) });
    const { recoveryKey } = dora;
    await client.account.resetPassword({
      email: dora.email,
      password: dora.password,
      recoveryKey,
      discard: false,
      onProgress: () => undefined,
    });
    expect(await titlesFor(dora.email, dora.password)).toEqual(["Still here"]);
  });
});

describe("a changed e-mail", () => {
  it("is proven by a mailed code, and is what one signs in with from then on", async () => {
    const fred = await personWithItem("fred");
    const { account } = fred.client;
    const email = "Frederic@example.com";
    await expect(account.requestEmailChange({ password: next, email })).rejects.toThrow("Invalid master password");
    await account.requestEmailChange({ password: fred.password, email });
    const wrong = { password: fred.password, email, code: "000000" };
    await expect(account.changeEmail(wrong)).rejects.toMatchObject({ code: "invalid_code" });
    await account.changeEmail({ ...wrong, code: await world.mail.codeFor("frederic@example.com") });

    expect(fred.client.session?.user.email).toBe("frederic@example.com");
    await account.lock();
    await account.unlock({ password: fred.password });
    await expect(titlesFor(fred.email, fred.password)).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await titlesFor(email, fred.password)).toEqual(["Still here"]);
    await account.logout();
    await account.login({ email, password: fred.password });
    expect((await world.mail.emailsTo(fred.email)).map(({ name }) => name)).toContain("emailChanged");
  });

  it("to one that is taken is refused without a word about it before the code", async () => {
    const [gina, hugo] = [await personWithItem("gina"), await personWithItem("hugo")];
    await gina.client.account.requestEmailChange({ password: gina.password, email: hugo.email });
    const code = await world.mail.codeFor(hugo.email).catch(() => "000000");
    const change = gina.client.account.changeEmail({ password: gina.password, email: hugo.email, code });
    await expect(change).rejects.toMatchObject({ name: "AppError" });
    expect(await titlesFor(gina.email, gina.password)).toEqual(["Still here"]);
    expect(await titlesFor(hugo.email, hugo.password)).toEqual(["Still here"]);
  });
});

describe("a renewed recovery key", () => {
  it("replaces the old one, which opens nothing any more", async () => {
    const ida = await personWithItem("ida");
    await expect(ida.client.account.renewRecoveryKey({ password: next })).rejects.toThrow("Invalid master password");
    const { recoveryKey } = await ida.client.account.renewRecoveryKey({ password: ida.password });
    const { client } = await world.stranger();
    await client.account.forgotPassword({ email: ida.email });
    await client.account.verifyRecovery({ email: ida.email, code: await world.mail.codeFor(ida.email) });
    const form = { email: ida.email, password: next, discard: false, onProgress: () => undefined };
    const old = client.account.resetPassword({ ...form, recoveryKey: ida.recoveryKey });
    await expect(old).rejects.toMatchObject({ code: "invalid_recovery_key" });
    await client.account.resetPassword({ ...form, recoveryKey });
    expect(await titlesFor(ida.email, next)).toEqual(["Still here"]);
  });
});

describe("a deleted account", () => {
  it("is signed out everywhere, and kept when its owner signs in in time", async () => {
    const june = await personWithItem("june");
    const phone = (await june.device("phone")).client;
    const { client } = june;
    await expect(client.account.deleteAccount({ password: next })).rejects.toThrow("Invalid master password");
    const { purgedAt } = await client.account.deleteAccount({ password: june.password });
    expect(purgedAt - world.now()).toBeGreaterThanOrEqual(7 * 24 * 3_600_000 - 60_000);
    expect(client.session).toBeNull();
    expect(await june.everythingInRecords()).toBe("null");
    await expect(phone.vault.pull()).rejects.toMatchObject({ code: "session_expired" });

    const again = { email: june.email, password: june.password };
    expect(await client.account.login(again)).toEqual({ step: "signed-in", isDeletionTakenBack: true });
    expect(await (await june.device("tablet")).client.account.login(again)).toEqual({ step: "signed-in", isDeletionTakenBack: false });
    await client.account.keepAccount();
    expect((await client.vault.pull()).items.map(({ fields }) => fields.title)).toEqual(["Still here"]);
    const events = (await client.account.audit()).events.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(["account.kept"]));
  });
});

describe("the audit log", () => {
  it("shows what happened, the newest first, each row with its own hash, and no other account's", async () => {
    const [kim, liam] = [await personWithItem("kim"), await personWithItem("liam")];
    await kim.client.account.changePassword({ current: kim.password, next, hint: null });
    const { events: rows, isWhole } = await kim.client.account.audit();
    expect(isWhole).toBe(true);
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => b - a));
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(rows.length);
    expect(rows[0]?.event).toBe("password.changed");
    expect((await liam.client.account.audit()).events.map(({ event }) => event)).not.toContain("password.changed");
  });
});
