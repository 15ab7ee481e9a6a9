/** How much one person shares with another who shares nothing with them: all of it is in the other's list, which asks for each. */
import { MAX_UNSOLICITED_SHARES } from "@coffer/core/constants";
import { afterAll, beforeAll, expect, it } from "vitest";
import { endShare, grantText, shareItem, shareVault, shareWords, signedBy, statedShare } from "../testing/sharing.ts";
import { makeTeam, placeIn } from "../testing/teams.ts";
import { id, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
});
afterAll(() => world.end());

const pair = async (): Promise<[Person, Person]> => [
  await server.join(`eve-${id()}@example.com`),
  await server.join(`bob-${id()}@example.com`),
];

/** Shares that are there already, each of an item of its own. */
const giveMany = (eve: Person, bob: Person, count: number) =>
  server.pool.query(
    `with made as (
       insert into scope (id, kind, owner_id, seq, generation, created_at)
       select gen_random_uuid(), 'item', $1, 1, 1, now() from generate_series(1, $3) returning id),
     noted as (
       insert into record (id, scope_id, owner_id, seq, kind, revision, save_id, seal, fields, created_at, updated_at)
       select gen_random_uuid(), id, $1, 1, 'note', 1, repeat('0', 32), '2.A', '{}', now(), now() from made returning id, scope_id)
     insert into share_grant (id, scope_id, item_id, sender_id, recipient_id, permission, epoch, shared_key, signed_at)
     select gen_random_uuid(), scope_id, id, $1, $2, 'read', 1, '', 1 from noted`,
    [eve.accountId, bob.accountId, count],
  );

/** One more, of an item or a vault. */
async function give(from: Person, to: Person, kind: "note" | "category" = "note") {
  const one = put(kind);
  await from.commit(one);
  const { answer, shareId } = await (kind === "note" ? shareItem(server, from, one, to) : shareVault(server, from, one, [], to));
  return { ...answer, shareId };
}

const refused = { status: 409, body: { code: "too_many_shares" } };

it("ends at a hundred items and vaults, and goes on where one of them has ended", async () => {
  const [eve, bob] = await pair();
  expect(MAX_UNSOLICITED_SHARES).toBe(100);
  await giveMany(eve, bob, 99);
  const last = await give(eve, bob);
  expect(last).toMatchObject({ status: 200 });
  expect(await give(eve, bob)).toMatchObject(refused);
  expect(await give(eve, bob, "category")).toMatchObject(refused);
  expect(await endShare(server, eve, last.shareId)).toMatchObject({ status: 200 });
  expect(await give(eve, bob, "category")).toMatchObject({ status: 200 });
  expect(await give(eve, bob)).toMatchObject(refused);
  // Others are not concerned.
  expect(await give(eve, (await pair())[0])).toMatchObject({ status: 200 });
});

/** What was given lapses: it stays in the lists of both until its sharer ends it. */
const lapse = (eve: Person): Promise<unknown> =>
  server.pool.query("update share_grant set expires_at = to_timestamp($1) where sender_id = $2", [
    server.clock.now / 1000 - 1,
    eve.accountId,
  ]);

it("counts what has lapsed as well: it can be given again, by the same share", async () => {
  const [eve, bob] = await pair();
  const note = put("note");
  await eve.commit(note);
  const { shareId } = await shareItem(server, eve, note, bob);
  await giveMany(eve, bob, 99);
  await lapse(eve);
  expect(await give(eve, bob)).toMatchObject(refused);
  expect(await endShare(server, eve, shareId)).toMatchObject({ status: 200 });
  expect(await give(eve, bob)).toMatchObject({ status: 200 });
});

it("of more, which were given before that counted, lets none be given again", async () => {
  const [eve, bob] = await pair();
  const note = put("note");
  await eve.commit(note);
  const { shareId, scopeId } = await shareItem(server, eve, note, bob);
  const again = async () => {
    const words = await statedShare(server, eve, scopeId, { ...shareWords(bob), shareId });
    return eve.call("POST", "/share/item", { ...words, itemId: note.id, itemType: note.kind });
  };
  await giveMany(eve, bob, 100);
  await lapse(eve);
  expect(await again()).toMatchObject(refused);
  await server.pool.query("update share_grant set ended_at = now() where sender_id = $1 and id <> $2", [eve.accountId, shareId]);
  expect(await again()).toMatchObject({ status: 200 });
});

it("has an end again where what the other shared back has lapsed", async () => {
  const [eve, bob] = await pair();
  await giveMany(eve, bob, 100);
  await give(bob, eve);
  await lapse(bob);
  expect(await give(eve, bob)).toMatchObject(refused);
});

