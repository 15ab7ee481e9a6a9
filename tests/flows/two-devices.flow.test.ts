/** Two devices of one person, at once: nothing is overwritten silently. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { choose, OTHERS_FIELD, toChoose } from "../../packages/core/src/items/other-values.ts";
import { readAddresses, readHistory, readTags, writeAddresses, writeTags } from "../../packages/core/src/items/structured-fields.ts";
import { aLogin } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
});
afterAll(() => world.stop());

/** Laptop and phone, both looking at the same new login. */
async function bothOpen() {
  const [laptop, phone] = [ann.client, (await ann.device("phone")).client];
  const { id } = await laptop.vault.create({ draft: aLogin({ title: "Shared bike", password: "old" }) });
  await phone.vault.pull();
  return { laptop, phone, onLaptop: await laptop.vault.open({ id }), onPhone: await phone.vault.open({ id }) };
}

const edited = (item: { fields: Readonly<Record<string, string>> }, fields: Record<string, string>) =>
  aLogin({ ...item.fields, ...fields });

describe("two devices that edit one item at once", () => {
  it("keep both edits when they touch different fields", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    await laptop.vault.update({ base: onLaptop, draft: edited(onLaptop, { notes: "in the cellar" }) });
    const { item, keptAs } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, { username: "bike-7" }) });

    expect(keptAs).toBeNull();
    expect(item.fields).toMatchObject({ notes: "in the cellar", username: "bike-7" });
    await laptop.vault.pull();
    expect((await laptop.vault.open({ id: item.id })).fields).toMatchObject({ notes: "in the cellar", username: "bike-7" });
  });

  it("keep both values when they touch the same field, and a choice is a save that both see", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    const count = (await laptop.vault.pull()).items.length;
    await laptop.vault.update({ base: onLaptop, draft: edited(onLaptop, { password: "from the laptop" }) });
    const saved = await phone.vault.update({ base: onPhone, draft: edited(onPhone, { password: "from the phone" }) });

    expect(saved).toMatchObject({ keptAs: null, toChoose: ["password"], item: { id: onPhone.id } });
    expect((await laptop.vault.pull()).items).toHaveLength(count);
    const { fields } = await laptop.vault.open({ id: onPhone.id });
    expect(fields.password).toBe("from the laptop");
    const [other = expect.fail()] = toChoose(fields);
    expect(other).toMatchObject({ field: "password", value: "from the phone", device: "phone", stands: { device: "ann's laptop" } });

    const base = await laptop.vault.open({ id: onPhone.id });
    await laptop.vault.update({ base, draft: aLogin(choose(fields, [other], other, world.now())) });
    await phone.vault.pull();
    const after = await phone.vault.open({ id: onPhone.id });
    expect([after.fields.password, toChoose(after.fields)]).toEqual(["from the phone", []]);
    expect(readHistory(after.fields.password_history ?? "").map(({ value }) => value)).toEqual(["from the laptop", "old"]);
    expect(after.holds).not.toContain(OTHERS_FIELD);
  });

  it("take nothing back where the other one has changed the same since", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    const { item } = await laptop.vault.update({ base: onLaptop, draft: edited(onLaptop, { password: "from the laptop" }) });
    await phone.vault.pull();
    const seen = await phone.vault.open({ id: onPhone.id });
    await phone.vault.update({ base: seen, draft: edited(seen, { password: "from the phone" }) });
    const undo = { base: { ...item, revision: onLaptop.revision }, draft: edited(item, { password: "old" }), isUndo: true };
    await expect(laptop.vault.update(undo)).rejects.toThrow("was changed again or deleted since");
    await laptop.vault.pull();
    const { fields } = await laptop.vault.open({ id: onLaptop.id });
    expect([fields.password, toChoose(fields)]).toEqual(["from the phone", []]);
  });

  it("keep what was typed as an item of its own where one has no room for both values", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    const long = (letter: string) => ({ notes: letter.repeat(40_000), username: letter.repeat(40_000) });
    await laptop.vault.update({ base: onLaptop, draft: edited(onLaptop, long("a")) });
    const { item, keptAs } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, long("b")) });
    expect([item.id, item.fields.notes, toChoose(item.fields)]).toEqual([onPhone.id, long("a").notes, []]);
    expect(keptAs?.fields).toMatchObject({ title: "Shared bike", ...long("b") });
  });

  it("keep every earlier password, whichever device changed it", async () => {
    const earlier = ({ fields }: { fields: Readonly<Record<string, string>> }) =>
      readHistory(fields.password_history ?? "").map(({ value }) => value);
    const one = await bothOpen();
    await one.laptop.vault.update({ base: one.onLaptop, draft: edited(one.onLaptop, { password: "from the laptop" }) });
    const merged = await one.phone.vault.update({ base: one.onPhone, draft: edited(one.onPhone, { notes: "from the phone" }) });
    expect(merged.item.fields).toMatchObject({ password: "from the laptop", notes: "from the phone" });
    expect(earlier(merged.item)).toEqual(["old"]);

    const other = await bothOpen();
    await other.laptop.vault.update({ base: other.onLaptop, draft: edited(other.onLaptop, { notes: "from the laptop" }) });
    const again = await other.phone.vault.update({ base: other.onPhone, draft: edited(other.onPhone, { password: "from the phone" }) });
    expect(earlier(again.item)).toEqual(["old"]);

    const both = await bothOpen();
    await both.laptop.vault.update({ base: both.onLaptop, draft: edited(both.onLaptop, { password: "from the laptop" }) });
    const { item } = await both.phone.vault.update({ base: both.onPhone, draft: edited(both.onPhone, { password: "mine" }) });
    expect(earlier(item)).toEqual(["old"]);
  });

  it("keep the tags and addresses that either added", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    const address = (name: string) => ({ url: `https://${name}.example`, match: "host" as const });
    const tagged = (name: string) => ({ tags: writeTags(["both", name]), more_urls: writeAddresses([address(name)]) });
    await laptop.vault.update({ base: onLaptop, draft: edited(onLaptop, tagged("laptop")) });
    const { item, keptAs } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, tagged("phone")) });
    expect(keptAs).toBeNull();
    expect(readTags(item.fields.tags ?? "")).toEqual(["both", "laptop", "phone"]);
    expect(readAddresses(item.fields.more_urls ?? "")).toEqual([address("laptop"), address("phone")]);
  });

  it("do not undo a move by the other one", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    const vault = await laptop.vault.createVault({ name: "Garage", description: "" });
    await laptop.vault.place({ ids: [onLaptop.id], categoryId: vault.id });
    await laptop.vault.setFavourite({ id: onLaptop.id, favourite: true });
    await phone.vault.pull();
    const { item } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, { notes: "blue" }) });
    expect(item).toMatchObject({ categoryId: vault.id, favourite: true, fields: { notes: "blue" } });
  });

  it("keep an edit of what was deleted at the same time: it is back, where it was, and says so", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    await laptop.vault.setFavourite({ id: onLaptop.id, favourite: true });
    await laptop.vault.remove({ ids: [onLaptop.id] });
    const saved = await phone.vault.update({ base: onPhone, draft: edited(onPhone, { password: "still wanted" }) });
    expect(saved).toMatchObject({ keptAs: null, isBack: true, item: { id: onPhone.id, favourite: true } });
    await laptop.vault.pull();
    expect((await laptop.vault.open({ id: onLaptop.id })).fields.password).toBe("still wanted");
    expect((await laptop.vault.trash()).map(({ item }) => item.id)).not.toContain(onLaptop.id);
  });

  it("keep an edit that came before a deletion by who has not seen it, and delete the others", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    const other = await laptop.vault.create({ draft: aLogin({ title: "Old bike" }) });
    await phone.vault.update({ base: onPhone, draft: edited(onPhone, { password: "still wanted" }) });
    expect(await laptop.vault.remove({ ids: [onLaptop.id, other.id] })).toEqual([onLaptop.id]);
    const ids = (await phone.vault.pull()).items.map(({ id }) => id);
    expect([ids.includes(onLaptop.id), ids.includes(other.id)]).toEqual([true, false]);
    expect(await laptop.vault.remove({ ids: [onLaptop.id] })).toEqual([]);
  });

  it("keep what was typed as a new item where the other one is gone for good", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    await laptop.vault.remove({ ids: [onLaptop.id] });
    await laptop.vault.purge({ ids: [onLaptop.id] });
    const { item, keptAs } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, { password: "still wanted" }) });
    expect([item.id === onPhone.id, item.id === keptAs?.id]).toEqual([false, true]);
    expect(keptAs?.fields).toMatchObject({ title: "Shared bike", password: "still wanted" });
  });
});

