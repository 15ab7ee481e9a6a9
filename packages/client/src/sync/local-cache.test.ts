/** What a device caches of a scope is there at once; its store gets it a moment later, complete, and again if a write failed. */
import { beforeEach, describe, expect, it } from "vitest";
import { memoryKeyStore, memoryRecordStore } from "../device/store.ts";
import type { ScopeKeys } from "../keyring.ts";
import { ownScopeKeys, sealedRecord } from "../testing/own-scope.ts";
import type { KnownRecord, RecordStore } from "../types.ts";
import { NO_ENTRIES } from "./head-entries.ts";
import { LocalCache } from "./local-cache.ts";

let keys: ScopeKeys;
let records: RecordStore;
let isFull: boolean;
let kept: LocalCache;
beforeEach(async () => {
  keys = await ownScopeKeys();
  isFull = false;
  const store = memoryRecordStore();
  records = {
    ...store,
    write: async (...all) => {
      if (isFull) throw new DOMException("The disk is full", "QuotaExceededError");
      await store.write(...all);
    },
  };
  kept = new LocalCache(keys, { keys: memoryKeyStore(), records });
});

async function aRecord(): Promise<KnownRecord> {
  return { ...(await sealedRecord(keys, "password", { title: "Bank", password: "hunter2!" })), learned: 1 };
}

/** A verified state after these records have changed. */
function accept(seq: number, changed: readonly (readonly [id: string, record: KnownRecord | null])[]): Promise<void> {
  const state = { seq, epoch: 1, head: { seq, generation: 1, head: `head ${seq}`, signature: null }, hashes: [] };
  return kept.accept({ state, changed: new Map(changed), digests: NO_ENTRIES });
}

async function stored(): Promise<{ seq: number; ids: string[] } | null> {
  const found = await records.read(keys.scopeId);
  return found && { seq: found.state.seq, ids: found.records.map(({ id }) => id) };
}

describe("a verified state that was accepted", () => {
  it("is in memory before it is written, and in the store afterwards", async () => {
    const record = await aRecord();
    await accept(1, [[record.id, record]]);
    expect([...kept.table.live.keys()]).toEqual([record.id]);
    expect(await stored()).toBeNull();
    await kept.persist();
    expect(await stored()).toEqual({ seq: 1, ids: [record.id] });
  });

  it("is written with the next change if the disk was full, and the store never mixes two states", async () => {
    const [first, second, third] = [await aRecord(), await aRecord(), await aRecord()];
    await accept(1, [[first.id, first]]);
    await kept.persist();
    isFull = true;
    await accept(2, [
      [first.id, null],
      [second.id, second],
    ]);
    await kept.persist();
    expect(await stored()).toEqual({ seq: 1, ids: [first.id] });
    isFull = false;
    await accept(3, [[third.id, third]]);
    await kept.persist();
    expect(await stored()).toEqual({ seq: 3, ids: [second.id, third.id] });
  });

  it("keeps the newest value: a change made while a write failed wins over that write", async () => {
    const record = await aRecord();
    isFull = true;
    await accept(1, [[record.id, record]]);
    const failing = kept.persist();
    await accept(2, [[record.id, null]]);
    await failing;
    isFull = false;
    await kept.persist();
    expect(await stored()).toEqual({ seq: 2, ids: [] });
  });

  it("is written once, and not at all after it was forgotten", async () => {
    const record = await aRecord();
    await accept(1, [[record.id, record]]);
    kept.forget();
    await kept.persist();
    expect(await stored()).toBeNull();
    await accept(2, [[record.id, record]]);
    await kept.persist();
    await records.clear();
    await kept.persist();
    expect(await stored()).toBeNull();
  });
});

it("what another page of this browser has stored under the next key is not opened with the one of before", async () => {
  const record = await aRecord();
  await accept(1, [[record.id, record]]);
  await kept.persist();
  const found = await records.read(keys.scopeId);
  for (const [epoch, ids] of [
    [1, [record.id]],
    [2, []],
  ] as const) {
    if (found) await records.write(keys.scopeId, { ...found.state, epoch }, [], []);
    const page = new LocalCache(keys, { keys: memoryKeyStore(), records });
    await page.load();
    expect([epoch, [...page.table.live.keys()]]).toEqual([epoch, ids]);
  }
  expect(await records.read(keys.scopeId)).not.toBeNull();
});
