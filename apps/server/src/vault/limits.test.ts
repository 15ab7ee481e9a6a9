/** What an account may hold, and a write of ten thousand changes: full accounts take their time, so this file runs in test:all only. */
import { randomBytes } from "node:crypto";
import { MAX_ITEMS, MAX_MEMBERS_ITEMS } from "@coffer/core/constants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeAfter } from "../testing/identities.ts";
import { next } from "../testing/scene.ts";
import { shareVault, signedBy } from "../testing/sharing.ts";
import { hex, openWorld, put, type Server, sealed, type World } from "../testing/world.ts";
import { itemsOf, openWriter, trashing } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

type Writer = Awaited<ReturnType<typeof openWriter>>;

/** Notes written into an account directly. */
const insertNotes = (
  { scopeId, accountId, makerId = null }: Pick<Writer, "scopeId" | "accountId"> & { readonly makerId?: string | null },
  count: number,
  state: "live" | "trashed" = "live",
) =>
  server.pool.query(
    `insert into record (id, scope_id, owner_id, maker_id, seq, kind, revision, save_id, seal, fields, state, created_at, updated_at)
     select gen_random_uuid(), $1, $2, $6, 1, 'note', 1, repeat('0', 32), $3, '{}', $5, now(), now() from generate_series(1, $4) n`,
    [scopeId, accountId, sealed(), count, state, makerId],
  );

/** A repair as the owner's device sends it, with one record. */
async function repair(ann: Writer, record: object) {
  const stored = await ann.stored();
  const generation = stored.generation + 1;
  const write = writeAfter(ann.form.publicKey, stored, { generation, seq: 100 });
  return ann.call("POST", "/vault/repair", { scope: ann.scopeId, ...write, seq: 100, generation, records: [record], purged: [] });
}

describe("an account", () => {
  it("is filled up to its limit, a hundred thousand, and no further (T3)", async () => {
    const ann = await openWriter(server);
    const { commit } = ann;
    await insertNotes(ann, MAX_ITEMS - 1);
    expect(MAX_ITEMS).toBe(100_000);
    expect((await commit(put("note"), put("note"))).body.code).toBe("too_many_items");
    const last = put("note");
    expect((await commit(last)).status).toBe(200);
    expect((await commit(put("note"))).body.code).toBe("too_many_items");
    expect((await commit(put("note"), trashing({ id: last.id }, server))).status).toBe(200);
    expect((await commit(put("note", { id: last.id, revision: 2 }))).body.code).toBe("too_many_items");
  });

  it("holds no more after a repair", async () => {
    const ann = await openWriter(server);
    await insertNotes(ann, MAX_ITEMS);
    expect((await repair(ann, { ...put("note"), trashedAt: null })).body.code).toBe("too_many_items");
    expect((await repair(ann, { ...put("note"), trashedAt: server.clock.now })).status).toBe(200);
    await server.pool.query("update record set state = 'trashed' where scope_id = $1", [ann.scopeId]);
    await insertNotes(ann, MAX_ITEMS - 1, "trashed");
    // Twice as many are in the trash: nothing new fits, however few are in use.
    expect((await ann.commit(put("note"))).body.code).toBe("too_many_items");
  });

  it("puts ten thousand items into the trash in one write", async () => {
    const ann = await openWriter(server);
    await insertNotes(ann, 10_000);
    const live = itemsOf(await ann.pull());
    expect(live).toHaveLength(10_000);
    expect((await ann.commit(...live.map((item) => trashing({ id: String(item.id) }, server)))).status).toBe(200);
    expect(itemsOf(await ann.pull()).every(({ deleted_at }) => deleted_at === server.clock.now)).toBe(true);
  });
});

it("a shared vault is not filled by members beyond what its owner can seal again in one request, however well it can be compressed; its owner has some more room", async () => {
  const [ann, bob] = [await server.join("ann-full@example.com"), await server.join("bob-full@example.com")];
  const vault = put("category");
  const item = put("note", { categoryId: vault.id });
  await ann.commit(vault, item);
  const { scopeId } = await shareVault(server, ann, vault, [item], bob, { permissionLevel: "write" });
  const edit = async (who: typeof ann) =>
    who.call("PUT", `/notes/${item.id}`, await next({ server }, { ...item, fields: { name: `2.${"A".repeat(5_000)}` } }, scopeId, who));
  expect(await edit(bob)).toMatchObject({ status: 200 });
  const fill = async (count: number, text: string) => {
    await server.pool.query(
      `insert into record (id, scope_id, owner_id, seq, kind, revision, save_id, seal, fields, state, created_at, updated_at)
     select gen_random_uuid(), $1, $2, 1, 'note', 1, repeat('0', 32), 'A', jsonb_build_object('name', $4::text), 'live', now(), now()
     from generate_series(1, $3)`,
      [scopeId, ann.accountId, count, text],
    );
    // No write of the server put it there: it is weighed again.
    await server.pool.query("update scope set weighed_seq = null where id = $1", [scopeId]);
  };
  const small = put("note", { categoryId: vault.id });
  const saved = (revision: number, chars: number) => ({ ...small, revision, saveId: hex(16), fields: { name: `2.${"A".repeat(chars)}` } });
  const save = async (revision: number, chars: number) =>
    bob.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, bob, scopeId)), changes: [saved(revision, chars)] });
  expect(await save(1, 100)).toMatchObject({ status: 200 });
  await fill(48, "A".repeat(1_048_576));
  // However little it is, and though it was there before: seventeen thousand of them are seventy megabytes.
  expect(await save(2, 4_000)).toMatchObject({ body: { code: "vault_full" } });
  expect(await edit(bob)).toMatchObject({ body: { code: "vault_full" } });
  const own = put("note");
  await bob.commit(own);
  const from = { scope: bob.scopeId, ...(await signedBy(server, bob, bob.scopeId)) };
  const to = { scope: scopeId, ...(await signedBy(server, bob, scopeId)) };
  const records = [{ ...put("note"), id: own.id, makerId: bob.accountId, revision: 2, categoryId: vault.id, trashedAt: null }];
  expect(await bob.call("POST", "/vault/move", { from, to, records })).toMatchObject({ body: { code: "vault_full" } });
  expect(await edit(ann)).toMatchObject({ status: 200 });
  await fill(57, randomBytes(786_432).toString("base64"));
  expect(await edit(ann)).toMatchObject({ status: 413, body: { code: "vault_full" } });
});

