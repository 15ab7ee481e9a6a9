/** Content stays in the database where a reply shows none of it, and is read in portions where it does: no call has more of it in memory than a few items. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newIdentity, writeAfter } from "../testing/identities.ts";
import { type ForReset, proveMailbox, resetBody } from "../testing/recovery.ts";
import { again, grantText, moveOut, shareItem, shareWords, signedBy } from "../testing/sharing.ts";
import { hex, openWorld, type Person, put, type Server, sealed, type World } from "../testing/world.ts";

const COUNT = 12;
const MIB = 1_048_576;

let world: World;
let server: Server;
type Connected = Client & { readonly connection: { readonly stream: { readonly bytesRead: number } } };

/** The largest answer of the database to one question, since it was set to 0. */
let largest = 0;
const { query } = Client.prototype;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  Client.prototype.query = function (this: Connected, ...given: unknown[]) {
    const before = this.connection.stream.bytesRead;
    const note = () => {
      largest = Math.max(largest, this.connection.stream.bytesRead - before);
    };
    const done = given.at(-1);
    if (typeof done !== "function") {
      const answer = Reflect.apply(query, this, given) as Promise<unknown>;
      answer.then(note, note);
      return answer;
    }
    return Reflect.apply(query, this, [
      ...given.slice(0, -1),
      (...answer: unknown[]) => [note(), Reflect.apply(done, null, answer)],
    ]) as unknown;
  } as typeof query;
});
afterAll(async () => {
  Client.prototype.query = query;
  await world.end();
});

/** Sealed texts, as long as one may be. */
const grow = async (table: "record" | "discarded_record") => {
  const fields = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`x_${n}`, `2.${randomBytes(65_536).toString("base64url")}`]));
  await server.pool.query(`update ${table} set fields = fields || $1::jsonb where seal <> ''`, [JSON.stringify(fields)]);
};

/** A person with items, each in a vault of its own; each item and vault is of a megabyte. */
async function makeLarge(): Promise<{ ann: Person; vaults: string[]; items: string[] }> {
  const ann = await server.join(`ann-${hex(4)}@example.com`);
  const vaults = Array.from({ length: COUNT }, () => put("category"));
  const items = vaults.map(({ id }) => put("note", { categoryId: id }));
  expect(await ann.commit(...vaults, ...items)).toMatchObject({ status: 200 });
  await grow("record");
  largest = 0;
  return { ann, vaults: vaults.map(({ id }) => id), items: items.map(({ id }) => id) };
}

const shareAll = (ann: Person, bob: Person) =>
  server.pool.query(
    `with made as (insert into scope (id, kind, owner_id, seq, generation, created_at)
       select gen_random_uuid(), 'item', $1, 1, 1, now() from record where owner_id = $1 and kind = 'note' returning id),
     paired as (select a.id, b.id as scope_id from (select id, row_number() over () as n from record where owner_id = $1 and kind = 'note') a
       join (select id, row_number() over () as n from made) b using (n)),
     moved as (update record set scope_id = paired.scope_id from paired where record.id = paired.id returning record.id, record.scope_id)
     insert into share_grant (id, scope_id, item_id, sender_id, recipient_id, permission, epoch, shared_key, signed_at)
     select gen_random_uuid(), scope_id, id, $1, $2, 'read', 1, '', 1 from moved`,
    [ann.accountId, bob.accountId],
  );

it("lists shares and titles by name alone", async () => {
  const { ann, items } = await makeLarge();
  const bob = await server.join(`bob-${hex(4)}@example.com`);
  const { body: titles } = await ann.call("GET", "/share/items/all-titles");
  expect(titles).toMatchObject({ notes: { length: COUNT }, categories: { length: COUNT }, cards: [] });
  expect((titles.notes as object[])[0]).toEqual({ id: expect.any(String), name: expect.stringMatching(/^2\./), type: "note" });
  await shareAll(ann, bob);
  largest = 0;
  for (const [who, path] of [
    [bob, "/share/items/shared-with-me"],
    [ann, "/share/items/shared-by-me"],
  ] as const) {
    const { body } = await who.call("GET", path);
    const listed = (body as unknown as { item_id: string; item_name: string }[]) ?? [];
    expect(listed.map(({ item_id }) => item_id).sort()).toEqual([...items].sort());
    expect(listed.every(({ item_name }) => item_name.startsWith("2."))).toBe(true);
  }
  expect(largest).toBeLessThan(MIB / 2);
});

