/** Earlier versions under a key of before: what new keys leave, who gets it, and what takes its place. */
import { createHash } from "node:crypto";
import { portionMessage, type ResealedVersion, textOfPortion, VERSIONS_IN_PORTION } from "@coffer/contract/old-versions";
import { textOfSave } from "@coffer/contract/save-id";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sha256, signMessage } from "../testing/identities.ts";
import { next } from "../testing/scene.ts";
import { grantText, shareItem, signedBy, storedScope } from "../testing/sharing.ts";
import { bodyAs, hex, id, openWorld, type Person, put, type Server, sealed, type World } from "../testing/world.ts";
import { openWriter } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

interface Listed {
  readonly versions: readonly { readonly id: string; readonly kind: string; readonly revision: number; readonly saveId: string }[];
}
const ask = (who: Person, scope: string, epoch = 1) => who.call("GET", `/vault/scopes/${scope}/versions?epoch=${epoch}`);
const listed = async (who: Person, scope: string, epoch = 1) => bodyAs<Listed>((await ask(who, scope, epoch)).body).versions;
const stored = async (recordId: string) =>
  (
    await server.pool.query("select revision::int, save_id, epoch, seal, fields from superseded where record_id = $1 order by revision", [
      recordId,
    ])
  ).rows;

const texts = (saveId: string = hex(16)) => ({ saveId, seal: sealed(), fields: { name: sealed() } });
type Version = Listed["versions"][number];
const resealedAs = ({ id: recordId, revision, saveId }: Version, more: ResealedVersion["sealed"] = texts(saveId)): ResealedVersion => {
  return { id: recordId, revision, saveId, sealed: more };
};

interface Portion {
  readonly oldEpoch?: number;
  readonly epoch?: number;
  readonly signer?: Person;
  readonly signature?: string;
}
async function send(who: Person, scope: string, versions: readonly ResealedVersion[], more: Portion = {}) {
  const { oldEpoch = 1, epoch = 2, signer = who } = more;
  const message = portionMessage({ scope, oldEpoch, epoch }, sha256(textOfPortion(versions)));
  const signature = more.signature ?? signMessage(signer.form.publicKey, message);
  return who.call("POST", `/vault/scopes/${scope}/versions`, { oldEpoch, epoch, versions, signature });
}

/** A note that was saved three times, in a scope that has had new keys since. */
async function rekeyed(ann?: Awaited<ReturnType<typeof openWriter>>) {
  const who = ann ?? (await openWriter(server));
  const note = put("note");
  for (const revision of [1, 2, 3]) await who.commit({ ...note, revision, saveId: hex(16) });
  await server.pool.query("update scope set epoch = 2 where id = $1", [who.scopeId]);
  return { ann: who, note };
}

describe("versions under a key of before", () => {
  it("are listed for the owner alone, in portions of a limited number; those under the key in use are not", async () => {
    const { ann, note } = await rekeyed();
    expect((await listed(ann, ann.scopeId)).map(({ id: recordId, kind, revision }) => [recordId, kind, revision])).toEqual([
      [note.id, "note", 1],
      [note.id, "note", 2],
    ]);
    expect(await listed(ann, ann.scopeId, 2)).toEqual([]);
    for (const who of [await openWriter(server)]) expect(await ask(who, ann.scopeId)).toMatchObject({ status: 404 });
    expect(await ask(ann, id())).toMatchObject({ status: 404 });
    await server.pool.query(
      "insert into superseded select record_id, scope_id, owner_id, kind, n, md5(n::text), 1, seal, fields, superseded_at from superseded, generate_series(3, 300) n where record_id = $1 and revision = 1",
      [note.id],
    );
    expect(await listed(ann, ann.scopeId)).toHaveLength(VERSIONS_IN_PORTION);
  });

  it("come under the key in use, each in the place of the one that was named; what is named otherwise stays", async () => {
    const { ann, note } = await rekeyed();
    const before = await stored(note.id);
    const [first, second] = (await listed(ann, ann.scopeId)) as [Version, Version];
    const others = [
      { ...first, revision: 2 },
      { ...first, id: id() },
      { ...second, saveId: first.saveId },
    ].map((one) => resealedAs(one));
    expect(await send(ann, ann.scopeId, others)).toMatchObject({ status: 200 });
    expect(await stored(note.id)).toEqual(before);
    const again = resealedAs(first);
    expect(await send(ann, ann.scopeId, [again])).toMatchObject({ status: 200, body: { success: true } });
    const after = { revision: 1, save_id: first.saveId, epoch: 2, seal: again.sealed?.seal, fields: again.sealed?.fields };
    expect(await stored(note.id)).toEqual([after, before[1]]);
    // Another device does the same, a moment later.
    expect(await send(ann, ann.scopeId, [resealedAs(first), resealedAs(second)])).toMatchObject({ status: 200 });
    expect(await stored(note.id)).toMatchObject([after, { revision: 2, epoch: 2 }]);
    expect(await listed(ann, ann.scopeId)).toEqual([]);
    expect(bodyAs<{ versions: unknown[] }>((await ann.call("GET", `/vault/entries/${note.id}/versions`)).body).versions).toHaveLength(2);
  });

  it("that did not open go, and no others", async () => {
    const { ann, note } = await rekeyed();
    const [first] = (await listed(ann, ann.scopeId)) as [Version];
    expect(await send(ann, ann.scopeId, [resealedAs(first, null)])).toMatchObject({ status: 200 });
    expect(await stored(note.id)).toMatchObject([{ revision: 2, epoch: 1 }]);
  });

  it("stay as they are without the signature of the owner over just that, for a key that is not in use, and for other texts", async () => {
    const [{ ann, note }, eve] = [await rekeyed(), await openWriter(server)];
    const before = await stored(note.id);
    const [first] = (await listed(ann, ann.scopeId)) as [Version];
    const one = resealedAs(first);
    const other = { ...one, sealed: texts(first.saveId) };
    const ofOther = signMessage(
      ann.form.publicKey,
      portionMessage({ scope: ann.scopeId, oldEpoch: 1, epoch: 2 }, sha256(textOfPortion([other]))),
    );
    const refused = async (answer: ReturnType<typeof send>, code: string) => expect((await answer).body).toMatchObject({ code });
    await refused(send(ann, ann.scopeId, [one], { signer: eve }), "bad_signature");
    await refused(send(ann, ann.scopeId, [one], { signature: ofOther }), "bad_signature");
    await refused(send(eve, ann.scopeId, [one], { signer: ann }), "not_found");
    for (const epoch of [1, 3]) await refused(send(ann, ann.scopeId, [one], { epoch }), "stale_head");
    await refused(send(ann, ann.scopeId, [one], { oldEpoch: 2 }), "invalid_input");
    await refused(send(ann, ann.scopeId, [{ ...one, sealed: texts() }]), "invalid_input");
    await refused(send(ann, ann.scopeId, [{ ...one, sealed: { ...texts(first.saveId), fields: { name: "2.plain" } } }]), "not_sealed");
    await refused(
      send(ann, ann.scopeId, [{ ...one, sealed: { ...texts(first.saveId), fields: { account_number: sealed() } } }]),
      "invalid_input",
    );
    const many = Array.from({ length: VERSIONS_IN_PORTION + 1 }, () => one);
    await refused(send(ann, ann.scopeId, many), "invalid_input");
    expect(await stored(note.id)).toEqual(before);
  });

  it("go with what is deleted for good", async () => {
    const { ann, note } = await rekeyed();
    await ann.commit({ op: "trash", id: note.id, trashedAt: server.clock.now });
    await ann.prove();
    await ann.commit({ op: "purge", id: note.id });
    expect(await listed(ann, ann.scopeId)).toEqual([]);
  });
});

