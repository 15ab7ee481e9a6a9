/** Who gets into a team's log, and which roles: only with a valid proof, or by those who may invite, and only the account that used the invitation, with its address and its key. */
import { randomBytes } from "node:crypto";
import { invitedMessage } from "@coffer/contract/team-log";
import { type LogChange, RULES_NOW } from "@coffer/core/team/log-state";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { invitation } from "../db/tables.ts";
import { role } from "../db/team-tables.ts";
import { newIdentity, signMessage } from "../testing/identities.ts";
import { foundedBy, halfOf, type KnownLog, keyOf, entryOf as signedEntry, writeTo } from "../testing/team-logs.ts";
import { aKeyCopy, makeRole, makeTeam, placeIn } from "../testing/teams.ts";
import { type Answer, id, openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let boss: Person;
let ann: Person;
let eve: Person;
let teamId: string;
let log: KnownLog;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  boss = await server.join("boss@example.com", 1);
  [ann, eve] = [await server.join("ann@example.com"), await server.join("eve@example.com")];
}, 60_000);
afterAll(() => world.end());

beforeEach(async () => {
  await server.pool.query("update account set team_id = null, membership_id = null");
  teamId = id();
  log = await foundedBy(boss, teamId);
  await placeIn(server, ann, { teamId });
});

const entryOf = (by: Person, change: LogChange) => signedEntry(log, by, change);
const write = (by: Person, entries: ReturnType<typeof entryOf>[], keys: unknown[] = []): Promise<Answer> =>
  writeTo(server, log, by, entries, keys);
const INVITE = { kind: "invite", email: "ann@example.com", roleId: 3 } as const;
const admission = (): LogChange => ({ kind: "admit", invited: 2, member: { id: ann.accountId, key: keyOf(ann) } });
const admitAnn = async (): Promise<void> => {
  await write(boss, [entryOf(boss, INVITE)]);
  expect((await write(boss, [entryOf(boss, admission())])).status).toBe(200);
};

it("admits to an invitation with a secret only with its proof, for that account, key and team, and counts that member from then on", async () => {
  const [secret, another] = [newIdentity(), newIdentity()];
  await write(boss, [entryOf(boss, { ...INVITE, proof: halfOf(secret) })]);
  const member = { id: ann.accountId, key: keyOf(ann) };
  const proven = (proof: string): LogChange => ({ ...admission(), proof }) as LogChange;
  const good = signMessage(secret, invitedMessage(teamId, member));
  const bad = [
    ...["A".repeat(86), randomBytes(64).toString("base64url"), signMessage(another, invitedMessage(teamId, member))],
    signMessage(secret, invitedMessage(id(), member)),
    ...[{ id: eve.accountId }, { key: keyOf(eve) }].map((other) => signMessage(secret, invitedMessage(teamId, { ...member, ...other }))),
  ].map(proven);
  for (const change of [admission(), ...bad]) expect((await write(boss, [entryOf(boss, change)])).body.code).toBe("forbidden");
  expect((await write(boss, [entryOf(boss, proven(good))])).status).toBe(200);
  expect((await write(boss, [], [aKeyCopy({ teamId, by: boss, to: ann })])).status).toBe(200);
});

it("believes no secret whose public half is spelled in a second way, as no client does", async () => {
  const secret = newIdentity();
  const half = halfOf(secret);
  // The last letter has two spare bits.
  const second = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"]
    .map((letter) => half.slice(0, -1) + letter)
    .find((text) => text !== half && Buffer.from(text, "base64url").equals(Buffer.from(half, "base64url")));
  await write(boss, [entryOf(boss, { ...INVITE, proof: second })]);
  const member = { id: ann.accountId, key: keyOf(ann) };
  const proof = signMessage(secret, invitedMessage(teamId, member));
  expect((await write(boss, [entryOf(boss, { ...admission(), proof } as LogChange)])).body.code).toBe("forbidden");
});

it("without a proof is added to only by those who may invite into that role, in logs of before as well", async () => {
  await admitAnn();
  await placeIn(server, eve, { teamId });
  await write(boss, [entryOf(boss, { ...INVITE, email: eve.email })]);
  const eves: LogChange = { kind: "admit", invited: 4, member: { id: eve.accountId, key: keyOf(eve) } };
  expect((await write(ann, [entryOf(ann, eves)])).body.code).toBe("forbidden");
  expect((await write(boss, [entryOf(boss, eves)])).status).toBe(200);
});

it("admits only the account at the invited address, with its own key, while it is in this team", async () => {
  await write(boss, [entryOf(boss, INVITE)]);
  const admit = async (member: { id: string; key: string }) =>
    (await write(boss, [entryOf(boss, { kind: "admit", invited: 2, member })])).body.code ?? "ok";
  const good = { id: ann.accountId, key: keyOf(ann) };
  await placeIn(server, eve, { teamId });
  expect(await admit({ id: eve.accountId, key: keyOf(eve) })).toBe("forbidden");
  expect(await admit({ ...good, key: keyOf(eve) })).toBe("forbidden");
  expect(await admit({ ...good, id: id() })).toBe("forbidden");
  for (const elsewhere of [null, await makeTeam(server, "Another")]) {
    await server.pool.query("update account set team_id = $1 where id = $2", [elsewhere, ann.accountId]);
    expect(await admit(good)).toBe("forbidden");
  }
  await placeIn(server, ann, { teamId });
  expect(await admit(good)).toBe("ok");
});

