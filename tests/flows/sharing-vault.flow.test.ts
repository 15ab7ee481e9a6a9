/** A vault of a thousand items, of three hundred every day, is shared in one write: whole or not at all, however the network ends it. */
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { aLogin } from "./sample-items.ts";
import { asShown, countIn, importVault } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

const COUNT = inject("isWhole") ? 1_000 : 300;
let world: World;
let ann: Person;
let bob: Person;
let vaultId: string;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  bob = await world.person("bob");
  vaultId = await importVault(ann, COUNT);
}, 240_000);
afterAll(() => world.stop());

const isShare = (url: string): boolean => url.endsWith("/share/category");
const share = (onProgress?: (percent: number) => void) =>
  ann.client.sharing.share({ id: vaultId, email: bob.email, permission: "read", expiresAt: null, ...(onProgress && { onProgress }) });
const countOf = ({ client }: Person): Promise<number> => countIn(client, vaultId);
const scopesOf = async (): Promise<string[]> =>
  (
    await world.sql<{ kind: string }>(
      "select distinct s.kind from record r join scope s on s.id = r.scope_id where r.owner_id = (select id from account where email = $1)",
      [ann.email],
    )
  ).map(({ kind }) => kind);

it("leaves everything where it was when it does not arrive", async () => {
  world.refuseWhen(isShare);
  await expect(share()).rejects.toThrow("no connection");
  world.refuseWhen(() => false);
  expect(await scopesOf()).toEqual(["personal"]);
  expect([await countOf(ann), await countOf(bob)]).toEqual([COUNT, 0]);
}, 60_000);

it("is whole when only the answer was lost; saying it again changes nothing but what was asked", async () => {
  world.loseNextAnswer(isShare);
  const [before, percents] = [world.requests.length, [] as number[]];
  const cpu = process.cpuUsage();
  await expect(share((percent) => percents.push(percent))).rejects.toThrow();
  const { user } = process.cpuUsage(cpu);
  expect(world.requests.slice(before).filter(({ url }) => isShare(url))).toHaveLength(1);
  expect(percents.at(-1)).toBe(100);
  // Both the client's and the server's, in one process.
  expect(user / 1_000_000).toBeLessThan(5);
  expect([await countOf(ann), await countOf(bob)]).toEqual([COUNT, COUNT]);
  await share();
  expect(await ann.client.sharing.sharedByMe()).toHaveLength(1);
  expect([await countOf(ann), await countOf(bob)]).toEqual([COUNT, COUNT]);
  const theirs = await bob.client.vault.pull();
  expect(theirs.vaults).toMatchObject([{ name: "Work", sharedBy: ann.email, permission: "read" }]);
  // What is not his he neither marks nor moves, and no server is asked first.
  const [asked, id] = [world.requests.length, theirs.items[0]?.id ?? ""];
  await expect(bob.client.vault.setFavourite({ id, favourite: true })).rejects.toMatchObject({ code: "forbidden" });
  await expect(bob.client.vault.place({ ids: [id], categoryId: null })).rejects.toMatchObject({ code: "forbidden" });
  expect(world.requests).toHaveLength(asked);
}, 120_000);

it("comes back whole, and the other has nothing of it any more", async () => {
  const [row] = await ann.client.sharing.sharedByMe();
  await ann.client.sharing.revoke(asShown(row));
  expect(await countOf(bob)).toBe(0);
  expect(await countOf(ann)).toBe(COUNT);
  await expect.poll(scopesOf, { timeout: 30_000 }).toEqual(["personal"]);
}, 120_000);

