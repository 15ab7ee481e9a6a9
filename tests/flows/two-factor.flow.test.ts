/** Signing in with a second factor, with an authenticator that is not the server's code (specification 1 §2, §4). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authenticator, addAuthenticator } from "./authenticator.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let app: Authenticator;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  await ann.client.vault.create({ draft: aLogin({ title: "Behind two doors" }) });
  app = await addAuthenticator(world, ann.client);
});
afterAll(() => world.stop());

async function firstStep() {
  const device = await world.stranger();
  const outcome = await device.client.account.login({ email: ann.email, password: ann.password });
  if (outcome.step !== "code") throw new Error("No code was asked for");
  return { ...device, tempToken: outcome.tempToken };
}

describe("an account with two-factor", () => {
  it("gives ten recovery codes and says that it is on", () => {
    expect(new Set(app.recoveryCodes).size).toBe(10);
    expect(ann.client.session?.user.two_factor_enabled).toBe(true);
  });

  it("says so by email, and after a page load", async () => {
    const reloaded = ann.reload();
    await reloaded.account.resume();
    expect(reloaded.session?.user.two_factor_enabled).toBe(true);
    expect((await world.mail.emailsTo(ann.email)).map(({ name }) => name)).toContain("mfaOn");
  });

  it("is entered in two steps, and only then is there a session", async () => {
    const { client, tempToken, keys } = await firstStep();
    expect(client.session).toBeNull();
    expect(await keys.get("vaultKey")).toBeNull();
    await client.account.verifyCode({ tempToken, code: app.code() });
    expect(client.session?.user).toMatchObject({ email: ann.email, two_factor_enabled: true });
    expect((await client.vault.pull()).items.map(({ fields }) => fields.title)).toEqual(["Behind two doors"]);
  });

  it("takes a code with a space in it, as authenticators show them", async () => {
    const { client, tempToken } = await firstStep();
    await client.account.verifyCode({ tempToken, code: app.code().replace(/^.../, "$& ") });
    expect(client.session).not.toBeNull();
  });

  it("refuses a wrong code, and the right one a second time", async () => {
    const { client, tempToken } = await firstStep();
    await expect(client.account.verifyCode({ tempToken, code: app.wrong() })).rejects.toMatchObject({ code: "invalid_mfa_code" });
    const code = app.code();
    await client.account.verifyCode({ tempToken, code });
    const again = await firstStep();
    await expect(again.client.account.verifyCode({ tempToken: again.tempToken, code })).rejects.toMatchObject({ code: "invalid_mfa_code" });
  });

  it("takes each recovery code once", async () => {
    const [first = ""] = app.recoveryCodes;
    const { client, tempToken } = await firstStep();
    await client.account.verifyCode({ tempToken, code: first });
    expect(client.session).not.toBeNull();
    const again = await firstStep();
    await expect(again.client.account.verifyCode({ tempToken: again.tempToken, code: first })).rejects.toMatchObject({
      code: "invalid_mfa_code",
    });
  });

  it("asks to sign in again when the second step comes too late, or in another tab", async () => {
    const { client, tempToken, reload } = await firstStep();
    await expect(reload().account.verifyCode({ tempToken, code: app.code() })).rejects.toMatchObject({ code: "temp_token_expired" });
    world.passMinutes(6);
    await expect(client.account.verifyCode({ tempToken, code: app.code() })).rejects.toMatchObject({ code: "temp_token_expired" });
  });

  it("does not let the token of a first step into the vault", async () => {
    const { tempToken } = await firstStep();
    const answer = await world.callWith(tempToken, "/vault/all-items-data");
    expect(answer.status).toBe(401);
  });

  it("lets a person who knows the password ask an administrator for help, and no one else", async () => {
    const admin = await world.person("admin", 1);
    const { client, tempToken } = await firstStep();
    await client.account.requestMfaHelp({ email: ann.email, message: "My phone is in the river", tempToken });
    await client.account.requestMfaHelp({ email: ann.email, message: "I am someone else", tempToken: "made.up.token" });
    const help = (await world.mail.emailsTo(admin.email)).filter(({ name }) => name === "helpRequest");
    expect(help.map(({ text }) => text)).toEqual([expect.stringContaining("My phone is in the river")]);
  });

  it("is turned off with a code, and then one step is enough", async () => {
    await ann.client.account.prove(ann);
    await expect(ann.client.account.disableMfa({ code: app.wrong() })).rejects.toMatchObject({ code: "invalid_code" });
    await ann.client.account.prove(ann);
    await ann.client.account.disableMfa({ code: app.code() });
    expect(ann.client.session?.user.two_factor_enabled).toBe(false);
    const { client } = await ann.device("one step");
    expect(client.session?.user.two_factor_enabled).toBe(false);
    expect(await client.account.isSecondFactorMissing()).toBe(false);
  });
});

describe("a second factor that the server no longer asks for", () => {
  it("is missed; nothing is written until its owner has said that this is meant", async () => {
    const bob = await world.person("bob");
    await bob.client.vault.create({ draft: aLogin({ title: "Before" }) });
    await addAuthenticator(world, bob.client);
    await world.dropSecondFactor(bob);
    const { client, reload } = await bob.device("not asked");
    expect(await client.account.isSecondFactorMissing()).toBe(true);
    const [item] = (await client.vault.pull()).items;
    const before = world.requests.length;
    const writes = [
      () => client.vault.create({ draft: aLogin({ title: "Written too early" }) }),
      () => client.vault.setFavourite({ id: item?.id ?? "", favourite: true }),
      () => client.vault.remove({ ids: [item?.id ?? ""] }),
      () => client.vault.createVault({ name: "New", description: "" }),
    ];
    for (const write of writes) await expect(write()).rejects.toThrow("Nothing is saved until you have answered");
    const sent = world.requests.slice(before).filter(({ body }) => body !== "");
    expect(sent).toEqual([]);
    expect((await client.vault.pull()).items).toHaveLength(1);

    const reloaded = reload();
    await reloaded.account.resume();
    expect(await reloaded.account.isSecondFactorMissing()).toBe(true);
    await reloaded.account.acceptMissingSecondFactor();
    expect(await reloaded.account.isSecondFactorMissing()).toBe(false);
    await reloaded.vault.create({ draft: aLogin({ title: "Written afterwards" }) });
    expect(await (await bob.device("told")).client.account.isSecondFactorMissing()).toBe(false);
  });

  it("is missed also when the server says that there is one: what counts is whether a code was sent", async () => {
    const cat = await world.person("cat");
    await addAuthenticator(world, cat.client);
    await world.dropSecondFactor(cat);
    const { client } = await world.stranger();
    type Login = { data: { user: { two_factor_enabled: boolean } } };
    world.changeNextAnswer<Login>(
      (url) => url.endsWith("/users/login"),
      ({ data }) => Object.assign(data.user, { two_factor_enabled: true }),
    );
    await client.account.login({ email: cat.email, password: cat.password });
    expect(client.session?.user.two_factor_enabled).toBe(true);
    expect(await client.account.isSecondFactorMissing()).toBe(true);
  });

  it("is not believed in because the server says so: then the vault would miss it for ever", async () => {
    const dan = await world.person("dan");
    const { client } = await world.stranger();
    type Login = { data: { user: { two_factor_enabled: boolean } } };
    world.changeNextAnswer<Login>(
      (url) => url.endsWith("/users/login"),
      ({ data }) => Object.assign(data.user, { two_factor_enabled: true }),
    );
    await client.account.login({ email: dan.email, password: dan.password });
    await client.vault.create({ draft: aLogin({ title: "Saved" }) });
    expect(await (await dan.device("later")).client.account.isSecondFactorMissing()).toBe(false);
  });
});

describe("setting it up", () => {
  it("signs the other devices out; the link in the email turns it off again, for the owner of the mailbox", async () => {
    const eve = await world.person("eve");
    const other = await eve.device("phone");
    await addAuthenticator(world, eve.client);
    await expect(other.client.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    const email = (await world.mail.emailsTo(eve.email)).find(({ name }) => name === "mfaOn");
    const token = /undo-two-factor#([\w.-]+)/.exec(email?.text ?? "")?.[1] ?? "";
    const { client } = await world.stranger();
    await client.account.undoMfa({ token });
    await expect(client.account.undoMfa({ token })).rejects.toMatchObject({ code: "undo_link_invalid" });
    await expect(eve.client.vault.pull()).rejects.toMatchObject({ code: "session_expired" });
    const again = await eve.device("laptop again");
    expect(again.client.session?.user.two_factor_enabled).toBe(false);
    // The vault remembers what was set up; its owner is asked.
    expect(await again.client.account.isSecondFactorMissing()).toBe(true);
  });
});
