/** Passkeys that open the vault: added, used to unlock and to sign in, removed, ended by new keys. Next to them the master password opens it as before. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { memoryKeyStore } from "../../packages/client/src/index.ts";
import { addAuthenticator } from "./authenticator.ts";
import { aLogin } from "./sample-items.ts";
import { openAuthenticator, type VirtualAuthenticator } from "./vault-authenticator.ts";
import { type Person, startWorld, type World } from "./world.ts";

/** Clients that have opened the large part of the account feature. */
const opened = vi.hoisted(() => ({ count: 0 }));
vi.mock("../../packages/client/src/account/account-feature.ts", async (load) => {
  const { accountFeature } = await load<typeof import("../../packages/client/src/account/account-feature.ts")>();
  return {
    accountFeature: (...of: Parameters<typeof accountFeature>) => {
      opened.count += 1;
      return accountFeature(...of);
    },
  };
});

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A person with one item, who has added a passkey. */
async function withPasskey(
  name: string,
): Promise<{ readonly person: Person; readonly authenticator: VirtualAuthenticator; readonly id: string }> {
  const person = await world.person(name);
  await person.client.vault.create({ draft: aLogin({ title: `Of ${name}` }) });
  const authenticator = openAuthenticator(world.origin);
  await person.client.account.kitSaved(person);
  await person.client.account.addPasskey({ authenticator, name: "Laptop" });
  return { person, authenticator, id: authenticator.made[0]?.passkey.id ?? "" };
}

const titlesOn = async ({ vault }: Person["client"]): Promise<string[]> =>
  (await vault.pull()).items.map(({ fields }) => fields.title ?? "");
const NEW_PASSWORD = "Another-Harbour-77-Nettle!";
const onProgress = (): void => undefined;

/** The calls of a sign-in, by hand. */
async function assertion(authenticator: VirtualAuthenticator): Promise<Record<string, unknown>> {
  const { body } = await world.callWith("", "/users/passkeys/challenge", "POST", {});
  const { requestId, challenge } = body as { requestId: string; challenge: string };
  const prfInput = new TextEncoder().encode("cf1/passkey/prf");
  const { id, clientDataJSON, signature, ...rest } = await authenticator.get({ rpId: "localhost", challenge, prfInput, ids: [] });
  const text = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString("base64url");
  return { requestId, id, clientDataJSON, signature, authenticatorData: text(rest.authenticatorData), userHandle: text(rest.userHandle) };
}
const send = (body: object) => world.callWith("", "/users/passkeys/sign-in", "POST", body);

