import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeAfter } from "../testing/identities.ts";
import { hex, id, openWorld, put, type Server, sealed, type World } from "../testing/world.ts";
import { itemsOf, openWriter, trashing } from "../testing/writer.ts";

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
  name: sealed(),
  ...more,
});

describe("a write", () => {
  it("lets exactly one of ten writers of the same seq through", async () => {
    const { scopeId, form, stored, call, pull } = await writer();
    const first = await stored();
    const race = Array.from({ length: 10 }, () =>
      call("POST", "/vault/commit", { scope: scopeId, ...writeAfter(form.publicKey, first), changes: [put("note")] }),
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
    expect((await commit(put("note"), trashing({ id: id() }, server))).body.code).toBe("not_found");
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
    expect((await commit(note, trashing(note, server))).body.code).toBe("invalid_input");
  });
});

describe("a pull", () => {
  it("without a cursor gives everything that the head lists, and the newest head alone", async () => {
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
    await commit(trashing(first, server));
    const pulled = await pull("?since=3");
    expect(
      itemsOf(pulled)
        .map((item) => item.id)
        .sort(),
    ).toEqual([first.id, third.id].sort());
    expect(itemsOf(pulled).find((item) => item.id === first.id)).toMatchObject({ deleted_at: server.clock.now, seal: first.seal });
    expect(pulled.tombstones).toEqual([]);
    expect(pulled.heads.map(({ seq }) => seq)).toEqual([4, 5]);
    expect(itemsOf(await pull("?since=5"))).toEqual([]);
  });

  it("shows a new place like any change, with its head", async () => {
    const { commit, pull, write } = await writer();
    const [note, vault] = [put("note"), put("category")];
    await commit(note, vault);
    const path = `/vault/entry/${note.id}/category`;
    expect((await write("POST", `/vault/entries/${note.id}/favourite`)).body).toEqual({ success: true, favourite: true, seq: 3 });
    expect((await write("POST", path, { categoryId: vault.id })).body).toEqual({ success: true, seq: 4 });
    const pulled = await pull("?since=2");
    expect(pulled.heads).toMatchObject([{ seq: 3 }, { seq: 4 }]);
    expect(itemsOf(pulled)).toMatchObject([{ id: note.id, favourite: true, category_id: vault.id, revision: 1, seal: note.seal }]);
    expect((await write("DELETE", path)).body).toEqual({ success: true, seq: 5 });
    expect(itemsOf(await pull("?since=4"))).toMatchObject([{ category_id: null, favourite: true }]);
  });

  it("reports the last use too, to those who ask", async () => {
    const { commit, pull, call } = await writer();
    const note = put("note");
    await commit(note);
    expect((await call("POST", `/vault/entries/${note.id}/used`, {})).body).toEqual({ success: true, last_used: server.clock.now });
    expect(await pull(`?since=2&usedSince=${server.clock.now - 1}`)).toMatchObject({
      scope: { seq: 2 },
      heads: [],
      used: [{ id: note.id, at: server.clock.now }],
    });
    expect((await pull(`?since=2&usedSince=${server.clock.now}`)).used).toEqual([]);
    expect((await pull("?since=2")).used).toEqual([]);
    expect(itemsOf(await pull("?since=2"))).toEqual([]);
  });

  it("says the epochs of the account's keys, and generation and signature of every head", async () => {
    const { pull, form } = await writer();
    const pulled = await pull();
    expect(pulled).toMatchObject({ scope: { generation: 1 }, epochs: { cred: 1, recovery: 1 } });
    expect(pulled.heads).toEqual([{ seq: 1, generation: 1, head: form.head, signature: form.signature }]);
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
    const made = await person.write("POST", path, body);
    expect(made).toMatchObject({
      status: 200,
      body: { id: body.id, vault_id: person.scopeId, revision: 1, is_owner: true, permission_level: "write" },
    });
    expect((await person.call("GET", path)).body).toEqual([made.body]);
    const changed = await person.write("PUT", `${path}/${body.id}`, { ...body, revision: 2 });
    expect(changed.body).toMatchObject({ id: body.id, revision: 2 });
    if (path !== "/categories") expect((await person.call("GET", `${path}/${body.id}`)).body).toEqual(changed.body);
    const gone = await person.write("DELETE", `${path}/${body.id}`, { trashedAt: server.clock.now });
    expect(gone.body).toEqual({ success: true, seq: 4 });
    expect((await person.call("GET", path)).body).toEqual([]);
  });

  it("keep to their kind", async () => {
    const { commit, call, write } = await writer();
    const note = put("note");
    await commit(note);
    expect((await call("GET", `/card-details/${note.id}`)).status).toBe(404);
    expect((await write("DELETE", `/categories/${note.id}`, { trashedAt: server.clock.now })).status).toBe(404);
  });
});
