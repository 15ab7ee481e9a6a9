/** Passkeys that are refused, lost on the way, or added again: what is counted and listed, and what an authenticator is told. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { openAuthenticator } from "./vault-authenticator.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.query("delete from rate_limit"));

/** A person with one item. */
async function person(name: string): Promise<Person> {
  const made = await world.person(name);
  await made.client.vault.create({ draft: aLogin({ title: `Of ${name}` }) });
  await made.client.account.kitSaved(made);
  return made;
}

async function withPasskey(name: string) {
  const made = await person(name);
  const authenticator = openAuthenticator(world.origin);
  await made.client.account.addPasskey({ authenticator, name: "Laptop" });
  return { person: made, authenticator, id: authenticator.made[0]?.passkey.id ?? "", account: made.client.account };
}

const NEXT = "Another-Harbour-77-Nettle!";
const signIn = async (authenticator: ReturnType<typeof openAuthenticator>) =>
  (await world.stranger()).client.account.signInByPasskey({ authenticator });
const isList = (url: string): boolean => url.endsWith("/users/passkeys");

it("a refused sign-in by passkey is in the activity of the account that it names, also where the passkey is gone", async () => {
  const { account, authenticator, id } = await withPasskey("ann");
  await account.removePasskey({ authenticator, id });
  for (let at = 0; at < 2; at++) await expect(signIn(authenticator)).rejects.toMatchObject({ code: "invalid_credentials" });
  const { refused } = await account.audit();
  expect(refused).toMatchObject([{ event: "login.passkey-failed", count: 2 }]);
});

it("refused sign-ins by passkey use up the attempts of their address, for passwords too; one that succeeds gives back its own alone", async () => {
  const { authenticator } = await withPasskey("bea");
  const stranger = openAuthenticator(world.origin);
  stranger.made.push(...(await withPasskey("cid")).authenticator.made);
  await world.sql("delete from passkey where id = $1", [stranger.made[0]?.passkey.id]);
  for (let at = 0; at < 25; at++) await expect(signIn(stranger)).rejects.toMatchObject({ code: "invalid_credentials" });
  await signIn(authenticator);
  for (let at = 0; at < 25; at++) await expect(signIn(stranger)).rejects.toMatchObject({ code: "invalid_credentials" });
  await expect(signIn(authenticator)).rejects.toMatchObject({ code: "rate_limited" });
  const typed = (await world.stranger()).client.account.login({ email: "bea@example.com", password: "Wrong-Password-1!" });
  await expect(typed).rejects.toMatchObject({ code: "rate_limited" });
});

it("is not added twice on one authenticator; where it has ended, it is", async () => {
  const { person: dot, account, authenticator } = await withPasskey("dot");
  await expect(account.addPasskey({ authenticator, name: "Twice" })).rejects.toMatchObject({ name: "InvalidStateError" });
  await account.changePassword({ current: dot.password, next: NEXT, hint: null });
  expect(await account.passkeys()).toMatchObject([{ name: "Laptop", state: "ended" }]);
  await account.addPasskey({ authenticator, name: "Again" });
  expect(await account.passkeys()).toMatchObject([{ state: "ended" }, { name: "Again", state: "opens" }]);
  await signIn(authenticator);
});

it("the authenticator is told of those that ended by the vault's own word, never by the server's", async () => {
  const { person: eli, account, authenticator, id } = await withPasskey("eli");
  await world.sql("delete from passkey where id = $1", [id]);
  await account.tellAuthenticator({ authenticator });
  expect(authenticator.kept).toEqual([id]);
  await account.changePassword({ current: eli.password, next: NEXT, hint: null });
  await account.tellAuthenticator({ authenticator });
  expect(authenticator.kept).toEqual([]);
});

it("one that the vault's list has no more is forgotten once it was tried", async () => {
  const { account, authenticator, id } = await withPasskey("fay");
  const [row] = await world.sql("select * from passkey where id = $1", [id]);
  await account.removePasskey({ authenticator, id });
  await world.sql("insert into passkey select * from jsonb_populate_record(null::passkey, $1)", [JSON.stringify(row)]);
  await expect(signIn(authenticator)).rejects.toThrow("does not know this passkey");
  expect(authenticator.forgotten).toEqual([id]);
});

it("whose answer was lost is added all the same", async () => {
  const { client } = await person("gil");
  const authenticator = openAuthenticator(world.origin);
  world.loseNextAnswer((url) => isList(url) && world.requests.at(-1)?.body.includes("attestationObject") === true);
  await client.account.addPasskey({ authenticator, name: "Laptop" });
  expect(authenticator.forgotten).toEqual([]);
  expect(await client.account.passkeys()).toMatchObject([{ name: "Laptop", state: "opens" }]);
  await signIn(authenticator);
});

it("that never reached the server leaves nothing; with no way to ask, it stays on the list, which says what became of it", async () => {
  const { client } = await person("hal");
  const authenticator = openAuthenticator(world.origin);
  const isAdd = (url: string): boolean => isList(url) && (world.requests.at(-1)?.body ?? "").includes("attestationObject");
  world.refuseWhen(isAdd);
  await expect(client.account.addPasskey({ authenticator, name: "No" })).rejects.toMatchObject({ name: "ConnectionError" });
  expect(await client.account.passkeys()).toEqual([]);
  expect(authenticator.forgotten).toHaveLength(1);
  let isAway = false;
  world.refuseWhen((url) => {
    isAway ||= isAdd(url);
    return isAway;
  });
  await expect(client.account.addPasskey({ authenticator, name: "Lost" })).rejects.toMatchObject({ name: "ConnectionError" });
  world.refuseWhen(() => false);
  expect(await client.account.passkeys()).toMatchObject([{ name: "Lost", state: "missing" }]);
  expect(authenticator.forgotten).toHaveLength(1);
  await client.account.addPasskey({ authenticator, name: "Laptop" });
  await signIn(authenticator);
});

it("unlocks a device that has the vault's list where no newer one comes, and says that there is no answer where it has not", async () => {
  const { person: ida, account, authenticator } = await withPasskey("ida");
  const other = openAuthenticator(world.origin);
  const desk = await ida.device("desk");
  await desk.client.vault.pull();
  await account.addPasskey({ authenticator: other, name: "Newer" });
  await account.lock();
  await desk.client.account.lock();
  world.refuseWhen((url) => url.includes("/vault/all-items-data"));
  try {
    await account.unlockByPasskey({ authenticator });
    expect(ida.client.isLocked).toBe(false);
    await expect(desk.client.account.unlockByPasskey({ authenticator: other })).rejects.toMatchObject({ name: "ConnectionError" });
    expect(desk.client.isLocked).toBe(true);
    expect(other.forgotten).toEqual([]);
  } finally {
    world.refuseWhen(() => false);
  }
  await desk.client.account.unlockByPasskey({ authenticator: other });
  expect((await desk.client.vault.pull()).items).toHaveLength(1);
});