describe("a shared scope that gets a new key", () => {
  const shared = async () => {
    const [ann, bob] = [await openWriter(server), await openWriter(server)];
    const note = put("note");
    await ann.commit(note);
    const { scopeId, shareId } = await shareItem(server, ann, note, bob, { permissionLevel: "write" });
    const save = async () =>
      expect((await ann.call("PUT", `/notes/${note.id}`, await next({ server }, note, scopeId, ann))).status).toBe(200);
    const rotate = async (more: object) => {
      const { rows } = await server.pool.query("select id, revision::int from record where scope_id = $1", [scopeId]);
      return ann.call("POST", "/share/rotate", {
        target: { scope: scopeId, ...(await signedBy(server, ann, scopeId)) },
        epoch: 2,
        records: rows.map((row) => ({ ...put("note"), ...row, revision: row.revision + 1, trashedAt: null })),
        grants: [{ id: shareId, createdAt: 2, sharedKey: grantText() }],
        ...more,
      });
    };
    return { ann, bob, note, scopeId, save, rotate };
  };

  it("keeps the versions for an owner who has kept the key of before, and deletes them for one who has not", async () => {
    for (const [more, left] of [
      [{ keepsVersions: true }, [2, 3]],
      [{}, []],
    ] as const) {
      const { note, save, rotate } = await shared();
      await save();
      await save();
      expect(await rotate(more)).toMatchObject({ status: 200 });
      expect((await stored(note.id)).map(({ revision, epoch }) => [revision, epoch])).toEqual(left.map((revision) => [revision, 1]));
    }
  });

  it("shows those of before to no one else in a list, and lets no one else replace them, even a person who may write", async () => {
    const { ann, bob, note, scopeId, save, rotate } = await shared();
    await save();
    await rotate({ keepsVersions: true });
    const [first] = (await listed(ann, scopeId)) as [Version];
    expect(await ask(bob, scopeId)).toMatchObject({ status: 404 });
    expect(await send(bob, scopeId, [resealedAs(first)])).toMatchObject({ status: 404 });
    expect(await send(bob, scopeId, [resealedAs(first)], { signer: ann })).toMatchObject({ status: 404 });
    expect(await stored(note.id)).toMatchObject([{ epoch: 1 }]);
    expect((await storedScope(server, scopeId)).seq).toBeGreaterThan(1);
  });

  it("takes the id of a save that is of the new texts, with the same press", async () => {
    const { ann, note, scopeId, save, rotate } = await shared();
    await save();
    await rotate({ keepsVersions: true });
    const [first] = (await listed(ann, scopeId)) as [Version];
    const { seal, fields } = texts();
    const hash = createHash("sha256").update(textOfSave({ seal, fields })).digest("hex");
    const press = first.saveId.slice(0, 32);
    expect((await send(ann, scopeId, [resealedAs(first, { seal, fields, saveId: press + "0".repeat(64) })])).body).toMatchObject({
      code: "invalid_input",
    });
    expect(await send(ann, scopeId, [resealedAs(first, { seal, fields, saveId: press + hash })])).toMatchObject({ status: 200 });
    expect(await stored(note.id)).toMatchObject([{ epoch: 2, save_id: press + hash, seal }]);
  });
});
