import type { SignedHead } from "@coffer/contract/head-message";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeAfter } from "../testing/identities.ts";
import { shareItem, storedScope } from "../testing/sharing.ts";
import { type Answer, id, openWorld, put, type Server, type World, wrapped } from "../testing/world.ts";
import { itemsOf, openWriter, purging, trashing } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

type Writer = Awaited<ReturnType<typeof openWriter>>;
const DAY = 24 * 3_600_000;
const trash = (item: { id: string }) => trashing(item, server);

interface What {
  readonly records?: readonly unknown[];
  readonly purged?: readonly string[];
  readonly seq?: number;
  readonly trust?: string;
}
/** A repair as the owner's device sends it. @param falsified - what is signed differs from the truth in these */
async function repair(
  ann: Writer,
  { records = [], purged = [], seq = 100, ...more }: What,
  falsified: Partial<SignedHead> = {},
): Promise<Answer> {
  const stored = await ann.stored();
  const generation = stored.generation + 1;
  const write = writeAfter(ann.form.publicKey, stored, { generation, seq, ...falsified });
  return ann.call("POST", "/vault/repair", { scope: ann.scopeId, ...write, seq, generation, records, purged, ...more });
}
const live = (record: object) => ({ ...record, trashedAt: null });
const trashed = (record: object, trashedAt: number) => ({ ...record, trashedAt });
const byId = (list: Record<string, unknown>[], one: { id: string }) => list.find((item) => item.id === one.id);

