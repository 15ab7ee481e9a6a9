/** Items that a member keeps in another person's shared vault stay the member's: made there, moved there, taken out; when the share ends, its owner decides. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Client } from "../../packages/client/src/index.ts";
import type { Item } from "../../packages/core/src/items/item.ts";
import { aLogin } from "./sample-items.ts";
import { asShown, shareOf as shareBy } from "./sharing-setup.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let bob: Person;
let carol: Person;
let vaultId: string;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  bob = await world.person("bob");
  carol = await world.person("carol");
}, 120_000);
afterAll(() => world.stop());

const find = async ({ client }: { client: Client }, id: string): Promise<Item | undefined> =>
  (await client.vault.pull()).items.find((item) => item.id === id);
const placeOf = async (id: string) =>
  (
    await world.sql<{ kind: string; owner: string; maker: string | null }>(
      "select s.kind, o.email as owner, m.email as maker from record r join scope s on s.id = r.scope_id join account o on o.id = r.owner_id left join account m on m.id = r.maker_id where r.id = $1",
      [id],
    )
  )[0];
const give = (to: Person, permission: "read" | "write") =>
  ann.client.sharing.share({ id: vaultId, email: to.email, permission, expiresAt: null });
const shareOf = (to: Person) => shareBy(ann, vaultId, to);
const make = (person: Person, title: string, categoryId: string | null = vaultId) =>
  person.client.vault.create({ draft: { ...aLogin({ title, password: `of ${title}` }), categoryId } });
/** Returned items are accepted in the background of the pull that finds them. */
const isHome = (person: Person, id: string) =>
  expect
    .poll(async () => (await find(person, id)) && (await placeOf(id)), { timeout: 20_000 })
    .toEqual({
      kind: "personal",
      owner: person.email,
      maker: null,
    });

beforeEach(async () => {
  await world.query("delete from rate_limit"); // twelve stories of the same people within seconds
  vaultId = (await ann.client.vault.createVault({ name: "Together", description: "" })).id;
  await give(bob, "write");
  await bob.client.vault.pull();
});

it("is edited, moved and shared further after a reload, also when another person wrote last and nothing is new since", async () => {
  const { id } = await make(ann, "Gate");
  const { id: waiting } = await make(ann, "Shed", null);
  const later = async (): Promise<Client> => {
    await ann.client.vault.pull();
    const client = ann.reload();
    await client.account.resume();
    await client.vault.pull();
    return client;
  };
  await make(bob, "Newest of Bob");
  const first = await later();
  const base = await first.vault.open({ id });
  await first.vault.update({ base, draft: { ...aLogin({ ...base.fields, username: "ann's" }), categoryId: vaultId } });
  expect((await find(bob, id))?.fields.username).toBe("ann's");
  await make(bob, "Newer of Bob");
  await (await later()).vault.place({ ids: [waiting], categoryId: vaultId });
  expect((await find(bob, waiting))?.categoryId).toBe(vaultId);
  await make(bob, "Last of Bob");
  await (await later()).sharing.share({ id, email: carol.email, permission: "read", expiresAt: null });
  expect((await find(carol, id))?.fields.title).toBe("Gate");
});

it("belongs to its maker, and both sides see whose it is and who saved it last", async () => {
  const { id } = await make(bob, "Router of Bob");
  expect(await placeOf(id)).toEqual({ kind: "vault", owner: ann.email, maker: bob.email });
  expect(await find(bob, id)).toMatchObject({ isOwner: true, categoryId: vaultId, author: { email: bob.email } });
  expect((await find(bob, id))?.belongsTo).toBeUndefined();
  expect(await find(ann, id)).toMatchObject({ belongsTo: { email: bob.email }, author: { email: bob.email } });
  const base = await ann.client.vault.open({ id });
  const before = base.updatedAt;
  world.passMinutes(1);
  await ann.client.vault.update({ base, draft: { ...aLogin({ ...base.fields, username: "ann's" }), categoryId: vaultId } });
  const seen = await find(bob, id);
  expect(seen).toMatchObject({ isOwner: true, author: { email: ann.email } });
  expect(seen?.updatedAt).toBeGreaterThan(before);
  expect(await find(ann, id)).toMatchObject({ belongsTo: { email: bob.email } });
});

