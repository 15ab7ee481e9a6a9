/** What the server alone refuses about a share, each time with everything unchanged; and what is stored of a right that is taken away. */
import { keyProofMessage } from "@coffer/contract/session-half";
import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import { signMessage } from "../testing/identities.ts";
import { next, type Scene, usePlace } from "../testing/scene.ts";
import { endShare, grantText, grantUntil, setEnd, setLevel, shareWords, signedBy, stated, storedScope } from "../testing/sharing.ts";
import { type Answer, id, put } from "../testing/world.ts";

const here = usePlace();
let scene: Scene;
beforeEach(async () => {
  scene = await here.setScene();
});

const share = (to: { readonly email: string }, more: object = {}): Promise<Answer> =>
  here.people.owner.call("POST", "/share/item", { ...shareWords(to), itemId: scene.item.id, itemType: "note", ...more });
const permit = (permission_level: "read" | "write", epoch = 1): Promise<Answer> =>
  setLevel(here.server, here.people.owner, scene.shareId, permission_level, epoch);
const rowsOf = async () =>
  (await here.server.pool.query("select * from share_grant where scope_id = any($1) order by id", [[scene.itemScope, scene.vaultScope]]))
    .rows;

const REFUSED: Readonly<Record<string, readonly [number, string, () => Promise<Answer>]>> = {
  "that is over before it begins": [400, "invalid_input", () => share(here.people.none, { expiresAt: here.server.clock.now })],
  "whose end is in the past": [400, "invalid_input", () => setEnd(here.server, here.people.owner, scene.shareId, here.server.clock.now)],
  "whose grant says another end": [
    400,
    "invalid_input",
    () => share(here.people.none, { sharedKey: grantUntil(here.server.clock.now + 2) }),
  ],
  "under another key than it has now": [409, "stale_head", () => share(here.people.none, { epoch: 2 })],
  "that is changed under another key than it has now": [409, "stale_head", () => permit("read", 2)],
  "of a note, by the call that ends those of passwords": [
    404,
    "not_found",
    () => endShare(here.server, here.people.owner, scene.shareId, "/vault/share"),
  ],
  "with no one": [400, "invalid_input", () => share(here.people.none, { sharedWithEmail: undefined })],
  "with its own owner": [400, "shared_with_self", () => share(here.people.owner)],
  "with a disabled account": [
    404,
    "no_such_account",
    async () => {
      const gone = await here.server.join(`gone-${id().slice(0, 8)}@example.com`);
      await here.server.pool.query("update account set disabled_at = now() where id = $1", [gone.accountId]);
      return share(gone);
    },
  ],
  "a second time, as if there was none": [409, "stale_head", () => share(here.people.read)],
  "by the id of another share": [409, "id_taken", () => share(here.people.none, { shareId: scene.shareId })],
  "of what is not in a scope of its own": [
    400,
    "invalid_input",
    async () => {
      const own = put("note");
      const { owner } = here.people;
      expect((await owner.commit(own)).status).toBe(200);
      return owner.call("POST", "/share/item", { ...shareWords(here.people.none), itemId: own.id, itemType: "note" });
    },
  ],
  "of another kind than it says": [404, "not_found", () => share(here.people.none, { itemType: "card" })],
};

it.each(Object.entries(REFUSED))("a share %s is refused", async (_, [status, code, call]) => {
  const before = [await rowsOf(), await storedScope(here.server, scene.itemScope)];
  expect(await call()).toMatchObject({ status, body: { code } });
  expect([await rowsOf(), await storedScope(here.server, scene.itemScope)]).toEqual(before);
});

