/** Edits without a server: they are kept on the device, shown at once, and sent when it answers; none is lost, none is sent twice, and no one else can read them. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { WaitingEdit } from "../../packages/client/src/index.ts";
import { toChoose } from "../../packages/core/src/items/other-values.ts";
import { readHistory } from "../../packages/core/src/items/structured-fields.ts";
import { NEXT, recoverySteps } from "./recovery-setup.ts";
import { aLogin } from "./sample-items.ts";
import { asShown, shareOf } from "./sharing-setup.ts";
import { type Device, type Person, startWorld, type World } from "./world.ts";

/** A call that ends in a fault of this device, which is neither a refusal nor a missing network. */
let isBroken = (_: string): boolean => false;
let world: World;
let ann: Person;
let phone: Awaited<ReturnType<typeof kept>>;
beforeAll(async () => {
  const between =
    (send: typeof fetch): typeof fetch =>
    (input, init) => {
      if (isBroken(String(input))) throw new RangeError("a fault");
      return send(input, init);
    };
  world = await startWorld({ between });
  ann = await world.person("ann");
  phone = await kept(await ann.device("phone"));
});
afterAll(() => world.stop());
beforeEach(() => online());

const offline = (): void => world.refuseWhen(() => true);
const online = (): void => world.refuseWhen(() => false);

/** A device whose edits may wait, with what it was told. */
async function kept({ client, ...device }: Device) {
  const told = {
    waiting: 0,
    refused: [] as (string | null)[],
    stays: [] as boolean[],
    toChoose: [] as string[],
    sent: [] as string[],
    stands: [] as string[],
  };
  await client.vault.pull().catch(() => undefined);
  const waiting = await client.vault.keepEdits({
    onChange: (edits) => Object.assign(told, { waiting: edits.length, refused: edits.map(({ refused }) => refused) }),
    onSent: (sent) =>
      sent.forEach(({ edit, stays, outcome, notUndone }) => {
        if (notUndone) told.stands.push(notUndone);
        told.sent.push(edit.draft?.fields.title ?? edit.base?.fields.title ?? "");
        told.stays.push(stays);
        told.toChoose.push(...(outcome?.toChoose ?? []));
      }),
  });
  return { ...device, client, told, waiting };
}

const titles = (client: Device["client"]) => (client.vault.contents()?.items ?? []).map(({ fields }) => fields.title);
const named = (client: Device["client"], title: string) =>
  client.vault.contents()?.items.find(({ fields }) => fields.title === title) ?? expect.fail(`no ${title}`);
const onServer = async (title: string) => {
  await ann.client.vault.pull();
  return ann.client.vault.open(named(ann.client, title));
};

/** An item that phone and laptop show. */
async function shown(title: string, fields: Record<string, string> = {}) {
  const { id } = await ann.client.vault.create({ draft: aLogin({ title, password: "old", ...fields }) });
  await phone.client.vault.pull();
  return { id, base: await phone.client.vault.open({ id }) };
}

