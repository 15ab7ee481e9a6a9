/** Sharing with one person, from the key to the list: real clients, the real server, and what is left in either when it ends. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import { toChoose } from "../../packages/core/src/items/other-values.ts";
import { readHistory } from "../../packages/core/src/items/structured-fields.ts";
import { aLogin } from "./sample-items.ts";
import { asShown, scopeOf } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let carol: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  bob = await world.person("bob");
  carol = await world.person("carol");
}, 120_000);
afterAll(() => world.stop());

const titles = async (client: Client): Promise<(string | undefined)[]> =>
  (await client.vault.pull()).items.map(({ fields }) => fields.title).sort();
const find = async (client: Client, id: string) => (await client.vault.pull()).items.find((item) => item.id === id);
const give = (id: string, to: Person, permission: "read" | "write", expiresAt: number | null = null) =>
  ann.client.sharing.share({ id, email: to.email, permission, expiresAt });
/** The key of a share is replaced after access was revoked, in the background. */
const settled = async (id: string): Promise<void> => {
  await ann.client.vault.pull();
  await new Promise((resume) => setTimeout(resume, 300));
  await ann.client.vault.pull();
  expect(await find(ann.client, id)).toBeDefined();
};

describe("an item shared with one person", () => {
  it("is read by that person, with all its fields, and by no one else; the list says whose it is", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Router", password: "s3cret-of-ann" }) });
    await give(item.id, bob, "read");
    const theirs = await find(bob.client, item.id);
    expect(theirs).toMatchObject({ isOwner: false, permission: "read", sharedBy: ann.email, categoryId: null });
    expect((await bob.client.vault.open({ id: item.id })).fields.password).toBe("s3cret-of-ann");
    expect(await find(ann.client, item.id)).toMatchObject({ isOwner: true, permission: "write" });
    expect(await titles(carol.client)).not.toContain("Router");
    expect(await world.everythingInTheDatabase()).not.toContain("s3cret-of-ann");
    expect(await bob.client.sharing.sharedWithMe()).toMatchObject([
      { name: "Router", person: ann.email, permission: "read", isExpired: false },
    ]);
    expect(await ann.client.sharing.sharedByMe()).toMatchObject([{ name: "Router", person: bob.email, permission: "read" }]);
  });

  it("is not changed by who may only read it", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Printer" }) });
    await give(item.id, bob, "read");
    await bob.client.vault.pull();
    const base = await bob.client.vault.open({ id: item.id });
    await expect(bob.client.vault.update({ base, draft: { ...aLogin({ title: "Mine" }) } })).rejects.toMatchObject({ code: "forbidden" });
    await expect(bob.client.vault.remove({ ids: [item.id] })).rejects.toMatchObject({ code: "forbidden" });
    expect(await titles(ann.client)).toContain("Printer");
  });

  it("is changed by whom the owner has let write, and both edits are kept when they touch different fields", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Camera", username: "admin", notes: "" }) });
    await give(item.id, bob, "write");
    await bob.client.vault.pull();
    const [annBase, bobBase] = [await ann.client.vault.open({ id: item.id }), await bob.client.vault.open({ id: item.id })];
    const edit = (fields: Record<string, string>) => ({ ...aLogin({ ...annBase.fields, ...fields }) });
    await bob.client.vault.update({ base: bobBase, draft: edit({ username: "bob" }) });
    const merged = await ann.client.vault.update({ base: annBase, draft: edit({ notes: "on the roof" }) });
    expect(merged).toMatchObject({ keptAs: null, item: { fields: { username: "bob", notes: "on the roof" } } });
    await bob.client.vault.pull();
    expect((await bob.client.vault.open({ id: item.id })).fields).toMatchObject({ username: "bob", notes: "on the roof" });
    const base = await bob.client.vault.open({ id: item.id });
    await bob.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "of bob" }) });
    await ann.client.vault.pull();
    const [replaced] = readHistory((await ann.client.vault.open({ id: item.id })).fields.password_history ?? "");
    expect(replaced).toMatchObject({ value: base.fields.password, by: bob.email });
  });

  it("keeps its place in the list when it is changed", async () => {
    const [one, other] = [
      await ann.client.vault.create({ draft: aLogin({ title: "Attic" }) }),
      await ann.client.vault.create({ draft: aLogin({ title: "Boiler" }) }),
    ];
    for (const { id } of [one, other]) await give(id, bob, "read");
    const listed = async () => (await ann.client.sharing.sharedByMe()).filter(({ itemId }) => [one.id, other.id].includes(itemId));
    const [first] = await listed();
    await ann.client.sharing.setPermission({ ...asShown(first), permission: "write" });
    expect((await listed()).map(({ name, permission }) => [name, permission])).toEqual([
      ["Attic", "write"],
      ["Boiler", "read"],
    ]);
  });

  it("has both values to choose from, for both people, when the same field was changed at the same time", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Alarm", username: "one" }) });
    await give(item.id, bob, "write");
    await bob.client.vault.pull();
    const base = await bob.client.vault.open({ id: item.id });
    const annBase = await ann.client.vault.open({ id: item.id });
    await ann.client.vault.update({ base: annBase, draft: aLogin({ ...annBase.fields, username: "two" }) });
    const saved = await bob.client.vault.update({ base, draft: aLogin({ ...base.fields, username: "three-of-bob" }) });
    expect(saved).toMatchObject({ keptAs: null, toChoose: ["username"], item: { id: item.id } });
    await ann.client.vault.pull();
    for (const { client } of [ann, bob]) {
      const { fields } = await client.vault.open({ id: item.id });
      expect(fields.username).toBe("two");
      expect(toChoose(fields)).toMatchObject([{ field: "username", value: "three-of-bob", by: bob.email, stands: { by: ann.email } }]);
    }
    expect(await world.everythingInTheDatabase()).not.toContain("three-of-bob");
  });

  it("can still be read after its owner and its reader have signed in again", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Lamp" }) });
    await give(item.id, bob, "read");
    const other = await bob.device("bob's phone");
    expect(await titles(other.client)).toContain("Lamp");
    const owners = await ann.device("ann's phone");
    expect(await titles(owners.client)).toContain("Lamp");
  });
});

