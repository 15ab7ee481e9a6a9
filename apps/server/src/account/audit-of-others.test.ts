/** What people do that is written into the logs of others: so often, and never so that two of them wait for each other. */
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setEnd, shareItem, shareVault, signedBy } from "../testing/sharing.ts";
import { makeTeam, placeIn } from "../testing/teams.ts";
import { type Answer, hex, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const eventsOf = async ({ accountId }: Person): Promise<string[]> =>
  (await server.pool.query<{ event: string }>("select event from audit where account_id = $1 order by seq", [accountId])).rows.map(
    ({ event }) => event,
  );
const timesOf = async (person: Person, event: string): Promise<number> => (await eventsOf(person)).filter((one) => one === event).length;

/** In the order of their ids. */
async function people(count: number): Promise<Person[]> {
  const all: Person[] = [];
  while (all.length < count) all.push(await server.join(`p-${hex(4)}@ours.example`));
  return all.sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
}

/** The second made an item in a vault of the first. */
async function madeInVaultOf(owner: Person, maker: Person): Promise<void> {
  const vault = put("category");
  await owner.commit(vault);
  const { scopeId } = await shareVault(server, owner, vault, [], maker, { permissionLevel: "write" });
  const changes = [put("note", { categoryId: vault.id })];
  const made = await maker.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, maker, scopeId)), changes });
  expect(made).toMatchObject({ status: 200 });
}

const close = async (owner: Person): Promise<Answer> => {
  await server.pool.query("update account set purge_at = null where id = $1", [owner.accountId]);
  const { body } = await server.call("POST", "/users/login", { email: owner.email, authKey: owner.authKey });
  const { token } = body.data as { token: string };
  const call = (path: string, more: object) => server.call("POST", path, { authKey: owner.authKey, ...more }, { token });
  await call("/export/verify-master-password", { reason: "change" });
  return call("/users/delete-account", {});
};

it("a person is told twenty times in an hour that a team adds them, and as often that it removes them; four of these by email", async () => {
  const [lead, ann] = (await people(2)) as [Person, Person];
  const teamId = await makeTeam(server, "Ours");
  await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
  for (let round = 0; round < 22; round++) {
    const added = await lead.call("POST", `/teams/${teamId}/members`, { memberUserId: ann.accountId, roleId: 0, teamId });
    expect(added).toMatchObject({ status: 200 });
    expect(await lead.call("DELETE", `/teams/${teamId}/members/${ann.accountId}`)).toMatchObject({ status: 200 });
  }
  expect([await timesOf(ann, "team.joined"), await timesOf(ann, "team.removed")]).toEqual([20, 20]);
  expect(await timesOf(lead, "team.member-added")).toBe(22);
  expect((await server.emails(ann.email)).filter(({ name }) => name.startsWith("team"))).toHaveLength(4);
});

it("a maker is told by email of each date at which an owner's account ends, three times of one, and twenty times an hour in the log", async () => {
  const [owner, maker] = (await people(2)) as [Person, Person];
  await madeInVaultOf(owner, maker);
  server.clock.now += 12 * 3_600_000;
  const told = async () => (await server.emails(maker.email)).filter(({ name }) => name === "ownerLeaves").length;
  for (let round = 0; round < 4; round++) expect(await close(owner)).toMatchObject({ status: 200 });
  expect([await told(), await timesOf(maker, "share.owner-leaves")]).toEqual([3, 4]);
  for (let round = 0; round < 16; round++)
    await server.deps.limits.note("othersRows", `${owner.accountId} ${maker.accountId} share.owner-leaves`);
  expect(await close(owner)).toMatchObject({ status: 200 });
  expect([await told(), await timesOf(maker, "share.owner-leaves")]).toEqual([3, 4]);
  // Within a day, and with a date of deletion of its own.
  server.clock.now += 13 * 3_600_000;
  expect(await close(owner)).toMatchObject({ status: 200 });
  const dates = (await server.emails(maker.email)).filter(({ name }) => name === "ownerLeaves").map(({ values }) => values.until);
  expect([new Set(dates).size, dates.length]).toEqual([2, 4]);
  expect(await timesOf(maker, "share.owner-leaves")).toBe(5);
});

