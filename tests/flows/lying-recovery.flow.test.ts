/** A server that lies in a recovery or about changed credentials, and a client that notices (security design §5, §8). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { generateIdentity } from "../../packages/crypto/src/identity.ts";
import { lieTo } from "./lying-server.ts";
import { endsWith, NEXT, recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let { provenDevice, freshDevice, reset } = {} as ReturnType<typeof recoverySteps>;
beforeAll(async () => {
  world = await startWorld();
  ({ provenDevice, freshDevice, reset } = recoverySteps(world));
  ann = await world.person("ann");
  await ann.client.vault.create({ draft: aLogin({ title: "Still here" }) });
});
afterAll(() => world.stop());

const ENTRIES = "/vault/entries-for-reset";

async function refused(client: Client, refusal: object): Promise<void> {
  const sent = () => world.requests.filter(({ url }) => url.endsWith("/users/reset-password")).length;
  const before = sent();
  await expect(reset(ann, client)).rejects.toMatchObject(refusal);
  expect(sent()).toBe(before);
}

describe("a proven mailbox yields nothing", () => {
  const verify = async (lie: Record<string, unknown>) => {
    world.passMinutes(61);
    const { account } = ann.client;
    await account.forgotPassword({ email: ann.email });
    lieTo(world, "/users/verify-recovery", lie);
    return account.verifyRecovery({ email: ann.email, code: await world.mail.codeFor(ann.email) });
  };

  it("when the server names another salt, account or older keys than this device has seen", async () => {
    await expect(verify({ salt: "ab".repeat(16) })).rejects.toMatchObject({ code: "fork" });
    await expect(verify({ user: { id: crypto.randomUUID() } })).rejects.toThrow("Login failed");
  });
});

describe("a reset is refused", () => {
  it("when the public identity is not the one that the account's keys open", async () => {
    world.passMinutes(61);
    const { client } = await world.stranger();
    await client.account.forgotPassword({ email: ann.email });
    lieTo(world, "/users/verify-recovery", { publicKey: (await generateIdentity()).public });
    await client.account.verifyRecovery({ email: ann.email, code: await world.mail.codeFor(ann.email) });
    await refused(client, { code: "fork" });
  });

  it("when the server counts the credentials otherwise than the vault does", async () => {
    world.passMinutes(61);
    const { client } = await world.stranger();
    await client.account.forgotPassword({ email: ann.email });
    lieTo(world, "/users/verify-recovery", { credEpoch: 2 });
    await client.account.verifyRecovery({ email: ann.email, code: await world.mail.codeFor(ann.email) });
    await refused(client, { code: "rollback" });
  });

  it.each([
    ["of another scope", { scope: { id: "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c" } }],
    ["under another key", { scope: { epoch: 2 } }],
    ["at another place than its head", { scope: { seq: 1 } }],
    ["of another generation than its head", { scope: { generation: 2 } }],
  ])("when the vault is %s", async (_, lie) => {
    const client = await provenDevice(ann);
    lieTo(world, ENTRIES, lie);
    await refused(client, { code: "fork" });
  });

  it("when the head is not signed, or something in the trash is missing", async () => {
    const client = await provenDevice(ann);
    lieTo(world, ENTRIES, { head: { signature: null } });
    await refused(client, { code: "fork" });
    await ann.client.account.login({ email: ann.email, password: ann.password });
    const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Old" }) });
    await ann.client.vault.remove({ ids: [id] });
    world.changeNextAnswer<{ entries: { deleted_at: number | null }[] }>(endsWith(ENTRIES), (whole) => {
      whole.entries = whole.entries.filter(({ deleted_at }) => deleted_at === null);
    });
    await refused(client, { code: "omitted" });
  });
});

describe("a renewed recovery key", () => {
  it("leaves nothing to the old one, also when the server brings the old copy back", async () => {
    const bob = await world.person("bob");
    const before = await world.credentialsOf(bob.email);
    const { recoveryKey } = await bob.client.account.renewRecoveryKey({ password: bob.password });
    const after = await world.credentialsOf(bob.email);
    await world.putCredentials(bob.email, before);
    await expect(reset(bob, await provenDevice(bob))).rejects.toMatchObject({ code: "rollback" });
    await world.putCredentials(bob.email, after);
    await reset(bob, await provenDevice(bob), { recoveryKey });
    await freshDevice(bob.email, NEXT);
  });
});

describe("changed credentials", () => {
  it("that the server counts otherwise are not taken for changed", async () => {
    const cleo = await world.person("cleo");
    lieTo(world, "/users/change-password", { credEpoch: 3 });
    const change = cleo.client.account.changePassword({ current: cleo.password, next: NEXT, hint: null });
    await expect(change).rejects.toMatchObject({ code: "fork" });
  });

  it("are changed even if only the answer was lost", async () => {
    const dan = await world.person("dan");
    world.loseNextAnswer(endsWith("/users/change-password"));
    await dan.client.account.changePassword({ current: dan.password, next: NEXT, hint: null });
    await dan.client.account.lock();
    await dan.client.account.unlock({ password: NEXT });
    await dan.client.vault.create({ draft: aLogin() });
    await freshDevice(dan.email, NEXT);
  });
});