it("are shown at once, with every field, and are the server's once it answers: new items, edits, marks, tags, vaults, deletions", async () => {
  const vault = await ann.client.vault.createVault({ name: "Bikes", description: "" });
  const { id, base } = await shown("Edited");
  const [starred, tagged, moved, deleted] = [await shown("Starred"), await shown("Tagged"), await shown("Moved"), await shown("Deleted")];

  offline();
  const made = await phone.client.vault.create({ draft: aLogin({ title: "Made", password: "new", favourite: "" }) });
  expect([made.waits, made.fields.password_strength]).toEqual([true, expect.any(String)]);
  await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "changed" }) });
  expect((await phone.client.vault.setFavourite({ id: starred.id, favourite: true })).favourite).toBe(true);
  await phone.client.vault.tag({ ids: [tagged.id], add: ["cellar"] });
  await phone.client.vault.place({ ids: [moved.id], categoryId: vault.id });
  expect(await phone.client.vault.remove({ ids: [deleted.id] })).toEqual([]);

  expect(titles(phone.client)).toEqual(expect.arrayContaining(["Made", "Edited"]));
  expect(titles(phone.client)).not.toContain("Deleted");
  expect(named(phone.client, "Made").fields).not.toHaveProperty("password");
  expect(named(phone.client, "Made").holds).toEqual(expect.arrayContaining(["password"]));
  expect((await phone.client.vault.open({ id: made.id })).fields.password).toBe("new");
  expect((await phone.client.vault.open({ id })).fields).toMatchObject({ title: "Edited", password: "changed" });
  expect(named(phone.client, "Moved").categoryId).toBe(vault.id);
  expect(phone.told.waiting).toBe(6);
  await expect(phone.client.vault.pull()).rejects.toThrow("There is no connection to the server");

  online();
  const contents = await phone.client.vault.pull();
  expect(phone.told.waiting).toBe(0);
  expect(contents.items.some(({ waits }) => waits)).toBe(false);
  expect((await onServer("Made")).fields.password).toBe("new");
  const edited = await onServer("Edited");
  expect([edited.fields.password, readHistory(edited.fields.password_history ?? "").map(({ value }) => value)]).toEqual([
    "changed",
    ["old"],
  ]);
  expect((await onServer("Starred")).favourite).toBe(true);
  expect((await onServer("Tagged")).fields.tags).toContain("cellar");
  expect((await onServer("Moved")).categoryId).toBe(vault.id);
  expect(titles(ann.client)).not.toContain("Deleted");
  expect((await ann.client.vault.trash()).map(({ item }) => item.fields.title)).toContain("Deleted");
});

it("of one item are one edit, in which every password is kept that it had", async () => {
  const { id, base } = await shown("Twice");
  offline();
  const { item: first } = await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "one", username: "first" }) });
  // A second form was open all the while: what it did not touch stays as the first one made it.
  const { item: second } = await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, notes: "from another form" }) });
  expect(second.revision).toBeGreaterThan(first.revision);
  const now = await phone.client.vault.open({ id });
  await phone.client.vault.update({ base: now, draft: aLogin({ ...now.fields, password: "two" }) });
  expect(phone.told.waiting).toBe(1);
  online();
  await phone.client.vault.pull();
  const { fields, revision } = await onServer("Twice");
  expect(fields).toMatchObject({ password: "two", username: "first", notes: "from another form" });
  expect(readHistory(fields.password_history ?? "").map(({ value }) => value)).toEqual(["one", "old"]);
  expect(revision).toBe(base.revision + 1);
});

it("of one item keep a password too that a form replaced which was open before it was there", async () => {
  const { id, base } = await shown("Unseen");
  offline();
  await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "unseen" }) });
  await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "of the other form" }) });
  online();
  await phone.client.vault.pull();
  await ann.client.vault.pull();
  const { fields } = await ann.client.vault.open({ id });
  expect(fields.password).toBe("of the other form");
  expect(readHistory(fields.password_history ?? "").map(({ value }) => value)).toEqual(expect.arrayContaining(["unseen", "old"]));
});

it("outlive the page, the lock and the session, and are nothing that the device, or another account on it, can read", async () => {
  const device = await ann.device("tablet");
  const tablet = await kept(device);
  const written: string[] = [];
  const { set } = device.keys;
  device.keys.set = (slot, value) => {
    written.push(slot, new TextDecoder().decode(value));
    return set(slot, value);
  };
  offline();
  await tablet.client.vault.create({ draft: aLogin({ title: "Canary-Title", password: "Canary-Password" }) });
  expect(written.join()).toContain("device:draft:");
  expect(written.join()).not.toContain("Canary");
  await device.client.account.lock();
  const again = device.reload();
  await again.account.resume();
  // A locked device knows that something waits, and not what.
  expect(await again.account.hasUnsent()).toBe(true);
  await again.account.unlock({ password: ann.password });
  await again.vault.local();
  await kept({ ...device, client: again });
  expect(titles(again)).toContain("Canary-Title");
  await again.account.logout();

  online();
  const other = await world.person("stranger");
  const theirs = device.reload();
  await theirs.account.login({ email: other.email, password: other.password });
  await kept({ ...device, client: theirs });
  expect(titles(theirs)).not.toContain("Canary-Title");
  expect(await theirs.account.hasUnsent()).toBe(false);
  await theirs.account.logout();

  const back = device.reload();
  await back.account.login({ email: ann.email, password: ann.password });
  await kept({ ...device, client: back });
  expect(titles(back)).toContain("Canary-Title");
  await back.vault.pull();
  expect((await onServer("Canary-Title")).fields.password).toBe("Canary-Password");
  await expect.poll(() => back.account.hasUnsent(), { timeout: 10_000 }).toBe(false);
});