it("many rows of one kind leave no other kind out: what was deleted is told after any number of changed terms", async () => {
  const [ann, bob] = (await people(2)) as [Person, Person];
  const note = put("note");
  await bob.commit(note);
  const { shareId, scopeId } = await shareItem(server, bob, note, ann, { permissionLevel: "write" });
  const own = put("note");
  await ann.commit(own);
  const shared = await shareItem(server, ann, own, bob, { permissionLevel: "write" });
  for (let round = 0; round < 22; round++)
    expect(await setEnd(server, bob, shareId, round % 2 ? null : server.clock.now + 3_600_000)).toMatchObject({ status: 200 });
  expect(await timesOf(ann, "share.received-changed")).toBe(20);
  const trashing = { ...(await signedBy(server, bob, shared.scopeId)), trashedAt: server.clock.now };
  expect(await bob.call("DELETE", `/notes/${own.id}`, trashing)).toMatchObject({ status: 200 });
  expect(await timesOf(ann, "item.deleted-by-other")).toBe(1);
  expect(scopeId).not.toBe(shared.scopeId);
});

it("rows of all kinds together are a hundred a day, and what was deleted is told all the same", { timeout: 120_000 }, async () => {
  const [ann, bob] = (await people(2)) as [Person, Person];
  const [note, own] = [put("note"), put("note")];
  await bob.commit(note);
  const { shareId } = await shareItem(server, bob, note, ann, { permissionLevel: "write" });
  await ann.commit(own);
  const shared = await shareItem(server, ann, own, bob, { permissionLevel: "write" });
  const changed = () => timesOf(ann, "share.received-changed");
  const change = async (round: number, who = bob) =>
    expect(await setEnd(server, who, shareId, round % 2 ? null : server.clock.now + 7 * 24 * 3_600_000)).toMatchObject({ status: 200 });
  for (let hour = 0; hour < 5; hour++) {
    for (let round = 0; round < 20; round++) await change(round);
    server.clock.now += 3_600_000;
  }
  // With the row of the share itself.
  expect(await changed()).toBe(99);
  const another = put("note");
  await bob.commit(another);
  expect((await shareItem(server, bob, another, ann)).answer).toMatchObject({ status: 200 });
  expect(await timesOf(ann, "share.received")).toBe(1);
  expect(await timesOf(bob, "share.given")).toBe(2);
  const trashing = { ...(await signedBy(server, bob, shared.scopeId)), trashedAt: server.clock.now };
  expect(await bob.call("DELETE", `/notes/${own.id}`, trashing)).toMatchObject({ status: 200 });
  expect(await timesOf(ann, "item.deleted-by-other")).toBe(1);
  server.clock.now += 20 * 3_600_000;
  await change(0, { ...bob, call: bob.freshly });
  expect(await changed()).toBe(100);
});

