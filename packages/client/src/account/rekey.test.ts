import type { SealedRecord } from "@coffer/contract/record";
import { BLANK_COLUMNS } from "@coffer/contract/record-columns";
import { type Resealed, resealedBody } from "@coffer/contract/resealed";
import { KIND_NAMES, kindOf, type RecordKind, wireFields } from "@coffer/core/items/kinds";
import { generateId, generateKey, randomBytes, toHex } from "@coffer/crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type ScopeKeys, scopeKeys } from "../keyring.ts";
import { sealHead } from "../sync/head.ts";
import { openRecord, sealRecord } from "../sync/seal-record.ts";
import { openWhole, refuseOlderHead, resealWhole, type WholeScope } from "./rekey.ts";

const scopeId = generateId();
const device = "test";
const KINDS: readonly RecordKind[] = [...KIND_NAMES, "category"];
const namesOf = (kind: RecordKind): readonly string[] => wireFields(kind).map(([name]) => name);
const quiet = (): void => undefined;

let keys: ScopeKeys;
let whole: WholeScope;

async function aRecord(kind: RecordKind, index: number): Promise<SealedRecord> {
  const identity = { id: generateId(), kind, revision: index + 1, saveId: toHex(randomBytes(16)) };
  const fields = Object.fromEntries(namesOf(kind).map((name) => [name, `${kind} ${name} ${index}`]));
  const sealed = await sealRecord(keys, { ...identity, fields, createdAt: 1000 + index, updatedAt: 2000 + index, device });
  const unsealed = {
    ...BLANK_COLUMNS,
    isOwner: true,
    permission: "write",
  } as const;
  return { ...identity, scopeId, ...sealed, ...unsealed, createdAt: 1, updatedAt: 2, lastUsedAt: null };
}

async function withHead(records: readonly SealedRecord[], under = keys, seq = 7): Promise<WholeScope> {
  const head = await sealHead({ keys: under, seq, previous: null, entries: records, deviceId: randomBytes(16), now: 1 });
  return { head: { seq, head }, records };
}

beforeAll(async () => {
  keys = await scopeKeys(generateKey(), scopeId, 1);
  whole = await withHead(await Promise.all([...KINDS, ...KINDS].map(aRecord)));
});

describe("a whole scope", () => {
  it("is sealed anew under other keys, with every field of every kind as it was", async () => {
    const next = await scopeKeys(generateKey(), scopeId, 2);
    const resealed = await resealWhole(next, (await openWhole(keys, whole, quiet)).all, { random: randomBytes, device }, quiet);
    expect(resealed.map(({ id, revision }) => [id, revision])).toEqual(whole.records.map(({ id, revision }) => [id, revision + 1]));
    for (const [index, record] of whole.records.entries()) {
      const { kind } = record;
      const body = resealedBody.parse(resealed[index]);
      const again = await openRecord(next, { ...record, ...body, fields: fieldsOf(kind, body) });
      expect(again).toEqual(await openRecord(keys, record));
      expect(again.state).toBe("intact");
      expect(body.saveId).not.toBe(record.saveId);
      expect((await openRecord(keys, { ...record, ...body, fields: fieldsOf(kind, body) })).state).toBe("tampered");
    }
  });

  it("keeps what its head says beside the records", async () => {
    const entries = whole.records;
    const head = await sealHead({ keys, seq: 8, previous: null, entries, flags: 1, deviceId: randomBytes(16), now: 1 });
    expect((await openWhole(keys, { ...whole, head: { seq: 8, head } }, quiet)).flags).toBe(1);
    expect((await openWhole(keys, whole, quiet)).flags).toBe(0);
  });

  it("tells how far it is", async () => {
    const counts: number[] = [];
    await openWhole(keys, whole, (count) => counts.push(count));
    expect(counts.at(-1)).toBe(whole.records.length);
  });
});