describe("many writes at once", () => {
  it("all arrive, from one device and from two", async () => {
    const phone = (await ann.device("phone")).client;
    const before = (await ann.client.vault.pull()).items.length;
    const titles = Array.from({ length: 12 }, (_, index) => `Burst ${index}`);
    await Promise.all(titles.map((title, index) => (index % 2 ? phone : ann.client).vault.create({ draft: aLogin({ title }) })));
    const { items } = await ann.client.vault.pull();
    expect(items.length).toBe(before + titles.length);
    expect(items.map(({ fields }) => fields.title)).toEqual(expect.arrayContaining(titles));
  });

  it("that another device outran wait a little before they are tried again", async () => {
    const phone = (await ann.device("phone")).client;
    await phone.vault.pull();
    const waits = vi.spyOn(globalThis, "setTimeout");
    world.doBeforeNext(
      (url) => url.endsWith("/vault/entries"),
      async () => void (await phone.vault.create({ draft: aLogin({ title: "Faster" }) })),
    );
    await ann.client.vault.create({ draft: aLogin({ title: "Slower" }) });
    const pauses = waits.mock.calls.filter(([, ms = 0]) => ms >= 25 && ms <= 50 && !Number.isInteger(ms));
    waits.mockRestore();
    expect(pauses).toHaveLength(1);
  });

  it("are written once when the server lost its database after it wrote", async () => {
    const before = (await ann.client.vault.pull()).items.length;
    const gone = Response.json({ success: false, code: "unavailable" }, { status: 503 });
    world.loseNextAnswer((url) => url.endsWith("/vault/entries"), gone);
    await ann.client.vault.create({ draft: aLogin({ title: "Database gone" }) });
    expect((await ann.client.vault.pull()).items.length).toBe(before + 1);
  });

  it("are written once when the answer got lost on its way", async () => {
    const before = (await ann.client.vault.pull()).items.length;
    world.loseNextAnswer((url) => url.endsWith("/vault/entries"));
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Tunnel" }) });
    expect(item.fields.title).toBe("Tunnel");
    expect((await ann.client.vault.pull()).items.length).toBe(before + 1);
  });
});