it("who deletes more in an hour than is told of has all of it deleted, one by one and at once: the log alone is short", async () => {
  const [ann, bob, eve] = (await people(3)) as [Person, Person, Person];
  const vault = put("category");
  const notes = Array.from({ length: 30 }, () => put("note", { categoryId: vault.id }));
  await ann.commit(vault, ...notes);
  const { scopeId } = await shareVault(server, ann, vault, notes, bob, { permissionLevel: "write" });
  const trashing = async (who: Person, id: string) =>
    who.call("DELETE", `/notes/${id}`, { ...(await signedBy(server, who, scopeId)), trashedAt: server.clock.now });
  const deleted = async () =>
    (await server.pool.query("select 1 from record where scope_id = $1 and state = 'trashed'", [scopeId])).rowCount;
  for (const { id } of notes.slice(0, 25)) expect(await trashing(bob, id)).toMatchObject({ status: 200 });
  expect([await deleted(), await timesOf(ann, "item.deleted-by-other")]).toEqual([25, 20]);
  const changes = notes.slice(25).map(({ id }) => ({ op: "trash", id, trashedAt: server.clock.now }));
  const atOnce = await bob.call("POST", "/vault/commit", { scope: scopeId, ...(await signedBy(server, bob, scopeId)), changes });
  expect(atOnce).toMatchObject({ status: 200 });
  expect([await deleted(), await timesOf(ann, "item.deleted-by-other")]).toEqual([30, 20]);
  const more = put("note", { categoryId: vault.id });
  const adding = { scope: scopeId, ...(await signedBy(server, ann, scopeId)), changes: [more] };
  expect(await ann.call("POST", "/vault/commit", adding)).toMatchObject({ status: 200 });
  expect(await trashing(eve, more.id)).toMatchObject({ status: 404 });
});

it("of a second factor that an administrator removes again and again, the log of its owner has no more", async () => {
  const [lead, ann] = (await people(2)) as [Person, Person];
  const teamId = await makeTeam(server, "Helping");
  await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
  await placeIn(server, ann, { teamId, isManaged: true });
  for (let round = 0; round < 22; round++) {
    await server.pool.query("update account set mfa_secret = 'x' where id = $1", [ann.accountId]);
    expect(await lead.call("POST", "/users/2fa/remove", { userId: ann.accountId })).toMatchObject({ status: 200 });
  }
  expect([await timesOf(ann, "mfa.removed"), await timesOf(lead, "mfa.removed-for-other")]).toEqual([20, 22]);
});

const lockOf = ({ accountId }: Person): string => `hashtextextended('audit ${accountId}', 0)`;

/** Whether the call, while it waits for the log of the first, has that of the second: another call could have that one, and wait for the first. */
async function holdsSecond([first, second]: readonly [Person, Person], call: () => Promise<Answer>): Promise<boolean> {
  const holder = await server.pool.connect();
  await holder.query(`begin; select pg_advisory_xact_lock(${lockOf(first)})`);
  const answer = call();
  const waiting =
    "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())";
  await expect.poll(async () => (await server.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
  const { rows } = await server.pool.query<{ is: boolean }>(`select pg_try_advisory_xact_lock(${lockOf(second)}) as is`);
  await holder.query("rollback");
  holder.release();
  expect(await answer).toMatchObject({ status: 200 });
  return rows[0]?.is === false;
}

it("of several logs, the one that comes first is written first: the end of an account, and of a team", async () => {
  const [lead, maker] = (await people(2)) as [Person, Person];
  const owner = await server.join(`owner-${hex(4)}@ours.example`);
  const managing = await makeTeam(server, "Managing");
  await placeIn(server, lead, { teamId: managing, roleId: TEAM_ADMIN });
  await placeIn(server, owner, { teamId: managing, isManaged: true });
  await madeInVaultOf(owner, maker);
  await lead.prove();
  expect(await holdsSecond([lead, maker], () => lead.call("DELETE", `/team/delete-user/${owner.accountId}`))).toBe(false);

  const boss = await server.join(`boss-${hex(4)}@ours.example`, 1);
  const teamId = await makeTeam(server, "Ending");
  const members = await people(6);
  for (const member of members) await placeIn(server, member, { teamId });
  const sorted = [boss, ...members].sort((one, other) => (one.accountId < other.accountId ? -1 : 1));
  const [first, second] = boss === sorted.at(-1) ? [members[0], boss] : [boss, members.at(-1)];
  const end = () => boss.call("DELETE", `/teams/${teamId}`, { deleteUsers: false });
  expect(await holdsSecond([first as Person, second as Person], end)).toBe(false);
});