it("many items are shared one after the other and pulled once at the end; what fails half-way is named, the rest is shared", async () => {
  const ids: string[] = [];
  for (const title of ["One", "Two", "Three"]) ids.push((await ann.client.vault.create({ draft: aLogin({ title }) })).id);
  const [first = "", second = "", third = ""] = ids;
  const [before, percents] = [world.requests.length, [] as number[]];
  const request = {
    email: bob.email,
    permission: "read",
    expiresAt: null,
    onProgress: (percent: number) => void percents.push(percent),
  } as const;
  let calls = 0;
  world.refuseWhen((url) => url.endsWith("/share/item") && ++calls === 2);
  const left = await ann.client.sharing.shareMany({ ...request, ids });
  world.refuseWhen(() => false);
  expect(left.map(({ id }) => id)).toEqual([second]);
  expect(percents.at(-1)).toBe(100);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  const asked = world.requests.slice(before).map(({ url }) => new URL(url).pathname);
  const lastShare = asked.findLastIndex((path) => path.endsWith("/share/item"));
  expect(asked.slice(0, lastShare).filter((path) => path.endsWith("/vault/all-items-data"))).toEqual([]);
  expect(asked.filter((path) => path.endsWith("/users/public-key"))).toHaveLength(1);
  const theirs = (await bob.client.vault.pull()).items.map(({ id }) => id);
  expect([first, second, third].map((id) => theirs.includes(id))).toEqual([true, false, true]);
  expect(await ann.client.sharing.shareMany({ ...request, ids: [second] })).toEqual([]);
  expect((await bob.client.vault.pull()).items.map(({ id }) => id)).toContain(second);
}, 60_000);

it("without a connection after a reload what is shared is there and opens, on both sides; what this device has lost is said to be away", async () => {
  const count = async ({ client }: Person): Promise<number> =>
    (await client.vault.pull()).items.filter(({ id }) => shared.includes(id)).length;
  const shared = (await ann.client.sharing.sharedByMe()).map(({ itemId }) => itemId);
  for (const person of [ann, bob]) {
    expect(await count(person)).toBe(3);
    expect(await person.client.sharing.missingShares()).toBe(0);
    world.refuseWhen(() => true);
    const client = person.reload();
    await client.account.resume();
    await client.account.unlock({ password: person.password });
    const kept = await client.vault.local();
    expect(kept?.items.filter(({ id }) => shared.includes(id))).toHaveLength(3);
    for (const id of shared) expect((await client.vault.open({ id })).fields.password).toBe(aLogin().fields.password);
    await expect(client.vault.pull()).rejects.toThrow();
    expect(await client.sharing.missingShares()).toBe(0);
    for (const { scope_id } of await scopesShared(shared)) await person.records.forget(scope_id);
    const another = person.reload();
    await another.account.resume();
    await another.account.unlock({ password: person.password });
    await another.vault.local();
    expect(await another.sharing.missingShares()).toBe(3);
    world.refuseWhen(() => false);
    expect((await another.vault.pull()).items.filter(({ id }) => shared.includes(id))).toHaveLength(3);
    expect(await another.sharing.missingShares()).toBe(0);
  }
}, 60_000);

const scopesShared = (ids: readonly string[]) => world.sql<{ scope_id: string }>("select scope_id from record where id = any($1)", [ids]);

it("stored data of others is sealed, and none of it stays once access was revoked", async () => {
  await bob.client.vault.pull();
  const rows = await ann.client.sharing.sharedByMe();
  const scopes = await scopesShared(rows.map(({ itemId }) => itemId));
  const place = `${bob.client.session?.personalVaultId}:shared`;
  expect((await bob.records.readOverviews(place)).join("")).not.toMatch(new RegExp(`${ann.email}|${scopes[0]?.scope_id}`));
  for (const { scope_id } of scopes) expect(JSON.stringify(await bob.records.read(scope_id))).not.toContain(aLogin().fields.password);
  const [first] = rows;
  await ann.client.sharing.revoke(asShown(first));
  await bob.client.vault.pull();
  const left = await Promise.all(scopes.map(async ({ scope_id }) => bob.records.read(scope_id)));
  expect(left.filter((one) => one === null)).toHaveLength(1);
  await bob.client.account.lock();
  await bob.client.account.unlock({ password: bob.password });
  world.refuseWhen(() => true);
  expect((await bob.client.vault.local())?.items.map(({ id }) => id)).not.toContain(first?.itemId);
  world.refuseWhen(() => false);
}, 60_000);
