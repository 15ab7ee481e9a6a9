/** The log of a team at the server: only what its author signed, after what is there, and never anything else again. */

import type { KeyCopyTerms } from "@coffer/contract/grant-message";
import { copiesMessage } from "@coffer/contract/key-copies-message";
import { refusedKeyMessage } from "@coffer/contract/team-log";
import type { LogChange } from "@coffer/core/team/log-state";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sha256Hex } from "../secrets.ts";
import { newIdentity, signMessage } from "../testing/identities.ts";
import { grantText } from "../testing/sharing.ts";
import { foundedBy, keyOf, entryOf as signedEntry, writeTo } from "../testing/team-logs.ts";
import { aKeyCopy, makeTeam, placeIn, signedLeaving } from "../testing/teams.ts";
import { type Answer, id, openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let boss: Person;
let ann: Person;
let eve: Person;
let teamId: string;
let texts: string[];

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  boss = await server.join("boss@example.com", 1);
  [ann, eve] = [await server.join("ann@example.com"), await server.join("eve@example.com")];
}, 60_000);
afterAll(() => world.end());

const entryOf = (by: Person, change: LogChange, more?: Record<string, unknown>) => signedEntry({ teamId, texts }, by, change, more);
const write = (by: Person, entries: ReturnType<typeof entryOf>[], keys: unknown[] = []): Promise<Answer> =>
  writeTo(server, { teamId, texts }, by, entries, keys);

beforeEach(async () => {
  await server.pool.query("update account set team_id = null, membership_id = null");
  ({ teamId, texts } = await foundedBy(boss, id()));
  await placeIn(server, ann, { teamId });
});

const INVITE = { kind: "invite", email: "ann@example.com", roleId: 3 } as const;
const admission = (): LogChange => ({ kind: "admit", invited: 2, member: { id: ann.accountId, key: keyOf(ann) } });
const keyFor = (person: Person, by = boss, more: Partial<KeyCopyTerms> = {}) => aKeyCopy({ teamId, by, to: person }, more);

it("is served word by word to members of the team, with their copies of the key, and to no one else", async () => {
  await write(boss, [entryOf(boss, INVITE)]);
  const mine = keyFor(ann);
  expect((await write(boss, [entryOf(boss, admission())], [mine])).status).toBe(200);
  const { body } = await ann.call("GET", `/teams/${teamId}/log`);
  expect((body.entries as { text: string }[]).map(({ text }) => text)).toEqual(texts);
  expect(body).toMatchObject({
    keys: [{ ...mine, senderId: boss.accountId }],
    members: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === [boss.accountId, ann.accountId].toSorted().join()),
    authors: [boss.form.publicKey],
  });
  expect((await boss.call("GET", `/teams/${teamId}/log?since=2`)).body).toMatchObject({ entries: [{ text: texts[2] }], keys: [] });
  expect((await eve.call("GET", `/teams/${teamId}/log`)).status).toBe(403);
});

it("takes nothing that its author did not sign, or that says another author, team, place or predecessor", async () => {
  const good = entryOf(boss, INVITE);
  const others = [
    { ...good, signature: "A".repeat(86) },
    { ...good, text: good.text.replace("ann@", "eve@") },
    entryOf(boss, INVITE, { by: ann.accountId }),
    entryOf(boss, INVITE, { team: id() }),
    entryOf(boss, INVITE, { key: keyOf(ann) }),
  ];
  for (const other of others) expect((await write(boss, [other])).body.code).toBe("bad_signature");
  expect((await write(ann, [good])).body.code).toBe("bad_signature");
  for (const more of [{ seq: 5 }, { previous: "1".repeat(64) }])
    expect((await write(boss, [entryOf(boss, INVITE, more)])).body.code).toBe("stale_head");
  expect((await boss.call("POST", `/teams/${teamId}/log`, { since: 0, entries: [], keys: [] })).body.code).toBe("stale_head");
  expect((await write(boss, [good])).status).toBe(200);
});

it("takes nothing that the log does not allow its author, and stores no key for a person who is not in it", async () => {
  expect((await write(ann, [entryOf(ann, INVITE)])).body.code).toBe("forbidden");
  expect((await write(boss, [entryOf(boss, admission())])).body.code).toBe("forbidden");
  expect((await write(boss, [], [keyFor(ann)])).body.code).toBe("forbidden");
  expect((await write(ann, [], [keyFor(boss, ann)])).body.code).toBe("forbidden");
});

it("counts against an author's entries of a day only what it has taken", async () => {
  const counted = async () => Number((await server.pool.query<{ sum: string }>("select sum(count) from rate_limit")).rows[0]?.sum);
  const [before, refused] = [await counted(), Array.from({ length: 51 }, () => entryOf(boss, admission()))];
  expect((await write(boss, refused)).body.code).toBe("forbidden");
  const after = await counted();
  expect(after - before, "the calls of a minute alone").toBeLessThanOrEqual(1);
  expect((await write(boss, [entryOf(boss, INVITE)])).status).toBe(200);
  expect((await counted()) - after).toBeGreaterThan(after - before);
});