it("a member's saves are weighed in parts, and a sum that has grown too high is no refusal", async () => {
  const [ann, bob] = [await server.join("ann-parts@example.com"), await server.join("bob-parts@example.com")];
  const vault = put("category");
  await ann.commit(vault);
  const { scopeId } = await shareVault(server, ann, vault, [], bob, { permissionLevel: "write" });
  const commit = async (...changes: object[]) =>
    bob.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, bob, scopeId)), changes });
  const weighed = async () =>
    (await server.pool.query("select weight::int, weighed_seq::int as at, seq::int from scope where id = $1", [scopeId])).rows[0];
  const notes = (count: number) => Array.from({ length: count }, () => put("note", { categoryId: vault.id }));
  expect(await commit(...notes(1))).toMatchObject({ status: 200 });
  const first = await weighed();
  expect(await commit(...notes(1))).toMatchObject({ status: 200 });
  const second = await weighed();
  expect(second).toMatchObject({ at: first.seq + 1, seq: first.seq + 1 });
  // Never less than a sum of everything.
  const weighAgain = async () => {
    await server.pool.query("update scope set weighed_seq = null where id = $1", [scopeId]);
    expect(await commit({ op: "trash", id: last.id, trashedAt: server.clock.now })).toMatchObject({ status: 200 });
    expect(await commit({ ...last, revision: 2, saveId: hex(16) })).toMatchObject({ status: 200 });
    return (await weighed()).weight;
  };
  const [last = put("note"), ...more] = notes(70);
  expect(await commit(last, ...more)).toMatchObject({ status: 200 });
  const { weight } = await weighed();
  expect(weight - second.weight).toBe(70 * (second.weight - first.weight));
  expect(await weighAgain()).toBe(weight);
  // What came by another call, or a server of an earlier version, is found by its seq.
  await server.pool.query("update scope set weighed_seq = seq - 1 where id = $1", [scopeId]);
  expect(await commit(...notes(1))).toMatchObject({ status: 200 });
  expect((await weighed()).weight).toBe(weight + 2 * (second.weight - first.weight));
  await server.pool.query("update scope set weight = $2 where id = $1", [scopeId, 48 * 1_048_576]);
  expect(await commit(...notes(1))).toMatchObject({ status: 200 });
  expect((await weighed()).weight).toBeLessThan(1_048_576);
});

it("members put ten thousand items into a shared vault, those in the trash among them, and nothing of that is taken off its owner's room", async () => {
  const [ann, bob] = [await server.join("ann-share@example.com"), await server.join("bob-share@example.com")];
  const vault = put("category");
  await ann.commit(vault);
  const { scopeId } = await shareVault(server, ann, vault, [], bob, { permissionLevel: "write" });
  const commit = async (who: typeof ann, ...changes: object[]) =>
    who.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, who, scopeId)), changes });
  const inside = () => put("note", { categoryId: vault.id });
  const makerId = bob.accountId;
  await insertNotes({ scopeId, accountId: ann.accountId, makerId }, 5_000, "trashed");
  await insertNotes({ scopeId, accountId: ann.accountId, makerId }, 4_998);
  expect(MAX_MEMBERS_ITEMS).toBe(10_000);
  const [last, own] = [inside(), put("note")];
  expect(await commit(bob, last)).toMatchObject({ status: 200 });
  await bob.commit(own);
  const move = async (revision: number) => {
    const from = { scope: bob.scopeId, ...(await signedBy(server, bob, bob.scopeId)) };
    const to = { scope: scopeId, ...(await signedBy(server, bob, scopeId)) };
    const records = [{ ...put("note"), id: own.id, makerId, revision, categoryId: vault.id, trashedAt: null }];
    return bob.call("POST", "/vault/move", { from, to, records });
  };
  const refused = { status: 400, body: { code: "members_full" } };
  expect(await commit(bob, inside(), inside())).toMatchObject(refused);
  expect(await commit(bob, inside())).toMatchObject({ status: 200 });
  expect(await move(2)).toMatchObject(refused);
  expect(await commit(bob, inside())).toMatchObject(refused);
  expect(await commit(bob, trashing({ id: last.id }, server))).toMatchObject({ status: 200 });
  expect(await commit(bob, inside())).toMatchObject(refused);
  // What is there is changed, and deleting makes room.
  expect(await commit(bob, { ...last, revision: 2, saveId: hex(16) })).toMatchObject({ status: 200 });
  expect(await commit(bob, trashing({ id: last.id }, server))).toMatchObject({ status: 200 });
  expect(await commit(bob, { op: "purge", id: last.id })).toMatchObject({ status: 200 });
  expect(await move(2)).toMatchObject({ status: 200 });
  // Its owner's room is for what the owner makes: here, and in the vault.
  await insertNotes(ann, MAX_ITEMS - 2);
  expect(await commit(ann, inside())).toMatchObject({ status: 200 });
  expect(await ann.commit(put("note"))).toMatchObject({ body: { code: "too_many_items" } });
});
