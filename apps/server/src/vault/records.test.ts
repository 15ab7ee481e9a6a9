import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hex, id, openWorld, put, type Server, sealed, type World, wrapped } from "../testing/world.ts";
import { itemsOf, openWriter, removal } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const writer = () => openWriter(server);

const flatBody = (more: Record<string, unknown> = {}) => ({
  id: id(),
  revision: 1,
  saveId: hex(16),
  seal: sealed(),
  baseSeq: 1,
  head: wrapped(),
  name: sealed(),
  ...more,
});

describe("a write", () => {
  it("lets exactly one of ten writers of the same seq through", async () => {
    const { scopeId, call, pull } = await writer();
    const race = Array.from({ length: 10 }, () =>
      call("POST", "/vault/commit", { scope: scopeId, baseSeq: 1, head: wrapped(), changes: [put("note")] }),
    );
    const answers = await Promise.all(race);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "stale_head")).toHaveLength(9);
    const pulled = await pull("?since=1");
    expect(pulled.data.notes).toHaveLength(1);
    expect(pulled.heads).toHaveLength(1);
    expect(pulled.scope.seq).toBe(2);
  });

  it("is refused whole when one of its changes is", async () => {
    const { commit, pull } = await writer();
    expect((await commit(put("note"), { op: "remove", id: id() })).body.code).toBe("not_found");
    expect(itemsOf(await pull())).toEqual([]);
    expect((await pull()).scope.seq).toBe(1);
  });

  it("takes only the next revision of a record", async () => {
    const { commit } = await writer();
    const note = put("note");
    await commit(note);
    expect((await commit({ ...note, revision: 3 })).body.code).toBe("stale_revision");
    expect((await commit({ ...note, revision: 1 })).body.code).toBe("id_taken");
    expect((await commit({ ...note, revision: 2 })).status).toBe(200);
    expect((await commit({ ...note, revision: 2 })).body.code).toBe("stale_revision");
    expect((await commit(put("note", { revision: 2 }))).body.code).toBe("not_found");
  });

  it("never changes the kind of a record, nor takes another kind's fields", async () => {
    const { commit } = await writer();
    const note = put("note");
    await commit(note);
    expect((await commit({ ...note, kind: "card", revision: 2 })).body.code).toBe("invalid_input");
    expect((await commit(put("note", { fields: { encrypted_password: sealed() } }))).body.code).toBe("invalid_input");
  });

  it("may put an item into a vault made by the same write, but not into none", async () => {
    const { commit, pull } = await writer();
    const vault = put("category", { color: "#3B82F6", icon: "folder" });
    expect((await commit(put("note", { categoryId: vault.id }), vault)).status).toBe(200);
    expect((await pull()).data.notes?.[0]?.category_id).toBe(vault.id);
    expect((await commit(put("note", { categoryId: id() }))).body.code).toBe("not_found");
    const note = put("note");
    expect((await commit(note, put("note", { categoryId: note.id }))).body.code).toBe("not_found");
    expect((await commit(put("category", { categoryId: vault.id }))).body.code).toBe("invalid_input");
  });

  it("changes no id twice", async () => {
    const { commit } = await writer();
    const note = put("note");
    expect((await commit(note, removal(note))).body.code).toBe("invalid_input");
  });

  it("removes into a tombstone, from which the next revision brings back", async () => {
    const { commit, pull } = await writer();
    const note = put("note");
    await commit(note);
    await commit(removal(note));
    expect(itemsOf(await pull())).toEqual([]);
    expect((await pull("?since=2")).tombstones).toEqual([note.id]);
    expect((await commit(removal(note))).body.code).toBe("not_found");
    expect((await commit(note)).body.code).toBe("id_taken");
    expect((await commit({ ...note, revision: 2 })).status).toBe(200);
    expect(await pull("?since=2")).toMatchObject({ tombstones: [], data: { notes: [{ id: note.id, revision: 2 }] } });
  });

  it("of ten thousand removals and of many records takes a moment, and 10000 is the most an account holds", async () => {
    const { commit, pull, accountId, scopeId } = await writer();
    await server.pool.query(
      `insert into record (id, scope_id, owner_id, seq, kind, revision, save_id, seal, fields, created_at, updated_at)
       select (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid, $1, $2, 1, 'note', 1, repeat('0', 32), $3, '{}', now(), now()
       from generate_series(1, 9999) n`,
      [scopeId, accountId, sealed()],
    );
    expect((await commit(put("note"), put("note"))).body.code).toBe("too_many_items");
    expect((await commit(put("note"))).status).toBe(200);
    expect((await commit(put("note"))).body.code).toBe("too_many_items");
    const [last] = (await pull()).data.notes ?? [];
    expect((await commit(put("note"), { op: "remove", id: last?.id })).status).toBe(200);
    expect((await commit(put("note", { id: last?.id, revision: 2 }))).body.code).toBe("too_many_items");
    const ids = itemsOf(await pull()).map((item) => item.id);
    expect(ids).toHaveLength(10_000);
    const startedAt = performance.now();
    expect((await commit(...ids.map((gone) => ({ op: "remove", id: gone })))).status).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(itemsOf(await pull())).toEqual([]);
  });
});

