/** Limits of a share that hold in code alone, each with its counterpart that is allowed; row-level security is off, so that it hides no gap. */
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { beforeEach, describe, expect, it } from "vitest";
import { firstHead, writeAfter } from "../testing/identities.ts";
import { next, type Scene, usePlace } from "../testing/scene.ts";
import { again, endShare, grantText, moveOut, setEnd, shareItem, shareWords, signedBy, storedScope } from "../testing/sharing.ts";
import { type Answer, hex, id, type Person, put } from "../testing/world.ts";

const here = usePlace(false);
let scene: Scene;
beforeEach(async () => {
  scene = await here.setScene();
});

const grantsOf = async (scopeId: string) =>
  (await here.server.pool.query("select * from share_grant where scope_id = $1 order by id", [scopeId])).rows;
const commit = async (who: Person, scope: string, changes: readonly object[]): Promise<Answer> =>
  who.call("POST", "/vault/commit", { scope, changes, ...(await signedBy(here.server, who, scope)) });

describe("a grant", () => {
  it("counts until the moment it ends, and not at that moment", async () => {
    const { owner, read } = here.people;
    const [{ id: shareId }] = (await grantsOf(scene.itemScope)).filter((one) => one.recipient_id === read.accountId);
    const ends = here.server.clock.now + 1_000;
    await setEnd(here.server, owner, shareId, ends);
    const open = async (): Promise<number> => (await read.call("GET", `/notes/${scene.item.id}`)).status;
    here.server.clock.now = ends - 1;
    expect(await open()).toBe(200);
    here.server.clock.now = ends;
    expect(await open()).toBe(404);
  });

  it("that has ended cannot be changed or ended again, and an unknown one changes no other", async () => {
    const { owner } = here.people;
    expect(await endShare(here.server, owner, scene.shareId)).toMatchObject({ status: 200 });
    const before = await grantsOf(scene.itemScope);
    for (const share of [scene.shareId, id()]) {
      const permission = { permission_level: "write", createdAt: 9, sharedKey: grantText(), epoch: 1 };
      expect(await owner.call("PUT", `/share/item/${share}/permission`, permission)).toMatchObject({ status: 404 });
      expect(await owner.call("PUT", `/share/item/${share}/expiry`, { expires_at: null })).toMatchObject({ status: 404 });
      expect(await owner.call("DELETE", `/share/item/${share}`)).toMatchObject({ status: 404 });
    }
    expect(await grantsOf(scene.itemScope)).toEqual(before);
  });
});

describe("a key that someone has whose access is over", () => {
  it("is for nothing new of the owner's, unless the owner knows that the next one has to wait", async () => {
    const { owner, write, expired } = here.people;
    const edit = async (who: Person, keyWaits?: true): Promise<Answer> =>
      who.call("PUT", `/notes/${scene.item.id}`, await next(scene, scene.item, scene.itemScope, who, { keyWaits }));
    expect(await edit(owner)).toMatchObject({ status: 409, body: { code: "key_held" } });
    // Only the owner can make the next key.
    for (const answer of [await edit(write), await edit(owner, true)]) expect(answer).toMatchObject({ status: 200 });
    await here.server.pool.query("delete from share_grant where recipient_id = $1", [expired.accountId]);
    expect(await edit(owner)).toMatchObject({ status: 200 });
  });

  it("is for nothing that the owner moves in", async () => {
    const { owner } = here.people;
    const own = put("note");
    await owner.commit(own);
    const moveIn = async (keyWaits?: true): Promise<Answer> => {
      const from = { scope: owner.scopeId, ...(await signedBy(here.server, owner, owner.scopeId)) };
      const to = { scope: scene.vaultScope, ...(await signedBy(here.server, owner, scene.vaultScope)), keyWaits };
      return owner.call("POST", "/vault/move", { from, to, records: [again(own, { categoryId: scene.vault.id })] });
    };
    expect(await moveIn()).toMatchObject({ status: 409, body: { code: "key_held" } });
    expect(await moveIn(true)).toMatchObject({ status: 200 });
  });
});

