import { pickFields, type SealedRecord } from "@coffer/contract/record";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { resealedBody } from "@coffer/contract/resealed";
import { DELETED_KEPT_MS } from "@coffer/core/constants";
import { KIND_NAMES, kindOf, type RecordKind, wireFields } from "@coffer/core/items/kinds";
import {
  concat,
  context,
  generateId,
  generateIdentity,
  generateKey,
  openSigner,
  randomBytes,
  type Signer,
  toHex,
  u8,
  u32,
  u64,
  uuidToBytes,
  wrap,
} from "@coffer/crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { hashHead, sealHead } from "../sync/head.ts";
import { digestsOf } from "../sync/head-entries.ts";
import { firstRootOf } from "../sync/head-v1.ts";
import { openRecord, sealRecord } from "../sync/seal-record.ts";
import { openWholeScope, refuseOlderHead, resealWholeScope, type WholeScope } from "./reseal-scope.ts";

const scopeId = generateId();
const device = "test";
const KINDS: readonly RecordKind[] = [...KIND_NAMES, "category"];
const namesOf = (kind: RecordKind): readonly string[] => wireFields(kind).map(([name]) => name);
const NOW = 2_000_000_000_000;
const quietly = { now: NOW, onDone: (): void => undefined };
const quiet = quietly.onDone;

let signer: Signer;
let keys: ScopeKeys;
const keysOf = async (epoch: number, by = signer): Promise<ScopeKeys> => scopeKeys({ key: generateKey(), scopeId, epoch, signer: by });
let whole: WholeScope;

async function aRecord(kind: RecordKind, index: number): Promise<SealedRecord> {
  const identity = { id: generateId(), kind, revision: index + 1, saveId: toHex(randomBytes(16)) };
  const fields = Object.fromEntries(namesOf(kind).map((name) => [name, `${kind} ${name} ${index}`]));
  const sealed = await sealRecord(keys, { ...identity, fields, createdAt: 1000 + index, updatedAt: 2000 + index, device });
  const place = { ...BLANK_COLUMNS, favourite: index % 2 === 1, trashedAt: index % 3 === 2 ? NOW - index : null };
  return { ...identity, scopeId, ...sealed, ...place, createdAt: 1, updatedAt: 2, lastUsedAt: null };
}

async function withHead(records: readonly SealedRecord[], under = keys, { seq = 7, flags = 0 } = {}): Promise<WholeScope> {
  const contents = { digests: await digestsOf(records), count: records.length, epochs: { cred: 3, recovery: 2 }, flags, trust: null };
  const at = { generation: 1, seq, previous: null };
  return { head: { ...at, ...(await sealHead({ keys: under, ...at, ...contents, deviceId: randomBytes(16), now: 1 })) }, records };
}