it("takes three hundred next keys a day of one author, as each makes everyone seal again what the team has", async () => {
  let epoch = 1;
  const next = async (): Promise<Answer> => {
    epoch += 1;
    const copies = sha256Hex(copiesMessage(teamId, epoch, []));
    const answer = await write(boss, [entryOf(boss, { kind: "key", epoch, check: "ab".repeat(32), copies })]);
    if (answer.status !== 200) epoch -= 1;
    return answer;
  };
  const limits = async (): Promise<Map<string, number>> => {
    const { rows } = await server.pool.query<{ key: string; count: number }>("select key, count from rate_limit");
    return new Map(rows.map(({ key, count }) => [key, Number(count)]));
  };
  await write(boss, [entryOf(boss, { kind: "rules", version: 4 })]);
  const before = await limits();
  expect((await next()).status).toBe(200);
  const used = [...(await limits())].filter(([key, count]) => count === 1 && !before.has(key)).map(([key]) => key);
  expect(used).toHaveLength(1);
  await server.pool.query("update rate_limit set count = 299 where key = any($1)", [used]);
  expect((await next()).status).toBe(200);
  expect((await next()).body.code).toBe("rate_limited");
  expect((await write(boss, [entryOf(boss, INVITE)])).status).toBe(200);
  expect((await next()).body.code).toBe("rate_limited");
});

it("takes from an author only what their present role allows, whatever the log allows them", async () => {
  await placeIn(server, ann, { teamId, roleId: TEAM_ADMIN });
  await write(boss, [entryOf(boss, { ...INVITE, roleId: TEAM_ADMIN })]);
  await write(boss, [entryOf(boss, admission())]);
  await placeIn(server, ann, { teamId });
  const invite = () => write(ann, [entryOf(ann, { ...INVITE, email: "eve@example.com" })]);
  expect((await invite()).body.code).toBe("forbidden");
  await placeIn(server, ann, { teamId, roleId: TEAM_ADMIN });
  expect((await invite()).status).toBe(200);
});

it("takes no admission whose proof anyone could make, because the invitation's key has small order", async () => {
  const weak = Buffer.from([1, ...new Uint8Array(31)]);
  const made = Buffer.concat([weak, Buffer.alloc(32)]).toString("base64url");
  expect((await write(boss, [entryOf(boss, { ...INVITE, proof: weak.toString("base64url") })])).status).toBe(200);
  expect((await write(boss, [entryOf(boss, { ...admission(), proof: made } as LogChange)])).body.code).toBe("forbidden");
});

it("keeps the copy of the key that is there: no one can replace it", async () => {
  await write(boss, [entryOf(boss, INVITE)]);
  const first = keyFor(ann);
  await write(boss, [entryOf(boss, admission())], [first]);
  expect((await write(ann, [], [keyFor(ann, ann)])).status).toBe(200);
  expect((await ann.call("GET", `/teams/${teamId}/log`)).body.keys).toMatchObject([first]);
});

it("keeps no copy that its giver has not signed, word by word, for that member and their key", async () => {
  await write(boss, [entryOf(boss, INVITE), entryOf(boss, admission(), { seq: 3, previous: sha256Hex(entryOf(boss, INVITE).text) })]);
  const good = keyFor(ann);
  const falsified = [
    { ...good, key: grantText() },
    { ...good, createdAt: 1 },
    { ...good, id: id() },
    keyFor(ann, ann),
    ...[{ teamId: id() }, { epoch: 2 }, { recipient: { id: ann.accountId, fingerprint: keyOf(eve) } }].map((more) => ({
      ...keyFor(ann, boss, more),
      epoch: 1,
    })),
  ];
  for (const falsification of falsified) expect((await write(boss, [], [falsification])).body.code).toBe("bad_signature");
  // Of a key that no entry names yet: it would be there before the true one, and stay.
  expect((await write(boss, [], [keyFor(ann, boss, { epoch: 2 })])).body.code).toBe("forbidden");
  expect((await ann.call("GET", `/teams/${teamId}/log`)).body.keys).toEqual([]);
  expect((await write(boss, [], [good])).status).toBe(200);
});

const lacking = async (): Promise<unknown[]> =>
  ((await boss.call("GET", `/teams/${teamId}/log`)).body.people as { id: string }[]).map((one) => one.id);
const refuse = (by: Person, grantId: string, message = refusedKeyMessage(teamId, grantId)) =>
  by.call("POST", `/teams/${teamId}/refused-key`, { grantId, signature: signMessage(ann.form.publicKey, message) });