it("are not taken for lost where another page keeps one while they are read", async () => {
  const device = await ann.device("two pages");
  const page = await kept(device);
  const other = device.reload();
  await other.account.resume();
  await other.account.unlock({ password: ann.password });
  await kept({ ...device, client: other });
  offline();
  const { get } = device.keys;
  const keeping: Promise<unknown>[] = [];
  device.keys.get = async (slot) => {
    const value = await get(slot);
    if (slot.startsWith("device:draft:") && value === null && keeping.length === 0) {
      keeping.push(other.vault.create({ draft: aLogin({ title: "Of the other page" }) }));
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return value;
  };
  await kept({ ...device, client: page.client });
  await Promise.all(keeping);
  device.keys.get = get;
  online();
  await page.client.vault.pull();
  await ann.client.vault.pull();
  expect(titles(ann.client)).toContain("Of the other page");
});

it.each([
  ["the first version, which gave its presses no names", {}],
  [
    "the second version, which kept every field",
    { saveIds: ["2f4a0a52-7c1e-4d29-9c86-3f6ad3c1b002"], apartId: "2f4a0a52-7c1e-4d29-9c86-3f6ad3c1b001" },
  ],
])("that %s has kept are joined and sent like any", async (version, names) => {
  const { id, base } = await shown(version);
  const { stringify } = JSON;
  const asBefore = ({ saves: _, apartId: __, ...edit }: WaitingEdit) => ({
    ...{ ...edit, ...names },
    draft: edit.draft && { ...edit.draft, fields: { ...edit.base?.fields, ...edit.draft.fields } },
  });
  const before = vi.spyOn(JSON, "stringify").mockImplementation((value: unknown, ...more) => {
    const written = Array.isArray(value) && value[0]?.saves ? value.map(asBefore) : value;
    return stringify(written, ...(more as [])) as string;
  });
  offline();
  await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, notes: "first" }) });
  before.mockRestore();
  const again = await phone.client.vault.open({ id });
  await phone.client.vault.update({ base: again, draft: aLogin({ ...again.fields, username: "second" }) });
  online();
  const now = await ann.client.vault.open({ id });
  await ann.client.vault.update({ base: now, draft: aLogin({ ...now.fields, password: "meanwhile" }) });
  await phone.client.vault.pull();
  expect((await onServer(version)).fields).toMatchObject({ notes: "first", username: "second", password: "meanwhile" });
  expect(phone.told.waiting).toBe(0);
});

it("are of the time when they were made, and hold up no other where a fault keeps one back", async () => {
  const { id, base } = await shown("Kept back");
  offline();
  await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, notes: "later" }) });
  const { createdAt } = await phone.client.vault.create({ draft: aLogin({ title: "Not kept back" }) });
  await new Promise((resolve) => setTimeout(resolve, 20));
  online();
  isBroken = (url) => url.endsWith(`/vault/entries/${id}`);
  await phone.client.vault.pull();
  expect([phone.told.waiting, phone.told.refused]).toEqual([1, [null]]);
  expect((await onServer("Not kept back")).createdAt).toBe(createdAt);
  isBroken = () => false;
  await phone.client.vault.pull();
  expect((await onServer("Kept back")).fields.notes).toBe("later");
});