it("moves and deletes without reading what is moved", async () => {
  const { ann, vaults, items } = await makeLarge();
  expect(await ann.write("POST", "/vault/place", { ids: items, categoryId: vaults[0] })).toMatchObject({ status: 200 });
  const path = `/categories/${vaults[0]}?deleteItems=false`;
  expect(await ann.write("DELETE", path, { trashedAt: server.clock.now })).toMatchObject({ status: 200 });
  // The vault that is deleted is read whole, and no other record.
  expect(largest).toBeLessThan(2 * MIB);
});

it("reads vaults with what is in them, and all for new keys, in portions", async () => {
  const { ann, vaults } = await makeLarge();
  const { body } = await ann.call("GET", "/categories/entries");
  const listed = body as unknown as { id: string; notes: { id: string }[]; cards: unknown[] }[];
  expect(listed.map(({ id }) => id).sort()).toEqual([...vaults].sort());
  expect(listed[0]).toMatchObject({ notes: { length: 1 }, cards: [] });
  const { token } = await proveMailbox(server, ann.email);
  const { body: all } = await server.call("GET", "/vault/entries-for-reset", undefined, { token });
  expect(all).toMatchObject({ success: true, entries: { length: 2 * COUNT }, scope: { seq: 2 } });
  const publicKey = newIdentity();
  const fresh = resetBody(ann.email, publicKey, { ...(all as unknown as ForReset), entries: [] }, { discardItems: true, publicKey });
  expect(await server.call("POST", "/users/reset-password", fresh, { token })).toMatchObject({ status: 200 });
  const signedIn = await server.call("POST", "/users/login", { email: ann.email, authKey: fresh.authKey });
  const { token: session } = signedIn.body.data as { token: string };
  await grow("discarded_record");
  expect(await server.call("GET", "/vault/discarded", undefined, { token: session })).toMatchObject({
    status: 200,
    body: { vaults: [{ entries: { length: 2 * COUNT } }] },
  });
  expect(largest).toBeLessThan(3 * MIB);
});

it("takes no item that fits into no request, from its owner either, whichever way it comes", async () => {
  const { ann, vaults, items } = await makeLarge();
  const bob = await server.join(`bob-${hex(4)}@example.com`);
  const fields = Object.fromEntries(Array.from({ length: 24 }, (_, n) => [`x_${n}`, `2.${"A".repeat(87_000)}`]));
  const refused = { status: 413, body: { code: "too_large" } };
  const [small, shared, vault] = [put("note"), put("note"), put("category")];
  expect(await ann.commit(small, shared, vault)).toMatchObject({ status: 200 });
  const larger = (one: ReturnType<typeof put>, revision = 2) => ({ ...one, revision, fields: { ...(one.fields as object), ...fields } });
  expect(await ann.commit(put("note", { fields: { name: sealed(), ...fields } }))).toMatchObject(refused);
  const repair = async (record: object) => {
    const stored = await ann.stored();
    const [generation, seq] = [stored.generation + 1, stored.seq + 1];
    const write = writeAfter(ann.form.publicKey, stored, { generation, seq });
    const records = [{ ...record, trashedAt: null }];
    return ann.call("POST", "/vault/repair", { scope: ann.scopeId, ...write, seq, generation, records, purged: [] });
  };
  // A later save that the database lacks may be as large as a device has it (item-size.test.ts); the save that is there becomes no larger.
  expect(await repair(larger(small, 1))).toMatchObject(refused);
  const moved = await moveOut(server, ann, "item", [small]);
  const records = moved.records.map((one) => larger(one as ReturnType<typeof put>));
  const share = { ...shareWords(bob), itemId: small.id, itemType: "note", move: { ...moved, records } };
  expect(await ann.call("POST", "/share/item", share)).toMatchObject(refused);
  const { scopeId: scope, shareId } = await shareItem(server, ann, shared, bob);
  const head = { scope, ...(await signedBy(server, ann, scope)) };
  const grants = [{ id: shareId, createdAt: 9, sharedKey: grantText() }];
  const rotation = (one: object) => ({ target: head, epoch: 2, records: [{ ...again(one as ReturnType<typeof put>), ...one }], grants });
  expect(await ann.call("POST", "/share/rotate", rotation(larger(shared, 3)))).toMatchObject(refused);
  // What an earlier version took stays where it is, and can be put under another key.
  const stored = { id: items[0] as string, categoryId: vaults[0] as string };
  const grown = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`y_${n}`, `2.${randomBytes(65_536).toString("base64url")}`]));
  await server.pool.query("update record set fields = fields || $1::jsonb where id = $2", [JSON.stringify(grown), stored.id]);
  expect(await repair(larger(put("note", stored), 2))).toMatchObject({ status: 200 });
});

