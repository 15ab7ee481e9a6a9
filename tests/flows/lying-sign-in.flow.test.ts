/** A server that lies at a sign-in, a profile switch or a check of the password, and a client that notices (security design §2, §8). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { lieTo } from "./lying-server.ts";
import { endsWith } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  await ann.client.vault.create({ draft: aLogin({ title: "Still here" }) });
});
afterAll(() => world.stop());

const sentTo = (path: string): number => world.requests.filter(({ url }) => url.endsWith(path)).length;
const signIn = ({ account }: Client, { email, password } = ann) => account.login({ email, password });
const OTHER_SALT = "ab".repeat(16);
const STOPPED = "The server asked for other key parameters than before. Sign-in was stopped to protect your password.";

describe("a sign-in is stopped", () => {
  it.each([
    ["another salt than this device has seen", { salt: OTHER_SALT }],
    ["another derivation than there is", { kdfId: 2 }],
  ])("when the server asks for %s, before anything that was derived is sent", async (_, lie) => {
    const before = sentTo("/users/login");
    lieTo(world, "/users/prelogin", lie);
    await expect(signIn(ann.client)).rejects.toThrow(STOPPED);
    expect(sentTo("/users/login")).toBe(before);
  });

  it("on a device that has seen nothing, when the server asks for a derivation that there is not", async () => {
    const { client } = await world.stranger();
    lieTo(world, "/users/prelogin", { kdfId: 2 });
    await expect(signIn(client)).rejects.toThrow(STOPPED);
  });

  it.each([
    ["of another address", { data: { user: { email: "eve@example.com" } } }, "Login failed"],
    ["without the vault key", { data: { encryptedVaultKey: null } }, "Server response missing encrypted vault key"],
    ["with another epoch of the credentials", { data: { credEpoch: 7 } }, "Failed to decrypt vault key"],
    ["with another epoch of the keys", { data: { keyEpoch: 7 } }, "Failed to decrypt vault key"],
  ])("when the answer is %s", async (_, lie, message) => {
    const { client } = await world.stranger();
    lieTo(world, "/users/login", lie);
    await expect(signIn(client)).rejects.toThrow(message);
    expect(client.session).toBeNull();
  });

  it("when the answer is of another account than this device knows by this address", async () => {
    lieTo(world, "/users/login", { data: { user: { id: crypto.randomUUID() } } });
    await expect(signIn(ann.client)).rejects.toThrow("Login failed");
  });
});

describe("the master password before an export", () => {
  it("is wrong when it opens nothing here, whatever the server says", async () => {
    await signIn(ann.client);
    lieTo(world, "/export/verify-master-password", { isValid: true });
    expect(await ann.client.account.verifyMasterPassword({ password: "Wrong-Horse-9!" })).toBe(false);
    lieTo(world, "/export/verify-master-password", { isValid: false });
    expect(await ann.client.account.verifyMasterPassword({ password: ann.password })).toBe(false);
    expect(await ann.client.account.verifyMasterPassword({ password: ann.password })).toBe(true);
  });
});

describe("an older copy of the vault key", () => {
  it("is refused by a device that never saw the newer one, as soon as it reads the vault", async () => {
    const bob = await world.person("bob");
    const before = await world.credentialsOf(bob.email);
    await bob.client.account.changePassword({ current: bob.password, next: "Another-Horse-Entirely-2!", hint: null });
    const after = await world.credentialsOf(bob.email);
    await world.putCredentials(bob.email, before);
    const { client } = await world.stranger();
    await signIn(client, bob);
    await expect(client.vault.pull()).rejects.toMatchObject({ code: "rollback" });
    // Nor when the server tells the truth about the current epochs.
    await world.putCredentials(bob.email, { ...after, auth_hash: before.auth_hash, encrypted_vault_key: before.encrypted_vault_key });
    const { client: other } = await world.stranger();
    world.changeNextAnswer<{ data: { credEpoch: number } }>(
      endsWith("/users/login"),
      ({ data }) => void Object.assign(data, { credEpoch: 1 }),
    );
    await signIn(other, bob);
    await expect(other.vault.pull()).rejects.toMatchObject({ code: "rollback" });
  });
});

describe("a switch to a linked profile", () => {
  const email = "ann.work@example.com";
  const password = "Working-Horse-4!";
  let id = "";
  beforeAll(async () => {
    const { account } = ann.client;
    await signIn(ann.client);
    await account.sendProfileCode({ email });
    await account.verifyProfileCode({ email, code: await world.mail.codeFor(email) });
    await account.createProfile({ email, password, hint: null });
    id = (await account.profiles()).find((profile) => profile.email === email)?.user_id ?? "";
  });

  it.each([
    ["salt", { salt: OTHER_SALT }],
    ["derivation", { kdfId: 2 }],
  ])("is stopped when the server names another %s for it than this device has seen", async (_, lie) => {
    lieTo(world, "/users/prelogin", lie);
    await expect(ann.client.account.switchProfile({ id })).rejects.toThrow("Failed to switch profiles");
    expect(ann.client.session?.user.email).toBe(ann.email);
  });

  it("is stopped when the server answers with another account, or with older keys", async () => {
    lieTo(world, `/users/switch-profile/${id}`, { data: { user: { id: crypto.randomUUID() } } });
    await expect(ann.client.account.switchProfile({ id })).rejects.toThrow("Failed to switch profiles");
    lieTo(world, `/users/switch-profile/${id}`, { data: { credEpoch: 0.5 } });
    await expect(ann.client.account.switchProfile({ id })).rejects.toThrow();
    expect(ann.client.session?.user.email).toBe(ann.email);
  });
});