describe("a repair", () => {
  it("begins the next generation, at a seq that no device has seen, and later writes go on from there", async () => {
    const ann = await openWriter(server);
    expect((await repair(ann, {})).body).toEqual({ success: true, seq: 100 });
    expect(await ann.pull("?since=1")).toMatchObject({ scope: { seq: 100, generation: 2 }, heads: [{ seq: 100, generation: 2 }] });
    expect((await ann.commit(put("note"))).body).toEqual({ success: true, seq: 101 });
    expect(await ann.pull()).toMatchObject({ scope: { seq: 101, generation: 2 }, heads: [{ seq: 101, generation: 2 }] });
  });

  it("takes records as the device has them: older or newer, live or in the trash, new or purged before", async () => {
    const ann = await openWriter(server);
    const vault = put("category");
    const [older, newer, gone, left, fresh] = [put("note"), put("note"), put("note"), put("note"), put("card", { categoryId: vault.id })];
    await ann.commit(vault, older, newer, gone, left);
    await ann.commit({ ...older, revision: 2 });
    await ann.commit(trash(gone));
    await ann.commit(purging(gone));
    const trashedAt = server.clock.now - 20 * DAY;
    const records = [
      live(put("note", { id: older.id, revision: 1 })),
      trashed(put("note", { id: newer.id, revision: 9, categoryId: vault.id, favourite: true }), trashedAt),
      live(put("note", { id: gone.id, revision: 5 })),
      live(fresh),
    ];
    expect((await repair(ann, { records })).status).toBe(200);
    const all = itemsOf(await ann.pull());
    expect(byId(all, older)).toMatchObject({ revision: 1, deleted_at: null });
    expect(byId(all, newer)).toMatchObject({ revision: 9, deleted_at: trashedAt, category_id: vault.id, favourite: true });
    expect(byId(all, gone)).toMatchObject({ revision: 5, deleted_at: null });
    expect(byId(all, fresh)).toMatchObject({ revision: 1, category_id: vault.id });
    expect(byId(all, left)).toMatchObject({ revision: 1, seal: left.seal });
    expect(itemsOf(await ann.pull("?since=99"))).toHaveLength(4);
    const { rows } = await server.pool.query(
      "select record_id, revision::int from superseded where scope_id = $1 order by record_id, revision",
      [ann.scopeId],
    );
    const kept = [older.id, newer.id]
      .sort()
      .flatMap((one) => (one === older.id ? [1, 2] : [1]).map((revision) => ({ record_id: one, revision })));
    expect(rows).toEqual(kept);
  });

  it("purges what the device knows as purged, whatever state a restored server has it in", async () => {
    const ann = await openWriter(server);
    const [alive, inTrash, gone] = [put("note"), put("note"), put("note")];
    await ann.commit(alive, inTrash, gone);
    await ann.commit(trash(inTrash), trash(gone));
    await ann.commit(purging(gone));
    expect((await repair(ann, { purged: [alive.id, inTrash.id, gone.id] })).status).toBe(200);
    const pulled = await ann.pull("?since=99");
    expect([...pulled.tombstones].sort()).toEqual([alive.id, inTrash.id, gone.id].sort());
    expect(itemsOf(await ann.pull())).toEqual([]);
    const left = await server.pool.query("select 1 from record where scope_id = $1 and seal <> ''", [ann.scopeId]);
    expect(left.rowCount).toBe(0);
  });

  it("takes back what the owner gave up in another scope since: it is there again, and its id with it", async () => {
    const [ann, bob] = [await openWriter(server), await openWriter(server)];
    const note = put("note");
    await ann.commit(note);
    const { scopeId: shared } = await shareItem(server, ann, note, bob);
    const stored = await storedScope(server, shared);
    const generation = stored.generation + 1;
    const write = writeAfter(ann.form.publicKey, stored, { generation, seq: 50 });
    const givenUp = { scope: shared, ...write, seq: 50, generation, records: [], purged: [note.id] };
    expect((await ann.call("POST", "/vault/repair", givenUp)).status).toBe(200);
    expect(itemsOf(await ann.pull())).toEqual([]);
    const back = put("note", { id: note.id, revision: 7 });
    expect((await repair(ann, { records: [live(back)] })).status).toBe(200);
    expect(itemsOf(await ann.pull())).toMatchObject([{ id: note.id, revision: 7, seal: back.seal }]);
  });

  it("brings the trust store that its head names, and leaves the stored one where it brings none", async () => {
    const ann = await openWriter(server);
    const trustOf = async () => (await ann.call("GET", "/vault/all-items-data")).body.trust;
    const own = wrapped();
    expect((await repair(ann, { trust: own })).status).toBe(200);
    expect(await trustOf()).toBe(own);
    expect((await repair(ann, { seq: 200 })).status).toBe(200);
    expect(await trustOf()).toBe(own);
  });

  it("keeps the place of what is in the trash, also in a vault that no longer exists", async () => {
    const ann = await openWriter(server);
    const note = put("note", { categoryId: id() });
    expect((await repair(ann, { records: [trashed(note, server.clock.now)] })).status).toBe(200);
    expect(itemsOf(await ann.pull())).toMatchObject([{ id: note.id, category_id: note.categoryId }]);
  });

  it("is refused whole when a part of it is not the caller's, or is impossible", async () => {
    const [ann, eve] = [await openWriter(server), await openWriter(server)];
    const [note, vault, hers, herVault] = [put("note"), put("category"), put("note"), put("category")];
    await ann.commit(note, vault);
    const gone = put("note");
    await eve.commit(hers, herVault, gone);
    await repair(eve, { purged: [gone.id] });
    const refusals: [string, What][] = [
      ["id_taken", { records: [live({ ...hers, revision: 2 })] }],
      ["id_taken", { records: [live({ ...gone, revision: 2 })] }],
      ["not_found", { purged: [hers.id] }],
      ["not_found", { purged: [id()] }],
      ["not_found", { records: [live(put("note", { categoryId: herVault.id }))] }],
      ["not_found", { records: [live(put("note", { categoryId: note.id }))] }],
      ["invalid_input", { records: [live({ ...note, kind: "card", revision: 2 })] }],
      ["invalid_input", { records: [live(note), live(note)] }],
      ["invalid_input", { records: [live(note)], purged: [note.id] }],
      ["invalid_input", { records: [trashed(note, server.clock.now + 2 * DAY + 1)] }],
      ["invalid_input", { records: [live(put("category", { categoryId: vault.id }))] }],
      ["invalid_input", { seq: 2 }],
      ["invalid_input", { seq: 2 ** 53 }],
    ];
    const before = await ann.stored();
    for (const [code, what] of refusals) {
      const falsified = what.seq === 2 ** 53 ? { seq: 100 } : {};
      expect([what, (await repair(ann, { ...what, records: [...(what.records ?? []), live(put("note"))] }, falsified)).body.code]).toEqual([
        what,
        code,
      ]);
    }
    expect(await ann.stored()).toEqual(before);
    expect(itemsOf(await ann.pull())).toHaveLength(2);
    expect((await eve.pull()).data.notes).toMatchObject([{ id: hers.id, revision: 1 }]);
  });

  it("is of the generation it says, a later one, and on top of what the server has now", async () => {
    const ann = await openWriter(server);
    const first = await ann.stored();
    for (const generation of [1, 3]) expect((await repair(ann, {}, { generation })).body.code).toBe("bad_signature");
    await ann.commit(put("note"));
    const late = writeAfter(ann.form.publicKey, first, { generation: 2, seq: 100 });
    const send = (more: object) =>
      ann.call("POST", "/vault/repair", { scope: ann.scopeId, ...late, seq: 100, generation: 2, records: [], purged: [], ...more });
    expect(
      (await send({ ...writeAfter(ann.form.publicKey, await ann.stored(), { generation: 1, seq: 100 }), generation: 1 })).body.code,
    ).toBe("invalid_input");
    expect((await send({})).body.code).toBe("stale_head");
    expect((await send({ baseSeq: 2 })).body.code).toBe("bad_signature");
    // Nor is an ordinary write one of the next generation.
    expect((await ann.commit(put("note"))).status).toBe(200);
    const ordinary = writeAfter(ann.form.publicKey, await ann.stored(), { generation: 2 });
    const commit = { scope: ann.scopeId, ...ordinary, changes: [put("note")] };
    expect((await ann.call("POST", "/vault/commit", commit)).body.code).toBe("bad_signature");
  });

  it("lifts a scope of the first version to generation 1", async () => {
    const ann = await openWriter(server);
    await server.pool.query("update scope set generation = 0 where id = $1", [ann.scopeId]);
    expect((await repair(ann, {})).status).toBe(200);
    expect((await ann.pull()).scope).toMatchObject({ seq: 100, generation: 1 });
  });
});

