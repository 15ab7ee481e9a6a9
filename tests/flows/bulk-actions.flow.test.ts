/** Many items at once: moved, marked, tagged and opened together; and nothing of a stranger's. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireRecord } from "../../packages/contract/src/record.ts";
import { blankDraft, type Draft } from "../../packages/core/src/items/item.ts";
import { kindOf } from "../../packages/core/src/items/kinds.ts";
import { readTags, writeTags } from "../../packages/core/src/items/structured-fields.ts";
import { aLogin, oneOfEachKind } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

let world: World;
let ann: Person;
let eve: Person;
let ids: string[];
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person("ann");
  eve = await world.person("eve");
  ids = [];
  for (const draft of oneOfEachKind((kind, field) => (field === "tags" ? writeTags([kind]) : `${kind} ${field}`)))
    ids.push((await ann.client.vault.create({ draft })).id);
});
afterAll(() => world.stop());

const phoneOf = async (person: Person) => (await person.device("phone")).client;
const callsSince = (count: number): string[] => world.requests.slice(count).map(({ url }) => url.slice(url.indexOf("/api") + 4));

describe("several items", () => {
  it("move together in one call, and the other device sees them moved", async () => {
    const { vault } = ann.client;
    const work = await vault.createVault({ name: "Work", description: "" });
    const before = world.requests.length;
    await vault.place({ ids, categoryId: work.id });
    expect(callsSince(before).filter((url) => !url.includes("all-items-data"))).toEqual(["/vault/place"]);
    expect(vault.contents()?.items.map(({ categoryId }) => categoryId)).toEqual(ids.map(() => work.id));
    const phone = await phoneOf(ann);
    expect((await phone.vault.pull()).items.every(({ categoryId }) => categoryId === work.id)).toBe(true);
    await phone.vault.place({ ids, categoryId: null });
    expect((await vault.pull()).items.every(({ categoryId }) => categoryId === null)).toBe(true);
  });

  it("of which there is only one move by the specified call", async () => {
    const { vault } = ann.client;
    const home = await vault.createVault({ name: "Home", description: "" });
    const before = world.requests.length;
    await vault.place({ ids: ids.slice(0, 1), categoryId: home.id });
    expect(callsSince(before)).toEqual([`/vault/entry/${ids[0]}/category`]);
    expect(vault.contents()?.items.find(({ id }) => id === ids[0])?.categoryId).toBe(home.id);
  });

  it("are marked together", async () => {
    const { vault } = ann.client;
    await vault.setFavourites({ ids, favourite: true });
    expect(vault.contents()?.items.every(({ favourite }) => favourite)).toBe(true);
    await vault.setFavourites({ ids: ids.slice(1), favourite: false });
    const phone = await phoneOf(ann);
    expect((await phone.vault.pull()).items.filter(({ favourite }) => favourite).map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });

  it("are tagged in one save that changes nothing else of them", async () => {
    const { vault } = ann.client;
    const before = await vault.openMany({ ids });
    await vault.tag({ ids, add: ["2025", "Taxes"], remove: ["CARD", "note"] });
    const after = await (await phoneOf(ann)).vault.openMany();
    for (const item of before) {
      const now = after.find(({ id }) => id === item.id);
      const kept = ["card", "note"].includes(item.kind) ? [] : [item.kind];
      expect(readTags(now?.fields.tags ?? "")).toEqual([...kept, "2025", "Taxes"]);
      expect(now).toMatchObject({ revision: item.revision + 1, categoryId: item.categoryId, favourite: item.favourite, state: "intact" });
      expect({ ...now?.fields, tags: "" }).toEqual({ ...item.fields, tags: "" });
    }
    const requests = world.requests.length;
    await vault.tag({ ids, add: ["taxes"] });
    expect(callsSince(requests)).toEqual([]);
  });

  it("are opened whole, all of them or those asked for", async () => {
    const { vault } = ann.client;
    const opened = await Promise.all(ids.map((id) => vault.open({ id })));
    expect(await vault.openMany({ ids })).toEqual(opened);
    expect(await vault.openMany()).toHaveLength(ids.length);
    expect(await vault.openMany({ ids: [crypto.randomUUID()] })).toEqual([]);
  });
});

it("a tag is refused, by name, for an item that does not open, and then none is tagged", async () => {
  const { client } = await ann.device("misled");
  type Snapshot = { data: { passwords: WireRecord[]; notes: WireRecord[] } };
  world.changeNextAnswer<Snapshot>(
    (url) => url.includes("all-items-data"),
    ({ data }) => {
      const [note] = data.notes;
      if (note) data.notes[0] = { ...note, encrypted_notes: note.name };
    },
  );
  await client.vault.pull();
  await expect(client.vault.tag({ ids, add: ["new"] })).rejects.toThrow(/could not be opened: note name$/);
  const tags = (await ann.client.vault.openMany()).flatMap(({ fields }) => readTags(fields.tags ?? ""));
  expect(tags).not.toContain("new");
});

describe("an item that is as large as the server takes", () => {
  const names = Object.keys(kindOf("personal").fields).filter((name) => !["name", "tags"].includes(name));
  const FULL = 65_000;
  /** @returns it, filled until one more block of letters is refused */
  async function fullItem(title: string) {
    const { vault } = ann.client;
    const draftOf = (last: number): Draft => {
      const texts = names
        .slice(0, 12)
        .map((name, at) => [name, "x".repeat(at < 10 ? FULL : at === 10 ? Math.min(last, FULL) : Math.max(1, last - FULL))]);
      return { ...blankDraft("personal"), fields: { name: title, ...Object.fromEntries(texts) } };
    };
    const made = await vault.create({ draft: draftOf(1) });
    let [taken, refused] = [1, 2 * FULL];
    while (refused - taken > 128) {
      const middle = Math.floor((taken + refused) / 2);
      const base = await vault.open(made);
      await vault.update({ base, draft: draftOf(middle) }).then(
        () => (taken = middle),
        (error: unknown) => {
          expect(error).toMatchObject({ code: "too_large" });
          refused = middle;
        },
      );
    }
    return vault.open(made);
  }
  const small = (title: string) => ann.client.vault.create({ draft: aLogin({ title }) });
  const tagsOf = async (...items: readonly { id: string }[]) => {
    const all = await ann.client.vault.openMany({ ids: items.map(({ id }) => id) });
    return items.map(({ id }) => readTags(all.find((one) => one.id === id)?.fields.tags ?? ""));
  };

  it("is named when it cannot be tagged as well, and the others are", async () => {
    const [large, other] = [await fullItem("The whole archive"), await small("Small")];
    const add = Array.from({ length: 20 }, (_, at) => `A long tag with the number ${at}`);
    const { vault } = ann.client;
    const named = "Left as they were, because they would be too large: The whole archive";
    await expect(vault.tag({ ids: [large.id, other.id], add })).rejects.toThrow(named);
    expect(await tagsOf(large, other)).toEqual([[], add]);
    await expect(vault.tag({ ids: [large.id], add })).rejects.toThrow(named);
  });

  it("moves, is restored and goes under another key with the others", async () => {
    const [large, other] = [await fullItem("The other archive"), await small("Small, too")];
    const ids = [large.id, other.id];
    const phone = (await ann.device(`a phone with a name that makes each seal ${"much ".repeat(30)} longer`)).client;
    await phone.vault.pull();
    await phone.vault.remove({ ids });
    await phone.vault.restore({ ids });
    const { id: shared } = await phone.vault.createVault({ name: "Shared", description: "" });
    await phone.sharing.share({ id: shared, email: eve.email, permission: "write", expiresAt: null });
    await phone.vault.place({ ids, categoryId: shared });
    await eve.client.vault.pull();
    expect((await eve.client.vault.openMany({ ids })).map(({ fields }) => fields.name ?? fields.title).sort()).toEqual([
      "Small, too",
      "The other archive",
    ]);
    await phone.vault.place({ ids, categoryId: null });
    expect((await ann.client.vault.pull()).items.filter(({ id, categoryId }) => ids.includes(id) && categoryId === null)).toHaveLength(2);
  });
});

it("a stranger moves, marks and tags nothing of Ann's", async () => {
  const { vault } = eve.client;
  const own = await vault.create({ draft: aLogin({ title: "Eve's own" }) });
  const mixed = [own.id, ...ids];
  await expect(vault.place({ ids: mixed, categoryId: null })).rejects.toMatchObject({ code: "not_found" });
  await expect(vault.setFavourites({ ids: mixed, favourite: true })).rejects.toMatchObject({ code: "not_found" });
  await vault.tag({ ids: mixed, add: ["mine"] });
  expect((await ann.client.vault.pull()).items.flatMap(({ fields }) => readTags(fields.tags ?? ""))).not.toContain("mine");
  expect((await vault.openMany({ ids: mixed })).map(({ id }) => id)).toEqual([own.id]);
});
