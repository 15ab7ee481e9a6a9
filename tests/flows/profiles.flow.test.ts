/** Several accounts of one person, linked: each opens the other on this device, and no one else does (security design §7). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { addAuthenticator } from "./authenticator.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const password = "Working-Horse-4!";
const titles = async ({ vault }: Client) => (await vault.pull()).items.map(({ fields }) => fields.title);
const idOf = ({ session }: Client): string => session?.user.id ?? "";

async function addProfile({ account }: Client, email: string) {
  await account.sendProfileCode({ email });
  await account.verifyProfileCode({ email, code: await world.mail.codeFor(email) });
  const { recoveryKey } = await account.createProfile({ email, password, hint: null });
  const { user_id: id } = (await account.profiles()).find((profile) => profile.email === email) ?? { user_id: "" };
  return { id, email, recoveryKey };
}

async function personWithProfile(name: string) {
  const person = await world.person(name);
  await person.client.vault.create({ draft: aLogin({ title: `${name} at home` }) });
  return { person, client: person.client, ownId: idOf(person.client), work: await addProfile(person.client, `${name}.work@example.com`) };
}

describe("a linked profile", () => {
  it("is an account of its own, opened from the other and back again", async () => {
    const { client, ownId, work, person } = await personWithProfile("ann");
    expect((await client.account.profiles()).map(({ email }) => email).toSorted()).toEqual([work.email, person.email].toSorted());

    expect(await client.account.switchProfile({ id: work.id })).toEqual({ step: "switched" });
    expect(client.session?.user.email).toBe(work.email);
    expect(await titles(client)).toEqual([]);
    await client.vault.create({ draft: aLogin({ title: "at work" }) });

    await client.account.switchProfile({ id: ownId });
    expect(await titles(client)).toEqual(["ann at home"]);
    expect(await client.account.sessions()).toHaveLength(1);

    const { client: other } = await world.stranger();
    await other.account.login({ email: work.email, password });
    expect(await titles(other)).toEqual(["at work"]);
  });

  it("is still open after a page load, and is locked and unlocked with its own password", async () => {
    const { person, client, work } = await personWithProfile("bob");
    await client.account.switchProfile({ id: work.id });
    const reloaded = person.reload();
    expect(await reloaded.account.resume()).toBe(true);
    expect(reloaded.session?.user.email).toBe(work.email);
    expect(await reloaded.account.verifyMasterPassword({ password })).toBe(true);
    expect(await reloaded.account.verifyMasterPassword({ password: person.password })).toBe(false);
    await reloaded.account.lock();
    await expect(reloaded.account.unlock({ password: person.password })).rejects.toThrow("Invalid master password");
    await reloaded.account.unlock({ password });
    expect(await titles(reloaded)).toEqual([]);
  });

  it("asks for the second factor of the one that has it", async () => {
    const cyd = await world.person("cyd");
    const app = await addAuthenticator(world, cyd.client);
    const id = idOf(cyd.client);
    const { client } = cyd;
    const work = await addProfile(client, "cyd.work@example.com");
    await client.account.switchProfile({ id: work.id });
    expect(await client.account.switchProfile({ id })).toEqual({ step: "code" });
    expect(client.session?.user.email).toBe(work.email);
    await expect(client.account.switchProfile({ id, code: app.wrong() })).rejects.toMatchObject({ code: "invalid_mfa_code" });
    expect(await client.account.switchProfile({ id, code: app.code() })).toEqual({ step: "switched" });
    expect(client.session?.user.email).toBe(cyd.email);
  });

  it("stays linked when it gets a second factor, and asks for it then; and when that is turned off", async () => {
    const { client, ownId, work } = await personWithProfile("hob");
    const { client: atWork } = await world.stranger();
    await atWork.account.login({ email: work.email, password });
    const app = await addAuthenticator(world, atWork);
    expect(await client.account.switchProfile({ id: work.id })).toEqual({ step: "code" });
    expect(await client.account.switchProfile({ id: work.id, code: app.code() })).toEqual({ step: "switched" });
    expect(await client.account.isSecondFactorMissing()).toBe(false);
    await client.account.switchProfile({ id: ownId });
    await atWork.account.disableMfa({ code: app.code() });
    expect(await client.account.switchProfile({ id: work.id })).toEqual({ step: "switched" });
  });

  it("tells its owner by email that it was linked, and that it was switched to", async () => {
    const { client, work, person } = await personWithProfile("ida");
    await client.account.switchProfile({ id: work.id });
    const emails = await world.mail.emailsTo(work.email);
    expect(emails.map(({ name }) => name)).toEqual(["profileCode", "openedAsProfile", "profileOpened"]);
    expect(emails.at(-1)?.text).toContain(person.email);
  });

  it("needs an address that was proven, by this person, and is free", async () => {
    const [dee, eve] = [await world.person("dee"), await world.person("eve")];
    const email = "dee.work@example.com";
    const form = { email, password, hint: null };
    await dee.client.account.sendProfileCode({ email });
    const wrong = dee.client.account.verifyProfileCode({ email, code: "000000" });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_code" });
    await expect(dee.client.account.createProfile(form)).rejects.toMatchObject({ code: "email_not_proven" });
    const code = await world.mail.codeFor(email);
    await expect(eve.client.account.verifyProfileCode({ email, code })).rejects.toMatchObject({ code: "invalid_code" });
    await dee.client.account.verifyProfileCode({ email, code });
    await expect(eve.client.account.createProfile(form)).rejects.toMatchObject({ code: "email_not_proven" });
    await dee.client.account.createProfile(form);

    await dee.client.account.sendProfileCode({ email: eve.email });
    await dee.client.account.verifyProfileCode({ email: eve.email, code: await world.mail.codeFor(eve.email) });
    const taken = dee.client.account.createProfile({ ...form, email: eve.email });
    await expect(taken).rejects.toMatchObject({ message: "An account with this email already exists." });
  });

  it("is not opened by a stranger, who cannot even tell that it is there", async () => {
    const { client, ownId, work } = await personWithProfile("fay");
    const { client: mallory } = await world.person("mallory");
    for (const id of [ownId, work.id, crypto.randomUUID()]) {
      await expect(mallory.account.switchProfile({ id })).rejects.toMatchObject({ code: "not_found" });
      await expect(mallory.account.unlinkProfile({ id })).rejects.toMatchObject({ code: "not_found" });
    }
    await client.account.switchProfile({ id: work.id });
  });

  it.each<[what: string, name: string, end: (atWork: Client, ownId: string) => Promise<unknown>]>([
    [
      "its password is changed",
      "gil",
      ({ account }) => account.changePassword({ current: password, next: "Another-Horse-5!", hint: null }),
    ],
    ["it is unlinked from the other side", "ian", ({ account }, ownId) => account.unlinkProfile({ id: ownId })],
  ])("is no longer opened once %s", async (_, name, end) => {
    const { client, ownId, work, person } = await personWithProfile(name);
    const { client: atWork } = await world.stranger();
    await atWork.account.login({ email: work.email, password });
    await end(atWork, ownId);
    await expect(client.account.switchProfile({ id: work.id })).rejects.toMatchObject({ code: "not_found" });
    expect((await client.account.profiles()).map(({ email }) => email)).toEqual([person.email]);
    expect(client.session?.user.email).toBe(person.email);
  });
});

describe("a lying server", () => {
  let jan: Awaited<ReturnType<typeof personWithProfile>>;
  let second: { id: string };
  beforeAll(async () => {
    jan = await personWithProfile("jan");
    second = await addProfile(jan.client, "jan.club@example.com");
  });

  type Side = { masterKey: string; linkId: string; linkEpochs: [number, number] };
  type Reply = { data: Side & { user: { id: string }; keyEpoch: number; encryptedVaultKey: string; encryptedPrivateKey: string } };

  const failed = async (id: string): Promise<void> => {
    await expect(jan.client.account.switchProfile({ id })).rejects.toThrow("Failed to switch profiles");
    expect(jan.client.session?.user.email).toBe(jan.person.email);
  };
  const sideOf = async (id: string): Promise<Side> => (await jan.person.get(`/users/profiles/${id}/link`)).body as Side;

  it("cannot open one profile with the link of another, or under another link or epoch", async () => {
    const { work } = jan;
    const other = await sideOf(second.id);
    const lies: ((side: Side) => void)[] = [
      (side) => Object.assign(side, { linkId: crypto.randomUUID() }),
      (side) => Object.assign(side, { masterKey: other.masterKey }),
      (side) => Object.assign(side, other),
      (side) => Object.assign(side, { linkEpochs: [1, 2] }),
    ];
    for (const lie of lies) {
      const before = world.requests.length;
      world.changeNextAnswer<Side>((url) => url.endsWith("/link"), lie);
      await failed(work.id);
      // Nothing of a link that does not open is shown.
      expect(world.requests.slice(before).some(({ url }) => url.includes("/switch-profile/"))).toBe(false);
    }
  });

  it("cannot answer with the session of another profile, or with other keys than those of the link", async () => {
    const { work, client } = jan;
    const other = await sideOf(second.id);
    const lies: ((reply: Reply) => void)[] = [
      ({ data }) => Object.assign(data, other),
      ({ data }) => Object.assign(data, { masterKey: data.encryptedVaultKey }),
      ({ data }) => Object.assign(data, { linkId: other.linkId }),
      ({ data }) => Object.assign(data.user, { id: second.id }),
      ({ data }) => Object.assign(data, { keyEpoch: 2 }),
      ({ data }) => Object.assign(data, { encryptedPrivateKey: data.encryptedVaultKey }),
    ];
    for (const lie of lies) {
      world.changeNextAnswer<Reply>((url) => url.includes("/switch-profile/"), lie);
      await failed(work.id);
    }
    expect(await titles(client)).toEqual(["jan at home"]);
    await client.account.switchProfile({ id: work.id });
  });
});