describe("a passkey of a person's", () => {
  it("unlocks the vault, and the master password does so as before", async () => {
    const { person, authenticator } = await withPasskey("ann");
    await person.client.account.lock();
    await person.client.account.unlockByPasskey({ authenticator });
    expect(await titlesOn(person.client)).toEqual(["Of ann"]);
    await person.client.account.lock();
    await person.client.account.unlock({ password: person.password });
    expect(await titlesOn(person.client)).toEqual(["Of ann"]);
  });

  it("locks nothing that the master password has opened meanwhile, while the vault is still asked whether it knows the passkey", async () => {
    const { person, authenticator } = await withPasskey("kit");
    const { account } = person.client;
    await account.lock();
    world.doBeforeNext(
      (url) => url.includes("/vault/all-items-data"),
      async () => {
        await account.lock();
        await account.unlock({ password: person.password });
      },
    );
    await account.unlockByPasskey({ authenticator });
    expect(person.client.isLocked).toBe(false);
    expect(await titlesOn(person.client)).toEqual(["Of kit"]);
  });

  it("signs in on another device, which the owner is mailed of; the master password opens that session too", async () => {
    const { person, authenticator } = await withPasskey("bea");
    const { client } = await world.stranger();
    await client.account.signInByPasskey({ authenticator });
    expect(client.session?.user.email).toBe(person.email);
    expect(await titlesOn(client)).toEqual(["Of bea"]);
    await client.account.lock();
    await client.account.unlock({ password: person.password });
    expect(await titlesOn(client)).toEqual(["Of bea"]);
    const { events } = await client.account.audit();
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(["login.passkey", "passkey.added"]));
    expect((await world.mail.emailsTo(person.email)).map(({ name }) => name)).toContain("passkeyAdded");
  });

  it("is no proof of the master password: what needs that asks for it", async () => {
    const { person, authenticator } = await withPasskey("cid");
    const { client, onProofNeeded } = await world.stranger();
    await client.account.signInByPasskey({ authenticator });
    const asked: string[] = [];
    onProofNeeded(async () => {
      asked.push("proof");
      return false;
    });
    await expect(client.account.addPasskey({ authenticator: openAuthenticator(world.origin), name: "Eve" })).rejects.toMatchObject({
      code: "fresh_proof_needed",
    });
    expect(asked).toEqual(["proof"]);
    await expect(client.account.changePassword({ current: "Wrong-Password-1!", next: NEW_PASSWORD, hint: null })).rejects.toThrow();
    await client.account.changePassword({ current: person.password, next: NEW_PASSWORD, hint: null });
  });

  it("answers the second factor, and the session may write", async () => {
    const { person, authenticator } = await withPasskey("dot");
    await addAuthenticator(world, person.client);
    const { client } = await world.stranger();
    await client.account.signInByPasskey({ authenticator });
    expect(await client.account.isSecondFactorMissing()).toBe(false);
    await client.vault.create({ draft: aLogin({ title: "More" }) });
  });

  it("makes no one expect a second factor that there is not: a typed sign-in after it may write", async () => {
    const { person, authenticator } = await withPasskey("una");
    const { client } = await world.stranger();
    await client.account.signInByPasskey({ authenticator });
    await client.vault.create({ draft: aLogin({ title: "By passkey" }) });
    const typed = (await world.stranger()).client;
    await typed.account.login({ email: person.email, password: person.password });
    await typed.vault.pull();
    expect(await typed.account.isSecondFactorMissing()).toBe(false);
    await typed.vault.create({ draft: aLogin({ title: "By password" }) });
  });

  it("is listed with its name, renamed, and removed: then it opens nothing, and the owner is mailed", async () => {
    const { person, authenticator, id } = await withPasskey("eli");
    const { account } = person.client;
    await account.renamePasskey({ id, name: "Old laptop" });
    expect(await account.passkeys()).toMatchObject([{ id, name: "Old laptop", state: "opens", isBackedUp: true, lastUsedAt: null }]);
    const { client } = await world.stranger();
    await client.account.signInByPasskey({ authenticator });
    await account.removePasskey({ authenticator, id });
    expect(authenticator.kept).toEqual([]);
    expect(await account.passkeys()).toEqual([]);
    await expect(client.account.signInByPasskey({ authenticator })).rejects.toMatchObject({ code: "invalid_credentials" });
    await account.lock();
    await expect(account.unlockByPasskey({ authenticator })).rejects.toThrow("does not open your vault");
    await account.unlock({ password: person.password });
    expect((await world.mail.emailsTo(person.email)).map(({ name }) => name)).toContain("passkeyRemoved");
  });

  it("is ended by new keys, which the list says; another one can be added then", async () => {
    const { person, authenticator, id } = await withPasskey("fay");
    const { account } = person.client;
    await account.renewAllKeys({ current: person.password, next: null, onProgress });
    expect(await account.passkeys()).toMatchObject([{ id, state: "ended" }]);
    const { client } = await world.stranger();
    await expect(client.account.signInByPasskey({ authenticator })).rejects.toMatchObject({ code: "invalid_credentials" });
    await account.removePasskey({ authenticator, id });
    await account.kitSaved(person);
    await account.addPasskey({ authenticator, name: "Again" });
    await client.account.signInByPasskey({ authenticator });
  });

  it("is ended by a changed master password, also where the keys stay", async () => {
    const { person, authenticator } = await withPasskey("gil");
    await person.client.account.changePassword({ current: person.password, next: NEW_PASSWORD, hint: null });
    await expect((await world.stranger()).client.account.signInByPasskey({ authenticator })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
  });
});

