/** Earlier versions of an item: who gets which of them, in what pieces, and for how long they are kept. */
import { VERSIONS_IN_REPLY, VERSIONS_REPLY_BYTES } from "@coffer/contract/versions";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { purge } from "../jobs/purge.ts";
import { next } from "../testing/scene.ts";
import { endShare, setLevel, shareItem, shareWords, statedShare } from "../testing/sharing.ts";
import { makeTeam, placeIn } from "../testing/teams.ts";
import { bodyAs, hex, id, openWorld, type Person, put, type Server, type World } from "../testing/world.ts";
import { openWriter, trashing } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const DAY = 86_400_000;
const NOT_FOUND = { success: false, code: "not_found", message: "Not found" };

interface Reply {
  readonly versions: readonly { readonly revision: number; readonly saveId: string; readonly seal: string; readonly replacedAt: number }[];
  readonly older: number;
}
const ask = (who: Pick<Person, "call">, itemId: string, query = "") => who.call("GET", `/vault/entries/${itemId}/versions${query}`);
const versionsOf = async (who: Pick<Person, "call">, itemId: string, query = "") => bodyAs<Reply>((await ask(who, itemId, query)).body);
/** After the clock has gone on, sessions are over. */
const later = (who: Person) => ({ call: who.freshly });
const revisions = async (who: Pick<Person, "call">, itemId: string) =>
  (await versionsOf(who, itemId)).versions.map(({ revision }) => revision);

describe("the versions of an item", () => {
  it("are its earlier saves, as they were sealed, the newest first; what it is now is not among them", async () => {
    const ann = await openWriter(server);
    const note = put("note");
    const second = put("note", { id: note.id, revision: 2 });
    await ann.commit(note, put("note"));
    expect((await ask(ann, note.id)).body).toEqual({ success: true, versions: [], older: 0 });
    await ann.commit(second);
    server.clock.now += 1_000;
    await ann.commit(put("note", { id: note.id, revision: 3 }));
    const [now, before] = [server.clock.now, server.clock.now - 1_000];
    const version = ({ revision, saveId, seal, fields }: typeof note, replacedAt: number) => ({
      ...{ revision, saveId, seal, fields, replacedAt },
      epoch: 1,
    });
    expect((await ask(ann, note.id)).body).toEqual({ success: true, versions: [version(second, now), version(note, before)], older: 0 });
  });

  it("are refused for what is unknown, another's, deleted, or no item, in one and the same way", async () => {
    const [ann, eve] = [await openWriter(server), await openWriter(server)];
    const [note, vault] = [put("note"), put("category")];
    await ann.commit(note, vault);
    await ann.commit({ ...note, revision: 2 }, { ...vault, revision: 2 });
    for (const [who, one] of [
      [eve, note.id],
      [ann, vault.id],
      [ann, id()],
    ] as const)
      expect(await ask(who, one)).toMatchObject({ status: 404, body: NOT_FOUND });
    await ann.commit(trashing(note, server));
    expect(await ask(ann, note.id)).toMatchObject({ status: 404, body: NOT_FOUND });
    // Taken out of the trash, it has them again.
    await ann.commit({ ...note, revision: 3 });
    expect(await revisions(ann, note.id)).toEqual([2, 1]);
  });

  it("come in pieces of a limited number and size, and none is too large to come", async () => {
    const ann = await openWriter(server);
    const [many, large] = [put("note"), put("note")];
    for (let revision = 1; revision <= VERSIONS_IN_REPLY + 11; revision++) await ann.commit({ ...many, revision, saveId: hex(16) });
    const first = await versionsOf(ann, many.id);
    expect(first).toMatchObject({ versions: { length: VERSIONS_IN_REPLY }, older: 10 });
    const second = await versionsOf(ann, many.id, `?skip=${first.versions.length}`);
    expect(second).toMatchObject({ versions: { length: 10, 9: { revision: 1 } }, older: 0 });
    expect(await versionsOf(ann, many.id, "?skip=5000")).toMatchObject({ versions: [], older: 0 });
    // Whether there are any is told without one.
    expect(await versionsOf(ann, many.id, "?most=0")).toEqual({ success: true, versions: [], older: VERSIONS_IN_REPLY + 10 });
    expect(await versionsOf(ann, many.id, "?most=2&skip=1")).toMatchObject({ versions: { length: 2 }, older: VERSIONS_IN_REPLY + 7 });
    expect(await versionsOf(ann, many.id, "?most=5000")).toMatchObject({ versions: { length: VERSIONS_IN_REPLY } });

    await ann.commit(large);
    const makeLarge = async (fields: number) => {
      await server.pool.query("delete from superseded where record_id = $1", [large.id]);
      await server.pool.query(
        `insert into superseded select id, scope_id, owner_id, kind, n, md5(n::text), 1, seal,
          (select jsonb_object_agg('f' || f, '2.' || (select string_agg(md5(n::text || f || m), '') from generate_series(1, 2700) m)) from generate_series(1, $2::int) f),
          now() + n * interval '1 s' from record, generate_series(1, 12) n where id = $1`,
        [large.id, fields],
      );
      const { rows } = await server.pool.query("select min(pg_column_size(fields)) as bytes from superseded where record_id = $1", [
        large.id,
      ]);
      return rows[0].bytes as number;
    };
    const bytes = await makeLarge(4);
    const piece = await versionsOf(ann, large.id);
    expect(piece.versions).toHaveLength(Math.floor(VERSIONS_REPLY_BYTES / (bytes + 200)));
    expect(piece.versions.length + piece.older).toBe(12);
    expect(await makeLarge(16)).toBeGreaterThan(VERSIONS_REPLY_BYTES);
    expect(await versionsOf(ann, large.id, "?skip=10")).toMatchObject({ versions: { length: 1 }, older: 1 });
  });
});