it("puts nothing into the trash so long ago that its content is deleted within the hour, unless the master password was just given", async () => {
  const ann = await openWriter(server);
  const [note, other] = [put("note"), put("note")];
  await ann.commit(note, other);
  server.clock.now += 11 * 60_000;
  const long = trashed(put("note", { id: note.id, revision: 1 }), server.clock.now - 30 * DAY);
  const short = trashed(put("note", { id: note.id, revision: 1 }), server.clock.now - 29 * DAY);
  expect(await repair(ann, { records: [long, live({ ...other })] })).toMatchObject({ status: 403, body: { code: "fresh_proof_needed" } });
  expect(await repair(ann, { records: [short, live({ ...other })] })).toMatchObject({ status: 200 });
});

it("moves nothing that is in the trash closer to its end, unless the master password was just given", async () => {
  const ann = await openWriter(server);
  const note = put("note");
  await ann.commit(note);
  await ann.commit(trash(note));
  const trashedAt = server.clock.now;
  server.clock.now += 11 * 60_000;
  let seq = 100;
  const at = (time: number) => repair(ann, { records: [trashed(put("note", { id: note.id, revision: 1 }), time)], seq: seq++ });
  const refused = { status: 403, body: { code: "fresh_proof_needed" } };
  expect(await at(trashedAt - 30 * DAY)).toMatchObject(refused);
  expect(await at(trashedAt - 1)).toMatchObject(refused);
  expect(await at(trashedAt)).toMatchObject({ status: 200 });
  await ann.prove();
  expect(await at(trashedAt - DAY)).toMatchObject({ status: 200 });
});