it("is offered on a locked device only where there may be one, as its last pull has shown", async () => {
  const tom = await world.person("tom");
  const onPage = { pullsEarly: true };
  const person = { ...tom, ...(await tom.device("laptop", onPage)) };
  const phone = await person.device("phone", onPage);
  const isOffered = async ({ account }: Person["client"]): Promise<boolean> => {
    await account.lock();
    const may = await account.mayHavePasskey();
    await account.unlock({ password: person.password });
    return may;
  };
  const afterPull = async ({ account, vault }: Person["client"], isThere: boolean): Promise<void> => {
    await vault.pull();
    await expect.poll(() => account.mayHavePasskey(), { timeout: 20_000 }).toBe(isThere);
  };
  // It has looked at nothing yet; and what only reads leaves nothing behind.
  expect(await isOffered(phone.client)).toBe(true);
  await phone.client.account.rehearsals();
  expect(await isOffered(phone.client)).toBe(true);
  for (const { client } of [person, phone]) await afterPull(client, false);
  expect([await isOffered(person.client), await isOffered(phone.client)]).toEqual([false, false]);
  const authenticator = openAuthenticator(world.origin);
  await tom.client.account.kitSaved(tom);
  await person.client.account.addPasskey({ authenticator, name: "Laptop" });
  await afterPull(phone.client, true);
  expect([await isOffered(person.client), await isOffered(phone.client)]).toEqual([true, true]);
  const [{ id } = { id: "" }] = await person.client.account.passkeys();
  await person.client.account.removePasskey({ authenticator, id });
  expect(await isOffered(person.client)).toBe(false);
});

describe("what a pull has shown is noted for the lock screen", () => {
  const isMark = (slot: string): boolean => slot.includes("passkeys:");

  /** Another device, which tells of each mark. */
  async function watched(name: string, pullsEarly: boolean) {
    const [person, keys, marks] = [await world.person(name), memoryKeyStore(), [] as string[]];
    const set = async (slot: string, value: Uint8Array): Promise<void> => {
      if (isMark(slot)) marks.push(slot);
      return keys.set(slot, value);
    };
    const client = world.openOn({ ...keys, set }, { pullsEarly });
    await client.account.login(person);
    return { client, marks };
  }

  it("by a page, once, without the large part of the account feature", async () => {
    const { client, marks } = await watched("xia", true);
    const before = opened.count;
    await client.vault.pull();
    await expect.poll(() => marks.length, { timeout: 20_000 }).toBe(1);
    await client.vault.pull();
    await client.vault.pull();
    expect([opened.count, marks.length]).toEqual([before, 1]);
  });

  it("not by a worker, which has no lock screen, nor the part for it", async () => {
    const { client, marks } = await watched("yan", false);
    for (let time = 1; time <= 3; time++) await client.vault.pull();
    expect(marks).toEqual([]);
  });
});

it("is added only once the recovery key is saved", async () => {
  const { client } = await world.person("quo");
  const authenticator = openAuthenticator(world.origin);
  await expect(client.account.addPasskey({ authenticator, name: "No" })).rejects.toThrow("save your recovery key first");
  expect(authenticator.made).toEqual([]);
});

