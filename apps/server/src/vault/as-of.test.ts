/** The vault as it was at a moment: whose items, which save of each, where it was, in what pieces, and for how long that is known. */
import { ITEMS_IN_REPLY, THEN_REPLY_BYTES } from "@coffer/contract/as-of";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { purge } from "../jobs/purge.ts";
import { shareItem } from "../testing/sharing.ts";
import { bodyAs, hex, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { openWriter, purging, trashing } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

interface Reply {
  readonly items: readonly {
    readonly id: string;
    readonly save: {
      readonly revision: number;
      readonly saveId: string;
      readonly savedAt: number | null;
      readonly replacedAt: number;
    } | null;
    readonly place: { readonly categoryId: string | null; readonly favourite: boolean; readonly trashedAt: number | null } | null;
  }[];
  readonly next: string | null;
}
const asOf = async (who: Pick<Person, "call">, at: number, after?: string): Promise<Reply> => {
  const { status, body } = await who.call("GET", `/vault/as-of?at=${at}${after ? `&after=${after}` : ""}`);
  expect(status).toBe(200);
  return bodyAs<Reply>(body);
};
/** A minute goes by. @returns the moment before it ends */
const wait = (): number => {
  server.clock.now += 60_000;
  return server.clock.now - 30_000;
};
const again = (one: ReturnType<typeof put>, revision: number, more = {}) => ({ ...one, revision, saveId: hex(16), ...more });

describe("the vault as of a moment", () => {
  it("has of each item that was saved since the save that was the newest then, and nothing of what is newer or unchanged", async () => {
    const ann = await openWriter(server);
    const [note, same] = [put("note"), put("note")];
    await ann.commit(note, same);
    const created = server.clock.now;
    const first = wait();
    await ann.commit(again(note, 2), put("note"));
    const saved = server.clock.now;
    const second = wait();
    await ann.commit(again(note, 3));
    const third = wait();
    const save = { revision: 1, saveId: note.saveId, savedAt: created, replacedAt: saved };
    expect(await asOf(ann, first)).toMatchObject({ items: [{ id: note.id, save, place: null }], next: null });
    expect((await asOf(ann, second)).items).toMatchObject([{ id: note.id, save: { revision: 2, savedAt: saved } }]);
    expect((await asOf(ann, third)).items).toEqual([]);
    expect((await asOf(ann, created - 1)).items).toEqual([]);
  });

  it("has where an item was: its vault, its mark, and whether it was in the trash", async () => {
    const ann = await openWriter(server);
    const [vault, note] = [put("category"), put("note")];
    await ann.commit(vault, note);
    const loose = wait();
    await ann.commit(again(note, 2, { categoryId: vault.id, favourite: true }));
    const inside = wait();
    await ann.commit(trashing(note, server));
    const trashedAt = server.clock.now;
    const trashed = wait();
    await ann.commit(again(note, 3));
    const placeAt = async (at: number) => (await asOf(ann, at)).items.map(({ place }) => place);
    expect(await placeAt(loose)).toEqual([{ categoryId: null, favourite: false, trashedAt: null }]);
    expect(await placeAt(inside)).toEqual([{ categoryId: vault.id, favourite: true, trashedAt: null }]);
    expect(await placeAt(trashed)).toEqual([{ categoryId: vault.id, favourite: true, trashedAt }]);
  });

  it("does not say when a save was made where the one before it is missing", async () => {
    const ann = await openWriter(server);
    const note = put("note");
    await ann.commit(note);
    await ann.commit(again(note, 2));
    const at = wait();
    await ann.commit(again(note, 3));
    await server.pool.query("delete from superseded where record_id = $1 and revision = 1", [note.id]);
    expect((await asOf(ann, at)).items).toMatchObject([{ save: { revision: 2, savedAt: null } }]);
    await server.pool.query("delete from superseded where record_id = $1", [note.id]);
    expect((await asOf(ann, at)).items).toEqual([{ id: note.id, save: null, place: null }]);
  });

  it("shows a stranger nothing, nor anyone with whom an item is shared", async () => {
    const [ann, bob, eve] = [await openWriter(server), await openWriter(server), await openWriter(server)];
    const note = put("note");
    await ann.commit(note);
    const { scopeId } = await shareItem(server, ann, note, bob);
    const at = wait();
    await server.pool.query("update record set updated_at = $2 where id = $1", [note.id, new Date(server.clock.now)]);
    expect((await asOf(ann, at)).items.map(({ id }) => id)).toEqual([note.id]);
    expect(scopeId).not.toBe("");
    for (const who of [bob, eve]) expect(await asOf(who, at)).toEqual({ success: true, items: [], next: null });
    expect((await server.call("GET", `/vault/as-of?at=${at}`)).status).toBe(401);
  });

  it("comes in pieces of a limited number and size, and none is too large to come", async () => {
    const ann = await openWriter(server);
    const notes = Array.from({ length: ITEMS_IN_REPLY + 5 }, () => put("note"));
    await ann.commit(...notes);
    const at = wait();
    await ann.commit(...notes.map((note) => again(note, 2)));
    const first = await asOf(ann, at);
    expect([first.items.length, first.next]).toEqual([ITEMS_IN_REPLY, first.items.at(-1)?.id]);
    const second = await asOf(ann, at, first.next ?? "");
    expect([second.items.length, second.next]).toEqual([5, null]);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(notes.map(({ id }) => id).sort());
    await server.pool.query(
      `update superseded set fields = (select jsonb_object_agg('f' || f, '2.' || (select string_agg(md5(f::text || m || random()), '') from generate_series(1, 2700) m)) from generate_series(1, 4) f)
       where record_id = any($1)`,
      [notes.slice(0, 20).map(({ id }) => id)],
    );
    let after: string | undefined;
    const sizes: number[] = [];
    do {
      const piece = await asOf(ann, at, after);
      sizes.push(piece.items.length);
      after = piece.next ?? undefined;
      expect(JSON.stringify(piece).length).toBeLessThan(THEN_REPLY_BYTES * 2.5);
    } while (after);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(notes.length);
  });
});

describe("what is kept for it", () => {
  const placesOf = async (id: string) => (await server.pool.query("select 1 from earlier_place where record_id = $1", [id])).rowCount;

  it("goes when an item is deleted for good, and is nothing where only its content was saved", async () => {
    const ann = await openWriter(server);
    const note = put("note");
    await ann.commit(note);
    await ann.commit(again(note, 2));
    expect(await placesOf(note.id)).toBe(0);
    await ann.commit(trashing(note, server));
    expect(await placesOf(note.id)).toBe(1);
    const at = wait();
    await ann.prove();
    await ann.commit(purging(note));
    expect(await placesOf(note.id)).toBe(0);
    expect((await asOf(ann, at - 3_600_000)).items).toEqual([]);
  });

  it("goes after a year", async () => {
    const ann = await openWriter(server);
    const note = put("note");
    await ann.commit(note);
    await ann.commit(again(note, 2, { favourite: true }));
    server.clock.now += 364 * 86_400_000;
    await purge(server.deps);
    expect(await placesOf(note.id)).toBe(1);
    server.clock.now += 2 * 86_400_000;
    await purge(server.deps);
    expect(await placesOf(note.id)).toBe(0);
  });
});

it("a moment that no date can be is refused like any other wrong number", async () => {
  const ann = await openWriter(server);
  const calls = [
    ann.call("GET", `/vault/as-of?at=${864e13 + 1}`),
    ann.call("GET", `/vault/all-items-data?since=1&usedSince=${864e13 + 1}`),
    ann.call("PUT", `/share/item/${ann.scopeId}/expiry`, { expires_at: 864e13 + 1 }),
  ];
  for (const call of calls) expect(await call).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  expect((await ann.call("GET", `/vault/as-of?at=${864e13}`)).status).toBe(200);
});