it("has no end once the other has shared something back", async () => {
  const [eve, bob] = await pair();
  await giveMany(eve, bob, 100);
  expect(await give(eve, bob)).toMatchObject(refused);
  const back = await give(bob, eve);
  expect(await give(eve, bob)).toMatchObject({ status: 200 });
  await endShare(server, bob, back.shareId);
  expect(await give(eve, bob)).toMatchObject(refused);
});

it("has no end within a team", async () => {
  const [eve, bob] = await pair();
  await giveMany(eve, bob, 100);
  const teamId = await makeTeam(server, "Ours");
  await placeIn(server, eve, { teamId });
  expect(await give(eve, bob)).toMatchObject(refused);
  await placeIn(server, bob, { teamId });
  expect(await give(eve, bob)).toMatchObject({ status: 200 });
});

it("is two hundred an hour where shares end again at once", async () => {
  const [eve, bob] = await pair();
  for (let at = 0; at < 200; at++) await server.deps.limits.note("unsolicitedShare", `${eve.accountId} ${bob.accountId}`);
  expect(await give(eve, bob)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  await give(bob, eve);
  expect(await give(eve, bob)).toMatchObject({ status: 200 });
});

it("counts no share that no one has signed: a stolen session uses up nothing of its owner's", async () => {
  const [eve, bob] = await pair();
  const note = put("note");
  await eve.commit(note);
  const { scopeId } = await shareItem(server, eve, note, (await pair())[0]);
  for (let at = 0; at < 199; at++) await server.deps.limits.note("unsolicitedShare", `${eve.accountId} ${bob.accountId}`);
  const words = { ...(await statedShare(server, eve, scopeId, shareWords(bob))), itemId: note.id, itemType: note.kind };
  const unsigned = { ...words, signature: Buffer.alloc(64).toString("base64url") };
  for (let at = 0; at < 2; at++)
    expect(await eve.call("POST", "/share/item", unsigned)).toMatchObject({ status: 403, body: { code: "bad_signature" } });
  expect(await eve.call("POST", "/share/item", words)).toMatchObject({ status: 200 });
});

/** Eve's vault, which Bob has, and an item that she shares with someone else; `link` puts it into the vault. */
async function aboutToLink() {
  const [eve, bob] = await pair();
  const [, dan] = await pair();
  const [vault, note] = [put("category"), put("note")];
  await eve.commit(vault, note);
  const { shareId: along } = await shareVault(server, eve, vault, [], bob);
  const { scopeId: itemScope } = await shareItem(server, eve, note, dan);
  const link = async () => {
    const place = { categoryId: vault.id, ...(await signedBy(server, eve, itemScope)) };
    const grants = [{ along, shareId: id(), createdAt: 5, sharedKey: grantText() }];
    return eve.call("PUT", `/share/item/${note.id}/vault`, { epoch: 1, grants, place });
  };
  return { eve, bob, along, itemScope, link };
}

it("leaves out what goes along with a vault: who has a hundred things may have them and what is in that vault", async () => {
  const { eve, bob, along, link } = await aboutToLink();
  await giveMany(eve, bob, 99);
  expect(await link()).toMatchObject({ status: 200 });
  await server.pool.query("update share_grant set along_id = $1 where sender_id = $2 and recipient_id = $3 and id <> $1", [
    along,
    eve.accountId,
    bob.accountId,
  ]);
  expect(await give(eve, bob)).toMatchObject({ status: 200 });
});

it("of what goes along with vaults, ends at five hundred: no more than that fill the lists of a stranger", async () => {
  const { eve, bob, along, itemScope, link } = await aboutToLink();
  await giveMany(eve, bob, 500);
  await server.pool.query("update share_grant set along_id = $1 where sender_id = $2 and recipient_id = $3 and id <> $1", [
    along,
    eve.accountId,
    bob.accountId,
  ]);
  expect(await link()).toMatchObject(refused);
  const { rows } = await server.pool.query("select from share_grant where scope_id = $1 and recipient_id = $2", [itemScope, bob.accountId]);
  expect(rows).toHaveLength(0);
  await server.pool.query("delete from share_grant where id = (select id from share_grant where along_id = $1 limit 1)", [along]);
  expect(await link()).toMatchObject({ status: 200 });
});

it("ends at a hundred however many are given at once", async () => {
  const [eve, bob] = await pair();
  await giveMany(eve, bob, 97);
  const notes = Array.from({ length: 6 }, () => put("note"));
  await eve.commit(...notes);
  const bodies: object[] = [];
  for (const note of notes) {
    const { scopeId } = await shareItem(server, eve, note, (await pair())[0]);
    bodies.push({ ...(await statedShare(server, eve, scopeId, shareWords(bob))), itemId: note.id, itemType: "note" });
  }
  const answers = await Promise.all(bodies.map((body) => eve.call("POST", "/share/item", body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
});
