import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hex, openWorld, type Person, put, type Server, sealed, type World, wrapped } from "../testing/world.ts";

let world: World;
let server: Server;
let ann: Person;
let eve: Person;

const token = hex(32);
const [work, empty] = [put("category"), put("category")];
const inWork = ["password", "note", "card", "bank", "personal"].map((kind) => put(kind, { categoryId: work.id }));
const [login, note] = [put("password", { favourite: true, searchTokens: [hex(32), token] }), put("note", { favourite: true })];

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  [ann, eve] = [await server.join("ann@example.com"), await server.join("eve@example.com")];
  const changes = [work, empty, ...inWork, login, note];
  await ann.call("POST", "/vault/commit", { scope: ann.scopeId, baseSeq: 1, head: wrapped(), changes });
});
afterAll(() => world.end());

const idsOf = (list: unknown) => (list as { id: string }[]).map((row) => row.id);
const idOfKind = (name: string) => inWork.find(({ kind }) => kind === name)?.id;
const LISTS = { passwords: "password", notes: "note", cards: "card", bank_details: "bank", personal_details: "personal" };

describe.each(["", "/"])("with the path's end as '%s'", (end) => {
  const get = async (path: string) => (await ann.call("GET", `${path}${end}`)).body;

  it("favourites are listed, of one kind and of all", async () => {
    expect(idsOf(await get("/vault/entries/favorites"))).toEqual([login.id]);
    const { success, data } = await get("/vault/favourites-items-data");
    expect(success).toBe(true);
    expect(data).toEqual({
      passwords: [expect.objectContaining({ id: login.id })],
      notes: [expect.objectContaining({ id: note.id })],
      cards: [],
      banks: [],
      personals: [],
    });
  });

  it("a vault is read with its contents, under the specified names (spec 2 §3)", async () => {
    const vault = await get(`/categories/${work.id}/get-items`);
    expect(vault).toMatchObject({ id: work.id, category_id: work.id });
    for (const [list, kind] of Object.entries(LISTS)) expect(idsOf(vault[list])).toEqual([idOfKind(kind)]);
    expect(idsOf(await get(`/categories/${work.id}/entries`))).toEqual([idOfKind("password")]);
  });

  it("what lies in no vault has the same lists", async () => {
    const lists = await get("/categories/uncategorized/get-items");
    expect(Object.keys(lists).sort()).toEqual(Object.keys(LISTS).sort());
    expect(idsOf(lists.passwords)).toEqual([login.id]);
    expect(idsOf(lists.notes)).toEqual([note.id]);
  });

  it("all vaults come with their contents, or counted", async () => {
    const vaults = (await get("/categories/entries")) as unknown as Record<string, unknown>[];
    expect(vaults.map((vault) => [vault.id, idsOf(vault.passwords)])).toEqual(
      expect.arrayContaining([
        [work.id, [idOfKind("password")]],
        [empty.id, []],
      ]),
    );
    const none = { count: 0, passwords: 0, notes: 0, cards: 0, bank_details: 0, personal_details: 0 };
    const one = { count: 5, passwords: 1, notes: 1, cards: 1, bank_details: 1, personal_details: 1 };
    const { data, uncategorized } = await get("/categories/get-count");
    expect(data).toHaveLength(2);
    expect(data).toEqual(
      expect.arrayContaining([
        { category_id: work.id, ...one },
        { category_id: empty.id, ...none },
      ]),
    );
    expect(uncategorized).toEqual({ ...none, count: 2, passwords: 1, notes: 1 });
  });

  it("a login is found by a token of its host", async () => {
    const search = async (q: string) => ann.call("GET", `/vault/entries/search${end}?q=${q}`);
    expect(idsOf((await search(token)).body)).toEqual([login.id]);
    expect((await search(hex(32))).body).toEqual([]);
    const { body } = await eve.call("GET", `/vault/entries/search${end}?q=${token}`);
    expect(body).toEqual([]);
  });
});

describe("a search", () => {
  it.each(["github.com", token.toUpperCase(), token.slice(1), ""])("for %j is refused without repeating it", async (q) => {
    const { status, body } = await ann.call("GET", `/vault/entries/search?q=${q}`);
    expect([status, body.code]).toEqual([400, "invalid_input"]);
    expect(body.message).toBe('The field "q" must be 32 bytes in hex.');
  });

  it("never gets the tokens back", async () => {
    const { body } = await ann.call("GET", "/vault/entries");
    expect(JSON.stringify(body)).not.toContain(token);
    expect(JSON.stringify((await ann.call("GET", "/vault/all-items-data")).body)).not.toContain(token);
  });
});

describe("a specified write", () => {
  const body = <More extends object>(more: More) => ({
    ...{ id: put("note").id, revision: 1, saveId: hex(16), seal: sealed(), head: wrapped() },
    ...more,
  });

  it("of a password keeps its tokens until it is written without them", async () => {
    const bob = await server.join("bob@example.com");
    const entry = body({ title: sealed(), search_tokens: [token], baseSeq: 1 });
    await bob.call("POST", "/vault/entries", entry);
    const find = async () => (await bob.call("GET", `/vault/entries/search?q=${token}`)).body;
    expect(idsOf(await find())).toEqual([entry.id]);
    const { search_tokens: _, ...changed } = { ...entry, revision: 2, baseSeq: 2 };
    expect((await bob.call("PUT", `/vault/entries/${entry.id}`, changed)).status).toBe(200);
    expect(await find()).toEqual([]);
    const words = body({ title: sealed(), search_tokens: ["github.com"], baseSeq: 3 });
    expect((await bob.call("POST", "/vault/entries", words)).body.code).toBe("invalid_input");
    const many = body({ title: sealed(), search_tokens: Array.from({ length: 21 }, () => hex(32)), baseSeq: 3 });
    expect((await bob.call("POST", "/vault/entries", many)).body.code).toBe("invalid_input");
    const card = { scope: bob.scopeId, baseSeq: 3, head: wrapped(), changes: [put("card", { searchTokens: [token] })] };
    expect((await bob.call("POST", "/vault/commit", card)).body.code).toBe("invalid_input");
  });

  it("takes every spelling of the specification (spec 2 §3)", async () => {
    const dan = await server.join("dan@example.com");
    const spellings = { favorite: true, is_owner: true, isSharedUpdate: false, is_shared: false, shared_key: null, itemType: "category" };
    const { status, body: made } = await dan.call("POST", "/notes", body({ name: sealed(), ...spellings, baseSeq: 1 }));
    expect([status, made.favourite, made.itemType]).toEqual([200, true, "note"]);
  });
});
