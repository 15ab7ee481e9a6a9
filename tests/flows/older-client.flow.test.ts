/**
 * The app of the evening before passkeys, on another device of the same person: what it does with a login that has them loses none, although it has never
 * heard of the two fields.
 *
 * Its client is kept in fixtures/client-2026-11-27.mjs.gz. How it was made: the sources of `packages/{client,contract,core,crypto}` at commit 89f93b23, put
 * into one file by `esbuild --bundle --format=esm --platform=neutral --main-fields=module,main --conditions=coffer-source,import,module --minify`, with
 * `openClient`, the two memory stores, `planBackup` and `writeBackup` as what it exports. It makes its keys at their true cost.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { memoryKeyStore, memoryRecordStore, openClient } from "../../packages/client/src/index.ts";
import { OTHERS_FIELD, toChoose } from "../../packages/core/src/items/other-values.ts";
import type { writeBackup } from "../../packages/core/src/transfer/backup.ts";
import { readImport } from "../../packages/core/src/transfer/import.ts";
import { fieldsOf, madeFor } from "./passkeys-setup.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

interface Older {
  readonly openClient: typeof openClient;
  readonly memoryKeyStore: typeof memoryKeyStore;
  readonly memoryRecordStore: typeof memoryRecordStore;
  readonly writeBackup: typeof writeBackup;
}

let world: World;
let ann: Person;
let older: Older;
const folder = mkdtempSync(join(tmpdir(), "older-client-"));
beforeAll(async () => {
  const file = join(folder, "client.mjs");
  writeFileSync(file, gunzipSync(readFileSync(new URL("./fixtures/client-2026-11-27.mjs.gz", import.meta.url))));
  older = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Older;
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(async () => {
  await world.stop();
  rmSync(folder, { recursive: true });
});

/** Signed in on a device that was not loaded again. */
async function olderDevice({ email, password }: Pick<Person, "email" | "password">) {
  const [keys, records] = [older.memoryKeyStore(), older.memoryRecordStore()];
  const on = { origin: world.origin, keys, records, device: "old tablet", now: world.now, estimateStrength: async () => null };
  const client = older.openClient(on);
  await client.account.login({ email, password });
  await client.vault.pull();
  return client;
}

async function loginWithPasskeys(title: string) {
  const fields = fieldsOf(await madeFor("one.example"), await madeFor("two.example"));
  const { id } = await ann.client.vault.create({ draft: aLogin({ title, ...fields }) });
  return { id, fields };
}

/** On this device after a pull, and on a new one. */
async function expectKept(id: string, fields: ReturnType<typeof fieldsOf>, person = ann): Promise<void> {
  for (const { vault } of [person.client, (await person.device("new")).client]) {
    const listed = (await vault.pull()).items.find((item) => item.id === id);
    expect(listed).toMatchObject({ state: "intact", fields: { x_passkeys: fields.x_passkeys } });
    expect(await vault.open({ id, withKeys: true })).toMatchObject({ state: "intact", fields });
  }
}

it("it knows neither field, shows the login as intact, and a save keeps both", async () => {
  const { id, fields } = await loginWithPasskeys("Saved");
  const tablet = await olderDevice(ann);
  const listed = tablet.vault.contents()?.items.find((item) => item.id === id);
  expect(listed).toMatchObject({ state: "intact", fields: { title: "Saved" } });
  expect(listed?.fields).not.toHaveProperty("x_passkeys"); // it is older indeed
  const base = await tablet.vault.open({ id });
  expect(base).toMatchObject({ state: "intact", fields: { password: "hunter2!" } });
  // As its form does: the fields it knows.
  const { x_passkeys: _, x_passkey_keys: __, ...known } = base.fields;
  await tablet.vault.update({ base, draft: aLogin({ ...known, password: "changed by the tablet", notes: "and a note" }) });
  await expectKept(id, fields);
  expect((await ann.client.vault.open({ id })).fields).toMatchObject({ password: "changed by the tablet", notes: "and a note" });
});

it("a value that is to be chosen from stays on offer after its save, and after its merge with another edit", async () => {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Asked" }) });
  const phone = (await ann.device("phone")).client;
  await phone.vault.pull();
  const [onPhone, onLaptop] = [await phone.vault.open({ id }), await ann.client.vault.open({ id })];
  await ann.client.vault.update({ base: onLaptop, draft: aLogin({ ...onLaptop.fields, username: "laptop" }) });
  await phone.vault.update({ base: onPhone, draft: aLogin({ ...onPhone.fields, username: "phone" }) });
  const tablet = await olderDevice(ann);
  const base = await tablet.vault.open({ id });
  const { [OTHERS_FIELD]: _, ...known } = base.fields;
  const late = await phone.vault.open({ id });
  await phone.vault.update({ base: late, draft: aLogin({ ...late.fields, password: "of the phone" }) });
  await tablet.vault.update({ base, draft: aLogin({ ...known, notes: "of the tablet" }) });
  await ann.client.vault.pull();
  const { fields } = await ann.client.vault.open({ id });
  expect(fields).toMatchObject({ username: "laptop", password: "of the phone", notes: "of the tablet" });
  expect(toChoose(fields)).toMatchObject([{ field: "username", value: "phone", device: "phone" }]);
});

