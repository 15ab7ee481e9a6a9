/** Data of version 1 opens: nothing is lost, the heads are verified once more as they were, and from then on they are signed. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, memoryKeyStore, memoryRecordStore } from "../../packages/client/src/index.ts";
import type { FieldValues } from "../../packages/core/src/items/item.ts";
import { NEXT } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { fillAnnsDevice, leftByVersion1, VERSION_1 } from "./version-1.ts";
import { startWorld, type World } from "./world.ts";

const { ann, ben, contents } = VERSION_1;

/** Each story begins with what version 1 left. */
let world: World;
beforeEach(async () => {
  world = await startWorld({ left: leftByVersion1 });
});
afterEach(() => world.stop());

async function signedIn({ email, password }: { email: string; password: string }, given?: Client): Promise<Client> {
  const client = given ?? (await world.stranger()).client;
  await client.account.login({ email, password });
  return client;
}

async function annsOldDevice(): Promise<Client> {
  const [keys, records] = [memoryKeyStore(), memoryRecordStore()];
  await fillAnnsDevice(keys, records);
  return world.deviceWith(keys, records).client;
}

const newestHeadOf = async ({ session }: Client) => {
  const text = "select generation, signature from head where scope_id = $1 order by seq desc limit 1";
  const [head] = await world.sql<{ generation: number; signature: string | null }>(text, [session?.personalVaultId]);
  return head;
};

const titlesOf = (items: readonly { fields: FieldValues }[]) => items.map(({ fields }) => Object.values(fields)[0]).toSorted();

interface Listed {
  readonly id: string;
  readonly fields: FieldValues;
  readonly categoryId: string | null;
  readonly favourite: boolean;
}
const listed = (items: readonly Listed[]) =>
  items.map(({ id, fields, categoryId, favourite }) => ({ id, fields, categoryId, favourite })).toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Everything ann had: her items, each of which opens, her vault, and her trash. */
async function expectEverything({ vault }: Client): Promise<void> {
  const { items, vaults } = await vault.pull();
  expect(listed(items)).toEqual(listed(contents.items));
  const opened = await Promise.all(items.map(({ id }) => vault.open({ id })));
  expect(opened.map(({ state }) => state)).toEqual(items.map(() => "intact"));
  expect(vaults.map(({ name }) => name)).toEqual(["Home"]);
  const trashed = (await vault.trash()).map(({ item: { fields, state } }) => [fields.title, fields.password, state]);
  expect(trashed).toEqual([["Old forum", "old secret", "intact"]]);
}

describe("an account of version 1", () => {
  it("opens whole on a new device, which signs its head, and on the next one", async () => {
    const phone = await signedIn(ann);
    expect(await newestHeadOf(phone)).toEqual({ generation: 0, signature: null });
    await expectEverything(phone);
    expect(await newestHeadOf(phone)).toEqual({ generation: 1, signature: expect.any(String) });
    await expectEverything(await signedIn(ann));
  });

  it("opens on the device that kept it, pins and records included, and takes new saves", async () => {
    const laptop = await signedIn(ann, await annsOldDevice());
    await expectEverything(laptop);
    await laptop.vault.create({ draft: aLogin({ title: "Made by version 2" }) });
    const { items } = await (await signedIn(ann)).vault.pull();
    expect(titlesOf(items)).toEqual([...titlesOf(contents.items), "Made by version 2"].toSorted());
  });

  it("is refused with another password", async () => {
    await expect(signedIn({ ...ann, password: ben.password })).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  it("is reset with its recovery key, before any device has signed it", async () => {
    const { client } = await world.stranger();
    await client.account.forgotPassword({ email: ann.email });
    await client.account.verifyRecovery({ email: ann.email, code: await world.mail.codeFor(ann.email) });
    await client.account.resetPassword({ ...ann, password: NEXT, discard: false, onProgress: () => undefined });
    await expectEverything(await signedIn({ ...ann, password: NEXT }));
  });

  it("gets new keys at once", async () => {
    const client = await signedIn(ann);
    await client.account.renewAllKeys({ current: ann.password, next: { password: NEXT, hint: null }, onProgress: () => undefined });
    await expectEverything(await signedIn({ ...ann, password: NEXT }));
  });
});

it("brings back the vault that was discarded in version 1, with its old recovery key", async () => {
  const client = await signedIn(ben);
  await client.vault.pull();
  const { restored } = await client.account.restoreDiscarded({ recoveryKey: ben.lostRecoveryKey, onProgress: () => undefined });
  expect(restored).toBe(1);
  expect(titlesOf((await client.vault.pull()).items)).toEqual(["Ben's new one", "Ben's old one"]);
});