describe("a pull", () => {
  it("without a cursor gives everything live and the newest head alone", async () => {
    const { commit, pull } = await writer();
    await commit(put("note"));
    await commit(put("password"));
    const pulled = await pull();
    expect(itemsOf(pulled)).toHaveLength(2);
    expect(pulled.heads.map(({ seq }) => seq)).toEqual([3]);
    expect(pulled.tombstones).toEqual([]);
  });

  it("with a cursor gives what came after it, and every head in between, in order", async () => {
    const { commit, pull } = await writer();
    const [first, second, third] = [put("note"), put("note"), put("note")];
    for (const note of [first, second, third]) await commit(note);
    await commit(removal(first));
    const pulled = await pull("?since=3&meta=0");
    expect(itemsOf(pulled).map((item) => item.id)).toEqual([third.id]);
    expect(pulled.tombstones).toEqual([first.id]);
    expect(pulled.heads.map(({ seq }) => seq)).toEqual([4, 5]);
    expect(itemsOf(await pull("?since=5&meta=0"))).toEqual([]);
  });

  it("shows a change of plaintext metadata by its own count, without a head", async () => {
    const { commit, pull, call } = await writer();
    const [note, vault] = [put("note"), put("category")];
    await commit(note, vault);
    expect((await call("POST", `/vault/entries/${note.id}/favourite`, {})).body).toMatchObject({ favourite: true, meta: 1 });
    expect((await call("POST", `/vault/entry/${note.id}/category`, { categoryId: vault.id })).body).toMatchObject({ meta: 2 });
    expect((await call("POST", `/vault/entries/${note.id}/used`, {})).body).toMatchObject({ last_used: server.clock.now, meta: 3 });
    const pulled = await pull("?since=2&meta=0");
    expect(pulled.heads).toEqual([]);
    expect(itemsOf(pulled)).toMatchObject([
      { id: note.id, favourite: true, category_id: vault.id, last_used: server.clock.now, revision: 1 },
    ]);
    expect((await call("DELETE", `/vault/entry/${note.id}/category`, {})).body).toMatchObject({ meta: 4 });
    expect(itemsOf(await pull("?since=2&meta=3"))).toMatchObject([{ category_id: null }]);
    expect(itemsOf(await pull("?since=2&meta=4"))).toEqual([]);
  });
});

describe("the specified calls", () => {
  it.each([
    ["/vault/entries", { name: undefined, title: sealed(), encrypted_username: sealed() }],
    ["/notes", {}],
    ["/card-details", {}],
    ["/bank-details", {}],
    ["/personal-details", {}],
    ["/categories", { color: "#112233", icon: "star" }],
  ])("of %s create, list, read, replace and delete", async (path, more) => {
    const person = await writer();
    const body = flatBody(more);
    const made = await person.call("POST", path, body);
    expect(made).toMatchObject({
      status: 200,
      body: { id: body.id, vault_id: person.scopeId, revision: 1, is_owner: true, permission_level: "write" },
    });
    expect((await person.call("GET", path)).body).toEqual([made.body]);
    const changed = await person.call("PUT", `${path}/${body.id}`, { ...body, revision: 2, baseSeq: 2 });
    expect(changed.body).toMatchObject({ id: body.id, revision: 2 });
    if (path !== "/categories") expect((await person.call("GET", `${path}/${body.id}`)).body).toEqual(changed.body);
    const gone = await person.call("DELETE", `${path}/${body.id}`, { baseSeq: 3, head: wrapped() });
    expect(gone.body).toEqual({ success: true, seq: 4 });
    expect((await person.call("GET", path)).body).toEqual([]);
  });

  it("keep to their kind", async () => {
    const { commit, call } = await writer();
    const note = put("note");
    await commit(note);
    expect((await call("GET", `/card-details/${note.id}`)).status).toBe(404);
    expect((await call("DELETE", `/categories/${note.id}`, { baseSeq: 2, head: wrapped() })).status).toBe(404);
  });
});