it("name in an item of several people who replaced a password", async () => {
  const bob = await world.person("helper");
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Of both", password: "old" }) });
  await ann.client.sharing.share({ id, email: bob.email, permission: "write", expiresAt: null });
  const theirs = await kept(await bob.device("helper's phone"));
  const base = await theirs.client.vault.open({ id });
  offline();
  await theirs.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "new" }) });
  online();
  await theirs.client.vault.pull();
  const { fields } = await onServer("Of both");
  expect(readHistory(fields.password_history ?? "").map(({ value, by }) => [value, by])).toEqual([["old", bob.email]]);
});

it("reach the server although another device has made new keys twice meanwhile", async () => {
  const eve = await world.person("renewer");
  const device = await eve.device("left in a drawer");
  const make = async (title: string) => (await eve.client.vault.create({ draft: aLogin({ title, password: "old" }) })).id;
  const [edited, deleted] = [await make("Edited in the drawer"), await make("Deleted in the drawer")];
  const drawer = await kept(device);
  const base = await drawer.client.vault.open({ id: edited });
  offline();
  await drawer.client.vault.create({ draft: aLogin({ title: "Made in the drawer" }) });
  await drawer.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "of the drawer" }) });
  await drawer.client.vault.remove({ ids: [deleted] });
  online();
  const renewal = { current: eve.password, next: { password: NEXT, hint: null }, onProgress: () => undefined };
  await eve.client.account.renewAllKeys(renewal);
  await eve.client.account.renewAllKeys({ ...renewal, current: NEXT, next: null });
  const back = device.reload();
  await back.account.login({ email: eve.email, password: NEXT });
  const again = await kept({ ...device, client: back });
  expect(titles(back)).toEqual(expect.arrayContaining(["Made in the drawer", "Edited in the drawer"]));
  await back.vault.pull();
  expect([again.told.waiting, again.told.refused, again.told.stays, again.told.toChoose]).toEqual([0, [], [false, false, false], []]);
  await eve.client.vault.pull();
  expect(titles(eve.client).toSorted()).toEqual(["Edited in the drawer", "Made in the drawer"]);
  expect((await eve.client.vault.open({ id: edited })).fields.password).toBe("of the drawer");
});

it("and one that is to be decided are still there after new keys that were made here", async () => {
  const fay = await world.person("fay");
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Lent to the renewer" }) });
  await ann.client.sharing.share({ id, email: fay.email, permission: "write", expiresAt: null });
  const device = await fay.device("her own");
  const own = await kept(device);
  const base = await own.client.vault.open({ id });
  offline();
  await own.client.vault.update({ base, draft: aLogin({ ...base.fields, notes: "to be decided" }) });
  online();
  await ann.client.sharing.setPermission({ ...(await shareOf(ann, id, fay)), permission: "read" });
  await own.client.vault.pull();
  expect(own.told.refused).toEqual(["You do not have permission to do this."]);
  await own.client.account.renewAllKeys({
    current: fay.password,
    next: { password: NEXT, hint: null },
    onProgress: () => undefined,
  });
  const again = await kept({ ...device, client: own.client });
  expect([again.told.waiting, again.told.refused]).toEqual([1, ["You do not have permission to do this."]]);
  expect((await own.client.vault.open({ id })).fields.notes).toBe("to be decided");
});

it("are sent once though an answer is lost", async () => {
  const path = "/vault/entries";
  let isLost = false;
  world.loseNextAnswer((url) => {
    if (url.endsWith(path)) isLost = true;
    if (isLost) offline();
    return url.endsWith(path);
  });
  await phone.client.vault.create({ draft: aLogin({ title: "Landed" }) });
  expect([isLost, phone.told.waiting]).toEqual([true, 1]);
  online();
  await phone.client.vault.pull();
  await ann.client.vault.pull();
  expect(titles(ann.client).filter((title) => title === "Landed")).toHaveLength(1);
  expect(toChoose((await onServer("Landed")).fields)).toEqual([]);
});

