/** What a share is refused for by the server alone, each with everything as it was; and what is kept of a right that is taken away. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { gather, next, type People, type Scene, setScene } from "../testing/scene.ts";
import { grantText, shareWords, signedBy, storedScope } from "../testing/sharing.ts";
import { type Answer, id, openWorld, type Server, type World } from "../testing/world.ts";

let world: World;
let server: Server;
let people: People;
let scene: Scene;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server({}, true);
  people = await gather(server);
});
beforeEach(async () => {
  scene = await setScene(server, people);
});
afterAll(() => world.end());

const share = (to: { readonly email: string }, more: object = {}): Promise<Answer> =>
  people.owner.call("POST", "/share/item", { ...shareWords(to), itemId: scene.item.id, itemType: "note", ...more });
const permit = (permission_level: "read" | "write", epoch = 1): Promise<Answer> =>
  people.owner.call("PUT", `/share/item/${scene.shareId}/permission`, { permission_level, createdAt: 9, sharedKey: grantText(), epoch });
const rowsOf = async () =>
  (await server.pool.query("select * from share_grant where scope_id = any($1) order by id", [[scene.itemScope, scene.vaultScope]])).rows;

const REFUSED: Readonly<Record<string, readonly [number, string, () => Promise<Answer>]>> = {
  "that is over before it begins": [400, "invalid_input", () => share(people.none, { expiresAt: server.clock.now })],
  "whose end is put into the past": [
    400,
    "invalid_input",
    () => people.owner.call("PUT", `/share/item/${scene.shareId}/expiry`, { expires_at: server.clock.now }),
  ],
  "under another key than it has now": [409, "stale_head", () => share(people.none, { epoch: 2 })],
  "that is changed under another key than it has now": [409, "stale_head", () => permit("read", 2)],
  "with nobody": [400, "invalid_input", () => share(people.none, { sharedWithEmail: undefined })],
  "with oneself": [400, "shared_with_self", () => share(people.owner)],
  "with whose account was disabled": [
    404,
    "no_such_account",
    async () => {
      const gone = await server.join(`gone-${id().slice(0, 8)}@example.com`);
      await server.pool.query("update account set disabled_at = now() where id = $1", [gone.accountId]);
      return share(gone);
    },
  ],
  "a second time, as if there was none": [409, "stale_head", () => share(people.read)],
  "by the id of another share": [409, "id_taken", () => share(people.none, { shareId: scene.shareId })],
  "of another kind than it says": [404, "not_found", () => share(people.none, { itemType: "card" })],
  "that skips a key": [
    409,
    "stale_head",
    async () => {
      const target = { scope: scene.itemScope, ...(await signedBy(server, people.owner, scene.itemScope)) };
      return people.owner.call("POST", "/share/rotate", { target, epoch: 3, records: [], grants: [] });
    },
  ],
};

it.each(Object.entries(REFUSED))("a share %s is refused", async (_, [status, code, call]) => {
  const before = [await rowsOf(), await storedScope(server, scene.itemScope)];
  expect(await call()).toMatchObject({ status, body: { code } });
  expect([await rowsOf(), await storedScope(server, scene.itemScope)]).toEqual(before);
});

it("what lies in the trash is shared with nobody else", async () => {
  const trashing = { ...(await signedBy(server, people.owner, scene.itemScope)), trashedAt: server.clock.now };
  expect(await people.owner.call("DELETE", `/notes/${scene.item.id}`, trashing)).toMatchObject({ status: 200 });
  expect(await share(people.none)).toMatchObject({ status: 404 });
});

it("whoever may write no more is kept as one who could, since heads are proven by that", async () => {
  const keyOf = async () =>
    (await server.pool.query("select shared_key, write_key from share_grant where id = $1", [scene.shareId])).rows[0];
  const { shared_key: first } = await keyOf();
  expect(await permit("read")).toMatchObject({ status: 200 });
  expect(await keyOf()).toMatchObject({ write_key: first });
});

it.each([
  ["lost it meanwhile", "update share_grant set ended_at = now() where id = $1", 404],
  ["may only read by then", "update share_grant set permission = 'read' where id = $1", 403],
])("whoever waited for somebody else's write and %s writes nothing", async (_, change, status) => {
  const { item, itemScope, shareId } = scene;
  const edit = await next(scene, item, itemScope, people.write);
  const other = await server.pool.connect();
  try {
    await other.query("begin");
    await other.query("select from scope where id = $1 for update", [itemScope]);
    const answer = people.write.call("PUT", `/notes/${item.id}`, edit);
    const waiting = "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await server.pool.query<{ count: number }>(waiting)).rows[0]?.count, { timeout: 4_000 }).toBe(1);
    await server.pool.query(change, [shareId]);
    await other.query("commit");
    expect(await answer).toMatchObject({ status });
  } finally {
    other.release();
  }
  expect(await storedScope(server, itemScope)).toMatchObject({ seq: 1 });
});