describe("a recovery key that is not saved, on the device where it was made", () => {
  const isCommit = (url: string): boolean => url.endsWith("/vault/commit");

  /** The app asks on each device as it opens. */
  async function twoDevices(name: string) {
    const person = await world.person(name);
    const from = world.requests.length;
    expect(await person.client.account.hasUnsavedKit()).toBe(true);
    await expect.poll(() => world.requests.slice(from).some(({ url }) => isCommit(url)), { timeout: 20_000 }).toBe(true);
    const phone = (await world.stranger()).client;
    await phone.account.login(person);
    expect(await phone.account.hasUnsavedKit()).toBe(false);
    const authenticator = openAuthenticator(world.origin);
    return { person, phone, authenticator, add: () => phone.account.addPasskey({ authenticator, name: "Phone" }) };
  }

  it("keeps other devices from adding one too, until it is saved there", async () => {
    const { person, authenticator, add } = await twoDevices("ros");
    await expect(add()).rejects.toThrow("save your recovery key first");
    expect(authenticator.made).toEqual([]);
    await person.client.account.kitSaved(person);
    await add();
  });

  it("is said before the vault has noted it; saved meanwhile, it keeps no device from adding one", async () => {
    const person = await world.person("tal");
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = new Promise<void>((resolve) => {
      world.doBeforeNext(isCommit, () => {
        resolve();
        return released;
      });
    });
    const asked = person.client.account.hasUnsavedKit();
    const late = new Promise((resolve) => setTimeout(resolve, 10_000, "after the commit"));
    expect(await Promise.race([asked, late])).toBe(true);
    await held;
    const saved = person.client.account.kitSaved(person);
    // It finds out what it can without the commit.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    release();
    await saved;
    const phone = (await world.stranger()).client;
    await phone.account.login(person);
    await phone.account.addPasskey({ authenticator: openAuthenticator(world.origin), name: "Phone" });
    expect(await phone.account.passkeys()).toHaveLength(1);
  });

  it("or until another one was made and saved: that device may be gone", async () => {
    const { person, phone, add } = await twoDevices("sil");
    await phone.account.renewAllKeys({ current: person.password, next: null, onProgress });
    await expect(add()).rejects.toThrow("save your recovery key first");
    await phone.account.kitSaved(person);
    await add();
  });
});

describe("an authenticator", () => {
  it.each([
    ["without a secret to give", { hasPrf: false }],
    ["that does not check who uses it", { isVerified: false }],
  ])("%s adds nothing, and is told to forget it", async (_, behaviour) => {
    const person = await world.person(`hal-${Object.keys(behaviour)[0]?.toLowerCase()}`);
    const authenticator = openAuthenticator(world.origin, behaviour);
    await person.client.account.kitSaved(person);
    await expect(person.client.account.addPasskey({ authenticator, name: "No" })).rejects.toThrow("cannot open a vault");
    expect(authenticator.forgotten).toEqual(authenticator.made.map(({ passkey }) => passkey.id));
    expect(await person.client.account.passkeys()).toEqual([]);
  });
});