it("the key of a scope counts as known to a person whose access ended while its owner's save waited", async () => {
  // In a scope in which everyone who was given the key has it still.
  const [ann, bob] = [await here.server.join(`ann-${id()}@example.com`), await here.server.join(`bob-${id()}@example.com`)];
  const note = put("note");
  await ann.commit(note);
  const { scopeId, shareId } = await shareItem(here.server, ann, note, bob);
  const { keyWaits: _, ...signed } = await signedBy(here.server, ann, scopeId);
  const revoking = await here.server.pool.connect();
  try {
    await revoking.query("begin");
    await revoking.query("update scope set stamp = stamp + 1 where id = $1", [scopeId]);
    await revoking.query("update share_grant set ended_at = now() where id = $1", [shareId]);
    const saving = ann.call("POST", "/vault/commit", {
      scope: scopeId,
      ...signed,
      changes: [again(note)].map(({ trashedAt: __, ...change }) => change),
    });
    await expect
      .poll(
        async () =>
          (await here.server.pool.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"))
            .rowCount,
        { timeout: 10_000 },
      )
      .toBe(1);
    await revoking.query("commit");
    expect(await saving).toMatchObject({ status: 409, body: { code: "key_held" } });
  } finally {
    revoking.release();
  }
});

it("a share that had ended and goes on is given from then on: what was saved in between is shown to no one as an earlier version", async () => {
  const [ann, bob] = [await here.server.join(`ann-${id()}@example.com`), await here.server.join(`bob-${id()}@example.com`)];
  const note = put("note");
  await ann.commit(note);
  const { shareId } = await shareItem(here.server, ann, note, bob);
  const given = async () =>
    (await here.server.pool.query("select given_at from share_grant where id = $1", [shareId])).rows[0].given_at as Date;
  const first = await given();
  here.server.clock.now += 60_000;
  expect(await setEnd(here.server, ann, shareId, here.server.clock.now + 60_000)).toMatchObject({ status: 200 });
  expect(await given()).toEqual(first);
  here.server.clock.now += 120_000;
  expect(await setEnd(here.server, ann, shareId, null)).toMatchObject({ status: 200 });
  expect(await given()).toEqual(new Date(here.server.clock.now));
});

describe("a reader", () => {
  it("who tries to write is refused at once, without waiting for a writer", async () => {
    const edit = await next(scene, scene.item, scene.itemScope, here.people.read);
    const writer = await here.server.pool.connect();
    try {
      await writer.query("begin");
      await writer.query("select from scope where id = $1 for update", [scene.itemScope]);
      expect(await here.people.read.call("PUT", `/notes/${scene.item.id}`, edit)).toMatchObject({ status: 403 });
    } finally {
      await writer.query("rollback");
      writer.release();
    }
  });
});

describe("a writer", () => {
  const repair = async (who: Person): Promise<Answer> => {
    const stored = await storedScope(here.server, scene.itemScope);
    const at = { generation: stored.generation + 1, seq: 100 };
    const signed = writeAfter(who.form.publicKey, stored, at);
    return who.call("POST", "/vault/repair", { scope: scene.itemScope, ...signed, ...at, records: [], purged: [] });
  };

  it("cannot start the history of a scope again, as its owner can", async () => {
    expect(await repair(here.people.write)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await repair(here.people.owner)).toMatchObject({ status: 200 });
  });

  it("cannot put the shared vault itself into the trash, but an item in it", async () => {
    const trashedAt = here.server.clock.now;
    const trash = (one: { readonly id: string }) => commit(here.people.write, scene.vaultScope, [{ op: "trash", id: one.id, trashedAt }]);
    expect(await trash(scene.vault)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await trash(scene.inside)).toMatchObject({ status: 200 });
  });

  it("puts nothing outside the vault: not what they purged, where no vault is left to compare with, nor what is there", async () => {
    const { write, owner } = here.people;
    const made = put("note", { categoryId: scene.vault.id });
    const mine = (...changes: object[]) => commit(write, scene.vaultScope, changes);
    expect(await mine(made)).toMatchObject({ status: 200 });
    expect(await mine({ op: "trash", id: made.id, trashedAt: here.server.clock.now })).toMatchObject({ status: 200 });
    expect(await mine({ op: "purge", id: made.id })).toMatchObject({ status: 200 });
    const after = { ...made, revision: 2, saveId: hex(16) };
    const refused = { status: 400, body: { code: "invalid_input" } };
    expect(await mine({ ...after, categoryId: null })).toMatchObject(refused);
    expect(await commit(owner, scene.vaultScope, [put("note")])).toMatchObject(refused);
    const place = { op: "place", id: scene.inside.id, ...BLANK_COLUMNS };
    expect(await commit(owner, scene.vaultScope, [place])).toMatchObject(refused);
    // What an earlier version took is changed where it is, and can go into the vault.
    const outside = "update record set category_id = null where id = $1";
    await here.server.pool.query(outside, [scene.inside.id]);
    const edit = { ...scene.inside, revision: 3, saveId: hex(16), categoryId: null };
    expect(await commit(owner, scene.vaultScope, [edit])).toMatchObject({ status: 200 });
    expect(await commit(owner, scene.vaultScope, [{ ...place, categoryId: scene.vault.id }])).toMatchObject({ status: 200 });
  });
});

describe("an owner", () => {
  it("can share what a member made in the vault with that member only", async () => {
    const { owner, write, read } = here.people;
    const made = put("note", { categoryId: scene.vault.id });
    expect(await commit(write, scene.vaultScope, [made])).toMatchObject({ status: 200 });
    const share = async (recipient: Person): Promise<Answer> => {
      const to = id();
      const move = {
        from: { scope: scene.vaultScope, ...(await signedBy(here.server, owner, scene.vaultScope)) },
        to: { scope: to, kind: "item", baseSeq: 0, ...firstHead(owner.form.publicKey, to) },
        records: [again(made, { categoryId: null })],
      };
      return owner.call("POST", "/share/item", { ...shareWords(recipient), itemId: made.id, itemType: "note", move });
    };
    expect(await share(read)).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(await share(write)).toMatchObject({ status: 200 });
  });

  it("can begin no scope under the id of one that was given up, and nor can another person", async () => {
    const { owner, write } = here.people;
    const { rows } = await here.server.pool.query<{ id: string; revision: number }>(
      "select id, revision::int from record where scope_id = $1",
      [scene.itemScope],
    );
    const records = rows.map((row) => ({ ...put("note"), ...row, revision: row.revision + 1, trashedAt: null }));
    const from = { scope: scene.itemScope, baseSeq: (await storedScope(here.server, scene.itemScope)).seq };
    const home = { scope: owner.scopeId, ...(await signedBy(here.server, owner, owner.scopeId)) };
    expect(await owner.call("POST", "/vault/move", { from, to: home, records })).toMatchObject({ status: 200 });
    const refused = { status: 409, body: { code: "id_taken" } };
    for (const who of [owner, write]) {
      const note = put("note");
      await who.commit(note);
      expect(await who.call("POST", "/vault/move", await moveOut(here.server, who, "item", [note], scene.itemScope))).toMatchObject(
        refused,
      );
      expect(await who.call("POST", "/vault/move", await moveOut(here.server, who, "item", [note]))).toMatchObject({ status: 200 });
    }
  });

  it("replaces the key for exactly those who have access", async () => {
    const { owner, expired } = here.people;
    const stored = await grantsOf(scene.itemScope);
    const live = stored.filter((one) => one.recipient_id !== expired.accountId).map((one) => String(one.id));
    const lapsed = stored.filter((one) => one.recipient_id === expired.accountId).map((one) => String(one.id));
    const { rows } = await here.server.pool.query("select id, revision::int from record where scope_id = $1", [scene.itemScope]);
    const rotate = async (ids: readonly string[]): Promise<Answer> =>
      owner.call("POST", "/share/rotate", {
        target: { scope: scene.itemScope, ...(await signedBy(here.server, owner, scene.itemScope)) },
        epoch: 2,
        records: rows.map((row) => ({ ...put("note"), ...row, revision: row.revision + 1, trashedAt: null })),
        grants: ids.map((share) => ({ id: share, createdAt: 2, sharedKey: grantText() })),
      });
    const wrong = [live.slice(1), [...live, ...lapsed], [...live, id()], [...live.slice(1), id()], [...live, ...live.slice(1)]];
    for (const ids of wrong) expect(await rotate(ids)).toMatchObject({ status: 409, body: { code: "stale_revision" } });
    expect(await grantsOf(scene.itemScope)).toEqual(stored);
    expect(await rotate(live)).toMatchObject({ status: 200 });
    // The number is in use now.
    expect(await rotate(live)).toMatchObject({ status: 409, body: { code: "stale_head" } });
  });
});
