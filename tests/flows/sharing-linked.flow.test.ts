/** An item that is shared on its own and is in a shared vault, by a linked grant (decisions Z-20, C-33): people have it by what they were given, and lose it with that. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OfShare } from "../../packages/client/src/index.ts";
import { aLogin } from "./sample-items.ts";
import { scopeOf, shareOf as shareBy, threePeople } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let carol: Person;
let vaultId: string;
beforeAll(async () => {
  world = await startWorld();
  [ann, bob, carol] = await threePeople(world);
}, 120_000);
afterAll(() => world.stop());

const find = async ({ client }: Person, id: string) => (await client.vault.pull()).items.find((item) => item.id === id);
const share = (id: string, to: Person, permission: "read" | "write" = "read", expiresAt: number | null = null) =>
  ann.client.sharing.share({ id, email: to.email, permission, expiresAt });
const shareOf = (itemId: string, to: Person): Promise<OfShare> => shareBy(ann, itemId, to);
const create = async (title: string, categoryId: string | null = vaultId): Promise<string> =>
  (await ann.client.vault.create({ draft: { ...aLogin({ title, password: `of ${title}` }), categoryId } })).id;
/** Keys are replaced, and grants made, in the background of the pull that says so. */
const soon = (person: Person, id: string, seen: object | undefined) =>
  expect
    .poll(
      async () => {
        await ann.client.vault.pull();
        const item = await find(person, id);
        return item && { categoryId: item.categoryId, permission: item.permission };
      },
      { timeout: 20_000 },
    )
    .toEqual(seen);
const passwordFor = async ({ client }: Person, id: string) => (await client.vault.open({ id })).fields.password;
const epochOf = async (id: string): Promise<number> => (await scopeOf(world, id))?.epoch ?? 0;

beforeEach(async () => {
  await world.query("delete from rate_limit");
  vaultId = (await ann.client.vault.createVault({ name: "House", description: "" })).id;
});

describe("an item of a shared vault", () => {
  it("is shared on its own with a person who does not have the vault; members of the vault keep it, and both may write if allowed", async () => {
    await share(vaultId, bob, "write");
    const id = await create("Boiler");
    expect(await find(bob, id)).toMatchObject({ categoryId: vaultId, permission: "write" });
    await share(id, carol);
    expect(await find(bob, id)).toMatchObject({ categoryId: vaultId, permission: "write", sharedBy: ann.email });
    expect(await find(carol, id)).toMatchObject({ categoryId: null, permission: "read" });
    expect(await find(ann, id)).toMatchObject({ categoryId: vaultId, isOwner: true });
    const base = await bob.client.vault.open({ id });
    await bob.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, password: "by bob" }), categoryId: base.categoryId } });
    for (const person of [ann, carol]) {
      expect(await find(person, id)).toMatchObject({ author: { email: bob.email } });
      expect(await passwordFor(person, id)).toBe("by bob");
    }
    const rows = (await ann.client.sharing.sharedByMe()).filter(({ itemId }) => [id, vaultId].includes(itemId));
    expect(rows.map(({ itemId, person }) => [itemId, person])).toEqual([
      [id, carol.email],
      [vaultId, bob.email],
    ]);
    expect((await bob.client.sharing.sharedWithMe()).map(({ itemId }) => itemId)).not.toContain(id);
  });

  it("is shared on its own with a member of the vault: both rows are listed, and the higher right counts", async () => {
    await share(vaultId, bob);
    const id = await create("Alarm");
    await share(id, bob, "write");
    expect(await find(bob, id)).toMatchObject({ categoryId: vaultId, permission: "write" });
    const listed = (await bob.client.sharing.sharedWithMe()).map(({ itemId }) => itemId);
    expect([listed.includes(id), listed.includes(vaultId)]).toEqual([true, true]);
    await ann.client.sharing.revoke(await shareOf(id, bob));
    await soon(bob, id, { categoryId: vaultId, permission: "read" });
    expect(await passwordFor(bob, id)).toBe("of Alarm");
  });

  it("is lost at once by a person who loses the vault, with the next key; the others keep it", async () => {
    await share(vaultId, bob, "write");
    const id = await create("Meter");
    await share(id, carol);
    await bob.client.vault.pull();
    const before = await epochOf(id);
    await ann.client.sharing.revoke(await shareOf(vaultId, bob));
    expect((await bob.get(`/vault/entries/${id}`)).status).toBe(404);
    expect(await find(bob, id)).toBeUndefined();
    await expect
      .poll(
        async () => {
          await ann.client.vault.pull();
          return epochOf(id);
        },
        { timeout: 20_000 },
      )
      .toBe(before + 1);
    expect(await find(carol, id)).toBeDefined();
    expect(await passwordFor(carol, id)).toBe("of Meter");
    expect(await find(ann, id)).toMatchObject({ categoryId: vaultId });
  });

  it("follows the vault: who may do more or less there, for longer or shorter, and who gets it later", async () => {
    await share(vaultId, bob);
    const id = await create("Router");
    await share(id, carol);
    const before = await shareOf(vaultId, bob);
    await ann.client.sharing.setPermission({ ...before, permission: "write" });
    await soon(bob, id, { categoryId: vaultId, permission: "write" });
    await expect(ann.client.sharing.setPermission({ ...before, permission: "read" })).rejects.toThrow("changed since it was shown");
    await ann.client.sharing.setPermission({ ...(await shareOf(vaultId, bob)), permission: "read" });
    await soon(bob, id, { categoryId: vaultId, permission: "read" });
    const dan = await world.person(`dan-${crypto.randomUUID().slice(0, 6)}`);
    await share(vaultId, dan);
    await soon(dan, id, { categoryId: vaultId, permission: "read" });
    await ann.client.sharing.setExpiry({ ...(await shareOf(vaultId, bob)), expiresAt: world.now() + 3_600_000 });
    world.passTime(2);
    expect((await bob.get(`/vault/entries/${id}`)).status).toBe(404);
    expect(await find(bob, id)).toBeUndefined();
  });
});

