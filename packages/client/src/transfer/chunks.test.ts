/** The chunks of an import are never larger than the server accepts, whatever they contain. */
import { api } from "@coffer/contract/api";
import { FIELD_MAX_BYTES, IMPORT_CHUNK_ITEMS } from "@coffer/core/constants";
import { KIND_NAMES, kindOf } from "@coffer/core/items/kinds";
import type { Candidate } from "@coffer/core/transfer/import";
import { generateId, randomBytes, utf8 } from "@coffer/crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { memoryKeyStore, memoryRecordStore } from "../device/store.ts";
import { Scope } from "../sync/scope.ts";
import { ownScopeKeys } from "../testing/own-scope.ts";
import { sealWrite } from "../vault/record-writes.ts";
import { CHUNK_MAX_BYTES, chunksOf, lengthInUtf8, sealedBytes } from "./chunks.ts";

let scope: Scope;
beforeAll(async () => {
  const call = async (): Promise<never> => {
    throw new Error("sealing makes no call");
  };
  const stores = { keys: memoryKeyStore(), records: memoryRecordStore() };
  const keys = await ownScopeKeys();
  scope = new Scope(keys, {
    call,
    ...stores,
    deviceId: randomBytes(16),
    now: Date.now,
    flags: async () => 0,
    credEpoch: () => 1,
    pause: async () => undefined,
    randomFraction: () => 0,
    copies: call,
  });
});

type Row = Pick<Candidate, "kind" | "fields">;
const rowOf = ({ kind, fields }: Row, row = 1): Candidate => ({
  ...{ id: `row-${row}`, row, kind, fields, folder: "", status: "complete" },
  ...{ name: "", username: "", password: "", url: "", notes: "" },
});

/** A row as it is in the body of a batch. */
async function bodyOf({ kind, fields }: Row): Promise<string> {
  const sealing = { random: randomBytes, now: Date.now, device: "d" };
  const { change } = await sealWrite(sealing, scope, generateId(), { kind, fields, categoryId: generateId(), favourite: false });
  return JSON.stringify({ type: kindOf(kind).csvType, row: 99_999, data: change });
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom("", "€".repeat(2_000), "a".repeat(1_023), "😀".repeat(900)),
);
const anyRow = fc
  .constantFrom(...KIND_NAMES)
  .chain((kind) =>
    fc
      .record(Object.fromEntries(Object.keys(kindOf(kind).fields).map((name) => [name, text])))
      .map((fields): Row => ({ kind, fields: { ...fields, website_url: "https://a.example" } })),
  );

describe("a row", () => {
  it("takes no more bytes than its estimate", async () => {
    await fc.assert(
      fc.asyncProperty(anyRow, async (row) => {
        expect(utf8(await bodyOf(row)).length).toBeLessThanOrEqual(sealedBytes(row));
      }),
      { numRuns: 60 },
    );
  });

  it("is counted in bytes, not in characters", () => {
    const note = (letter: string): Row => ({ kind: "note", fields: { notes: letter.repeat(20_000) } });
    expect(sealedBytes(note("€")) - sealedBytes(note("e"))).toBeGreaterThan((2 * 20_000 * 4) / 3 - 2);
  });
});

describe("the bytes of a text in UTF-8", () => {
  const units = fc.array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd7ff, max: 0xe000 })));

  it("are counted as they are encoded, with pairs and halves of them", () => {
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        expect(lengthInUtf8(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
    expect(lengthInUtf8("aé€😀\ud83d")).toBe(1 + 2 + 3 + 4 + 3);
  });
});

describe("the chunks of an import", () => {
  const fullest = (kind: Row["kind"]): Row => ({
    kind,
    fields: Object.fromEntries(Object.keys(kindOf(kind).fields).map((name) => [name, "€".repeat(FIELD_MAX_BYTES / 3)])),
  });

  it.each(KIND_NAMES)("of the largest possible items stay below the server's limit: %s", (kind) => {
    const rows = Array.from({ length: 12 }, (_, index) => rowOf(fullest(kind), index));
    const each = sealedBytes(fullest(kind));
    const chunks = [...chunksOf(rows)];
    expect(chunks.flat()).toEqual(rows);
    expect(Math.max(...chunks.map(({ length }) => length * each))).toBeLessThanOrEqual(CHUNK_MAX_BYTES);
    expect(CHUNK_MAX_BYTES).toBeLessThan((api.transfer.batch.maxBytes ?? 0) - 65_536); // the head and the names around the rows
  });

  it("have no more rows than the server accepts, in the order of the file", () => {
    const rows = Array.from({ length: 2 * IMPORT_CHUNK_ITEMS + 1 }, (_, index) => rowOf({ kind: "note", fields: { name: "n" } }, index));
    expect([...chunksOf(rows)].map(({ length }) => length)).toEqual([IMPORT_CHUNK_ITEMS, IMPORT_CHUNK_ITEMS, 1]);
    expect([...chunksOf(rows)].flat()).toEqual(rows);
    expect([...chunksOf([])]).toEqual([]);
  });
});
