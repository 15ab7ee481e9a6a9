/** A team is deleted while members join or leave: the second call waits, and finds what is there then. No two calls wait for each other. */
import { parseInvitation } from "@coffer/core/account/invitation-link";
import { TEAM_ADMIN } from "@coffer/core/team/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shareItem } from "../testing/sharing.ts";
import { entryOf, keyOf } from "../testing/team-logs.ts";
import { makeTeam, placeIn, signedLeaving } from "../testing/teams.ts";
import { type Answer, hex, openWorld, type Person, put, registration, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let boss: Person;
let lead: Person;
let ann: Person;
let bob: Person;
let count = 0;
/** The team of the test. */
let here = "";
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({ publicUrl: "https://coffer.example" });
  boss = await server.join("boss@example.com", 1);
  lead = await server.join("lead@example.com");
  [ann, bob] = [await server.join("ann@example.com"), await server.join("bob@example.com")];
}, 60_000);
afterAll(() => world.end());

interface Stage {
  readonly teamId: string;
  /** For Bob, who has an account and is in no team; and for a person without an account. */
  readonly accepting: string;
  readonly registering: { readonly email: string; readonly token: string };
}

/** A team with Lead and Ann in it, and two who are invited. */
async function stage(): Promise<Stage> {
  const teamId = await makeTeam(server, "Ending");
  await placeIn(server, lead, { teamId, roleId: TEAM_ADMIN });
  await placeIn(server, ann, { teamId, isManaged: true });
  await server.pool.query("update account set team_id = null, membership_id = null where id = $1", [bob.accountId]);
  const email = `new-${++count}@example.com`;
  const links = [bob.email, email].map(async (to) => {
    const { body } = await lead.call("POST", "/team/invite", { email: to, roleId: 0, by: "link" });
    return new URL(String(body.link)).searchParams.get("token") ?? "";
  });
  const [accepting = "", param = ""] = await Promise.all(links);
  return { teamId, accepting, registering: { email, token: parseInvitation(param)?.token ?? "" } };
}

const CONCURRENT_CALLS: Readonly<Record<string, (now: Stage) => Promise<Answer>>> = {
  "a person accepts": ({ accepting }) => bob.call("POST", "/team/join-invited", { token: accepting }),
  "a person registers": ({ registering: { email, token } }) => server.call("POST", "/users/register", registration(email, token)),
  "an invited person is invited again": ({ registering: { email } }) => lead.call("POST", "/team/invite", { email, roleId: 0 }),
  "a member leaves": ({ teamId }) => ann.call("POST", "/team/leave", signedLeaving(ann, teamId)),
  "a member is removed": ({ teamId }) => lead.call("DELETE", `/teams/${teamId}/members/${ann.accountId}`),
};
const end = ({ teamId }: Stage): Promise<Answer> => boss.call("DELETE", `/teams/${teamId}`, { deleteUsers: false });

const waiting = async (): Promise<number | null> =>
  (await server.pool.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount;

it.each(Object.entries(CONCURRENT_CALLS))("%s", async (_, call) => {
  const now = await stage();
  const holder = await server.pool.connect();
  await holder.query("begin");
  await holder.query("select from team where id = $1 for update", [now.teamId]);
  const ending = end(now);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  const other = call(now);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
  await holder.query("commit");
  holder.release();
  expect((await ending).status).toBe(200);
  const { status, body } = await other;
  expect([status, status >= 400 && status < 500], JSON.stringify(body)).toEqual([expect.any(Number), true]);
});

it.each([
  ["a member leaves", () => ann.call("POST", "/team/leave", signedLeaving(ann, here))],
  ["a member is removed", () => lead.call("DELETE", `/teams/${here}/members/${ann.accountId}`)],
  ["the team is deleted", () => boss.call("DELETE", `/teams/${here}`, { deleteUsers: false })],
])("%s while their app replaces the key of what they share with the team", async (_, call) => {
  const { teamId } = await stage();
  here = teamId;
  const note = put("note");
  await ann.commit(note);
  const { scopeId, shareId } = await shareItem(server, ann, note, bob);
  await server.pool.query("update share_grant set recipient_id = null, team_id = $1, team_epoch = 1 where id = $2", [teamId, shareId]);
  // As a write of the scope does: the scope first, then rows of it, which refer to the account.
  const app = await server.pool.connect();
  await app.query("begin");
  await app.query("select from scope where id = $1 for update", [scopeId]);
  const ending = call();
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  await app.query("select from account where id = $1 for key share", [ann.accountId]);
  await app.query("update share_grant set epoch = 2 where id = $1", [shareId]);
  await app.query("commit");
  app.release();
  expect((await ending).status).toBe(200);
  const { rows } = await server.pool.query("select epoch, ended_at is not null as over from share_grant where id = $1", [shareId]);
  expect(rows).toEqual([{ epoch: 2, over: true }]);
});

it("all of it at once, many times: no one is told that the server is busy", async () => {
  for (let round = 0; round < 12; round++) {
    const now = await stage();
    const answers = await Promise.all([...Object.values(CONCURRENT_CALLS).map((call) => call(now)), end(now)]);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  }
}, 120_000);

it("a new key of a team locks what is shared with it in the order of ids, as moves do", async () => {
  const teamId = await makeTeam(server, "Of old");
  const note = put("note");
  await ann.commit(note);
  const [low, high] = [`00000000-0000-4000-8000-${hex(6)}`, `ffffffff-0000-4000-8000-${hex(6)}`];
  for (const scopeId of [high, low]) {
    await server.pool.query("insert into scope (id, kind, owner_id, seq, generation, created_at) values ($1, 'item', $2, 1, 1, now())", [
      scopeId,
      ann.accountId,
    ]);
    await server.pool.query(
      `insert into share_grant (id, scope_id, item_id, sender_id, team_id, permission, epoch, team_epoch, shared_key, signed_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 'read', 1, 1, '', 1)`,
      [scopeId, note.id, ann.accountId, teamId],
    );
  }
  const founder = { id: boss.accountId, email: boss.email, key: keyOf(boss) };
  const founding = entryOf({ teamId, texts: [] }, boss, { kind: "found", founder, isMember: false, admins: [], check: "0".repeat(64) });
  const holder = await server.pool.connect();
  await holder.query("begin");
  await holder.query("select from scope where id = $1 for update", [low]);
  const writing = boss.call("POST", `/teams/${teamId}/log`, { since: 0, entries: [founding], keys: [] });
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  const free = await holder.query("select from scope where id = $1 for update skip locked", [high]);
  await holder.query("rollback");
  holder.release();
  expect(await writing).toMatchObject({ status: 200 });
  expect(free.rowCount).toBe(1);
});
