/** Data of version 1 opens: nothing is lost, the heads are verified once more as they were, and from then on they are signed. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Client, memoryKeyStore, memoryRecordStore } from "../packages/client/src/index.ts";
import { aLogin } from "./things.ts";
import { fillAnnsDevice, leftByVersion1, VERSION_1 } from "./version-1.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ left: leftByVersion1 });
});
afterAll(() => world.stop());

const { ann, ben, contents } = VERSION_1;

async function signedIn({ email, password }: { email: string; password: string }, client: Client): Promise<Client> {
  await client.account.login({ email, password });
  return client;
}

async function annsOldDevice(): Promise<Client> {
  const [keys, records] = [memoryKeyStore(), memoryRecordStore()];
  await fillAnnsDevice(keys, records);
  return world.deviceWith(keys, records).client;
}

const titlesOf = (items: readonly { fields: Readonly<Record<string, string>> }[]) =>
  items.map(({ fields }) => Object.values(fields)[0]).toSorted();

describe("an account of version 1", () => {
  let phone: Client;
  beforeEach(async () => {
    phone = await signedIn(ann, (await world.stranger()).client);
  });

  it("opens whole on a new device, with what lies in the trash", async () => {
    const { items, vaults } = await phone.vault.pull();
    expect(titlesOf(items)).toEqual(titlesOf(contents.items));
    expect(items.every(({ state }) => state === "intact")).toBe(true);
    expect(vaults.map(({ name }) => name)).toEqual(["Home"]);
    const trashed = await phone.vault.trash();
    expect(trashed.map(({ item }) => [item.fields.title, item.fields.password, item.state])).toEqual([
      ["Old forum", "old secret", "intact"],
    ]);
  });

  it("opens on the device that kept it, pins and records included, and takes new saves", async () => {
    const laptop = await signedIn(ann, await annsOldDevice());
    const { items } = await laptop.vault.pull();
    expect(items.length).toBeGreaterThanOrEqual(contents.items.length);
    await laptop.vault.create({ draft: aLogin({ title: "Made by version 2" }) });
    await phone.vault.pull();
    expect(titlesOf((await phone.vault.pull()).items)).toContain("Made by version 2");
  });

  it("is refused to whoever has another password", async () => {
    const { client } = await world.stranger();
    await expect(client.account.login({ ...ann, password: ben.password })).rejects.toMatchObject({ code: "invalid_credentials" });
  });
});

it("brings back the vault that was discarded in version 1, with its old recovery key", async () => {
  const client = await signedIn(ben, (await world.stranger()).client);
  await client.vault.pull();
  const { restored } = await client.account.restoreDiscarded({ recoveryKey: ben.lostRecoveryKey, onProgress: () => undefined });
  expect(restored).toBe(1);
  expect(titlesOf((await client.vault.pull()).items)).toEqual(["Ben's new one", "Ben's old one"]);
});
