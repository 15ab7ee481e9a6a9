/** How large an item may become, by whichever way it comes: one at the limit is no way to a larger one. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeAfter } from "../testing/identities.ts";
import { again, grantText, moveOut, shareItem, shareWords, signedBy } from "../testing/sharing.ts";
import { openWorld, type Person, put, type Server, sealed, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  ann = await server.join("ann@example.com");
  bob = await server.join("bob@example.com");
});
afterAll(() => world.end());

const LIMIT = 1_048_576 - 65_536;
const refused = { status: 413, body: { code: "too_large" } };
const accepted = { status: 200 };

/** Noise, as what is sealed: PostgreSQL makes it no smaller. */
const noise = (chars: number): string => `2.${randomBytes(chars).toString("base64url")}`.slice(0, chars);

/** A note whose texts are this long together. */
function noteOf(chars: number, more: Record<string, unknown> = {}) {
  const seal = sealed();
  const whole = Math.floor((chars - seal.length) / 80_000) - 1;
  const rest = chars - seal.length - whole * 80_000;
  const lengths = [...Array.from({ length: whole }, () => 80_000), 80_000, rest - 80_000];
  const fields = Object.fromEntries(lengths.map((length, at) => [at === 0 ? "name" : `x_${at}`, noise(length)]));
  return put("note", { seal, fields, ...more });
}

/** The same item with more in it. */
const larger = ({ id }: { readonly id: string }, revision = 2, chars = 2 * LIMIT) => noteOf(chars, { id, revision });

async function repair(...records: readonly object[]) {
  const stored = await ann.stored();
  const [generation, seq] = [stored.generation + 1, stored.seq + 1];
  const write = { ...writeAfter(ann.form.publicKey, stored, { generation, seq }), seq, generation, purged: [] };
  return ann.call("POST", "/vault/repair", { scope: ann.scopeId, ...write, records: records.map((one) => ({ ...one, trashedAt: null })) });
}

async function share(one: ReturnType<typeof put>, as: object) {
  const move = await moveOut(server, ann, "item", [one]);
  const records = [{ ...again(one), ...as }];
  return ann.call("POST", "/share/item", { ...shareWords(bob), itemId: one.id, itemType: "note", move: { ...move, records } });
}

it("that is as large as may be does not become larger by a save, a move, or a repair of the save that is there", async () => {
  const item = noteOf(LIMIT);
  expect(await ann.commit(noteOf(LIMIT + 1))).toMatchObject(refused);
  expect(await ann.commit(item)).toMatchObject(accepted);
  for (const chars of [LIMIT + 1, 2 * LIMIT]) {
    expect(await ann.commit(larger(item, 2, chars))).toMatchObject(refused);
    expect(await repair(larger(item, 1, chars))).toMatchObject(refused);
    expect(await share(item, larger(item, 2, chars))).toMatchObject(refused);
  }
  expect(await ann.commit(larger(item, 2, LIMIT))).toMatchObject(accepted);
});

it("is not made larger by a new key", async () => {
  const item = noteOf(LIMIT);
  expect(await ann.commit(item)).toMatchObject(accepted);
  const { scopeId: scope, shareId, answer } = await shareItem(server, ann, item, bob);
  expect(answer).toMatchObject(accepted);
  const rotate = async (one: object) => {
    const records = [{ ...again(item), ...one, trashedAt: null }];
    const grants = [{ id: shareId, createdAt: 9, sharedKey: grantText() }];
    const target = { scope, ...(await signedBy(server, ann, scope)) };
    return ann.call("POST", "/share/rotate", { target, epoch: 2, records, grants });
  };
  for (const chars of [LIMIT + 1, 2 * LIMIT]) expect(await rotate(larger(item, 3, chars))).toMatchObject(refused);
  expect(await rotate(larger(item, 3, LIMIT))).toMatchObject(accepted);
});

it("that an earlier version took stays as large as it is: saved, moved and put back, but never larger", async () => {
  const item = put("note");
  expect(await ann.commit(item)).toMatchObject(accepted);
  const { fields, seal } = noteOf(2 * LIMIT);
  await server.pool.query("update record set fields = $1, seal = $2 where id = $3", [fields, seal, item.id]);
  expect(await ann.commit(larger(item, 2, 2 * LIMIT + 1))).toMatchObject(refused);
  expect(await repair(larger(item, 1, 2 * LIMIT + 1))).toMatchObject(refused);
  expect(await ann.commit(larger(item, 2, 2 * LIMIT))).toMatchObject(accepted);
  // Under another key, or with its maker named, the seal is longer.
  const moved = { ...larger(item, 3, 2 * LIMIT), seal: noise(20_000) };
  expect(await share(item, moved)).toMatchObject(accepted);
});

it("that the database lacks comes back by a repair larger than a save may make it", async () => {
  expect(await repair(noteOf(2 * LIMIT), put("note"))).toMatchObject(accepted);
  const gone = put("note");
  await ann.commit(gone);
  await ann.commit({ op: "trash", id: gone.id, trashedAt: server.clock.now });
  await ann.prove();
  expect(await ann.commit({ op: "purge", id: gone.id })).toMatchObject(accepted);
  expect(await repair(larger(gone, 5))).toMatchObject(accepted);
});

it("of which the database has an earlier save alone comes back by a repair as large as a device has it, and stays so", async () => {
  const item = put("note");
  expect(await ann.commit(item)).toMatchObject(accepted);
  expect(await repair(larger(item, 3))).toMatchObject(accepted);
  expect(await ann.commit(larger(item, 4))).toMatchObject(accepted);
  expect(await ann.commit(larger(item, 5, 2 * LIMIT + 1))).toMatchObject(refused);
  expect(await repair(larger(item, 9, 9 * LIMIT))).not.toMatchObject(accepted);
});
