import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorld, put, type Server, type World, wrapped } from "../testing/world.ts";
import { itemsOf, openWriter, removal } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());
const writer = () => openWriter(server);

describe("a vault that is gone", () => {
  it("takes nothing in any more, nor one that goes in the same write", async () => {
    const { commit, call, pull } = await writer();
    const [gone, going, note] = [put("category"), put("category"), put("note")];
    await commit(gone, going, note);
    await commit(removal(gone));
    expect((await commit({ ...note, revision: 2, categoryId: gone.id })).body.code).toBe("not_found");
    expect((await commit(put("note", { categoryId: gone.id }))).body.code).toBe("not_found");
    expect((await commit(put("note", { categoryId: going.id }), removal(going))).body.code).toBe("not_found");
    expect((await call("POST", `/vault/entry/${note.id}/category`, { categoryId: gone.id })).status).toBe(404);
    expect((await call("POST", "/vault/place", { ids: [note.id], categoryId: gone.id })).status).toBe(404);
    expect(await pull()).toMatchObject({ scope: { seq: 3, meta: 0 }, data: { notes: [{ id: note.id, category_id: null }] } });
  });

  it("lets go of every living item, which the items' own count shows", async () => {
    const { commit, pull } = await writer();
    const [vault, other] = [put("category"), put("category")];
    const [inside, elsewhere] = [put("note", { categoryId: vault.id }), put("note", { categoryId: other.id })];
    await commit(vault, other, inside, elsewhere);
    await commit(removal(vault));
    const pulled = await pull("?since=3&meta=0");
    expect(pulled.scope).toMatchObject({ seq: 3, meta: 1 });
    expect(itemsOf(pulled)).toMatchObject([{ id: inside.id, category_id: null }]);
    expect((await pull()).data.notes).toContainEqual(expect.objectContaining({ id: elsewhere.id, category_id: other.id }));
  });
});

describe("the call that deletes a vault", () => {
  it("leaves its items in none, or deletes them with it", async () => {
    const { commit, call, pull } = await writer();
    const [kept, gone] = [put("category"), put("category")];
    const [first, second] = [put("note", { categoryId: kept.id }), put("note", { categoryId: gone.id })];
    await commit(kept, gone, first, second);
    await call("DELETE", `/categories/${kept.id}?deleteItems=false`, { baseSeq: 2, head: wrapped() });
    expect(await pull("?since=3&meta=0")).toMatchObject({
      scope: { seq: 3, meta: 1 },
      data: { notes: [{ id: first.id, category_id: null }] },
    });
    await call("DELETE", `/categories/${gone.id}?deleteItems=true`, { baseSeq: 3, head: wrapped() });
    const after = await pull("?since=3&meta=1");
    expect([...after.tombstones].sort()).toEqual([gone.id, second.id].sort());
    expect(itemsOf(await pull())).toMatchObject([{ id: first.id }]);
  });

  it("deletes the items also when one of them is in the trash already; that one stays there as it was", async () => {
    const { commit, call, pull } = await writer();
    const [vault, elsewhere] = [put("category"), put("note")];
    const [trashed, living] = [put("note", { categoryId: vault.id }), put("note", { categoryId: vault.id })];
    await commit(vault, trashed, living, elsewhere);
    await commit(removal(trashed));
    server.clock.now += 1_000;
    const gone = await call("DELETE", `/categories/${vault.id}?deleteItems=true`, { baseSeq: 3, head: wrapped() });
    expect(gone).toMatchObject({ status: 200, body: { seq: 4 } });
    expect([...(await pull("?since=3")).tombstones].sort()).toEqual([vault.id, living.id].sort());
    expect((await call("GET", "/vault/trash")).body.data).toMatchObject({
      notes: [
        { id: living.id, deleted_at: server.clock.now },
        // It knows its vault still: should that come back, it can go there.
        { id: trashed.id, deleted_at: server.clock.now - 1_000, category_id: vault.id },
      ],
    });
    expect(itemsOf(await pull())).toMatchObject([{ id: elsewhere.id }]);
  });
});