it("that its maker deleted comes back with no one else's edit: what they typed is kept as an item of theirs", async () => {
  await give(carol, "write");
  const { id } = await make(bob, "Ladder of Bob");
  await carol.client.vault.pull();
  const base = await carol.client.vault.open({ id });
  await bob.client.vault.remove({ ids: [id] });
  const draft = { ...aLogin({ ...base.fields, notes: "by the wall" }), categoryId: vaultId };
  const { keptAs, isBack } = await carol.client.vault.update({ base, draft });
  expect(isBack).toBeUndefined();
  expect(keptAs).toMatchObject({ isOwner: true, fields: { title: "Ladder of Bob", notes: "by the wall" } });
  expect(keptAs?.id).not.toBe(id);
  expect(await find(bob, id)).toBeUndefined();
  expect((await bob.client.vault.trash()).map(({ item }) => item.id)).toContain(id);
});

it("is marked, deleted, restored and deleted for good by its maker; a third writer may edit and delete, not restore", async () => {
  await give(carol, "write");
  const { id } = await make(bob, "Camera of Bob");
  await bob.client.vault.setFavourite({ id, favourite: true });
  expect(await find(bob, id)).toMatchObject({ favourite: true });
  await carol.client.vault.pull();
  await expect(carol.client.vault.setFavourite({ id, favourite: false })).rejects.toMatchObject({ code: "forbidden" });
  await expect(carol.client.vault.place({ ids: [id], categoryId: null })).rejects.toMatchObject({ code: "forbidden" });
  await carol.client.vault.remove({ ids: [id] });
  expect((await carol.client.vault.trash()).map(({ item }) => item.id)).not.toContain(id);
  expect((await bob.client.vault.trash()).map(({ item }) => item.id)).toContain(id);
  const told = await world.mail.emailsTo(bob.email);
  expect(told.at(-1)?.text).toContain(`${carol.email}, who may edit it, deleted an item of yours.`);
  await bob.client.vault.restore({ ids: [id] });
  expect(await find(ann, id)).toMatchObject({ categoryId: vaultId, belongsTo: { email: bob.email } });
  await bob.client.vault.remove({ ids: [id] });
  await bob.client.account.prove({ password: bob.password });
  await bob.client.vault.purge({ ids: [id] });
  expect(await find(ann, id)).toBeUndefined();
});

it("is moved into the vault and out again, and stays its owner's all the time", async () => {
  const { id } = await make(bob, "Bike of Bob", null);
  await bob.client.vault.place({ ids: [id], categoryId: vaultId });
  expect(await placeOf(id)).toEqual({ kind: "vault", owner: ann.email, maker: bob.email });
  await ann.client.vault.pull();
  expect((await ann.client.vault.open({ id })).fields.password).toBe("of Bike of Bob");
  await bob.client.vault.place({ ids: [id], categoryId: null });
  expect(await placeOf(id)).toEqual({ kind: "personal", owner: bob.email, maker: null });
  expect(await find(ann, id)).toBeUndefined();
  expect((await bob.client.vault.open({ id })).fields.password).toBe("of Bike of Bob");
});

it("returns to its owner when the vault's owner takes it out", async () => {
  const other = await ann.client.vault.createVault({ name: "Ann's own", description: "" });
  const { id } = await make(bob, "Drill of Bob");
  await ann.client.vault.pull();
  await expect(ann.client.vault.place({ ids: [id], categoryId: other.id })).rejects.toThrow(`This item belongs to ${bob.email}.`);
  await ann.client.vault.place({ ids: [id], categoryId: null });
  expect(await find(ann, id)).toBeUndefined();
  expect(await ann.client.sharing.sharedByMe()).not.toContainEqual(expect.objectContaining({ itemId: id }));
  await isHome(bob, id);
  expect((await bob.client.vault.open({ id })).fields.password).toBe("of Drill of Bob");
  expect(await find(ann, id)).toBeUndefined();
});

/** The owner's decision on what Bob left in the vault. */
const ofBob = async (): Promise<{ vaultId: string; personId: string }> => {
  const [left] = await ann.client.sharing.itemsByOthers({ vaultId });
  expect(left?.email).toBe(bob.email);
  return { vaultId, personId: left?.personId ?? "" };
};
const epochOf = async (id: string): Promise<number> =>
  (await world.sql<{ epoch: number }>("select s.epoch from scope s join record r on r.scope_id = s.id where r.id = $1", [id]))[0]?.epoch ??
  0;