describe("an end of a share", () => {
  it("denies at once, and what is written afterwards no key opens that was given before", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Safe", password: "before" }) });
    await give(item.id, bob, "read");
    await give(item.id, carol, "read");
    expect(await titles(bob.client)).toContain("Safe");
    const share = (await ann.client.sharing.sharedByMe()).find((row) => row.itemId === item.id && row.person === bob.email);
    const before = (await scopeOf(world, item.id))?.epoch ?? 0;
    await ann.client.sharing.revoke(asShown(share));
    expect((await bob.get(`/vault/entries/${item.id}`)).status).toBe(404);
    expect(await titles(bob.client)).not.toContain("Safe");
    await settled(item.id);
    const [{ epoch, grants } = { epoch: 0, grants: "" }] = await world.sql<{ epoch: number; grants: string }>(
      "select s.epoch, (select count(*) from share_grant g where g.scope_id = s.id and g.recipient_id = (select id from account where email = $2)) as grants from scope s join record r on r.scope_id = s.id where r.id = $1",
      [item.id, bob.email],
    );
    expect([epoch, Number(grants)]).toEqual([before + 1, 0]);
    expect(await titles(carol.client)).toContain("Safe");
    const base = await ann.client.vault.open({ id: item.id });
    await ann.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "after" }) });
    await carol.client.vault.pull();
    expect((await carol.client.vault.open({ id: item.id })).fields.password).toBe("after");
  });

  it("moves what no one else reads any more back to the personal scope", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Bike" }) });
    await give(item.id, bob, "write");
    const share = (await ann.client.sharing.sharedByMe()).find((row) => row.itemId === item.id);
    await ann.client.sharing.revoke(asShown(share));
    await settled(item.id);
    expect((await scopeOf(world, item.id))?.kind).toBe("personal");
    expect(await titles(bob.client)).not.toContain("Bike");
  });

  it("comes by itself when its time is over, on the server and on an open page", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Ticket" }) });
    await give(item.id, bob, "read", world.now() + 3_600_000);
    expect(await titles(bob.client)).toContain("Ticket");
    world.passTime(2);
    expect((await bob.get(`/vault/entries/${item.id}`)).status).toBe(404);
    expect(await titles(bob.client)).not.toContain("Ticket");
    const row = (await bob.client.sharing.sharedWithMe()).find(({ itemId }) => itemId === item.id);
    expect(row).toMatchObject({ isExpired: true, name: null });
    await settled(item.id);
    const again = (await ann.client.sharing.sharedByMe()).find(({ itemId }) => itemId === item.id);
    expect(again).toMatchObject({ isExpired: true, name: "Ticket" });
    const wrap = () => world.sql("select shared_key from share_grant where id = $1", [again?.id]);
    await expect.poll(wrap).toEqual([{ shared_key: "" }]);
    await ann.client.sharing.setExpiry({ ...asShown(again), expiresAt: null });
    expect(await titles(bob.client)).toContain("Ticket");
  });
});