it("tells of sixty addresses in an hour whether they have an account, and of as many as are shared with", async () => {
  const { server, people } = here;
  const stranger = await server.join(`asks-${id().slice(0, 8)}@example.com`);
  const ask = (email: string) =>
    stranger.call("POST", "/share/item", { ...shareWords({ email }), itemId: scene.item.id, itemType: "note" });
  for (let at = 0; at < 60; at++) expect(await ask(at % 2 ? people.none.email : `no-one-${at}@example.com`)).toMatchObject({ status: 404 });
  for (const email of [people.none.email, "no-one@example.com"])
    expect(await ask(email)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
});

it("asks so sixty times without the account's keys, and uses up nothing of its owner, whose client shows them", async () => {
  const { server, people } = here;
  const owner = await server.join(`robbed-${id().slice(0, 8)}@example.com`);
  const { sub, sid } = decodeJwt<{ sub: string; sid: string }>(owner.token);
  const keyProof = signMessage(owner.form.publicKey, keyProofMessage(sub, sid));
  const path = `/users/public-key?email=${encodeURIComponent(people.none.email)}`;
  const sharing = { ...shareWords(people.none), itemId: scene.item.id, itemType: "note" };
  for (let at = 0; at < 60; at++) {
    await owner.call("GET", path);
    await owner.call("POST", "/share/item", sharing);
  }
  expect(await owner.call("GET", path)).toMatchObject({ status: 429 });
  expect(await owner.call("POST", "/share/item", sharing)).toMatchObject({ status: 429 });
  expect(await server.call("GET", path, undefined, { token: owner.token, keyProof })).toMatchObject({ status: 200 });
  expect(await server.call("POST", "/share/item", sharing, { token: owner.token, keyProof })).toMatchObject({ status: 404 });
});

describe("a token alone", () => {
  const granted = { createdAt: 9, sharedKey: grantText(), epoch: 1 };
  const level = { permission_level: "write", ...granted };
  /** Every call that changes a share, with what else it carries. */
  const calls = (): readonly (readonly [what: string, call: (statement: object) => Promise<Answer>])[] => {
    const { owner, read } = here.people;
    const path = `/share/item/${scene.shareId}`;
    const again = { ...shareWords(read), ...granted, itemId: scene.item.id, itemType: "note" };
    return [
      ["ends it", (statement) => owner.call("DELETE", path, statement)],
      ["changes its end", (statement) => owner.call("PUT", `${path}/expiry`, { expires_at: null, ...statement })],
      ["changes its level", (statement) => owner.call("PUT", `${path}/permission`, { ...level, ...statement })],
      [
        "gives it to another",
        (statement) => owner.call("POST", "/share/item", { ...again, sharedWithEmail: here.people.none.email, ...statement }),
      ],
      [
        "gives its key along with a vault",
        (statement) => owner.call("PUT", `/share/item/${scene.item.id}/vault`, { epoch: 1, grants: [], ...statement }),
      ],
    ];
  };

  it("changes no share: nothing happens without the owner's statement about this very change", async () => {
    const { owner, write } = here.people;
    const truth = await stated(here.server, owner, scene.shareId, { what: "expiry", expiresAt: 1 });
    const foreign = await stated(here.server, write, scene.shareId, { what: "end" });
    const before = await rowsOf();
    for (const [what, call] of calls())
      for (const statement of what === "ends it" ? [{}, foreign, { signature: truth.signature }] : [{}, truth])
        expect([what, await call(statement)]).toMatchObject([what, { status: 403, body: { code: "bad_signature" } }]);
    expect(await rowsOf()).toEqual(before);
  });

  it("does not do again what the owner said before", async () => {
    const { owner } = here.people;
    const never = { expires_at: null, ...(await stated(here.server, owner, scene.shareId, { what: "expiry", expiresAt: null })) };
    const send = () => owner.call("PUT", `/share/item/${scene.shareId}/expiry`, never);
    expect(await send()).toMatchObject({ status: 200 });
    expect(await setEnd(here.server, owner, scene.shareId, here.server.clock.now + 1_000)).toMatchObject({ status: 200 });
    const before = await rowsOf();
    expect(await send()).toMatchObject({ status: 409, body: { code: "stale_head" } });
    expect(await rowsOf()).toEqual(before);
    expect(await endShare(here.server, owner, scene.shareId)).toMatchObject({ status: 200 });
  });
});

it("what is in the trash is shared with no one else", async () => {
  const trashing = { ...(await signedBy(here.server, here.people.owner, scene.itemScope)), trashedAt: here.server.clock.now };
  expect(await here.people.owner.call("DELETE", `/notes/${scene.item.id}`, trashing)).toMatchObject({ status: 200 });
  expect(await share(here.people.none)).toMatchObject({ status: 404 });
});

it("a member who may no longer write is stored as one who could, since that proves heads", async () => {
  const keyOf = async () =>
    (await here.server.pool.query("select shared_key, write_key from share_grant where id = $1", [scene.shareId])).rows[0];
  const { shared_key: first } = await keyOf();
  expect(await permit("read")).toMatchObject({ status: 200 });
  expect(await keyOf()).toMatchObject({ write_key: first });
});

it.each([
  ["has lost it in between", "update share_grant set ended_at = now() where id = $1", 404],
  ["may only read by then", "update share_grant set permission = 'read' where id = $1", 403],
])("a writer who waited for another's write and %s writes nothing", async (_, change, status) => {
  const { item, itemScope, shareId } = scene;
  const edit = await next(scene, item, itemScope, here.people.write);
  const other = await here.server.pool.connect();
  try {
    await other.query("begin");
    await other.query("select from scope where id = $1 for update", [itemScope]);
    const answer = here.people.write.call("PUT", `/notes/${item.id}`, edit);
    const waiting = "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await here.server.pool.query<{ count: number }>(waiting)).rows[0]?.count, { timeout: 4_000 }).toBe(1);
    await here.server.pool.query(change, [shareId]);
    await other.query("commit");
    expect(await answer).toMatchObject({ status });
  } finally {
    other.release();
  }
  expect(await storedScope(here.server, itemScope)).toMatchObject({ seq: 1 });
});