it("stays where it is when access is revoked, under a new key, until the vault's owner gives it back", async () => {
  const [mine, theirs] = [await make(ann, "Lamp of Ann"), await make(bob, "Lamp of Bob")];
  await ann.client.vault.pull();
  expect(await ann.client.sharing.itemsByOthers({ vaultId })).toEqual([]);
  await ann.client.sharing.revoke(await shareOf(bob));
  expect(await find(ann, theirs.id)).toMatchObject({ categoryId: vaultId, belongsTo: { email: bob.email } });
  expect(await placeOf(theirs.id)).toEqual({ kind: "vault", owner: ann.email, maker: bob.email });
  expect(await epochOf(theirs.id)).toBe(2);
  expect(await find(bob, theirs.id)).toBeUndefined();
  expect(await ann.client.sharing.itemsByOthers({ vaultId })).toMatchObject([{ email: bob.email, count: 1 }]);
  await ann.client.sharing.giveBack({ ...(await ofBob()), keepCopy: false });
  await isHome(bob, theirs.id);
  expect((await bob.client.vault.open({ id: theirs.id })).fields.password).toBe("of Lamp of Bob");
  expect(await find(bob, mine.id)).toBeUndefined();
  expect(await find(ann, theirs.id)).toBeUndefined();
  // With the last decision the vault is no longer a shared one.
  expect(await placeOf(mine.id)).toEqual({ kind: "personal", owner: ann.email, maker: null });
  expect(await find(ann, mine.id)).toMatchObject({ categoryId: vaultId });
});