describe("a vault", () => {
  it("is shared with its items, in one write, and new items are shared too", async () => {
    const vault = await ann.client.vault.createVault({ name: "Family", description: "" });
    await ann.client.vault.create({ draft: { ...aLogin({ title: "Telly" }), categoryId: vault.id } });
    await give(vault.id, bob, "write");
    const theirs = await bob.client.vault.pull();
    expect(theirs.vaults.find(({ id }) => id === vault.id)).toMatchObject({ name: "Family", isOwner: false, sharedBy: ann.email });
    expect(theirs.items.find(({ fields }) => fields.title === "Telly")).toMatchObject({ categoryId: vault.id, permission: "write" });
    await bob.client.vault.create({ draft: { ...aLogin({ title: "From Bob" }), categoryId: vault.id, favourite: true } });
    expect((await ann.client.vault.pull()).items.find(({ fields }) => fields.title === "From Bob")).toMatchObject({ favourite: false });
    await expect(bob.client.vault.updateVault({ base: theirs.vaults[0] as never, name: "Mine", description: "" })).rejects.toMatchObject({
      code: "forbidden",
    });
    const row = (await ann.client.sharing.sharedByMe()).find(({ itemId }) => itemId === vault.id);
    await ann.client.sharing.revoke(asShown(row));
    expect(await titles(bob.client)).not.toContain("Telly");
    expect(await titles(ann.client)).toContain("Telly");
    // What he made there stays until she decides (sharing-ownership.flow.test.ts).
    expect(await titles(bob.client)).not.toContain("From Bob");
    expect(await titles(ann.client)).toContain("From Bob");
    expect(await ann.client.sharing.itemsByOthers({ vaultId: vault.id })).toMatchObject([{ email: bob.email, count: 1 }]);
  });
});

describe("who is who", () => {
  it("both sides see the same safety number, and comparing it is remembered", async () => {
    const [annSees, bobSees] = [
      await ann.client.sharing.findPerson({ email: carol.email }),
      await carol.client.sharing.findPerson({ email: ann.email }),
    ];
    expect(annSees.safetyNumber).toBe(bobSees.safetyNumber);
    await ann.client.sharing.trustPerson({ person: annSees });
    expect((await ann.client.sharing.findPerson({ email: carol.email })).known).toBe("verified");
    const phone = await ann.device("ann's tablet");
    await phone.client.vault.pull();
    expect((await phone.client.sharing.findPerson({ email: carol.email })).known).toBe("verified");
  });

  it("nothing is shared with a key that is not the one that was known", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Swapped" }) });
    const [{ public_key: evil } = { public_key: "" }] = await world.sql<{ public_key: string }>(
      "select public_key from identity where account_id = (select id from account where email = $1)",
      [ann.email],
    );
    const [{ public_key: right } = { public_key: "" }] = await world.sql<{ public_key: string }>(
      "select public_key from identity where account_id = (select id from account where email = $1)",
      [carol.email],
    );
    const put = (key: string) =>
      world.sql("update identity set public_key = $1 where account_id = (select id from account where email = $2)", [key, carol.email]);
    await put(evil);
    await expect(give(item.id, carol, "read")).rejects.toThrow("is not the one you know");
    await put(right);
    expect(await ann.client.sharing.sharedByMe()).not.toContainEqual(expect.objectContaining({ itemId: item.id }));
  });

  it("refuses an unknown address, and the person's own", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Alone" }) });
    const to = (email: string) => ann.client.sharing.share({ id: item.id, email, permission: "read", expiresAt: null });
    await expect(to("nobody@example.com")).rejects.toMatchObject({ message: "No account found for this email." });
    await expect(to(ann.email)).rejects.toMatchObject({ code: "shared_with_self" });
  });

  it("an owner with new keys for everything still has what is shared, and so have the others", async () => {
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Kept" }) });
    await give(item.id, bob, "read");
    await ann.client.account.renewAllKeys?.({ current: ann.password, onProgress: () => undefined } as never);
    expect(await titles(ann.client)).toContain("Kept");
    expect(await titles(bob.client)).toContain("Kept");
    expect((await ann.client.sharing.findPerson({ email: carol.email })).known).toBe("verified");
  });
});