const fieldsOf = (kind: RecordKind, body: Resealed): Record<string, string> =>
  Object.fromEntries(wireFields(kind).flatMap(([, wire]) => (typeof body[wire] === "string" ? [[wire, body[wire]]] : [])));

describe("a whole scope is refused", () => {
  const changed = (at: number, change: Partial<SealedRecord>): WholeScope => ({
    ...whole,
    records: whole.records.map((record, index) => (index === at ? { ...record, ...change } : record)),
  });

  it("when any field of any kind is dropped, or is another record's or another field's", async () => {
    for (const [at, record] of whole.records.entries()) {
      const twin = whole.records[(at + KINDS.length) % whole.records.length] as SealedRecord;
      const wires = Object.keys(record.fields);
      for (const [index, wire] of wires.entries()) {
        const { [wire]: _, ...rest } = record.fields;
        const neighbour = record.fields[wires[(index + 1) % wires.length] ?? ""] ?? "";
        const foreign = twin.fields[wire] ?? "";
        for (const fields of [rest, { ...record.fields, [wire]: neighbour }, { ...record.fields, [wire]: foreign }])
          await expect(openWhole(keys, changed(at, { fields }), quiet)).rejects.toMatchObject({ name: "DecryptError" });
      }
      await expect(openWhole(keys, changed(at, { seal: twin.seal }), quiet)).rejects.toMatchObject({ name: "DecryptError" });
    }
  });

  it("when a record is left out, added, repeated, older, newer, or of another kind or scope", async () => {
    const [first, ...rest] = whole.records as [SealedRecord, ...SealedRecord[]];
    const refused = async (records: readonly SealedRecord[], code: string) =>
      expect(openWhole(keys, { ...whole, records }, quiet)).rejects.toMatchObject({ name: "IntegrityError", code });
    await refused(rest, "omitted");
    await refused([...whole.records, { ...first, id: generateId() }], "unlisted");
    await refused([...whole.records, first], "unlisted");
    await refused([{ ...first, id: generateId() }, ...rest], "stale");
    await refused([{ ...first, revision: first.revision + 1 }, ...rest], "stale");
    await refused([{ ...first, saveId: toHex(randomBytes(16)) }, ...rest], "stale");
    await refused([{ ...first, kind: KINDS.find((kind) => kind !== first.kind) ?? "note" }, ...rest], "stale");
    await refused([{ ...first, scopeId: generateId() }, ...rest], "unlisted");
  });

  it("when the head is of another key, epoch or seq", async () => {
    const others = [
      await withHead(whole.records, await scopeKeys(generateKey(), scopeId, 1)),
      { ...whole, head: { ...whole.head, seq: whole.head.seq + 1 } },
    ];
    for (const other of others) await expect(openWhole(keys, other, quiet)).rejects.toMatchObject({ code: "fork" });
  });
});

describe("a pin", () => {
  const pin = { seq: 7, hash: "ab", epoch: 2 };
  const refused = (seq: number, epoch: number) => refuseOlderHead(pin, { seq, head: "1.other" }, epoch);

  it("refuses an earlier key, an earlier state, and another state at the same place", async () => {
    await expect(refused(9, 1)).rejects.toMatchObject({ code: "rollback" });
    await expect(refused(6, 2)).rejects.toMatchObject({ code: "rollback" });
    await expect(refused(7, 2)).rejects.toMatchObject({ code: "fork" });
  });

  it("under an earlier key only asks for more than it has seen", async () => {
    await expect(refused(7, 3)).rejects.toMatchObject({ code: "rollback" });
    await expect(refused(8, 3)).resolves.toBeUndefined();
    await expect(refuseOlderHead(null, { seq: 1, head: "1.any" }, 1)).resolves.toBeUndefined();
  });
});

it("covers every kind there is", () => {
  expect(KIND_NAMES.every((kind) => Object.keys(kindOf(kind).fields).length > 0)).toBe(true);
  expect(new Set(whole.records.map(({ kind }) => kind)).size).toBe(KINDS.length);
});