it("that have landed in an item of several people, though the answer was lost, are known there, and what someone has put in their place since is asked about by no one", async () => {
  const bob = await world.person("successor");
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Landed with both", password: "old" }) });
  await ann.client.sharing.share({ id, email: bob.email, permission: "write", expiresAt: null });
  await phone.client.vault.pull();
  const base = await phone.client.vault.open({ id });
  let isLost = false;
  world.loseNextAnswer((url) => {
    isLost ||= url.endsWith(`/vault/entries/${id}`);
    if (isLost) offline();
    return isLost;
  });
  await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "of the phone" }) });
  expect([isLost, phone.told.waiting]).toEqual([true, 1]);
  online();
  await bob.client.vault.pull();
  const theirs = await bob.client.vault.open({ id });
  expect(theirs.fields.password).toBe("of the phone");
  await bob.client.vault.update({ base: theirs, draft: aLogin({ ...theirs.fields, password: "of Bob" }) });
  await phone.client.vault.pull();
  expect([phone.told.waiting, phone.told.refused]).toEqual([0, []]);
  const { fields } = await onServer("Landed with both");
  expect([fields.password, toChoose(fields)]).toEqual(["of Bob", []]);
});

it("meet what another device saved meanwhile as any edit does: both values are kept, and an edit counts more than a deletion", async () => {
  const { base } = await shown("Met");
  const deleted = await shown("Deleted here, edited there");
  offline();
  await phone.client.vault.update({ base, draft: aLogin({ ...base.fields, password: "of the phone" }) });
  await phone.client.vault.remove({ ids: [deleted.id] });
  online();
  const theirs = await onServer("Met");
  await ann.client.vault.update({ base: theirs, draft: aLogin({ ...theirs.fields, password: "of the laptop" }) });
  const there = await onServer("Deleted here, edited there");
  await ann.client.vault.update({ base: there, draft: aLogin({ ...there.fields, notes: "still needed" }) });

  await phone.client.vault.pull();
  const { fields } = await onServer("Met");
  expect([fields.password, toChoose(fields).map(({ value }) => value)]).toEqual(["of the laptop", ["of the phone"]]);
  expect(phone.told.toChoose).toEqual(["password"]);
  expect(titles(ann.client)).toContain("Deleted here, edited there");
  expect(phone.told.stays).toContain(true);
  expect(phone.told.waiting).toBe(0);
});

it("put items into a vault that another device has deleted meanwhile: there is one of each, in no vault, and nothing is refused", async () => {
  const [vault, lent] = [
    await ann.client.vault.createVault({ name: "Deleted meanwhile", description: "" }),
    await ann.client.vault.createVault({ name: "Lent meanwhile", description: "" }),
  ];
  const [moved, edited, shared] = [await shown("Moved into it"), await shown("Edited into it"), await shown("Moved out of a shared one")];
  await ann.client.vault.place({ ids: [shared.id], categoryId: lent.id });
  const bob = await world.person("guest");
  await ann.client.sharing.share({ id: lent.id, email: bob.email, permission: "write", expiresAt: null });
  await phone.client.vault.pull();
  offline();
  const categoryId = vault.id;
  await phone.client.vault.place({ ids: [moved.id, shared.id], categoryId });
  await phone.client.vault.update({ base: edited.base, draft: { ...aLogin({ ...edited.base.fields, notes: "typed" }), categoryId } });
  await phone.client.vault.create({ draft: { ...aLogin({ title: "Made in it" }), categoryId } });
  online();
  await ann.client.vault.pull();
  await ann.client.vault.removeVault({ id: vault.id, deleteItems: false });
  await phone.client.vault.pull();
  expect([phone.told.waiting, phone.told.refused]).toEqual([0, []]);
  await ann.client.vault.pull();
  for (const title of ["Moved into it", "Edited into it", "Moved out of a shared one", "Made in it"]) {
    const there = ann.client.vault.contents()?.items.filter((item) => item.fields.title === title);
    expect(there?.map((item) => [title, item.categoryId])).toEqual([[title, null]]);
  }
  expect((await onServer("Edited into it")).fields.notes).toBe("typed");
});

