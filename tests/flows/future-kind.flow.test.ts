/**
 * A client that was built before a kind existed: it carries items of that kind through every write and every change of keys, opens none, and says that they are
 * there (security design §4; core, Note: Later kinds). The newer product, server and client, is a separate module graph with one more row in KINDS.
 */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import type { Kind, KindName } from "../../packages/core/src/items/kinds.ts";
import { PASSPORT } from "../../packages/core/src/items/testing/sixth-kind.ts";
import type { recoverySteps as RecoverySteps } from "./recovery-setup.ts";
import type { Person, World } from "./world.ts";

/** Typed as one of the five, because the compiler knows no other. */
const LATER = "x_60" as string as KindName;
const text = (label: string) => ({ label, control: "text", wire: "bare" }) as const;
const ROW: Kind = {
  ...PASSPORT,
  list: LATER,
  vaultList: LATER,
  fields: { x_name: { ...text("Name"), required: "Name is required" }, x_number: text("Number") },
  title: "x_name",
  overview: ["x_name"],
  search: ["x_name"],
};
const FIELDS = { x_name: "Ann's passport", x_number: "X0001234" };

let world: World;
let old: typeof import("../../packages/client/src/index.ts");
let aLogin: typeof import("./sample-items.ts")["aLogin"];
let { provenDevice, reset } = {} as ReturnType<typeof RecoverySteps>;
beforeAll(async () => {
  vi.resetModules();
  const kinds = await import("../../packages/core/src/items/kinds.ts");
  Object.assign(kinds.KINDS, { [LATER]: ROW });
  (kinds.KIND_NAMES as KindName[]).push(LATER);
  world = await (await import("./world.ts")).startWorld();
  ({ provenDevice, reset } = (await import("./recovery-setup.ts")).recoverySteps(world));
  vi.resetModules();
  old = await import("../../packages/client/src/index.ts");
  ({ aLogin } = await import("./sample-items.ts"));
});
afterAll(async () => {
  await world.stop();
  vi.resetModules();
});

/** A device that was not updated. */
function oldDevice(): Client {
  const stores = { keys: old.memoryKeyStore(), records: old.memoryRecordStore() };
  return old.openClient({ origin: world.origin, ...stores, device: "an old one", estimateStrength: async () => null, now: world.now });
}

/** A person with a login and a passport in a vault, and another passport in the trash. */
async function personWithPassport(name: string): Promise<Person & { passport: string; vault: string }> {
  const person = await world.person(name);
  const { vault } = person.client;
  const { id: categoryId } = await vault.createVault({ name: "Travel", description: "" });
  await vault.create({ draft: { ...aLogin(), categoryId } });
  const passport = await vault.create({ draft: { kind: LATER, fields: FIELDS, categoryId, favourite: true } });
  const thrown = await vault.create({
    draft: { kind: LATER, fields: { ...FIELDS, x_name: "Expired" }, categoryId: null, favourite: false },
  });
  await vault.remove({ ids: [thrown.id] });
  return { ...person, passport: passport.id, vault: categoryId };
}
const openPassport = async ({ passport }: { passport: string }, { vault }: Client) => {
  await vault.pull();
  const { fields, state, favourite, categoryId } = await vault.open({ id: passport });
  return { fields, state, favourite, categoryId };
};
const trashed = async ({ vault }: Client) => (await vault.trash()).map(({ item }) => [item.state, item.fields]);

it("shows everything else, says how many it cannot show, and opens none", async () => {
  const ann = await personWithPassport("ann");
  const device = oldDevice();
  await device.account.login(ann);
  const contents = await device.vault.pull();
  expect(contents.items.map(({ kind }) => kind)).toEqual(["password"]);
  expect(contents.later).toBe(1);
  expect(await device.vault.openMany()).toHaveLength(1);
  await expect(device.vault.open({ id: ann.passport })).rejects.toMatchObject({ code: "not_found" });
  expect(await device.vault.trash()).toEqual([]);
  // The newer one reports nothing.
  expect(await ann.client.vault.pull()).not.toHaveProperty("later");
  const stranger = await world.person("eve");
  expect((await stranger.client.vault.pull()).items).toEqual([]);
});

it("saves other items, and moves it with its vault: on the newer device it is unchanged", async () => {
  const bob = await personWithPassport("bob");
  const before = await openPassport(bob, bob.client);
  const device = oldDevice();
  await device.account.login(bob);
  const saved = await device.vault.create({ draft: aLogin({ title: "By the old one" }) });
  await device.vault.remove({ ids: [saved.id] });
  expect(await openPassport(bob, bob.client)).toEqual(before);
  expect(before).toMatchObject({ fields: FIELDS, state: "intact", favourite: true, categoryId: bob.vault });
  await device.vault.removeVault({ id: bob.vault, deleteItems: false });
  expect(await openPassport(bob, bob.client)).toEqual({ ...before, categoryId: null });
  expect(await trashed(bob.client)).toContainEqual(["intact", { ...FIELDS, x_name: "Expired" }]);
});

it("keeps it when it renews all keys, and in a recovery", async () => {
  const carl = await personWithPassport("carl");
  const before = await openPassport(carl, carl.client);
  const device = oldDevice();
  await device.account.login(carl);
  const next = { password: "Another-Horse-2!", hint: null };
  const { recoveryKey } = await device.account.renewAllKeys({ current: carl.password, next, onProgress: () => undefined });
  const newer = (await world.stranger()).client;
  await newer.account.login({ email: carl.email, password: next.password });
  expect(await openPassport(carl, newer)).toEqual(before);
  expect(await trashed(newer)).toEqual([["intact", { ...FIELDS, x_name: "Expired" }]]);

  const recovered = oldDevice();
  await provenDevice(carl, recovered);
  await reset(carl, recovered, { recoveryKey });
  const newest = (await world.stranger()).client;
  await newest.account.login({ email: carl.email, password: "Remembered-Horse-3!" });
  expect(await openPassport(carl, newest)).toEqual(before);
});

it("shares it with its vault; the recipient sees it once their own device is new enough", async () => {
  const [finn, gina] = [await personWithPassport("finn"), await world.person("gina")];
  const device = oldDevice();
  await device.account.login(finn);
  await device.vault.pull();
  await device.sharing.share({ id: finn.vault, email: gina.email, permission: "read", expiresAt: null });
  const hers = oldDevice();
  await hers.account.login(gina);
  expect(await hers.vault.pull()).toMatchObject({ items: [{ kind: "password" }], later: 1 });
  const passport = { fields: FIELDS, state: "intact", categoryId: finn.vault };
  expect(await openPassport(finn, gina.client)).toMatchObject(passport);
  expect(await openPassport(finn, finn.client)).toMatchObject(passport);
});

it("refuses what is neither a list it knows nor one of a later kind, and keeps what it has", async () => {
  const dora = await personWithPassport("dora");
  const device = await dora.device("old enough");
  await device.client.vault.pull();
  for (const data of [{ passports: [{ id: "1" }] }, { x_61: [{ id: "1" }] }, { x_0: [{}] }, { x_256: [{}] }]) {
    world.changeNextAnswer<{ data: object }>(
      (url) => url.includes("/vault/all-items-data"),
      (answer) => void Object.assign(answer.data, data),
    );
    await expect(device.client.vault.pull()).rejects.toMatchObject({ code: "newer" });
    expect(device.client.vault.contents()?.items).toHaveLength(2);
  }
  await device.client.vault.pull();
});
