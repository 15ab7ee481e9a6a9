import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { purge } from "../jobs/purge.ts";
import { newIdentity, writeAfter } from "../testing/identities.ts";
import { type Entry, type ForReset, hashOf, proveMailbox, resetBody } from "../testing/recovery.ts";
import { bodyAs, hex, openWorld, put, type Server, type World } from "../testing/world.ts";
import { itemsOf, openWriter, purging, trashing } from "../testing/writer.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const DAY = 24 * 3_600_000;

interface How {
  readonly more?: Record<string, unknown>;
  readonly signer?: string;
  readonly leftOut?: string;
}

/** A vault with something in each state, and how its owner resets it. */
async function openVault() {
  const ann = await openWriter(server);
  const recoveryAuth = hex(32);
  await server.pool.query("update account set recovery_auth_hash = $1 where id = $2", [hashOf(recoveryAuth), ann.accountId]);
  const vault = put("category");
  const [kept, trashed, emptied, gone] = [put("note"), put("note", { categoryId: vault.id, favourite: true }), put("note"), put("note")];
  await ann.commit(vault, kept, trashed, emptied, gone);
  await ann.commit({ ...kept, revision: 2 });
  await ann.commit(trashing(gone, server));
  await ann.commit(purging(gone), { ...trashing(emptied, server), trashedAt: server.clock.now - 2 * DAY });
  await ann.commit(trashing(trashed, server));
  const reset = async ({ more = { recoveryAuth }, signer = ann.form.publicKey, leftOut = "" }: How = {}) => {
    const { token } = await proveMailbox(server, ann.email);
    const read = bodyAs<ForReset>((await server.call("GET", "/vault/entries-for-reset", undefined, { token })).body);
    const whole = read.entries.filter(({ id, seal }) => seal !== "" && id !== leftOut);
    const body = resetBody(ann.email, signer, { ...read, entries: whole }, more);
    return { read, whole, body, answer: await server.call("POST", "/users/reset-password", body, { token }) };
  };
  return { ann, reset, vault, kept, trashed, emptied, gone };
}
const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id).sort();
const pullAfter = async (email: string, authKey: string) => {
  const { data } = (await server.call("POST", "/users/login", { email, authKey })).body as { data: { token: string } };
  const call = async (method: string, path: string, body?: unknown) => (await server.call(method, path, body, { token: data.token })).body;
  return { call, all: itemsOf((await call("GET", "/vault/all-items-data")) as never) };
};

describe("a reset", () => {
  it("seals what is in the trash again like the rest, in its place, and purges what was emptied there", async () => {
    const { ann, reset, vault, kept, trashed, emptied } = await openVault();
    const trashedAt = server.clock.now;
    server.clock.now += 28 * DAY;
    await purge(server.deps);
    const { read, whole, body, answer } = await reset();
    expect(idsOf(read.entries)).toEqual(idsOf([vault, kept, trashed, emptied]));
    expect(idsOf(whole)).toEqual(idsOf([vault, kept, trashed]));
    expect(answer.body).toEqual({ success: true });
    const { all, call } = await pullAfter(ann.email, body.authKey);
    expect(idsOf(all as { id: string }[])).toEqual(idsOf([vault, kept, trashed]));
    const resealed = body.reEncryptedEntries.find((entry) => entry.id === trashed.id);
    expect(all.find(({ id }) => id === trashed.id)).toMatchObject({
      ...{ revision: 2, seal: resealed?.seal, deleted_at: trashedAt, category_id: vault.id, favourite: true },
    });
    expect(all.find(({ id }) => id === kept.id)).toMatchObject({ revision: 3, deleted_at: null });
    expect((await call("GET", "/vault/all-items-data?since=6")).tombstones).toEqual([emptied.id]);
    const old = await server.pool.query("select 1 from superseded where scope_id = $1", [ann.scopeId]);
    expect(old.rowCount).toBe(0);
  });

  it("without what is in the trash is refused", async () => {
    const { reset, trashed } = await openVault();
    expect((await reset({ leftOut: trashed.id })).answer.body.code).toBe("stale_revision");
  });
});

describe("an empty start", () => {
  it("leaves live and trashed records behind as they were, to come back by ordinary writes; what is purged then is gone for good", async () => {
    const { ann, reset, vault, kept, trashed, emptied, gone } = await openVault();
    const publicKey = newIdentity();
    const { body, answer } = await reset({ more: { reEncryptedEntries: [], discardItems: true, publicKey }, signer: publicKey });
    expect(answer.body).toEqual({ success: true });
    const { all, call } = await pullAfter(ann.email, body.authKey);
    expect(all).toEqual([]);
    expect(new Set((await call("GET", "/vault/all-items-data?since=6")).tombstones as string[])).toEqual(
      new Set(idsOf([vault, kept, trashed, emptied])),
    );
    const left = async () => ((await call("GET", "/vault/discarded")).vaults as { entries: Entry[]; head: object }[])[0];
    const behind = await left();
    expect(behind?.head).toMatchObject({ seq: 6, generation: 1, signature: expect.any(String) });
    expect(idsOf(behind?.entries ?? [])).toEqual(idsOf([vault, kept, trashed, emptied]));
    expect(behind?.entries.find(({ id }) => id === trashed.id)).toMatchObject({
      ...{ seal: trashed.seal, category_id: vault.id, favourite: true, deleted_at: server.clock.now },
    });
    expect(behind?.entries.some(({ id }) => id === gone.id)).toBe(false);
    const commit = async (...changes: unknown[]) =>
      call("POST", "/vault/commit", { scope: ann.scopeId, ...writeAfter(publicKey, await ann.stored()), changes });
    await commit(put("note", { id: trashed.id, revision: 2 }), put("note", { id: kept.id, revision: 3 }));
    // The head of that time lists them all: without the rest, what is left could not be verified.
    expect(idsOf((await left())?.entries ?? [])).toEqual(idsOf([vault, kept, trashed, emptied]));
    await commit(trashing(trashed, server));
    await commit(purging(trashed));
    const copies = await server.pool.query("select id from discarded_record where scope_id = $1", [ann.scopeId]);
    expect(idsOf(copies.rows)).toEqual(idsOf([vault, emptied, kept]));
    await commit(put("category", { id: vault.id, revision: 2 }));
    expect(await left()).toBeUndefined();
  });
});
