/** Marks at the server: a member's own, signed, of the log as it is stored; the newest stays, and only their team reads it. */

import { type Mark, markMessage } from "@coffer/contract/team-marks";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { actAs, PRODUCT_ROLE, RowSecurityPool } from "../db/row-level-security.ts";
import { sha256Hex } from "../secrets.ts";
import { withoutReports } from "../testing/databases.ts";
import { signMessage } from "../testing/identities.ts";
import { foundedBy } from "../testing/team-logs.ts";
import { placeIn, signedLeaving } from "../testing/teams.ts";
import { type Answer, id, openWorld, type Person, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let boss: Person;
let ann: Person;
let eve: Person;
let teamId: string;
let root: string;

beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
  boss = await server.join("boss@example.com", 1);
  [ann, eve] = [await server.join("ann@example.com"), await server.join("eve@example.com", 1)];
}, 60_000);
afterAll(() => world.end());

beforeEach(async () => {
  await server.pool.query("update account set team_id = null, membership_id = null");
  const log = await foundedBy(boss, id());
  [teamId, root] = [log.teamId, sha256Hex(log.texts[0] ?? "")];
  await placeIn(server, ann, { teamId });
});

type Said = Pick<Mark, "size" | "root" | "at">;

/** @param signed - what is signed, where it is not what is sent */
function leave(by: Person, said: Partial<Said> = {}, signed: Partial<Mark> = {}): Promise<Answer> {
  const mark = { size: 1, root, at: server.clock.now, ...said };
  const message = markMessage(teamId, { memberId: by.accountId, ...mark, ...signed });
  return by.call("PUT", `/teams/${teamId}/mark`, { ...mark, signature: signMessage(by.form.publicKey, message) });
}
const read = (by: Person): Promise<Answer> => by.call("GET", `/teams/${teamId}/marks`);

it("keeps the newest mark of each member, for all members of the team and no one else", async () => {
  const at = server.clock.now;
  for (const earlier of [1000, 500, 2000]) expect((await leave(ann, { at: at - earlier })).status).toBe(200);
  expect((await leave(boss, { at })).status).toBe(200);
  const { body } = await read(ann);
  const marks = body.marks as Mark[];
  expect(marks.map(({ memberId, at: when }) => [memberId, at - when])).toEqual(
    [
      [ann.accountId, 500],
      [boss.accountId, 0],
    ].toSorted(([one = ""], [other = ""]) => String(one).localeCompare(String(other))),
  );
  expect(marks.find(({ memberId }) => memberId === ann.accountId)).toMatchObject({ size: 1, root, publicKey: ann.form.publicKey });
  // She manages all teams, and is in none.
  for (const refused of [await read(eve), await leave(eve)]) expect(refused.status).toBe(403);
});

it("takes nothing that the member has not signed, or that is dated in the future", async () => {
  const lies: Partial<Mark>[] = [{ size: 2 }, { root: "0".repeat(64) }, { at: 1 }, { memberId: boss.accountId }];
  for (const signed of lies) expect((await leave(ann, {}, signed)).body).toMatchObject({ code: "bad_signature" });
  expect((await leave(ann, { at: server.clock.now + 49 * 3_600_000 })).body).toMatchObject({ code: "bad_signature" });
  expect((await read(ann)).body.marks).toEqual([]);
});

it("takes nothing that says another log than it has stored", async () => {
  expect((await leave(ann, { size: 2 })).body).toMatchObject({ code: "stale_head" });
  expect((await leave(ann, { root: "0".repeat(64) })).body).toMatchObject({ code: "stale_head" });
  expect((await leave(ann, { size: 0 })).status).toBe(400);
});

it("shows a query that forgets its where only the marks of the own team, and lets no one write another's", async () => {
  await leave(ann);
  const pool = withoutReports(new RowSecurityPool({ connectionString: server.pool.options.connectionString ?? "", max: 1 }));
  pool.role = PRODUCT_ROLE;
  const ask = (who: Person, text: string) => actAs(who.accountId, () => pool.query(text));
  const see = (who: Person) => ask(who, "select member_id from team_mark");
  expect((await see(boss)).rows).toEqual([{ member_id: ann.accountId }]);
  expect((await see(eve)).rows).toEqual([]);
  const anns = `where member_id = '${ann.accountId}'`;
  expect((await ask(boss, `update team_mark set size = 9 ${anns}`)).rowCount).toBe(0);
  expect((await ask(boss, `delete from team_mark ${anns}`)).rowCount).toBe(0);
  const insert = `insert into team_mark values ('${teamId}', '${boss.accountId}', 1, '${root}', 1, '', '')`;
  await expect(ask(ann, insert)).rejects.toMatchObject({ code: "42501" });
  await pool.end();
});

it("is gone with the membership", async () => {
  await leave(ann);
  expect((await ann.call("POST", "/team/leave", signedLeaving(ann, teamId))).status).toBe(200);
  expect((await read(boss)).body.marks).toEqual([]);
});