const keysOf = async (person: Person) => (await person.call("GET", `/teams/${teamId}/log`)).body.keys;

/** Eve is in the team and its log, and then Ann. */
async function admitBoth(keys: unknown[] = []): Promise<void> {
  await placeIn(server, eve, { teamId });
  await write(boss, [entryOf(boss, { ...INVITE, email: eve.email })]);
  await write(boss, [entryOf(boss, { kind: "admit", invited: 2, member: { id: eve.accountId, key: keyOf(eve) } })]);
  await write(boss, [entryOf(boss, INVITE)]);
  expect((await write(boss, [entryOf(boss, { ...admission(), invited: 4 } as LogChange)], keys)).status).toBe(200);
}

it("drops a copy that its recipient says, signed, does not open: then another one takes its place", async () => {
  const bad = keyFor(ann);
  await admitBoth([bad]);
  expect(await lacking()).not.toContain(ann.accountId);
  for (const message of [refusedKeyMessage(id(), bad.id), refusedKeyMessage(teamId, id()), new Uint8Array(8)])
    expect((await refuse(ann, bad.id, message)).body.code).toBe("bad_signature");
  expect((await refuse(boss, bad.id)).body.code).toBe("bad_signature");
  await server.pool.query("update account set team_id = null, membership_id = null where id = $1", [eve.accountId]);
  expect((await refuse(eve, bad.id)).body.code).toBe("forbidden");
  await placeIn(server, eve, { teamId });
  expect(await lacking()).not.toContain(ann.accountId);
  expect((await refuse(ann, bad.id)).status).toBe(200);
  expect(await lacking()).toContain(ann.accountId);
  const good = keyFor(ann, eve);
  expect((await write(eve, [], [good])).status).toBe(200);
  expect(await keysOf(ann)).toMatchObject([good]);
});

it("takes no other copy from a person whose copy its recipient could not open, so that an honest one finds its place free", async () => {
  await admitBoth();
  const junk = () => keyFor(ann, eve);
  const first = junk();
  expect((await write(eve, [], [first])).status).toBe(200);
  expect(await keysOf(ann)).toMatchObject([first]);
  expect((await refuse(ann, first.id)).status).toBe(200);
  // It goes with copies for others, which count.
  expect((await write(eve, [], [junk(), keyFor(boss, eve)])).status).toBe(200);
  expect([await keysOf(ann), await lacking()]).toEqual([[], expect.arrayContaining([ann.accountId])]);
  const good = keyFor(ann);
  expect((await write(boss, [], [good])).status).toBe(200);
  expect(await keysOf(ann)).toMatchObject([good]);
});

it("takes another copy from a person whose first was for an earlier key of its recipient, and after thirty days", async () => {
  await admitBoth();
  const first = keyFor(ann, eve);
  await write(eve, [], [first]);
  await server.pool.query("update team_key set signed_at = signed_at + 1 where id = $1", [first.id]);
  expect((await refuse(ann, first.id)).status).toBe(200);
  const second = keyFor(ann, eve);
  await write(eve, [], [second]);
  expect(await keysOf(ann)).toMatchObject([second]);
  expect((await refuse(ann, second.id)).status).toBe(200);
  await server.pool.query("update refused_key set at = at - interval '29 days'");
  await write(eve, [], [keyFor(ann, eve)]);
  expect(await keysOf(ann)).toEqual([]);
  await server.pool.query("update refused_key set at = at - interval '1 day'");
  await write(eve, [], [keyFor(ann, eve)]);
  expect(await keysOf(ann)).toHaveLength(1);
});

it("of a team that has none is begun by a user who manages teams, with the entry that says who made it, and once", async () => {
  [teamId, texts] = [await makeTeam(server, "Of old"), []];
  await placeIn(server, ann, { teamId });
  const foundedBy = (person: Person): LogChange => {
    const founder = { id: person.accountId, email: person.email, key: keyOf(person) };
    return { kind: "found", founder, isMember: false, admins: [], check: "0".repeat(64) };
  };
  expect((await write(ann, [entryOf(ann, foundedBy(ann))])).body.code).toBe("forbidden");
  expect((await write(boss, [entryOf(boss, INVITE)])).body.code).toBe("forbidden");
  expect((await write(boss, [entryOf(boss, foundedBy(ann))])).body.code).toBe("forbidden");
  const asAnn = { id: boss.accountId, email: ann.email, key: keyOf(boss) };
  const change = { kind: "found", founder: asAnn, isMember: false, admins: [], check: "0".repeat(64) } as const;
  expect((await write(boss, [entryOf(boss, change)])).body.code, "another person's address").toBe("forbidden");
  expect((await write(boss, [entryOf(boss, foundedBy(boss))])).status).toBe(200);
  expect((await server.pool.query("select key_epoch from team where id = $1", [teamId])).rows).toEqual([{ key_epoch: 1 }]);
  texts = [];
  expect((await write(boss, [entryOf(boss, foundedBy(boss))])).body.code).toBe("stale_head");
});

