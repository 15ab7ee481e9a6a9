/** Two devices of one person, at once: nothing is overwritten silently. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aLogin } from "./things.ts";
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

  it("keep an edit as a copy when the item was deleted meanwhile", async () => {
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

  it("are written once when the answer got lost on its way", async () => {
    const before = (await ann.client.vault.pull()).items.length;
    world.loseNextAnswer((url) => url.endsWith("/vault/entries"));
    const item = await ann.client.vault.create({ draft: aLogin({ title: "Tunnel" }) });
    expect(item.fields.title).toBe("Tunnel");
    expect((await ann.client.vault.pull()).items.length).toBe(before + 1);
  });
});
