/** The first rows after a page load or an unlock: from the sealed overviews alone, and never of another time than the newest head that this device has verified. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Contents } from "../../packages/client/src/index.ts";
import { firstOverviewsPlace } from "../../packages/client/src/vault/first-overviews.ts";
import { byTitle } from "../../packages/core/src/items/names.ts";
import { aLogin, manyLogins } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let scopeId: string;
let bank: string;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  scopeId = ann.client.session?.personalVaultId ?? "";
  const { id: categoryId } = await ann.client.vault.createVault({ name: "Home", description: "", color: "#3B82F6" });
  bank = (await ann.client.vault.create({ draft: { ...aLogin({ title: "Bank" }), categoryId } })).id;
  await ann.client.vault.create({ draft: aLogin({ title: "Mail" }) });
});
afterAll(() => world.stop());
beforeEach(() => settled());

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_200)); // longer than overviews wait to be kept
const titles = (contents: Contents | null) => contents?.items.map(({ fields }) => fields.title).sort() ?? null;

async function reloaded() {
  const client = ann.reload();
  await client.account.resume();
  return client;
}

it("reads no record for them, and shows what the records then show, with the very same objects", async () => {
  const read = vi.spyOn(ann.records, "read");
  const client = await reloaded();
  const first = await client.vault.atOnce();
  expect(read).not.toHaveBeenCalled();
  expect(titles(first)).toEqual(["Bank", "Mail"]);
  expect(first?.vaults.map(({ name }) => name)).toEqual(["Home"]);
  const held = await client.vault.local();
  expect(held?.items).toEqual(expect.arrayContaining([...(first?.items ?? [])]));
  expect(held).toBe(first);
  expect(await client.vault.pull()).toBe(first);
});

it("opens, marks and saves what is seen there before the records were read", async () => {
  const client = await reloaded();
  await client.vault.atOnce();
  expect((await client.vault.open({ id: bank })).fields.password).toBe(aLogin().fields.password);
  const other = await reloaded();
  await other.vault.atOnce();
  await other.vault.setFavourite({ id: bank, favourite: true });
  expect(other.vault.contents()?.items.find(({ id }) => id === bank)?.favourite).toBe(true);
  await settled();
  expect((await (await reloaded()).vault.atOnce())?.items.find(({ id }) => id === bank)?.favourite).toBe(true);
});

it("is there after an unlock without a network too, and gone with the keys", async () => {
  const client = await reloaded();
  await client.account.lock();
  await expect(client.vault.atOnce()).rejects.toThrow();
  await client.account.unlock({ password: ann.password });
  expect(titles(await client.vault.atOnce())).toEqual(["Bank", "Mail"]);
});

it("shows nothing of an earlier time that someone put back on the disk, nor pieces that do not belong together", async () => {
  const pieces = await ann.records.readOverviews(scopeId);
  const client = await reloaded();
  await client.vault.local();
  const { id } = await client.vault.create({ draft: aLogin({ title: "Phone" }) });
  await settled();
  const newer = await ann.records.readOverviews(scopeId);
  for (const wrong of [pieces, [...newer, ...pieces], newer.map((piece) => `${piece.slice(0, -9)}AAAAAAAAA`), []]) {
    await ann.records.writeOverviews(scopeId, wrong);
    const now = await reloaded();
    expect(await now.vault.atOnce()).toBeNull();
    expect(titles(await now.vault.local())).toEqual(["Bank", "Mail", "Phone"]);
  }
  await client.vault.remove({ ids: [id] });
});

it("finds what another device has changed, once the server was asked", async () => {
  const phone = (await ann.device("phone")).client;
  await phone.vault.pull();
  const client = await reloaded();
  await phone.vault.create({ draft: aLogin({ title: "From the phone" }) });
  expect(titles(await client.vault.atOnce())).toEqual(["Bank", "Mail"]);
  expect(titles(await client.vault.pull())).toEqual(["Bank", "From the phone", "Mail"]);
});

it("begins a long list with what comes first by name, from one text, and never one of another time", async () => {
  const read = vi.spyOn(ann.records, "read");
  const opening = vi.spyOn(ann.records, "readOverviews");
  expect(await (await reloaded()).vault.beginning()).toBeNull(); // the list is short
  const client = await reloaded();
  await client.vault.local();
  await client.transfer.run({ sourceId: "coffer", fileText: "{}", candidates: manyLogins(150), onProgress: () => undefined });
  await settled();
  for (const spy of [read, opening]) spy.mockClear();
  const next = await reloaded();
  const first = await next.vault.beginning();
  expect(first?.vaults.map(({ name }) => name)).toEqual(["Home"]);
  expect([read.mock.calls, opening.mock.calls]).toEqual([[], [[firstOverviewsPlace(scopeId)]]]);
  const all = await next.vault.atOnce();
  expect(all?.items.length).toBeGreaterThan(150);
  // The very same objects.
  expect(new Set(first?.items)).toEqual(new Set(all?.items.toSorted(byTitle).slice(0, 60)));
  expect(all?.items.filter((item) => first?.items.includes(item))).toHaveLength(60);
  expect(await next.vault.local()).toBe(all);

  const earlier = await ann.records.readOverviews(firstOverviewsPlace(scopeId));
  await next.vault.remove({ ids: [bank] });
  for (const wrong of [earlier, earlier.map((piece) => `${piece.slice(0, -9)}AAAAAAAAA`), await ann.records.readOverviews(scopeId)]) {
    await ann.records.writeOverviews(firstOverviewsPlace(scopeId), wrong);
    expect(await (await reloaded()).vault.beginning()).toBeNull();
  }
  await settled();
  expect((await (await reloaded()).vault.beginning())?.items.map(({ fields }) => fields.title)).not.toContain("Bank");
  await next.account.lock();
  await expect(next.vault.beginning()).rejects.toThrow();
});