it("comes back to its maker next to one that cannot be moved", async () => {
  const made = [await make(bob, "Rake of Bob"), await make(bob, "Spade of Bob"), await make(bob, "Hoe of Bob")];
  await ann.client.vault.pull();
  await ann.client.sharing.revoke(await shareOf(bob));
  await ann.client.sharing.giveBack({ ...(await ofBob()), keepCopy: false });
  let moves = 0;
  world.refuseWhen((url) => url.endsWith("/vault/move") && ++moves === 1);
  await bob.client.vault.pull();
  const home = async (): Promise<number> =>
    (await Promise.all(made.map(({ id }) => placeOf(id)))).filter((place) => place?.owner === bob.email).length;
  await expect.poll(home, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  world.refuseWhen(() => false);
  // Each is tried once a start.
  await (await bob.device("later")).client.vault.pull();
  await expect.poll(home, { timeout: 20_000 }).toBe(3);
});

it("is given back from the vault's trash too: its maker can still restore it", async () => {
  const { id } = await make(bob, "Ladder of Bob");
  await ann.client.vault.pull();
  await ann.client.vault.remove({ ids: [id] });
  await ann.client.sharing.revoke(await shareOf(bob));
  await ann.client.sharing.giveBack({ ...(await ofBob()), keepCopy: true });
  const isInTrash = async () => {
    await bob.client.vault.pull();
    return (await bob.client.vault.trash()).some(({ item }) => item.id === id) && placeOf(id);
  };
  await expect.poll(isInTrash, { timeout: 20_000 }).toEqual({ kind: "personal", owner: bob.email, maker: null });
  await bob.client.vault.restore({ ids: [id] });
  expect(await find(bob, id)).toMatchObject({ isOwner: true, categoryId: null });
  expect((await bob.client.vault.open({ id })).fields.password).toBe("of Ladder of Bob");
  expect((await ann.client.vault.trash()).map(({ item }) => item.id)).not.toContain(id);
});

it("is given back, and the owner keeps a copy, when its maker may now only read; the others still have the rest", async () => {
  await give(carol, "read");
  const [theirs, mine] = [await make(bob, "Tent of Bob"), await make(ann, "Tent of Ann")];
  await ann.client.vault.pull();
  await ann.client.sharing.setPermission({ ...(await shareOf(bob)), permission: "read" });
  for (const person of [ann, bob, carol]) expect((await find(person, theirs.id))?.categoryId).toBe(vaultId);
  await ann.client.sharing.giveBack({ ...(await ofBob()), keepCopy: true });
  await isHome(bob, theirs.id);
  for (const person of [bob, carol]) expect(await find(person, mine.id)).toMatchObject({ permission: "read", isOwner: false });
  expect(await find(carol, theirs.id)).toBeUndefined();
  const copy = (await ann.client.vault.pull()).items.find(({ fields }) => fields.title === "Tent of Bob");
  expect(copy).toMatchObject({ categoryId: vaultId, isOwner: true });
  expect(copy?.belongsTo).toBeUndefined();
  expect((await ann.client.vault.open({ id: copy?.id ?? "" })).fields.password).toBe("of Tent of Bob");
  expect(await ann.client.sharing.itemsByOthers({ vaultId })).toEqual([]);
});

it("is kept by the vault's owner, and is theirs once no one else reads the vault", async () => {
  await give(carol, "read");
  const { id } = await make(bob, "Sledge of Bob");
  await ann.client.vault.pull();
  await ann.client.sharing.revoke(await shareOf(bob));
  await ann.client.sharing.keepItems(await ofBob());
  expect(await ann.client.sharing.itemsByOthers({ vaultId })).toEqual([]);
  expect(await find(carol, id)).toMatchObject({ categoryId: vaultId });
  expect(await placeOf(id)).toEqual({ kind: "vault", owner: ann.email, maker: bob.email });
  await ann.client.sharing.revoke(await shareOf(carol));
  await expect.poll(() => placeOf(id), { timeout: 20_000 }).toEqual({ kind: "personal", owner: ann.email, maker: null });
  expect((await ann.client.vault.open({ id })).fields.password).toBe("of Sledge of Bob");
  expect((await find(ann, id))?.belongsTo).toBeUndefined();
});

it("is decided on before the vault is deleted with everything in it", async () => {
  const [mine, theirs] = [await make(ann, "Boat of Ann"), await make(bob, "Boat of Bob")];
  await ann.client.vault.pull();
  const remove = () => ann.client.vault.removeVault({ id: vaultId, deleteItems: true });
  await expect(remove()).rejects.toThrow("Open the vault to give them back or keep them");
  expect(await find(ann, theirs.id)).toMatchObject({ categoryId: vaultId, belongsTo: { email: bob.email } });
  expect(await epochOf(theirs.id)).toBe(2);
  await ann.client.sharing.giveBack({ ...(await ofBob()), keepCopy: false });
  await remove();
  expect((await ann.client.vault.pull()).vaults.map(({ id }) => id)).not.toContain(vaultId);
  expect((await ann.client.vault.trash()).map(({ item }) => item.id)).toContain(mine.id);
  await isHome(bob, theirs.id);
  expect((await bob.client.vault.pull()).vaults.map(({ id }) => id)).not.toContain(vaultId);
});

it("goes where its owner decides in the press that deletes the vault, of those who may still write there too", async () => {
  await give(carol, "write");
  await carol.client.vault.pull();
  const [ofBob, ofCarol] = [await make(bob, "Raft of Bob"), await make(carol, "Raft of Carol")];
  await ann.client.vault.pull();
  expect(await ann.client.sharing.itemsByOthers({ vaultId })).toEqual([]);
  const left = await ann.client.sharing.itemsByOthers({ vaultId, isAll: true });
  expect(left.map(({ email, count }) => [email, count]).sort()).toEqual([
    [bob.email, 1],
    [carol.email, 1],
  ]);
  const others = left.map(({ personId, email }) => ({ personId, decision: email === bob.email ? ("copy" as const) : ("keep" as const) }));
  await ann.client.vault.removeVault({ id: vaultId, deleteItems: false, others });
  const { items, vaults } = await ann.client.vault.pull();
  expect(vaults.map(({ id }) => id)).not.toContain(vaultId);
  expect(
    items
      .filter(({ fields }) => /^Raft of/.test(fields.title ?? ""))
      .map(({ fields }) => fields.title)
      .sort(),
  ).toEqual(["Raft of Bob", "Raft of Carol"]);
  await isHome(bob, ofBob.id);
  expect(await placeOf(ofCarol.id)).toEqual({ kind: "personal", owner: ann.email, maker: null });
});

it("becomes the vault owner's when the account of its owner is gone", async () => {
  const dan = await world.person("dan");
  await give(dan, "write");
  await dan.client.vault.pull();
  const { id } = await make(dan, "Key of Dan");
  await dan.client.account.deleteAccount({ password: dan.password });
  await world.sql("delete from account where email = $1", [dan.email]);
  expect(await find(ann, id)).toBeDefined();
  await ann.client.sharing.revoke(await shareOf(bob));
  // The server alone says that his account is gone: what was shared with him waits for a press.
  const missing = (await ann.client.sharing.sharedByMe()).filter(({ trouble }) => trouble === "not-listed");
  expect(missing.map(({ person }) => person)).toEqual([dan.email]);
  for (const share of missing) await ann.client.sharing.revoke(asShown(share));
  await expect.poll(() => placeOf(id), { timeout: 20_000 }).toEqual({ kind: "personal", owner: ann.email, maker: null });
  expect((await ann.client.vault.open({ id })).fields.password).toBe("of Key of Dan");
});