it("takes what compresses well for as large as it is sent, so that no reply is larger by it", async () => {
  const { ann, items } = await makeLarge();
  const texts = "(select jsonb_object_agg('x_' || f, '2.' || repeat('A', 75000)) from generate_series(1, 12) f)";
  await server.pool.query(`update record set fields = fields || ${texts}, updated_at = now() where owner_id = $1`, [ann.accountId]);
  await server.pool.query(
    `insert into superseded (record_id, scope_id, owner_id, kind, revision, save_id, epoch, seal, fields, superseded_at)
     select id, scope_id, owner_id, kind, n, md5(n::text), 1, seal, ${texts}, now() + n * interval '1 s' from record, generate_series(1, 4) n where owner_id = $1`,
    [ann.accountId],
  );
  await server.pool.query("update scope set epoch = 2 where id = $1", [ann.scopeId]);
  largest = 0;
  const paths = [
    `/vault/entries/${items[0]}/versions`,
    `/vault/scopes/${ann.scopeId}/versions?epoch=1`,
    `/vault/as-of?at=${server.clock.now}`,
  ];
  for (const path of paths) {
    const { status, body } = await ann.call("GET", path);
    expect([path, status, JSON.stringify(body).length < 2 * MIB]).toEqual([path, 200, true]);
  }
  expect(await ann.call("GET", "/notes")).toMatchObject({ status: 200, body: { length: COUNT } });
  expect(largest).toBeLessThan(2 * MIB + MIB / 2);
});

it("gives heads in portions, however long each is, and finds who wrote them without reading them", async () => {
  const ann = await server.join(`ann-${hex(4)}@example.com`);
  await server.pool.query(
    `insert into head (scope_id, seq, generation, head, created_at) select $1, n, 1, '1.' || repeat('A', 8000), now() from generate_series(2, 1200) n`,
    [ann.scopeId],
  );
  await server.pool.query("update scope set seq = 1200 where id = $1", [ann.scopeId]);
  const headsAfter = async (seq: number): Promise<number[]> => {
    largest = 0;
    const { body } = await ann.call("GET", `/vault/all-items-data?since=1&heads=${seq}`);
    expect(largest).toBeLessThan(5 * MIB);
    return (body.heads as { seq: number }[]).map((head) => head.seq);
  };
  const got: number[] = [1];
  for (let portion = 0; portion < 3; portion++) got.push(...(await headsAfter(got.at(-1) ?? 0)));
  expect(got).toEqual(Array.from({ length: 1_200 }, (_, at) => at + 1));
  const plan = await server.pool.query("select indexdef from pg_indexes where indexname = 'head_writer'");
  expect(plan.rows).toMatchObject([{ indexdef: expect.stringContaining("(scope_id, writer_id) WHERE") }]);
});
