/** Two devices of one person, at once: nothing is overwritten silently. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
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
    const { item, conflict } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, { username: "bike-7" }) });

    expect(conflict).toBeNull();
    expect(item.fields).toMatchObject({ notes: "in the cellar", username: "bike-7" });
    await laptop.vault.pull();
    expect((await laptop.vault.open({ id: item.id })).fields).toMatchObject({ notes: "in the cellar", username: "bike-7" });
  });

  it("leave a conflict copy that says so when they touch the same field", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    await laptop.vault.update({ base: onLaptop, draft: edited(onLaptop, { password: "from the laptop" }) });
    const { item, conflict } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, { password: "from the phone" }) });

    expect(item.fields.password).toBe("from the laptop");
    expect(conflict?.fields.password).toBe("from the phone");
    expect(conflict?.fields.title).toMatch(/^Shared bike \(conflict copy, /);
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
    const { item, conflict } = await both.phone.vault.update({ base: both.onPhone, draft: edited(both.onPhone, { password: "mine" }) });
    for (const saved of [item, conflict]) expect(saved && earlier(saved)).toEqual(["old"]);
  });

  it("keep the tags and addresses that either added", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    const address = (name: string) => ({ url: `https://${name}.example`, match: "host" as const });
    const tagged = (name: string) => ({ tags: writeTags(["both", name]), more_urls: writeAddresses([address(name)]) });
    await laptop.vault.update({ base: onLaptop, draft: edited(onLaptop, tagged("laptop")) });
    const { item, conflict } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, tagged("phone")) });
    expect(conflict).toBeNull();
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

  it("keep an edit as a copy when the item was deleted at the same time", async () => {
    const { laptop, phone, onLaptop, onPhone } = await bothOpen();
    await laptop.vault.remove({ ids: [onLaptop.id] });
    const { item } = await phone.vault.update({ base: onPhone, draft: edited(onPhone, { password: "still wanted" }) });
    expect(item.id).not.toBe(onPhone.id);
    expect(item.fields.password).toBe("still wanted");
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