describe("an item that is shared on its own", () => {
  it("goes into a shared vault and out of it again, in one write each, and stays shared with the same people", async () => {
    await share(vaultId, bob);
    const id = await create("Bike", null);
    await share(id, carol);
    const from = world.requests.length;
    await ann.client.vault.place({ ids: [id], categoryId: vaultId });
    const writes = world.requests.slice(from).filter(({ url }) => url.endsWith(`/share/item/${id}/vault`));
    expect(writes).toHaveLength(1);
    expect(await find(bob, id)).toMatchObject({ categoryId: vaultId, permission: "read" });
    expect(await find(carol, id)).toMatchObject({ categoryId: null });
    await ann.client.vault.place({ ids: [id], categoryId: null });
    expect((await bob.get(`/vault/entries/${id}`)).status).toBe(404);
    expect(await find(bob, id)).toBeUndefined();
    expect(await find(carol, id)).toBeDefined();
    await soon(ann, id, { categoryId: null, permission: "write" });
  });

  it("is shared too when its vault is shared later, and returns to the personal scope when no one has either", async () => {
    const id = await create("Piano");
    await share(id, carol);
    await share(vaultId, bob);
    await soon(bob, id, { categoryId: vaultId, permission: "read" });
    for (const [shared, person] of [
      [id, carol],
      [vaultId, bob],
    ] as const)
      await ann.client.sharing.revoke(await shareOf(shared, person));
    await expect
      .poll(
        async () => {
          await ann.client.vault.pull();
          const rows = await world.sql<{ kind: string }>(
            "select s.kind from scope s join record r on r.scope_id = s.id where r.id = any($1)",
            [[id, vaultId]],
          );
          return rows.map(({ kind }) => kind);
        },
        { timeout: 20_000 },
      )
      .toEqual(["personal", "personal"]);
    expect(await find(ann, id)).toMatchObject({ categoryId: vaultId });
  });
});

it("an item that goes along with no more people, as these are too many, costs one call an hour, and not one with every change of another", async () => {
  const refused = await create("One too many");
  await share(refused, carol);
  const isCall = (url: string): boolean => url.endsWith(`/share/item/${refused}/vault`);
  world.refuseWhen(isCall, () => Response.json({ success: false, code: "too_many_shares", message: "Too many." }, { status: 409 }));
  const from = world.requests.length;
  const calls = (): number => world.requests.slice(from).filter(({ url }) => isCall(url)).length;
  await share(vaultId, bob);
  await soon(bob, refused, undefined);
  await expect.poll(calls, { timeout: 20_000 }).toBe(1);
  for (const name of ["Shed", "Boat"]) {
    const { id: categoryId } = await ann.client.vault.createVault({ name, description: "" });
    const id = await create(`Of the ${name}`, categoryId);
    await share(id, carol);
    await share(categoryId, bob);
    await soon(bob, id, { categoryId, permission: "read" });
  }
  expect(calls()).toBe(1);
  // Some may have been ended meanwhile, in this person's list alone: it is tried again like all else that was refused.
  world.passTime(1.1);
  await world.query("delete from rate_limit");
  await soon(bob, refused, undefined);
  await expect.poll(calls, { timeout: 20_000 }).toBe(2);
  world.refuseWhen(() => false);
  // Where it is already: in turn, so after what has been tried.
  await ann.client.vault.place({ ids: [refused], categoryId: vaultId });
  world.passTime(1.1);
  await soon(bob, refused, { categoryId: vaultId, permission: "read" });
});

describe("what an answer or another device changes on the way", () => {
  it("an item that another device has moved meanwhile goes along with the vault that it is in when it is shared", async () => {
    const other = await ann.device("other");
    const id = await create("Shed", null);
    await other.client.vault.pull();
    await other.client.vault.place({ ids: [id], categoryId: vaultId });
    // This device has not heard of it.
    await share(id, carol);
    await share(vaultId, bob);
    await soon(bob, id, { categoryId: vaultId, permission: "read" });
  });

  it("a share that the server is too busy for draws no new key, and the next press makes it", async () => {
    await share(vaultId, bob, "write");
    const id = await create("Gate");
    const epoch = await epochOf(vaultId);
    const busy = () => Response.json({ success: false, code: "unavailable", message: "" }, { status: 503 });
    const isShare = (url: string): boolean => url.endsWith("/share/category");
    world.refuseWhen(isShare, busy);
    await expect(share(vaultId, carol)).rejects.toMatchObject({ code: "unavailable" });
    world.refuseWhen(() => false);
    const change = async (password: string): Promise<void> => {
      const base = await ann.client.vault.open({ id });
      await ann.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, password }), categoryId: vaultId } });
    };
    await change("2");
    expect(await epochOf(vaultId), "all of it would be sealed again, and its history be gone").toBe(epoch);
    await share(vaultId, carol);
    await change("3");
    for (const one of [bob, carol]) {
      await find(one, id);
      expect(await passwordFor(one, id)).toBe("3");
    }
  });
});