describe("the server", () => {
  it("refuses alike: an unknown passkey, a used or late challenge, another's user, another origin, a wrong signature", async () => {
    const { person, authenticator } = await withPasskey("ida");
    const right = await assertion(authenticator);
    const other = (await withPasskey("jan")).authenticator;
    const elsewhere = openAuthenticator("http://localhost:1");
    elsewhere.made.push(...authenticator.made);
    const unverified = openAuthenticator(world.origin, { isVerified: false });
    unverified.made.push(...authenticator.made);
    const late = await assertion(authenticator);
    const wrongs: Record<string, object> = {
      unknown: { ...(await assertion(authenticator)), id: "A".repeat(43) },
      "another's user": { ...(await assertion(authenticator)), userHandle: (await assertion(other)).userHandle },
      "another's id": { ...(await assertion(authenticator)), id: (await assertion(other)).id },
      "another origin": await assertion(elsewhere),
      "a user not verified": await assertion(unverified),
      "a wrong signature": { ...(await assertion(authenticator)), signature: (await assertion(other)).signature },
      "another challenge": { ...(await assertion(authenticator)), requestId: (await assertion(other)).requestId },
    };
    const answers = new Map<string, unknown>();
    for (const [name, body] of Object.entries(wrongs)) answers.set(name, await send(body));
    expect((await send(right)).status).toBe(200);
    answers.set("a used challenge", await send(right));
    world.passMinutes(6);
    answers.set("a late challenge", await send(late));
    const [first] = answers.values();
    expect(first).toMatchObject({ status: 400, body: { code: "invalid_credentials" } });
    for (const [name, answer] of answers) expect([name, answer]).toEqual([name, first]);
    expect(person.client.session).not.toBeNull();
  });

  it("refuses a body with results of extensions, wherever they are", async () => {
    const { authenticator } = await withPasskey("kim");
    const prf = { results: { first: "A".repeat(43) } };
    for (const more of [{ clientExtensionResults: { prf } }, { prf }, { extensions: { prf } }])
      expect(await send({ ...(await assertion(authenticator)), ...more })).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  });

  it("never sees a secret output, in a request, its database, its log or an email", async () => {
    const { person, authenticator } = await withPasskey("lea");
    await person.client.account.lock();
    await person.client.account.unlockByPasskey({ authenticator });
    await (await world.stranger()).client.account.signInByPasskey({ authenticator });
    expect(authenticator.outputs.length).toBeGreaterThan(2);
    const seen = [JSON.stringify(world.requests), await world.everythingInTheDatabase(), world.log(), world.filedEmails()].join("\n");
    for (const output of new Set(authenticator.outputs))
      for (const form of ["base64url", "base64", "hex"] as const)
        expect(seen).not.toContain(Buffer.from(output, "base64url").toString(form));
  });

  it("that keeps the copy of a removed passkey opens no vault by it: the vault's own list has it no more", async () => {
    const { person, authenticator, id } = await withPasskey("max");
    const [row] = await world.sql<{ copy: string }>("select * from passkey where id = $1", [id]);
    await person.client.account.removePasskey({ authenticator, id });
    await world.sql("insert into passkey select * from jsonb_populate_record(null::passkey, $1)", [JSON.stringify(row)]);
    expect(await person.client.account.passkeys()).toMatchObject([{ id, state: "unknown" }]);
    await person.client.account.lock();
    await expect(person.client.account.unlockByPasskey({ authenticator })).rejects.toThrow("does not know this passkey");
    expect(person.client.isLocked).toBe(true);
    const { client } = await world.stranger();
    await expect(client.account.signInByPasskey({ authenticator })).rejects.toThrow("does not know this passkey");
    expect(client.isLocked).toBe(true);
  });

  it.each([
    ["another passkey's copy", "passkey_copy_of_other"],
    ["a copy of before new keys", "before"],
  ])("that gives %s opens nothing, and the master password does", async (_, kind) => {
    const { person, authenticator, id } = await withPasskey(kind === "before" ? "ned" : "oda");
    if (kind === "before") {
      const [row] = await world.sql<{ copy: string }>("select * from passkey where id = $1", [id]);
      await person.client.account.renewAllKeys({ current: person.password, next: null, onProgress });
      await world.sql("insert into passkey select * from jsonb_populate_record(null::passkey, $1)", [JSON.stringify(row)]);
    } else {
      await person.client.account.addPasskey({ authenticator: openAuthenticator(world.origin), name: "Second" });
      await world.sql(
        "update passkey set copy = (select copy from passkey o where o.account_id = passkey.account_id and o.id <> $1) where id = $1",
        [id],
      );
    }
    await person.client.account.lock();
    await expect(person.client.account.unlockByPasskey({ authenticator })).rejects.toThrow("does not open your vault");
    await person.client.account.unlock({ password: person.password });
    expect(await titlesOn(person.client)).toHaveLength(1);
  });

  it("gives no one another account's copy", async () => {
    const { id } = await withPasskey("pat");
    const eve = await world.person("eve");
    expect(await eve.post("/users/passkeys/copy", { id })).toMatchObject({ status: 404 });
    expect(await eve.post("/users/passkeys/remove", { id })).toMatchObject({ status: 404 });
  });
});