/** As the first version wrote it: no place, no trash, no signature. */
async function withFirstHead(records: readonly SealedRecord[]): Promise<WholeScope> {
  const live = records.filter(({ trashedAt }) => trashedAt === null);
  const root = Uint8Array.from((await firstRootOf(live)).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const bytes = concat(u64(7), new Uint8Array(32), root, u32(live.length), u32(1), u8(1), randomBytes(16), u64(1));
  const about = context("head", uuidToBytes(scopeId), u64(7));
  const head = await wrap({ key: keys.headKey, bytes, purpose: "head", epoch: 1, context: about });
  return { head: { generation: 0, seq: 7, head, signature: null }, records };
}

beforeAll(async () => {
  signer = await openSigner((await generateIdentity()).secret);
  keys = await keysOf(1);
  whole = await withHead(await Promise.all([...KINDS, ...KINDS].map(aRecord)));
});

describe("a whole scope", () => {
  it("is sealed again under other keys, with every field and place of every kind unchanged", async () => {
    const next = await keysOf(2);
    const { entries, records } = await resealWholeScope(
      next,
      (await openWholeScope(keys, whole, quietly)).all,
      { random: randomBytes, device },
      quiet,
    );
    expect(entries.map(({ id, revision }) => [id, revision])).toEqual(whole.records.map(({ id, revision }) => [id, revision + 1]));
    for (const [index, record] of whole.records.entries()) {
      const kind = record.kind as RecordKind;
      const body = resealedBody.parse(entries[index]);
      const again = await openRecord(next, { ...record, ...body, fields: pickFields(kind, body) });
      // It says that it is the revision of before.
      expect(again).toEqual({ ...(await openRecord(keys, record)), again: 1 });
      expect(again.state).toBe("intact");
      expect(body.saveId).not.toBe(record.saveId);
      expect((await openRecord(keys, { ...record, ...body, fields: pickFields(kind, body) })).state).toBe("tampered");
      const { id, revision, saveId, seal } = body;
      expect(records[index]).toEqual({ ...record, id, revision, saveId, seal, fields: pickFields(kind, body) });
    }
  });

  it("keeps the contents of its head", async () => {
    const { head } = await openWholeScope(keys, await withHead(whole.records, keys, { seq: 8, flags: 1 }), quietly);
    expect(head).toMatchObject({ flags: 1, epochs: { cred: 3, recovery: 2 }, generation: 1 });
  });

  it("opens under a head of the first version too, which listed live records", async () => {
    const first = await withFirstHead(whole.records);
    expect((await openWholeScope(keys, first, quietly)).all).toHaveLength(whole.records.length);
    const live = whole.records.findIndex(({ trashedAt }) => trashedAt === null);
    const less = { ...first, records: whole.records.toSpliced(live, 1) };
    await expect(openWholeScope(keys, less, quietly)).rejects.toMatchObject({ code: "omitted" });
  });

  it("leaves out what was emptied after its time in the trash, and nothing emptied earlier", async () => {
    const emptied = (trashedAt: number | null) =>
      whole.records.map((record, index) => (index === 0 ? { ...record, trashedAt, seal: "", fields: {} } : record));
    const over = await withHead(emptied(NOW - DELETED_KEPT_MS));
    expect((await openWholeScope(keys, over, quietly)).all).toHaveLength(whole.records.length - 1);
    for (const trashedAt of [NOW - DELETED_KEPT_MS / 2, null])
      await expect(openWholeScope(keys, await withHead(emptied(trashedAt)), quietly)).rejects.toMatchObject({ name: "DecryptError" });
  });

  it("reports its progress", async () => {
    const counts: number[] = [];
    await openWholeScope(keys, whole, { now: NOW, onDone: (count) => counts.push(count) });
    expect(counts.at(-1)).toBe(whole.records.length);
  });
});

describe("a whole scope is refused", () => {
  const changed = (at: number, change: Partial<SealedRecord>): WholeScope => ({
    ...whole,
    records: whole.records.map((record, index) => (index === at ? { ...record, ...change } : record)),
  });

  it("when a field of any kind is dropped or swapped with another", async () => {
    const tried = inject("isWhole") ? whole.records : whole.records.slice(0, KINDS.length);
    for (const [at, record] of tried.entries()) {
      const twin = whole.records[(at + KINDS.length) % whole.records.length] as SealedRecord;
      const wires = Object.keys(record.fields);
      for (const [index, wire] of wires.entries()) {
        const { [wire]: _, ...rest } = record.fields;
        const neighbour = record.fields[wires[(index + 1) % wires.length] ?? ""] ?? "";
        const foreign = twin.fields[wire] ?? "";
        for (const fields of [rest, { ...record.fields, [wire]: neighbour }, { ...record.fields, [wire]: foreign }])
          await expect(openWholeScope(keys, changed(at, { fields }), quietly)).rejects.toMatchObject({ name: "DecryptError" });
      }
      await expect(openWholeScope(keys, changed(at, { seal: twin.seal }), quietly)).rejects.toMatchObject({ name: "DecryptError" });
    }
  });

  it("when a record is left out, added, repeated, older, newer, or of another kind or scope", async () => {
    const [first, ...rest] = whole.records as [SealedRecord, ...SealedRecord[]];
    const refused = async (records: readonly SealedRecord[], code: string) =>
      expect(openWholeScope(keys, { ...whole, records }, quietly)).rejects.toMatchObject({ name: "IntegrityError", code });
    await refused(rest, "omitted");
    await refused([...whole.records, { ...first, id: generateId() }], "unlisted");
    await refused([...whole.records, first], "unlisted");
    await refused([{ ...first, id: generateId() }, ...rest], "stale");
    await refused([{ ...first, revision: first.revision + 1 }, ...rest], "stale");
    await refused([{ ...first, saveId: toHex(randomBytes(16)) }, ...rest], "stale");
    await refused([{ ...first, kind: KINDS.find((kind) => kind !== first.kind) ?? "note" }, ...rest], "stale");
    await refused([{ ...first, scopeId: generateId() }, ...rest], "unlisted");
    await refused([{ ...first, favourite: !first.favourite }, ...rest], "stale");
    await refused([{ ...first, trashedAt: first.trashedAt === null ? NOW : null }, ...rest], "stale");
  });

  it("when the head is of another key, seq or generation, or is not signed by the owner", async () => {
    const other = await openSigner((await generateIdentity()).secret);
    const others = [
      await withHead(whole.records, await keysOf(1)),
      await withHead(whole.records, { ...keys, signer: other }),
      { ...whole, head: { ...whole.head, seq: whole.head.seq + 1 } },
      { ...whole, head: { ...whole.head, generation: 2 } },
      { ...whole, head: { ...whole.head, signature: null } },
    ];
    for (const other of others) await expect(openWholeScope(keys, other, quietly)).rejects.toMatchObject({ code: "fork" });
  });
});

describe("a pin", () => {
  const pin = { seq: 7, generation: 2, hash: "ab", epoch: 2 };
  const refusedAt = (seq: number, epoch: number, generation = 2) =>
    refuseOlderHead(pin, { seq, generation, head: "1.other", signature: null }, epoch);

  it("refuses an earlier key, state or history, and another state at the same place", async () => {
    await expect(refusedAt(9, 1)).rejects.toMatchObject({ code: "rollback" });
    await expect(refusedAt(6, 2)).rejects.toMatchObject({ code: "rollback" });
    await expect(refusedAt(99, 2, 1)).rejects.toMatchObject({ code: "rollback" });
    await expect(refusedAt(7, 2)).rejects.toMatchObject({ code: "fork" });
    const same = { seq: 7, generation: 2, head: "1.same", signature: null };
    await expect(refuseOlderHead({ ...pin, hash: toHex(await hashHead("1.same")) }, same, 2)).resolves.toBeUndefined();
    await expect(refusedAt(8, 2)).resolves.toBeUndefined();
  });

  it("under an earlier key only requires more than it has seen", async () => {
    await expect(refusedAt(7, 3)).rejects.toMatchObject({ code: "rollback" });
    await expect(refusedAt(8, 3)).resolves.toBeUndefined();
    await expect(refusedAt(1, 3, 3)).resolves.toBeUndefined();
    await expect(refuseOlderHead(null, { seq: 1, generation: 1, head: "1.any", signature: null }, 1)).resolves.toBeUndefined();
  });
});

it("covers every kind", () => {
  expect(KIND_NAMES.every((kind) => Object.keys(kindOf(kind).fields).length > 0)).toBe(true);
  expect(new Set(whole.records.map(({ kind }) => kind)).size).toBe(KINDS.length);
});
