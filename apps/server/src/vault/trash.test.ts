import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { purge } from "../jobs/purge.ts";
import { openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { itemsOf, openWriter, purging, trashing } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const writer = () => openWriter(server);
const trash = (item: { id: string }) => trashing(item, server);
const trashOf = async (person: Person) => (await person.call("GET", "/vault/trash")).body.data as Record<string, Record<string, unknown>[]>;
const contentLeft = async (id: string): Promise<unknown> =>
  (await server.pool.query("select state, seal, fields, category_id, favourite, color, icon, last_used_at from record where id = $1", [id]))
    .rows[0];
const NOTHING = { state: "purged", seal: "", fields: {}, category_id: null, favourite: false, color: null, icon: null, last_used_at: null };
const savesOf = async (id: string): Promise<string[]> =>
  (await server.pool.query("select seal from superseded where record_id = $1 order by revision", [id])).rows.map(({ seal }) => seal);

describe("the trash", () => {
  it("holds what was deleted, sealed as it was, with the time by the deleting device's clock", async () => {
    const ann = await writer();
    const [note, card, vault] = [put("note"), put("card"), put("category")];
    await ann.commit(note, card, vault);
    const trashedAt = server.clock.now - 5_000;
    await ann.commit({ ...trash(note), trashedAt }, trash(vault));
    expect(await trashOf(ann)).toMatchObject({
      notes: [{ id: note.id, revision: 1, seal: note.seal, name: (note.fields as { name: string }).name, deleted_at: trashedAt }],
      cards: [],
    });
    expect((await ann.call("GET", "/notes")).body).toEqual([]);
    expect((await ann.call("GET", `/notes/${note.id}`)).status).toBe(404);
    expect((await ann.call("GET", "/categories")).body).toEqual([]);
  });

  it("takes only what is live, at a time that may be now", async () => {
    const ann = await writer();
    const [note, other] = [put("note"), put("note")];
    await ann.commit(note, other);
    const at = async (ms: number) => (await ann.commit({ ...trash(note), trashedAt: server.clock.now + ms })).body.code;
    expect(await at(2 * DAY + 1)).toBe("invalid_input");
    expect(await at(-2 * DAY - 1)).toBe("invalid_input");
    expect(await at(2 * DAY)).toBeUndefined();
    expect(await at(0)).toBe("not_found");
    await ann.commit({ ...trash(other), trashedAt: server.clock.now - 2 * DAY });
    await ann.commit(purging(other));
    expect((await ann.commit(trash(other))).body.code).toBe("not_found");
  });

  it("lets an item out under its next revision", async () => {
    const ann = await writer();
    const note = put("note");
    await ann.commit(note);
    await ann.commit(trash(note));
    expect((await ann.commit(note)).body.code).toBe("id_taken");
    expect((await ann.commit({ ...note, revision: 2 })).status).toBe(200);
    expect((await trashOf(ann)).notes).toEqual([]);
    expect((await ann.call("GET", `/notes/${note.id}`)).body).toMatchObject({ id: note.id, revision: 2, deleted_at: null });
  });

  it("is purged of one or of many, and nothing of them is left to read", async () => {
    const ann = await writer();
    const vault = put("category", { color: "#112233", icon: "star" });
    const [one, two, three] = [put("note", { categoryId: vault.id, favourite: true }), put("note"), put("password")];
    await ann.commit(vault, one, two, three);
    await ann.call("POST", `/vault/entries/${one.id}/used`, {});
    await ann.commit(trash(one), trash(two), trash(three));
    expect((await ann.write("DELETE", `/vault/trash/${one.id}`)).body).toEqual({ success: true, seq: 4 });
    expect((await ann.write("POST", "/vault/trash/purge", { ids: [two.id, three.id, two.id] })).body).toEqual({ success: true, seq: 5 });
    expect(Object.values(await trashOf(ann)).flat()).toEqual([]);
    for (const { id } of [one, two, three]) expect(await contentLeft(id)).toEqual(NOTHING);
    expect([...(await ann.pull("?since=2")).tombstones].sort()).toEqual([one.id, two.id, three.id].sort());
    expect((await ann.pull("?since=4")).tombstones).toHaveLength(2);
    expect((await ann.write("DELETE", `/vault/trash/${one.id}`)).body.code).toBe("not_found");
  });

  it("cannot be used to purge live items, nor some when one of them does not exist", async () => {
    const ann = await writer();
    const [alive, dead] = [put("note"), put("note")];
    await ann.commit(alive, dead);
    await ann.commit(trash(dead));
    expect((await ann.write("DELETE", `/vault/trash/${alive.id}`)).status).toBe(404);
    expect((await ann.write("POST", "/vault/trash/purge", { ids: [dead.id, alive.id] })).status).toBe(404);
    expect((await ann.commit(purging(alive))).body.code).toBe("not_found");
    expect((await trashOf(ann)).notes).toHaveLength(1);
  });

  it("is neither seen nor emptied by a stranger", async () => {
    const [ann, eve] = [await writer(), await writer()];
    const note = put("note");
    await ann.commit(note);
    await ann.commit(trash(note));
    expect(Object.values(await trashOf(eve)).flat()).toEqual([]);
    expect((await eve.write("DELETE", `/vault/trash/${note.id}`)).status).toBe(404);
    expect((await eve.write("POST", "/vault/trash/purge", { ids: [note.id] })).status).toBe(404);
    expect((await eve.commit(purging(note))).body.code).toBe("not_found");
    expect((await trashOf(ann)).notes).toHaveLength(1);
  });

  it("loses its content after 30 days; its entry in the head stays, until a device takes it out", async () => {
    const ann = await writer();
    const vault = put("category");
    const [old, young] = [put("note", { categoryId: vault.id, favourite: true }), put("note")];
    await ann.commit(vault, old, young);
    await ann.commit({ ...old, revision: 2 });
    await ann.commit(trash(old));
    server.clock.now += HOUR;
    await ann.commit(trash(young));
    server.clock.now += 30 * DAY - HOUR - 1;
    await purge(server.deps);
    expect((await ann.freshly("GET", "/vault/trash")).body.data).toMatchObject({ notes: [{ id: young.id }, { id: old.id }] });
    server.clock.now += 1;
    await purge(server.deps);
    expect((await ann.freshly("GET", "/vault/trash")).body.data).toMatchObject({ notes: [{ id: young.id }] });
    const listed = itemsOf((await ann.freshly("GET", "/vault/all-items-data")).body as never);
    expect(listed.find(({ id }) => id === old.id)).toMatchObject({
      ...{ seal: "", revision: 2, saveId: old.saveId, category_id: vault.id, favourite: true },
      deleted_at: server.clock.now - 30 * DAY,
    });
    expect(await savesOf(old.id)).toEqual([]);
  });
});

describe("an earlier version", () => {
  it("is kept of each save, and of what comes out of the trash too", async () => {
    const ann = await writer();
    const note = put("note");
    const [second, third] = [put("note", { id: note.id, revision: 2 }), put("note", { id: note.id, revision: 3 })];
    await ann.commit(note, put("note"));
    expect(await savesOf(note.id)).toEqual([]);
    await ann.commit(second);
    await ann.commit(trash(note));
    server.clock.now += 1;
    await ann.commit(third);
    expect(await savesOf(note.id)).toEqual([note.seal, second.seal]);
    const { rows } = await server.pool.query("select * from superseded where record_id = $1 order by revision", [note.id]);
    expect(rows[0]).toMatchObject({ owner_id: ann.accountId, scope_id: ann.scopeId, save_id: note.saveId, epoch: 1, fields: note.fields });
  });

  it("goes with the content of what was in the trash too long, however the clocks of devices differ", async () => {
    const ann = await writer();
    const note = put("note");
    await ann.commit(note);
    await ann.commit({ ...note, revision: 2 });
    await ann.commit({ ...trash(note), trashedAt: server.clock.now - 2 * DAY });
    server.clock.now += 28 * DAY;
    await purge(server.deps);
    expect(await savesOf(note.id)).toEqual([]);
  });

  it("goes with a purged record, and with the account", async () => {
    const ann = await writer();
    const [note, other] = [put("note"), put("note")];
    await ann.commit(note, other);
    await ann.commit({ ...note, revision: 2 }, { ...other, revision: 2 });
    await ann.commit(trash(note));
    await ann.commit(purging(note));
    expect(await savesOf(note.id)).toEqual([]);
    expect(await savesOf(other.id)).toHaveLength(1);
    await server.pool.query("delete from account where id = $1", [ann.accountId]);
    expect(await savesOf(other.id)).toEqual([]);
  });
});

describe("many items at once", () => {
  it("are placed and marked, all or none, in one write", async () => {
    const ann = await writer();
    const [vault, one, two] = [put("category"), put("note"), put("card")];
    await ann.commit(vault, one, two);
    const ids = [one.id, two.id, one.id];
    expect((await ann.write("POST", "/vault/place", { ids, categoryId: vault.id })).body).toEqual({ success: true, seq: 3 });
    expect((await ann.write("POST", "/vault/favourites", { ids, favourite: true })).body).toEqual({ success: true, seq: 4 });
    const { data } = await ann.pull("?since=3");
    expect([...(data.notes ?? []), ...(data.cards ?? [])]).toMatchObject([
      { id: one.id, category_id: vault.id, favourite: true, revision: 1 },
      { id: two.id, category_id: vault.id, favourite: true, revision: 1 },
    ]);
    await ann.write("POST", "/vault/place", { ids, categoryId: null });
    expect((await ann.call("GET", "/categories/get-count")).body).toMatchObject({ uncategorized: { count: 2 } });
  });

  it("are refused whole when one of them is a vault, deleted, or another's, or the vault is", async () => {
    const [ann, eve] = [await writer(), await writer()];
    const [vault, note, gone, hers] = [put("category"), put("note"), put("note"), put("note")];
    await ann.commit(vault, note, gone);
    await ann.commit(trash(gone));
    await eve.commit(hers);
    for (const other of [vault, gone, hers]) {
      const ids = [note.id, other.id];
      expect((await ann.write("POST", "/vault/favourites", { ids, favourite: true })).status).toBe(404);
      expect((await ann.write("POST", "/vault/place", { ids, categoryId: vault.id })).status).toBe(404);
    }
    expect((await eve.write("POST", "/vault/place", { ids: [hers.id], categoryId: vault.id })).status).toBe(404);
    expect((await ann.write("POST", "/vault/favourites", { ids: [], favourite: true })).status).toBe(400);
    expect(await ann.pull()).toMatchObject({
      scope: { seq: 3 },
      data: { notes: expect.arrayContaining([expect.objectContaining({ id: note.id, favourite: false, category_id: null })]) },
    });
  });
});
