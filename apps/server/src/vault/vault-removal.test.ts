import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, put, type Server, type World } from "../testing/world.ts";
import { itemsOf, openWriter, trashing } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());
const writer = () => openWriter(server);
const trash = (item: { id: string }) => trashing(item, server);

describe("a vault that is gone", () => {
  it("takes nothing more in, nor an item that goes in the same write", async () => {
    const { commit, write, pull } = await writer();
    const [gone, going, note] = [put("category"), put("category"), put("note")];
    await commit(gone, going, note);
    await commit(trash(gone));
    expect((await commit({ ...note, revision: 2, categoryId: gone.id })).body.code).toBe("not_found");
    expect((await commit(put("note", { categoryId: gone.id }))).body.code).toBe("not_found");
    expect((await commit(put("note", { categoryId: going.id }), trash(going))).body.code).toBe("not_found");
    expect((await write("POST", `/vault/entry/${note.id}/category`, { categoryId: gone.id })).status).toBe(404);
    expect((await write("POST", "/vault/place", { ids: [note.id], categoryId: gone.id })).status).toBe(404);
    expect(await pull()).toMatchObject({ scope: { seq: 3 }, data: { notes: [{ id: note.id, category_id: null }] } });
  });

  it("changes nothing of what is in it: only a head moves an item", async () => {
    const { commit, write, pull } = await writer();
    const vault = put("category");
    const inside = put("note", { categoryId: vault.id });
    await commit(vault, inside);
    await commit(trash(vault));
    expect(itemsOf(await pull("?since=2"))).toMatchObject([{ id: vault.id, deleted_at: server.clock.now }]);
    expect((await pull()).data.notes).toMatchObject([{ id: inside.id, category_id: vault.id }]);
    expect((await write("POST", `/vault/entries/${inside.id}/favourite`)).status).toBe(200);
    expect((await pull()).data.notes).toMatchObject([{ id: inside.id, category_id: vault.id, favourite: true }]);
  });
});

describe("the call that deletes a vault", () => {
  it("leaves its items in none, or deletes them with it, all in the one write", async () => {
    const { commit, write, pull } = await writer();
    const [kept, gone] = [put("category"), put("category")];
    const [first, second] = [put("note", { categoryId: kept.id, favourite: true }), put("note", { categoryId: gone.id })];
    await commit(kept, gone, first, second);
    const trashedAt = server.clock.now - 1;
    expect((await write("DELETE", `/categories/${kept.id}?deleteItems=false`, { trashedAt })).body).toEqual({ success: true, seq: 3 });
    expect(await pull("?since=2")).toMatchObject({
      scope: { seq: 3 },
      data: {
        notes: [{ id: first.id, category_id: null, favourite: true, revision: 1, deleted_at: null }],
        categories: [{ id: kept.id, deleted_at: trashedAt }],
      },
    });
    expect((await write("DELETE", `/categories/${gone.id}?deleteItems=true`, { trashedAt })).body).toEqual({ success: true, seq: 4 });
    expect(await pull("?since=3")).toMatchObject({
      tombstones: [],
      data: {
        notes: [{ id: second.id, category_id: gone.id, deleted_at: trashedAt }],
        categories: [{ id: gone.id, deleted_at: trashedAt }],
      },
    });
  });

  it("deletes the items also when one of them is in the trash already; that one stays as it was", async () => {
    const { commit, call, write, pull } = await writer();
    const [vault, elsewhere] = [put("category"), put("note")];
    const [trashed, living] = [put("note", { categoryId: vault.id }), put("note", { categoryId: vault.id })];
    await commit(vault, trashed, living, elsewhere);
    await commit(trash(trashed));
    server.clock.now += 1_000;
    const gone = await write("DELETE", `/categories/${vault.id}?deleteItems=true`, { trashedAt: server.clock.now });
    expect(gone).toMatchObject({ status: 200, body: { seq: 4 } });
    expect(
      itemsOf(await pull("?since=3"))
        .map(({ id }) => id)
        .sort(),
    ).toEqual([vault.id, living.id].sort());
    expect((await call("GET", "/vault/trash")).body.data).toMatchObject({
      notes: [
        { id: living.id, deleted_at: server.clock.now },
        // It still names its vault: if that comes back, it can return to it.
        { id: trashed.id, deleted_at: server.clock.now - 1_000, category_id: vault.id },
      ],
    });
    expect((await call("GET", "/notes")).body).toMatchObject([{ id: elsewhere.id }]);
  });
});