it("stay where they are, to be decided, where they were to go into a vault of someone else that is not here any more", async () => {
  const bob = await world.person("lender");
  const lent = await bob.client.vault.createVault({ name: "Lent to Ann", description: "" });
  await bob.client.sharing.share({ id: lent.id, email: ann.email, permission: "write", expiresAt: null });
  const home = await ann.client.vault.createVault({ name: "Of her own", description: "" });
  const { id } = await shown("To be moved to someone else");
  await ann.client.vault.place({ ids: [id], categoryId: home.id });
  await phone.client.vault.pull();
  offline();
  await phone.client.vault.place({ ids: [id], categoryId: lent.id });
  online();
  const given = (await bob.client.sharing.sharedByMe()).find(({ itemId }) => itemId === lent.id);
  await bob.client.sharing.revoke(asShown(given));
  await phone.client.vault.pull();
  expect([phone.told.waiting, phone.told.refused]).toEqual([1, [expect.stringContaining("not shared with you any more")]]);
  await ann.client.vault.pull();
  expect(named(ann.client, "To be moved to someone else").categoryId).toBe(home.id);
  await phone.waiting.discard({ id });
});

it("take an edit back only as long as no one has changed the same or deleted it: then that stays, and it is said", async () => {
  const { vault } = phone.client;
  const undo = async (title: string) => {
    const { base } = await shown(title);
    const { item } = await vault.update({ base, draft: aLogin({ ...base.fields, password: "mistyped" }) });
    return () => vault.update({ base: item, draft: aLogin(base.fields), isUndo: true });
  };
  const [changed, deleted, unchanged] = [await undo("Changed since"), await undo("Deleted since"), await undo("Not changed since")];
  offline();
  await Promise.all([changed(), deleted(), unchanged()]);
  expect(phone.told.waiting).toBe(3);
  online();
  const theirs = await onServer("Changed since");
  await ann.client.vault.update({ base: theirs, draft: aLogin({ ...theirs.fields, password: "right" }) });
  await ann.client.vault.remove({ ids: [named(ann.client, "Deleted since").id] });
  phone.told.stands.length = 0;
  await vault.pull();
  expect([phone.told.waiting, phone.told.refused]).toEqual([0, []]);
  expect(phone.told.stands.toSorted()).toEqual([
    '"Changed since" was changed again or deleted since, so it stays as it is.',
    '"Deleted since" was changed again or deleted since, so it stays as it is.',
  ]);
  const { fields } = await onServer("Changed since");
  expect([fields.password, toChoose(fields)]).toEqual(["right", []]);
  expect(titles(ann.client)).not.toContain("Deleted since");
  expect((await onServer("Not changed since")).fields.password).toBe("old");
});