describe("a person with whom an item is shared", () => {
  const shared = async () => {
    const [ann, bob] = [await openWriter(server), await openWriter(server)];
    const note = put("note");
    await ann.commit(note);
    const { shareId, scopeId } = await shareItem(server, ann, note, await openWriter(server));
    const save = async () => {
      server.clock.now += 1_000;
      expect((await ann.call("PUT", `/notes/${note.id}`, await next({ server }, note, scopeId, ann))).status).toBe(200);
    };
    const give = async (shareId: string, more = {}) => {
      const words = shareWords(bob, { shareId, ...more } as never);
      const body = { ...(await statedShare(server, ann, scopeId, words)), itemId: note.id, itemType: "note" };
      expect((await ann.call("POST", "/share/item", body)).status).toBe(200);
    };
    return { ann, bob, note, shareId, scopeId, save, give };
  };

  it("gets those that were the newest at some time since they had access; its owner all of them", async () => {
    const { ann, bob, note, save, give } = await shared();
    await save();
    await save();
    expect(await ask(bob, note.id)).toMatchObject({ status: 404, body: NOT_FOUND });
    const given = id();
    await give(given);
    expect(await revisions(bob, note.id)).toEqual([]);
    await save();
    await save();
    // The fourth is what the item was when it was shared.
    expect(await revisions(bob, note.id)).toEqual([5, 4]);
    expect(await revisions(ann, note.id)).toEqual([5, 4, 3, 2]);
    expect(await versionsOf(bob, note.id, "?skip=1")).toMatchObject({ versions: [{ revision: 4 }], older: 0 });
    await setLevel(server, ann, given, "write");
    expect(await revisions(bob, note.id)).toEqual([5, 4]);
    await give(given, { expiresAt: Date.UTC(2125, 0, 1) });
    expect(await revisions(bob, note.id)).toEqual([5, 4]);
    await endShare(server, ann, given);
    expect(await ask(bob, note.id)).toMatchObject({ status: 404, body: NOT_FOUND });
    // Given once more, it begins once more.
    await give(id());
    expect(await revisions(bob, note.id)).toEqual([]);
  });

  it("gets nothing of the time in which a share was over, when it is prolonged", async () => {
    const { ann, bob, note, save, give } = await shared();
    const given = id();
    await give(given);
    await save();
    await server.pool.query("update share_grant set expires_at = to_timestamp(0) where id = $1", [given]);
    await save();
    await give(given);
    expect(await revisions(bob, note.id)).toEqual([]);
    expect(await revisions(ann, note.id)).toHaveLength(2);
  });

  it("gets what a team has from the day they joined it", async () => {
    const { ann, bob, note, save, give } = await shared();
    const given = id();
    await give(given);
    const teamId = await makeTeam(server);
    await server.pool.query("update share_grant set recipient_id = null, team_id = $2, team_epoch = 1 where id = $1", [given, teamId]);
    await placeIn(server, ann, { teamId });
    await save();
    server.clock.now += 1_000;
    expect(await ask(bob, note.id)).toMatchObject({ status: 404 });
    await placeIn(server, bob, { teamId });
    expect(await revisions(bob, note.id)).toEqual([]);
    await save();
    expect(await revisions(bob, note.id)).toEqual([3]);
  });
});

describe("how long versions are kept", () => {
  const saved = async (ann: Person, note: ReturnType<typeof put>, from: number, to: number) => {
    for (let revision = from; revision <= to; revision++) await ann.commit({ ...note, revision, saveId: hex(16) });
  };

  it("is a year after they were replaced; the last fifty stay", async () => {
    const ann = await openWriter(server);
    const [busy, quiet] = [put("note"), put("note")];
    await saved(ann, busy, 1, 56);
    await saved(ann, quiet, 1, 3);
    server.clock.now += 365 * DAY - 1;
    await purge(server.deps);
    expect(await versionsOf(later(ann), busy.id)).toMatchObject({ versions: { length: 50 }, older: 5 });
    server.clock.now += 1;
    await purge(server.deps);
    expect(await versionsOf(later(ann), busy.id)).toMatchObject({ versions: { 0: { revision: 55 }, 49: { revision: 6 } }, older: 0 });
    expect((await versionsOf(later(ann), quiet.id)).versions).toHaveLength(2);
  });

  it("is a year for more than fifty too", async () => {
    const ann = await openWriter(server);
    const note = put("note");
    await saved(ann, note, 1, 61);
    server.clock.now += 364 * DAY;
    await purge(server.deps);
    expect(await versionsOf(later(ann), note.id)).toMatchObject({ versions: { length: 50 }, older: 10 });
  });

  it("finds them by an index of their own", async () => {
    const { rows } = await server.pool.query("select indexdef from pg_indexes where indexname = 'superseded_record_at'");
    expect(rows).toMatchObject([{ indexdef: expect.stringContaining("(record_id, superseded_at)") }]);
  });
});