it("is never changed, not even by a query", async () => {
  for (const query of ["update team_log set text = ''", "delete from team_log", "truncate team_log"])
    await expect(server.pool.query(query)).rejects.toThrow("append-only");
});

it("goes with its team, and is begun by the maker of the team alone", async () => {
  await server.pool.query("update account set team_id = null where id = $1", [ann.accountId]);
  expect((await boss.call("DELETE", `/teams/${teamId}`, { deleteUsers: false })).status).toBe(200);
  expect((await server.pool.query("select 1 from team_log where team_id = $1", [teamId])).rowCount).toBe(0);
  [teamId, texts] = [id(), []];
  const founder = { id: ann.accountId, email: ann.email, key: keyOf(ann) };
  const change = { kind: "found", founder, isMember: true, admins: [], check: "0".repeat(64) } as const;
  const answer = await boss.call("POST", "/teams", { name: "T", id: teamId, founding: entryOf(boss, change) });
  expect(answer.body.code).toBe("forbidden");
});

it("a member who leaves signs that in the same call; an entry that the log does not take keeps them in the team", async () => {
  await write(boss, [entryOf(boss, INVITE)]);
  await write(boss, [entryOf(boss, admission())], [keyFor(ann)]);
  // Of an administrator, the log would take an invitation by her.
  await write(boss, [entryOf(boss, { kind: "role", id: ann.accountId, roleId: TEAM_ADMIN })]);
  await placeIn(server, ann, { teamId, roleId: TEAM_ADMIN });
  const leave = (entry: ReturnType<typeof entryOf>, since = texts.length) => ann.call("POST", "/team/leave", { leaving: { since, entry } });
  const own = entryOf(ann, { kind: "remove", id: ann.accountId });
  const isIn = async () =>
    (await server.pool.query("select 1 from account where id = $1 and team_id = $2", [ann.accountId, teamId])).rowCount;
  expect((await leave({ ...own, signature: entryOf(boss, INVITE).signature })).body.code).toBe("bad_signature");
  expect((await leave(own, 1)).body.code).toBe("stale_head");
  expect((await leave(entryOf(ann, { ...INVITE, email: "cat@example.com" }))).body.code).toBe("forbidden");
  for (const unsigned of [{}, { signature: "A".repeat(86) }, signedLeaving(ann, id()), signedLeaving(boss, teamId)])
    expect((await ann.call("POST", "/team/leave", unsigned)).body.code).toBe("leaving_unsigned");
  expect(await isIn()).toBe(1);
  expect((await leave(own)).status).toBe(200);
  expect(await isIn()).toBe(0);
  const { body } = await boss.call("GET", `/teams/${teamId}/log?since=${texts.length}`);
  expect(body).toMatchObject({ entries: [own], members: [boss.accountId] });
});

it("a member who leaves has no copy of the key", async () => {
  await write(boss, [entryOf(boss, INVITE)]);
  await write(boss, [entryOf(boss, admission())], [keyFor(ann)]);
  expect((await ann.call("POST", "/team/leave", signedLeaving(ann, teamId))).status).toBe(200);
  expect((await server.pool.query("select 1 from team_key where team_id = $1 and member_id = $2", [teamId, ann.accountId])).rowCount).toBe(
    0,
  );
});

it("a person who made a team closes no account while others are in it, also with a client that signs no leaving", async () => {
  await write(boss, [entryOf(boss, INVITE)]);
  await write(boss, [entryOf(boss, admission())], [keyFor(ann)]);
  const setRole = (roleId: number) => server.pool.query("update account set role_id = $1 where id = $2", [roleId, eve.accountId]);
  await setRole(1); // an administrator of the server stays
  const { body } = await boss.call("POST", "/users/delete-account", { authKey: boss.authKey });
  await setRole(3);
  expect(body.code).toBe("administrator_stays");
});

it("the person who made a team is taken out as a closed account only when it is closed, or has other keys than the log names", async () => {
  await placeIn(server, ann, { teamId, roleId: TEAM_ADMIN });
  await write(boss, [entryOf(boss, { ...INVITE, roleId: TEAM_ADMIN })]);
  await write(boss, [entryOf(boss, admission())], [keyFor(ann)]);
  const out = () => write(ann, [entryOf(ann, { kind: "remove", id: boss.accountId, isClosed: true })]);
  const setKey = (key: string) => server.pool.query("update identity set public_key = $1 where account_id = $2", [key, boss.accountId]);
  expect((await out()).body.code).toBe("forbidden");
  await setKey(newIdentity());
  const { status } = await out();
  await setKey(boss.form.publicKey);
  expect(status).toBe(200);
});