it("mark, tag, move or edit an item and delete it then leave alone what another device has saved in it meanwhile, but not what this one has seen or saved", async () => {
  const vault = await ann.client.vault.createVault({ name: "To be deleted from", description: "" });
  const { vault: here } = phone.client;
  const edit = async (id: string) => {
    const base = await here.open({ id });
    await here.update({ base, draft: aLogin({ ...base.fields, notes: "of the phone" }) });
  };
  const ways: Record<string, (id: string) => Promise<unknown>> = {
    Marked: (id) => here.setFavourite({ id, favourite: true }),
    Tagged: (id) => here.tag({ ids: [id], add: ["old"] }),
    Moved: (id) => here.place({ ids: [id], categoryId: vault.id }),
    Edited: edit,
  };
  const names = Object.keys(ways);
  for (const name of names) for (const kind of ["changed", "unchanged", "seen"]) await shown(`${name}, ${kind}`);
  offline();
  for (const [name, way] of Object.entries(ways))
    for (const kind of ["changed", "unchanged", "seen"]) await way(named(phone.client, `${name}, ${kind}`).id);
  const change = async (kind: string) => {
    for (const name of names) {
      const theirs = await onServer(`${name}, ${kind}`);
      await ann.client.vault.update({ base: theirs, draft: aLogin({ ...theirs.fields, password: "still needed" }) });
    }
  };
  online();
  await change("seen");
  // It sees what the other one has, and none of its own is taken.
  world.refuseWhen((url) => !url.includes("/vault/all-items-data"));
  await here.pull().catch(() => undefined);
  offline();
  for (const kind of ["changed", "unchanged", "seen"])
    await here.remove({ ids: names.map((name) => named(phone.client, `${name}, ${kind}`).id) });
  online();
  await change("changed");
  phone.told.stays.length = 0;
  await here.pull();
  await ann.client.vault.pull();
  const left = titles(ann.client).filter((title) => title?.includes(", ") && names.includes(title.split(", ")[0] ?? ""));
  expect(left.toSorted()).toEqual(names.map((name) => `${name}, changed`).toSorted());
  expect(phone.told.stays.filter(Boolean)).toHaveLength(names.length);
  const { fields } = await onServer("Edited, changed");
  expect(fields).toMatchObject({ password: "still needed", notes: "of the phone" });
  expect((await onServer("Marked, changed")).favourite).toBe(true);
});

it("stay with their account where another one is opened while they are sent", async () => {
  const device = await ann.device("shared desk");
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Purged elsewhere" }) });
  const desk = await kept(device);
  const base = await desk.client.vault.open({ id });
  offline();
  await desk.client.vault.update({ base, draft: aLogin({ ...base.fields, notes: "only on the desk" }) });
  online();
  await ann.client.vault.pull();
  await ann.client.vault.remove({ ids: [id] });
  await ann.client.vault.purge({ ids: [id] });
  const other = await world.person("other");
  // The first pull finds that the item is gone; before the second, which looks where it went, the desk is handed over.
  let pulls = 0;
  world.doBeforeNext(
    (url) => url.includes("/vault/all-items-data") && ++pulls === 2,
    async () => {
      await desk.client.account.logout();
      await desk.client.account.login({ email: other.email, password: other.password });
    },
  );
  await desk.client.vault.pull().catch(() => undefined);
  expect(pulls).toBeGreaterThan(1);
  await kept({ ...device, client: desk.client });
  await desk.client.vault.pull();
  expect(titles(desk.client)).toEqual([]);
  await desk.client.account.logout();

  const back = device.reload();
  await back.account.login({ email: ann.email, password: ann.password });
  await kept({ ...device, client: back });
  await back.vault.pull();
  // There is no item to put it into any more.
  expect((await onServer("Purged elsewhere")).fields.notes).toBe("only on the desk");
});

it("that delete are in the trash, marked, where they are taken back; once they are sent the server has them there", async () => {
  const { id } = await shown("Deleted on the way");
  const { id: other } = await shown("Deleted and taken back");
  const gone = async () => (await phone.client.vault.trash()).map(({ item }) => [item.fields.title, item.waits === true]);
  offline();
  await phone.client.vault.remove({ ids: [id, other] });
  expect(await gone()).toEqual(
    expect.arrayContaining([
      ["Deleted on the way", true],
      ["Deleted and taken back", true],
    ]),
  );
  await phone.client.vault.restore({ ids: [other] });
  expect(await gone()).not.toContainEqual(["Deleted and taken back", true]);
  expect(titles(phone.client)).toContain("Deleted and taken back");
  online();
  await phone.client.vault.pull();
  expect(await gone()).toContainEqual(["Deleted on the way", false]);
  expect((await onServer("Deleted and taken back")).id).toBe(other);
});

