/** What ends with a team or with an account in it, and how many invitations may be sent. */

import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shareGrant } from "../db/sharing-tables.ts";
import { linkProfile } from "../testing/profiles.ts";
import { makeTeam, placeIn } from "../testing/teams.ts";
import { id, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let boss: Person;
let lead: Person;
let ann: Person;
let teamId: string;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
  boss = await server.join("boss@example.com", 1);
  [lead, ann] = [await server.join("lead@example.com"), await server.join("ann@example.com")];
  teamId = await makeTeam(server, "Ending");
  await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
  await placeIn(server, ann, { teamId, isManaged: true });
}, 60_000);
afterAll(() => world.end());

it("invitations are counted for their sender: 200 in an hour, and then again", async () => {
  const invite = (by: Person) => by.call("POST", "/team/invite", { email: "many@example.net", roleId: 0, teamId, by: "link" });
  await server.pool.query("delete from rate_limit");
  expect((await invite(lead)).status).toBe(200);
  const { rows } = await server.pool.query<{ key: string }>("select key from rate_limit where count = 1");
  // The call and the invitation each made a counter; both are at their limit now.
  await server.pool.query("update rate_limit set count = 200 where key = any($1)", [rows.map(({ key }) => key)]);
  expect(await invite(lead)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
  expect((await invite(boss)).status).toBe(200);
  server.clock.now += 3_600_000;
  await lead.prove();
  expect((await invite(lead)).status).toBe(200);
});

it("an account that its team deletes is linked to no other, from either side", async () => {
  const [one, other] = [await server.join("one@example.com"), await server.join("other@example.com")];
  await linkProfile(server, ann, one);
  await linkProfile(server, other, ann);
  await lead.prove();
  expect((await lead.call("DELETE", `/team/delete-user/${ann.accountId}`)).status).toBe(200);
  expect((await server.pool.query("select 1 from profile_link")).rowCount).toBe(0);
});

it("the shares of a team end with it, and their owners are told; no one is listed as having left with what they read", async () => {
  const [maker, reader] = [await server.join("maker@example.com"), await server.join("reader@example.com")];
  const ending = await makeTeam(server, "Shared with");
  for (const one of [maker, reader]) await placeIn(server, one, { teamId: ending });
  const note = put("note");
  await maker.commit(note);
  const grant = {
    id: id(),
    scope_id: maker.scopeId,
    item_id: note.id,
    permission: "read" as const,
    epoch: 1,
    shared_key: "",
    signed_at: 0,
  };
  await server.db.insert(shareGrant).values({ ...grant, sender_id: maker.accountId, team_id: ending, team_epoch: 1 });
  const stampOf = async (): Promise<number> =>
    Number((await server.pool.query("select stamp from scope where id = $1", [maker.scopeId])).rows[0]?.stamp);
  const before = await stampOf();
  await boss.prove();
  expect((await boss.call("DELETE", `/teams/${ending}`, { deleteUsers: false })).status).toBe(200);
  expect(await stampOf()).toBeGreaterThan(before);
  expect((await server.pool.query("select 1 from share_grant where ended_at is null")).rowCount).toBe(0);
  expect((await server.pool.query("select 1 from left_access")).rowCount).toBe(0);
});

it("what a person who left could read is told to its owner alone, the oldest first", async () => {
  await server.pool.query("delete from left_access");
  const [first, second, other] = [put("note"), put("note"), put("note")];
  await boss.commit(first, second);
  await lead.commit(other);
  const rows = [
    [boss, second, 2_000],
    [boss, first, 1_000],
    [lead, other, 3_000],
  ] as const;
  for (const [owner, item, at] of rows)
    await server.pool.query("insert into left_access (owner_id, item_id, email, at) values ($1, $2, 'ann@example.com', $3)", [
      owner.accountId,
      item.id,
      new Date(at),
    ]);
  const told = async (who: Person) => (await who.call("GET", "/team/left-access")).body.left;
  expect(await told(boss)).toMatchObject([
    { item_id: first.id, at: 1_000 },
    { item_id: second.id, at: 2_000 },
  ]);
  expect(await told(lead)).toMatchObject([{ item_id: other.id }]);
  expect(await told(await server.join("stranger@example.com"))).toEqual([]);
});
