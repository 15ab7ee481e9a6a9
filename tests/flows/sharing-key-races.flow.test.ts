/** A key that is replaced between any two answers, and by two devices at once. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import type { SharedItem } from "../../packages/contract/src/sharing.ts";
import { drawOverKey } from "./earlier-app.ts";
import { recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { asListed, scopeOf, shareOf, shareWith, threePeople } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  world = await startWorld();
  [ann, bob, carol] = await threePeople(world);
}, 120_000);
afterAll(() => world.stop());
beforeEach(() => world.query("delete from rate_limit"));

const titles = async (client: Client): Promise<(string | undefined)[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title).sort();

const share = (title: string) => shareWith(world, { owner: ann, people: [bob, carol], title });

it.each([
  ["the item", (scopeId: string) => (url: string) => url.includes("all-items-data") && url.includes(scopeId)],
  ["its grants", () => (url: string) => url.endsWith("/share/items/shared-with-me")],
])("a key that is changed between the list and %s is no lie: the item is there at once, and no error is reported", async (_, isOf) => {
  const { id, scopeId, epoch } = await share("Safe");
  const { client } = await bob.device("a new one");
  const before = await epoch();
  let seen = before;
  world.doBeforeNext(isOf(scopeId), async () => {
    await ann.client.sharing.revoke(await shareOf(ann, id, carol));
    await expect.poll(async () => (seen = await epoch()), { timeout: 20_000 }).toBe(before + 1);
  });
  await client.vault.pull();
  expect(client.vault.contents()?.items.map((item) => item.id)).toContain(id);
  expect(seen).toBe(before + 1);
  expect(await client.sharing.sharedWithMe()).toContainEqual(expect.objectContaining({ itemId: id, name: "Safe", trouble: null }));
  expect((await carol.client.vault.pull()).items.map((item) => item.id)).not.toContain(id);
});

it.each([true, false])(
  "two devices of the owner that replace a key at the same moment end with the one that the server took, the first one's: %s",
  async (isFirst) => {
    const { id, scopeId, epoch } = await share("Gate");
    const { client: other } = await ann.device("a fifth");
    await other.vault.pull();
    const isRotation = (url: string): boolean => url.endsWith("/share/rotate");
    let isDone: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      isDone = resolve;
    });
    world.doBeforeNext(isRotation, async () => {
      // The other one has drawn and kept its key too.
      await new Promise<void>((reached) => {
        world.doBeforeNext(isRotation, async () => {
          if (isFirst) reached();
          if (isFirst) await done;
        });
        void other.vault.pull();
        if (!isFirst) void expect.poll(epoch, { timeout: 20_000 }).toBe(2).then(reached, reached);
      });
    });
    await ann.client.sharing.revoke(await shareOf(ann, id, carol));
    isDone();
    expect(await epoch()).toBe(2);
    const from = world.requests.length;
    await expect.poll(async () => [await other.vault.pull(), world.requests.length > from][1]).toBe(true);
    for (const { vault } of [ann.client, other, (await ann.device("a sixth")).client, bob.client]) {
      await vault.pull();
      expect(await vault.open({ id })).toMatchObject({ state: "intact", fields: { title: "Gate" } });
    }
    const base = await ann.client.vault.open({ id });
    await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, title: "Big gate" }) });
    await other.sharing.share({ id, email: carol.email, permission: "read", expiresAt: null });
    for (const client of [bob.client, carol.client]) expect(await titles(client)).toContain("Big gate");
    expect((await scopeOf(world, id))?.id).toBe(scopeId);
  },
);

it("a next key that an earlier app draws over, before the server has the first or after, is brought back: every device opens what is under it, and it can be given on", async () => {
  for (const isAfter of [false, true]) {
    const { id, scopeId, epoch } = await share("Loft");
    const drawOver = () => drawOverKey(world, ann, scopeId, 2);
    if (!isAfter) world.doBeforeNext((url) => url.endsWith("/share/rotate"), drawOver);
    await ann.client.sharing.revoke(await shareOf(ann, id, carol));
    expect(await epoch()).toBe(2);
    if (isAfter) await drawOver();
    await ann.client.vault.pull();
    const { client: later } = await ann.device(`a later one, ${isAfter}`);
    await later.vault.pull();
    await later.sharing.share({ id, email: carol.email, permission: "read", expiresAt: null });
    for (const { vault } of [ann.client, later, bob.client, carol.client]) {
      await vault.pull();
      expect(await vault.open({ id })).toMatchObject({ state: "intact", fields: { title: "Loft" } });
    }
  }
});

it("an item whose key is replaced is there all the while", async () => {
  const { id, scopeId } = await share("Roof");
  const from = world.requests.length;
  const isReplaced = (): boolean => world.requests.slice(from).some(({ url }) => url.endsWith("/share/rotate"));
  let title: string | undefined;
  world.doBeforeNext(
    (url) => isReplaced() && url.includes("all-items-data") && url.includes(scopeId),
    async () => {
      title = (await ann.client.vault.open({ id })).fields.title;
    },
  );
  await ann.client.sharing.revoke(await shareOf(ann, id, carol));
  expect(title).toBe("Roof");
});

it.each(["saved", "restored"] as const)(
  "an item that is %s right after an access ended, under the next key, stays in its vault",
  async (how) => {
    const vault = await ann.client.vault.createVault({ name: `Garden ${how}`, description: "" });
    const { id } = await ann.client.vault.create({ draft: { ...aLogin({ title: `Rose ${how}` }), categoryId: vault.id } });
    for (const { email } of [bob, carol]) await ann.client.sharing.share({ id: vault.id, email, permission: "write", expiresAt: null });
    const base = await ann.client.vault.open({ id });
    if (how === "restored") await ann.client.vault.remove({ ids: [id] });
    // The next key is refused for now, so that the save itself has to make it.
    world.refuseWhen((url) => url.includes("rotate"));
    await ann.client.sharing.revoke(await shareOf(ann, vault.id, carol));
    world.refuseWhen(() => false);
    if (how === "restored") await ann.client.vault.restore({ ids: [id] });
    else await ann.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, username: "rosa" }), categoryId: vault.id } });
    for (const { client } of [ann, bob])
      expect((await client.vault.pull()).items.find((item) => item.id === id)?.categoryId).toBe(vault.id);
  },
);

it.each([false, true])(
  "a person who began again with an empty vault is named where the next key has to wait for them, and their share can be ended; then all goes on. Compared: %s",
  async (isCompared) => {
    const { provenDevice, reset } = recoverySteps(world);
    const kim = await world.person(`kim-${isCompared}`);
    const vault = await ann.client.vault.createVault({ name: "Attic", description: "" });
    const save = (title: string) => ann.client.vault.create({ draft: { ...aLogin({ title }), categoryId: vault.id } });
    const { id } = await save("Trunk");
    for (const { email } of [carol, kim]) await ann.client.sharing.share({ id: vault.id, email, permission: "read", expiresAt: null });
    await ann.client.vault.pull();
    await reset(kim, await provenDevice(kim), { recoveryKey: null, discard: true });
    if (isCompared) await ann.client.sharing.trustPerson({ person: await ann.client.sharing.findPerson({ email: kim.email }) });
    await ann.client.sharing.revoke(await shareOf(ann, vault.id, carol)).catch(() => undefined);
    await expect(save("Too early")).rejects.toThrow(kim.email);
    const ofKim = await shareOf(ann, vault.id, kim);
    await expect(ann.client.sharing.setPermission({ ...ofKim, permission: "write" })).rejects.toThrow(kim.email);
    await ann.client.sharing.revoke(ofKim);
    await save("Later");
    const { client } = await ann.device(`after ${isCompared}`);
    const { items } = await client.vault.pull();
    expect(
      items
        .filter(({ categoryId }) => categoryId === vault.id)
        .map(({ fields }) => fields.title)
        .sort(),
    ).toEqual(["Later", "Trunk"]);
    expect((await client.vault.open({ id })).scopeId).toBe(client.session?.personalVaultId);
    expect(await titles(carol.client)).not.toContain("Later");
  },
);

it("a person who began again is named at an item that they have with its vault, too; what waits for them holds up the end of nothing else", async () => {
  const { provenDevice, reset } = recoverySteps(world);
  const lee = await world.person("lee");
  const { vault, sharing } = ann.client;
  const [attic, cellar] = [
    await vault.createVault({ name: "Attic", description: "" }),
    await vault.createVault({ name: "Cellar", description: "" }),
  ];
  const { id } = await vault.create({ draft: { ...aLogin({ title: "Trunk" }), categoryId: attic.id } });
  await sharing.share({ id, email: carol.email, permission: "read", expiresAt: null });
  await sharing.share({ id: attic.id, email: lee.email, permission: "read", expiresAt: null });
  await sharing.share({ id: cellar.id, email: carol.email, permission: "read", expiresAt: null });
  await vault.pull();
  await reset(lee, await provenDevice(lee), { recoveryKey: null, discard: true });
  await sharing.trustPerson({ person: await sharing.findPerson({ email: lee.email }) });
  await sharing.revoke(await shareOf(ann, id, carol)).catch(() => undefined);
  const edit = async (title: string) => {
    const base = await vault.open({ id });
    await vault.update({ base, draft: { ...aLogin({ ...base.fields, title }), categoryId: attic.id } });
  };
  await expect(edit("Too early")).rejects.toThrow(lee.email);
  await vault.removeVault({ id: cellar.id, deleteItems: false });
  expect((await vault.pull()).vaults.map(({ name }) => name)).not.toContain("Cellar");
  await sharing.revoke(await shareOf(ann, attic.id, lee));
  await edit("Later");
  expect((await vault.open({ id })).fields.title).toBe("Later");
});

it("a share that another device has given just now is changed here by what that device has noted", async () => {
  const { client: other } = await ann.device("a seventh");
  const { id } = await share("Porch");
  await other.vault.pull();
  const dan = await world.person("dan");
  await other.sharing.share({ id, email: dan.email, permission: "read", expiresAt: null });
  let rows: readonly SharedItem[] = [];
  world.changeNextAnswer<SharedItem[]>(
    (url) => url.endsWith("/share/items/shared-by-me"),
    (listed) => {
      rows = structuredClone(listed);
    },
  );
  await other.sharing.sharedByMe();
  const row = rows.find(({ item_id, shared_with_email }) => item_id === id && shared_with_email === dan.email);
  if (!row) throw new Error("It is not listed");
  await ann.client.sharing.setPermission({ ...asListed(row), permission: "write" });
  expect((await ann.client.sharing.sharedByMe()).find((one) => one.id === row.id)).toMatchObject({ permission: "write", trouble: null });
});