it("that are refused stay with the reason, hold up no other, and can be discarded", async () => {
  const bob = await world.person("bob");
  const theirs = await kept(await bob.device("bob's phone"));
  const { id } = await ann.client.vault.create({ draft: aLogin({ title: "Lent" }) });
  await ann.client.sharing.share({ id, email: bob.email, permission: "write", expiresAt: null });
  await theirs.client.vault.pull();
  const base = await theirs.client.vault.open({ id });
  offline();
  await theirs.client.vault.update({ base, draft: aLogin({ ...base.fields, notes: "mine too" }) });
  await theirs.client.vault.create({ draft: aLogin({ title: "After it" }) });
  online();
  await ann.client.sharing.setPermission({ ...(await shareOf(ann, id, bob)), permission: "read" });
  await theirs.client.vault.pull();
  expect(theirs.told.refused).toEqual(["You do not have permission to do this."]);
  await bob.client.vault.pull();
  expect(titles(bob.client)).toContain("After it");
  await theirs.waiting.discard({ id });
  expect(theirs.told.waiting).toBe(0);
  expect((await theirs.client.vault.open({ id })).fields.notes).toBeUndefined();
});

it("that were deleted again before anyone saw them are nothing, and what was deleted comes back by Undo", async () => {
  const { id } = await shown("Back again");
  offline();
  const made = await phone.client.vault.create({ draft: aLogin({ title: "Never mind" }) });
  await phone.client.vault.remove({ ids: [made.id] });
  expect(phone.told.waiting).toBe(0);
  await phone.client.vault.remove({ ids: [id] });
  expect(titles(phone.client)).not.toContain("Back again");
  await phone.client.vault.restore({ ids: [id] });
  expect(titles(phone.client)).toContain("Back again");
  online();
  await phone.client.vault.pull();
  await ann.client.vault.pull();
  expect(titles(ann.client)).toContain("Back again");
  expect(titles(ann.client)).not.toContain("Never mind");
  expect(phone.told.sent).not.toContain("Never mind");
  expect((await ann.client.vault.trash()).map(({ item }) => item.fields.title)).not.toContain("Never mind");
});

// Last: time passes in it.
it("outlive a reset with the recovery key; where someone starts with an empty vault they are said to be lost, once, put aside, and the next ones wait as before", async () => {
  const { provenDevice, reset } = recoverySteps(world);
  const eve = await world.person("forgetful");
  const device = await eve.device("in another drawer");
  const drawer = await kept(device);
  const slots = new Set<string>();
  const { set, get } = device.keys;
  device.keys.set = (slot, value) => {
    if (slot.startsWith("device:draft")) slots.add(slot);
    return set(slot, value);
  };
  offline();
  await drawer.client.vault.create({ draft: aLogin({ title: "Before the reset" }) });
  online();
  const { recoveryKey } = await reset(eve, await provenDevice(eve));
  const back = device.reload();
  await back.account.login({ email: eve.email, password: NEXT });
  await kept({ ...device, client: back });
  await back.vault.pull();
  expect(titles(back)).toEqual(["Before the reset"]);

  offline();
  await back.vault.create({ draft: aLogin({ title: "Before the empty vault" }) });
  online();
  const [slot = expect.fail()] = [...slots];
  const sealed = await get(slot);
  await reset({ ...eve, recoveryKey }, await provenDevice(eve), { recoveryKey: null, discard: true });
  const empty = device.reload();
  await empty.account.login({ email: eve.email, password: NEXT });
  await expect(kept({ ...device, client: empty })).rejects.toThrow("because the keys of this account were replaced");
  const values = await Promise.all([...slots].map(get));
  expect(values.map((value) => value && new TextDecoder().decode(value))).toContain(new TextDecoder().decode(sealed ?? expect.fail()));
  const again = await kept({ ...device, client: empty });
  offline();
  await empty.vault.create({ draft: aLogin({ title: "Waits" }) });
  expect([again.told.waiting, titles(empty)]).toEqual([1, ["Waits"]]);
});