it("its tags, marks, trash and return keep both", async () => {
  const { id, fields } = await loginWithPasskeys("Handled");
  const tablet = await olderDevice(ann);
  await tablet.vault.tag({ ids: [id], add: ["work"] });
  await tablet.vault.setFavourite({ id, favourite: true });
  await tablet.vault.remove({ ids: [id] });
  await tablet.vault.restore({ ids: [id] });
  await expectKept(id, fields);
});

it("its move into a shared vault and back, and its new keys for everything, keep both", async () => {
  const bob = await world.person("bob");
  const { id, fields } = await loginWithPasskeys("Moved");
  const tablet = await olderDevice(ann);
  const vault = await tablet.vault.createVault({ name: "Together", description: "" });
  await tablet.vault.place({ ids: [id], categoryId: vault.id });
  await tablet.sharing.share({ id: vault.id, email: bob.email, permission: "read", expiresAt: null });
  await expectKept(id, fields, bob);
  await tablet.vault.place({ ids: [id], categoryId: null });
  await expectKept(id, fields);
  const next = { password: "Another-Password-77!", hint: null };
  await tablet.account.renewAllKeys({ current: ann.password, next, onProgress: () => undefined });
  const { client } = await world.stranger();
  await client.account.login({ email: ann.email, password: next.password });
  expect((await client.vault.pull()).items.every(({ state }) => state === "intact")).toBe(true);
  expect(await client.vault.open({ id, withKeys: true })).toMatchObject({ state: "intact", fields });
});

it("its backup has both, and an import of it here brings them back", async () => {
  const carol = await world.person("carol");
  const fields = fieldsOf(await madeFor("one.example"));
  await carol.client.vault.create({ draft: aLogin({ title: "Exported", ...fields }) });
  const tablet = await olderDevice(carol);
  const text = older.writeBackup({ items: await tablet.vault.openMany(), vaults: [], now: 0 });
  const { candidates, errors } = readImport({ sourceId: "coffer", text });
  expect(errors).toEqual([]);
  expect(candidates.map((one) => one.fields)).toMatchObject([fields]);
});

it("what it kept of a list is not taken for what this version shows", async () => {
  const dave = await world.person("dave");
  const fields = fieldsOf(await madeFor("one.example"));
  const { id } = await dave.client.vault.create({ draft: aLogin({ title: "Kept", ...fields }) });
  const [keys, records] = [older.memoryKeyStore(), older.memoryRecordStore()];
  const on = { origin: world.origin, keys, records, device: "laptop", now: world.now, estimateStrength: async () => null };
  const before = older.openClient(on);
  await before.account.login({ email: dave.email, password: dave.password });
  await before.vault.pull();
  await expect
    .poll(async () => JSON.stringify(await records.readOverviews(dave.client.session?.personalVaultId ?? "")).length)
    .toBeGreaterThan(2);
  const { client } = world.deviceWith(keys, records);
  await client.account.login({ email: dave.email, password: dave.password });
  const listed = (await client.vault.pull()).items.find((item) => item.id === id);
  expect(listed?.fields.x_passkeys).toBe(fields.x_passkeys);
});

it("a shared vault that this version has saved is not shown there, and everything else is", async () => {
  const [erin, fay] = [await world.person("erin"), await world.person("fay")];
  const { vault, sharing } = erin.client;
  const [own, together] = [
    await vault.create({ draft: aLogin({ title: "Own" }) }),
    await vault.createVault({ name: "Together", description: "" }),
  ];
  await vault.create({ draft: { ...aLogin({ title: "Shared" }), categoryId: together.id } });
  await sharing.share({ id: together.id, email: fay.email, permission: "read", expiresAt: null });
  const shown = async (person: Person) => (await olderDevice(person)).vault.contents();
  expect(await shown(erin)).toMatchObject({ items: [{ fields: { title: "Own" } }], vaults: [] });
  expect(await shown(fay)).toMatchObject({ items: [], vaults: [] });
  const tablet = await olderDevice(erin);
  await tablet.vault.update({ base: await tablet.vault.open({ id: own.id }), draft: aLogin({ title: "Own, changed" }) });
  expect((await vault.pull()).items.map(({ fields }) => fields.title).sort()).toEqual(["Own, changed", "Shared"]);
});
