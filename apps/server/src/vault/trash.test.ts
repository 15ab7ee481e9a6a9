import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { openWriter, removal } from "../testing/writer.ts";
import { purgeTombstones } from "./trash.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const writer = () => openWriter(server);
const trashOf = async (person: Person) => (await person.call("GET", "/vault/trash")).body.data as Record<string, Record<string, unknown>[]>;
const contentLeft = async (id: string): Promise<unknown> =>
  (await server.pool.query("select seal, fields, search_tokens, category_id, color, icon, last_used_at from record where id = $1", [id]))
    .rows[0];
const NOTHING = { seal: "", fields: {}, search_tokens: [], category_id: null, color: null, icon: null, last_used_at: null };

describe("the trash", () => {
  it("holds what was deleted, sealed as it was, and when", async () => {
    const ann = await writer();
    const [note, card, vault] = [put("note"), put("card"), put("category")];
    await ann.commit(note, card, vault);
    await ann.commit(removal(note), removal(vault));
    expect(await trashOf(ann)).toMatchObject({
      notes: [{ id: note.id, revision: 1, seal: note.seal, name: (note.fields as { name: string }).name, deleted_at: server.clock.now }],
      cards: [],
    });
  });

  it("keeps no token that would find what was deleted", async () => {
    const ann = await writer();
    const login = put("password", { searchTokens: ["0".repeat(64)] });
    await ann.commit(login);
    await ann.commit(removal(login));
    expect(await contentLeft(login.id)).toMatchObject({ seal: login.seal, search_tokens: [] });
  });

  it("lets an item out under its next revision", async () => {
    const ann = await writer();
    const note = put("note");
    await ann.commit(note);
    await ann.commit(removal(note));
    expect((await ann.commit({ ...note, revision: 2 })).status).toBe(200);
    expect((await trashOf(ann)).notes).toEqual([]);
    expect((await ann.call("GET", `/notes/${note.id}`)).body).toMatchObject({ id: note.id, revision: 2 });
  });

  it("is purged of one or of many, and nothing of them is left to read", async () => {
    const ann = await writer();
    const vault = put("category", { color: "#112233", icon: "star" });
    const [one, two] = [put("note", { categoryId: vault.id }), put("note")];
    const three = put("password", { searchTokens: ["0".repeat(64)] });
    await ann.commit(vault, one, two, three);
    await ann.call("POST", `/vault/entries/${one.id}/used`, {});
    await ann.commit(removal(one), removal(two), removal(three));
    expect((await ann.call("DELETE", `/vault/trash/${one.id}`)).body).toEqual({ success: true });
    expect((await ann.call("POST", "/vault/trash/purge", { ids: [two.id, three.id, two.id] })).status).toBe(200);
    expect(Object.values(await trashOf(ann)).flat()).toEqual([]);
    for (const { id } of [one, two, three]) expect(await contentLeft(id)).toEqual(NOTHING);
    const { tombstones } = (await ann.call("GET", "/vault/all-items-data?since=2")).body as { tombstones?: string[] };
    expect(tombstones).toHaveLength(3);
    expect((await ann.call("DELETE", `/vault/trash/${one.id}`)).body.code).toBe("not_found");
  });

  it("is not where living items are purged, nor some when one of them is not there", async () => {
    const ann = await writer();
    const [alive, dead] = [put("note"), put("note")];
    await ann.commit(alive, dead);
    await ann.commit(removal(dead));
    expect((await ann.call("DELETE", `/vault/trash/${alive.id}`)).status).toBe(404);
    expect((await ann.call("POST", "/vault/trash/purge", { ids: [dead.id, alive.id] })).status).toBe(404);
    expect((await trashOf(ann)).notes).toHaveLength(1);
  });

  it("is neither seen nor emptied by a stranger", async () => {
    const [ann, eve] = [await writer(), await writer()];
    const note = put("note");
    await ann.commit(note);
    await ann.commit(removal(note));
    expect(Object.values(await trashOf(eve)).flat()).toEqual([]);
    expect((await eve.call("DELETE", `/vault/trash/${note.id}`)).status).toBe(404);
    expect((await eve.call("POST", "/vault/trash/purge", { ids: [note.id] })).status).toBe(404);
    expect((await trashOf(ann)).notes).toHaveLength(1);
  });

  it("loses what is older than asked, and devices that were away still learn that it is gone", async () => {
    const ann = await writer();
    const [old, young] = [put("note"), put("note")];
    await ann.commit(old, young);
    await ann.commit(removal(old));
    server.clock.now += 3_600_000;
    await ann.commit(removal(young));
    await purgeTombstones(server.db, new Date(server.clock.now - 1));
    expect((await trashOf(ann)).notes).toMatchObject([{ id: young.id }]);
    expect((await ann.call("GET", "/vault/all-items-data?since=2")).body.tombstones).toEqual(expect.arrayContaining([old.id, young.id]));
  });
});

describe("many items at once", () => {
  it("are placed and marked, all or none, counted once", async () => {
    const ann = await writer();
    const [vault, one, two] = [put("category"), put("note"), put("card")];
    await ann.commit(vault, one, two);
    const ids = [one.id, two.id, one.id];
    const placed = await ann.call("POST", "/vault/place", { ids, categoryId: vault.id });
    expect(placed.body).toEqual({ success: true, scopes: [{ id: ann.scopeId, meta: 1 }] });
    expect((await ann.call("POST", "/vault/favourites", { ids, favourite: true })).body.scopes).toEqual([{ id: ann.scopeId, meta: 2 }]);
    const { data } = (await ann.call("GET", "/vault/all-items-data?since=2&meta=0")).body as { data: Record<string, unknown[]> };
    expect([...(data.notes ?? []), ...(data.cards ?? [])]).toMatchObject([
      { id: one.id, category_id: vault.id, favourite: true, revision: 1 },
      { id: two.id, category_id: vault.id, favourite: true, revision: 1 },
    ]);
    await ann.call("POST", "/vault/place", { ids, categoryId: null });
    expect((await ann.call("GET", "/categories/get-count")).body).toMatchObject({ uncategorized: { count: 2 } });
  });

  it("are refused whole when one of them is a vault, deleted, or another's, or the vault is", async () => {
    const [ann, eve] = [await writer(), await writer()];
    const [vault, note, gone, hers] = [put("category"), put("note"), put("note"), put("note")];
    await ann.commit(vault, note, gone);
    await ann.commit(removal(gone));
    await eve.commit(hers);
    for (const other of [vault, gone, hers]) {
      const ids = [note.id, other.id];
      expect((await ann.call("POST", "/vault/favourites", { ids, favourite: true })).status).toBe(404);
      expect((await ann.call("POST", "/vault/place", { ids, categoryId: vault.id })).status).toBe(404);
    }
    expect((await eve.call("POST", "/vault/place", { ids: [hers.id], categoryId: vault.id })).status).toBe(404);
    expect((await ann.call("POST", "/vault/favourites", { ids: [], favourite: true })).status).toBe(400);
    const { body } = await ann.call("GET", "/vault/all-items-data");
    expect(body).toMatchObject({ scope: { meta: 0 }, data: { notes: [{ favourite: false, category_id: null }] } });
  });
});
