/** What a stolen token can write: nothing. Every call that carries a head is tested, with each part of what is signed falsified in turn. */
import { createHash } from "node:crypto";
import type { SignedHead } from "@coffer/contract/head-message";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newIdentity, type Stored, sha256, signHead, writeAfter } from "../testing/identities.ts";
import { readyCall, signedEndpoints } from "../testing/signed-calls.ts";
import { hex, openWorld, type Person, put, type Server, type World, wrapped } from "../testing/world.ts";
import { openWriter } from "../testing/writer.ts";
import { isMessageSignedBy } from "./signed-head.ts";

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld();
  server = await world.server();
});
afterAll(() => world.end());

const TABLES = [
  "account",
  "identity",
  "scope",
  "head",
  "record",
  "superseded",
  "earlier_place",
  "discarded_vault",
  "discarded_record",
  "profile_link",
];
async function everything(): Promise<string> {
  const rows = TABLES.map((table) => `select coalesce(string_agg(t::text, '|' order by t::text), '') as rows from ${table} t`);
  const { rows: found } = await server.pool.query(rows.join(" union all "));
  return createHash("sha256").update(JSON.stringify(found)).digest("hex");
}

const FALSIFIED: readonly (readonly [string, Partial<SignedHead>])[] = [
  ["another scope", { scopeId: "3f0e7a52-8a8c-4d0e-9a53-0c1f2f0f6a11" }],
  ["another generation", { generation: 5 }],
  ["another seq", { seq: 999 }],
  ["another head before", { previousHash: sha256("another history") }],
  ["another head", { hash: sha256("another head") }],
];

describe.each(signedEndpoints())("%s", (name, spec) => {
  it("writes nothing without the signature of exactly this head by the owner's identity, and writes with it", async () => {
    const ann = await server.join(`${hex(4)}@example.com`);
    const { send, sendWith } = await readyCall(server, ann, name, spec);
    const before = await everything();
    const isRefused = async (why: string, answer: Promise<{ status: number; body: Readonly<Record<string, unknown>> }>) => {
      const { status, body } = await answer;
      expect([why, status, body.code]).toEqual([why, 403, "bad_signature"]);
    };
    for (const [why, falsified] of FALSIFIED) await isRefused(why, send(falsified));
    await isRefused("a stranger", send({}, newIdentity()));
    await isRefused("garbage", sendWith({ signature: Buffer.from(hex(64), "hex").toString("base64url") }));
    // Once: reading every table is most of what this costs, and what one of them wrote would still be there.
    expect(await everything()).toBe(before);
    expect(await send()).toMatchObject({ status: 200 });
    expect(await everything()).not.toBe(before);
  });

  it("says that it refuses so", () => expect(spec.refuses).toContain("bad_signature"));
});

describe("a signature", () => {
  it("is accepted in one spelling only", async () => {
    const ann = await openWriter(server);
    const written = writeAfter(ann.form.publicKey, await ann.stored());
    const last = written.signature.at(-1) ?? "";
    // The last letter has four bits too many: 16 letters decode to the same byte.
    const alike = String.fromCharCode(last.charCodeAt(0) + 1);
    const other = { ...written, signature: written.signature.slice(0, -1) + alike };
    expect(Buffer.from(other.signature, "base64url")).toEqual(Buffer.from(written.signature, "base64url"));
    expect((await ann.write("POST", "/vault/commit", { scope: ann.scopeId, changes: [put("note")], ...other })).body.code).toBe(
      "bad_signature",
    );
  });

  it("is not accepted under a malformed identity", async () => {
    const ann = await openWriter(server);
    for (const wrong of [
      "AA",
      `${Buffer.from([2]).toString("base64url")}${ann.form.publicKey.slice(2)}`,
      ann.form.publicKey.slice(0, -4),
    ]) {
      await server.pool.query("update identity set public_key = $1 where account_id = $2", [wrong, ann.accountId]);
      expect((await ann.commit(put("note"))).body.code).toBe("bad_signature");
    }
  });
});

/** Restores the database to how it was, as from a backup. */
async function backUp(person: Person): Promise<() => Promise<void>> {
  const stored = await person.stored();
  return async () => {
    await server.pool.query("delete from head where scope_id = $1 and seq > $2", [person.scopeId, stored.seq]);
    await server.pool.query("update scope set seq = $2 where id = $1", [person.scopeId, stored.seq]);
  };
}

describe("two histories", () => {
  it("never merge: after a restore, the device that has seen more writes nothing, also at the same seq", async () => {
    const ann = await openWriter(server);
    const restore = await backUp(ann);
    await ann.commit(put("note"));
    const seenByOne = await ann.stored();
    await restore();
    await ann.commit(put("note"));
    const now = await ann.stored();
    expect(now.seq).toBe(seenByOne.seq);
    const commit = (stored: Stored) =>
      ann.call("POST", "/vault/commit", { scope: ann.scopeId, ...writeAfter(ann.form.publicKey, stored), changes: [put("note")] });
    expect((await commit(seenByOne)).body.code).toBe("bad_signature");
    expect(await ann.stored()).toEqual(now);
    expect((await commit(now)).status).toBe(200);
  });
});

describe("a scope of the first version", () => {
  it("is lifted to generation 1 by the first head that is signed, and its own heads have no signature", async () => {
    const ann = await openWriter(server);
    await server.pool.query("update scope set generation = 0 where id = $1", [ann.scopeId]);
    await server.pool.query("update head set generation = 0, signature = null where scope_id = $1", [ann.scopeId]);
    expect(await ann.pull()).toMatchObject({ scope: { generation: 0 }, heads: [{ seq: 1, generation: 0, signature: null }] });
    const signed = { scopeId: ann.scopeId, seq: 2, previousHash: sha256(ann.form.head) };
    const head = wrapped();
    const as = (generation: number) => ({
      head,
      signature: signHead(ann.form.publicKey, { ...signed, generation, hash: sha256(head) }),
    });
    const commit = (generation: number) => ann.write("POST", "/vault/commit", { scope: ann.scopeId, changes: [], ...as(generation) });
    expect((await commit(0)).body.code).toBe("bad_signature");
    expect((await commit(1)).body).toEqual({ success: true, seq: 2 });
    expect(await ann.pull("?since=0")).toMatchObject({
      ...{ scope: { generation: 1 }, heads: [{ signature: null }, { seq: 2, generation: 1, ...as(1) }] },
    });
  });
});

it("a reply has ten thousand heads at most, the oldest first", async () => {
  const ann = await openWriter(server);
  await server.pool.query(
    `insert into head (scope_id, seq, generation, head, signature, created_at)
     select $1, n, 1, $2, $3, now() from generate_series(2, 10003) n`,
    [ann.scopeId, ann.form.head, "A".repeat(86)],
  );
  await server.pool.query("update scope set seq = 10003 where id = $1", [ann.scopeId]);
  const { heads, scope } = await ann.pull("?since=10003&heads=2");
  expect([heads.length, heads[0]?.seq, heads.at(-1)?.seq, scope.seq]).toEqual([10_000, 3, 10_002, 10_003]);
  expect((await ann.pull("?since=10003&heads=10002")).heads.map(({ seq }) => seq)).toEqual([10_003]);
});

it("a key of small order, for which anyone can sign, has no signatures", () => {
  const weak = Buffer.concat([Buffer.from([1, 1]), Buffer.alloc(31), Buffer.alloc(1216)]).toString("base64url");
  const made = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString("base64url");
  expect(isMessageSignedBy(weak, new Uint8Array([1, 2, 3]), made)).toBe(false);
});