it("admits a person who was there before the invitation only with the role that they have here", async () => {
  const admitAs = async (roleId: number, invited: number) => {
    await write(boss, [entryOf(boss, { ...INVITE, roleId })]);
    return (await write(boss, [entryOf(boss, { ...admission(), invited } as LogChange)])).body.code ?? "ok";
  };
  await placeIn(server, ann, { teamId, roleId: TEAM_ADMIN });
  expect([await admitAs(3, 2), await admitAs(TEAM_ADMIN, 3)]).toEqual(["forbidden", "ok"]);
});

it("admits a person who joined after the invitation only where they used it: of this team, to their address, with its role", async () => {
  await write(boss, [entryOf(boss, { ...INVITE, roleId: TEAM_ADMIN })]);
  const code = async () => (await write(boss, [entryOf(boss, admission())])).body.code ?? "ok";
  server.clock.now += 1000;
  await placeIn(server, ann, { teamId });
  expect(await code()).toBe("forbidden");
  const another = await makeTeam(server, "Another");
  const used = { role_id: TEAM_ADMIN, team_id: teamId, email: ann.email, used_at: new Date(server.clock.now), used_by: ann.accountId };
  const others = [
    ...[{ role_id: 3 }, { team_id: another }, { email: eve.email }, { used_by: eve.accountId }, { used_by: null, used_at: null }],
    { used_at: new Date(server.clock.now - 1) },
  ];
  const times = { created_at: new Date(server.clock.now), expires_at: new Date(server.clock.now + 1000) };
  for (const other of others) {
    await server.db.insert(invitation).values({ id: id(), token_hash: id(), ...times, ...used, ...other });
    expect([other, await code()]).toEqual([other, "forbidden"]);
  }
  await server.db.insert(invitation).values({ id: id(), token_hash: id(), ...times, ...used });
  expect(await code()).toBe("ok");
});

it("names no proof to clients for a person whom it would refuse: they sign all admissions in one call with the key's copies", async () => {
  const secret = newIdentity();
  const proof = signMessage(secret, invitedMessage(teamId, { id: ann.accountId, key: keyOf(ann) }));
  expect((await ann.call("PUT", "/team/invited-proof", { proof })).status).toBe(200);
  const shown = async () =>
    ((await boss.call("GET", `/teams/${teamId}/log`)).body.people as { id: string; proof: string | null }[]).find(
      (one) => one.id === ann.accountId,
    )?.proof;
  const invite = (roleId: number) => write(boss, [entryOf(boss, { ...INVITE, roleId, proof: halfOf(secret) })]);
  expect(await shown(), "who is not invited is admitted by no one").toBe(proof);
  expect([(await invite(TEAM_ADMIN)).status, await shown()]).toEqual([200, null]);
  const admitted = { ...admission(), proof } as LogChange;
  expect((await write(boss, [entryOf(boss, admitted)])).body.code).toBe("forbidden");
  expect([(await invite(3)).status, await shown()]).toEqual([200, proof]);
  expect((await write(boss, [entryOf(boss, { ...admitted, invited: 3 } as LogChange)])).status).toBe(200);
  expect(await shown(), "in the log, without the key").toBe(proof);
});

it("says once which rules count, by any member", async () => {
  await admitAnn();
  const rules = { kind: "rules", version: RULES_NOW } as const;
  expect((await write(ann, [entryOf(ann, { ...rules, version: 9 } as never)])).body.code).toBe("forbidden");
  expect((await write(eve, [entryOf(eve, rules)])).body.code).toBe("forbidden");
  expect((await write(ann, [entryOf(ann, rules)])).status).toBe(200);
  expect((await write(boss, [entryOf(boss, rules)])).body.code).toBe("forbidden");
});

it("takes what a role may do only as it is stored here: all that it has, and nothing that it has not", async () => {
  const roleId = await makeRole(server, teamId, ["invite_members", "remove_members"]);
  const foreign = await makeRole(server, await makeTeam(server), ["invite_members"]);
  const define = (permissions: Extract<LogChange, { kind: "define" }>["permissions"], of = roleId): Promise<Answer> =>
    write(boss, [entryOf(boss, { kind: "define", roleId: of, permissions })]);
  const refused = [
    ...[define(["invite_members"]), define(["manage_team", "invite_members", "remove_members"]), define([])],
    ...[define(["invite_members"], foreign), define([], 9_999)],
  ];
  for (const answer of refused) expect((await answer).body.code).toBe("forbidden");
  expect((await define(["invite_members", "remove_members"])).status).toBe(200);
  // What it has here is not taken from it in the log; what it has lost is, whatever it got since that the log does not know.
  expect((await define(["invite_members"])).body.code).toBe("forbidden");
  await server.db.update(role).set({ remove_members: false, manage_roles: true }).where(eq(role.id, roleId));
  expect((await define(["invite_members", "remove_members"])).body.code).toBe("forbidden");
  expect((await define(["invite_members"])).status).toBe(200);
});
