import { text } from "node:stream/consumers";
import { items } from "@coffer/contract/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { StreamedRows, streamReply } from "../http/streamed-reply.ts";
import { bodyAs, hex, openWorld, type Person, put, type Server, sealed, type World } from "../testing/world.ts";
import { trashing } from "../testing/writer.ts";

let world: World;
let server: Server;
let ann: Person;

const token = hex(32);
const [work, empty] = [put("category"), put("category")];
const inWork = ["password", "note", "card", "bank", "personal"].map((kind) => put(kind, { categoryId: work.id }));
const [login, note] = [put("password", { favourite: true }), put("note", { favourite: true })];

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com");
  const gone = put("password", { favourite: true, categoryId: work.id });
  await ann.commit(work, empty, ...inWork, login, note, gone);
  // In no list from now on.
  await ann.commit(trashing(gone, server));
});
afterAll(() => world.end());

it("a long reply lets out only its rows and what the contract names", async () => {
  const schema = z.object({ named: z.string(), rows: items.note.list.reply });
  async function* rows() {
    yield "{}";
  }
  const pieces = await streamReply(server.deps, schema, async () => ({ named: "a", secret: "b", rows: new StreamedRows(rows) }));
  expect(JSON.parse(await text(pieces))).toEqual({ named: "a", rows: [{}] });
});

it("thirty thousand vaults are counted without stopping everyone else", async () => {
  const { accountId, scopeId, call } = await server.join("many@example.com");
  await server.pool.query(
    `with made as (
       insert into record (id, scope_id, owner_id, seq, kind, revision, save_id, seal, fields, created_at, updated_at)
       select gen_random_uuid(), $2, $1, 1, 'category', 1, repeat('0', 32), '2.A', '{}', now(), now() from generate_series(1, 30000) returning id)
     insert into record (id, scope_id, owner_id, category_id, seq, kind, revision, save_id, seal, fields, created_at, updated_at)
     select gen_random_uuid(), $2, $1, id, 1, 'note', 1, repeat('0', 32), '2.A', '{}', now(), now() from made`,
    [accountId, scopeId],
  );
  const before = process.cpuUsage();
  const { data, uncategorized } = bodyAs<{ data: { count: number; notes: number }[]; uncategorized: object }>(
    (await call("GET", "/categories/get-count")).body,
  );
  // Each with each took longer than this; a machine that does much else takes no more of its processor for it.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(4_000);
  expect(data).toHaveLength(30_000);
  expect(data.every(({ count, notes }) => count === 1 && notes === 1)).toBe(true);
  expect(uncategorized).toMatchObject({ count: 0, notes: 0 });
});

const idsOf = (list: unknown) => (list as { id: string }[]).map((row) => row.id);
const idOfKind = (name: string) => inWork.find(({ kind }) => kind === name)?.id;
const LISTS = { passwords: "password", notes: "note", cards: "card", bank_details: "bank", personal_details: "personal" };

describe.each(["", "/"])("with the path's end as '%s'", (end) => {
  const get = async (path: string) => (await ann.call("GET", `${path}${end}`)).body;

  it("what may be shared is listed by name, under the specification's names (K070)", async () => {
    const titles = await get("/share/items/all-titles");
    expect(Object.keys(titles).sort()).toEqual(["banks", "cards", "categories", "notes", "passwords", "personal"]);
    expect(titles.personal).toEqual([{ id: idOfKind("personal"), name: expect.any(String), type: "personal" }]);
  });

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

  it("what is in no vault has the same lists", async () => {
    const lists = await get("/categories/uncategorized/get-items");
    expect(Object.keys(lists).sort()).toEqual(Object.keys(LISTS).sort());
    expect(idsOf(lists.passwords)).toEqual([login.id]);
    expect(idsOf(lists.notes)).toEqual([note.id]);
  });

  it("all vaults come with their contents, or counted", async () => {
    const vaults = bodyAs<Record<string, unknown>[]>(await get("/categories/entries"));
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

  it("a search finds nothing, whatever is asked (decision Z-05)", async () => {
    expect(await ann.call("GET", `/vault/entries/search${end}?q=${token}`)).toMatchObject({ status: 200, body: [] });
  });
});

describe("a search", () => {
  it.each(["github.com", token.toUpperCase(), token.slice(1), ""])("for %j is refused without repeating it", async (q) => {
    const { status, body } = await ann.call("GET", `/vault/entries/search?q=${q}`);
    expect([status, body.code]).toEqual([400, "invalid_input"]);
    expect(body.message).toBe('The field "q" must be 32 bytes in hex.');
  });
});

describe("a specified write", () => {
  const body = <More extends object>(more: More) => ({
    ...{ id: put("note").id, revision: 1, saveId: hex(16), seal: sealed() },
    ...more,
  });

  it("keeps no search tokens: they are a field that is not known", async () => {
    const bob = await server.join("bob@example.com");
    const answer = await bob.write("POST", "/vault/entries", body({ title: sealed(), search_tokens: [token] }));
    expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  });

  it("takes every spelling of the specification (spec 2 §3)", async () => {
    const dan = await server.join("dan@example.com");
    const spellings = { favorite: true, is_owner: true, isSharedUpdate: false, is_shared: false, shared_key: null, itemType: "category" };
    const { status, body: made } = await dan.write("POST", "/notes", body({ name: sealed(), ...spellings }));
    expect([status, made.favourite, made.itemType]).toEqual([200, true, "note"]);
  });
});
