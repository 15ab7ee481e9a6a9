import { memoryRecordStore, type RecordStore } from "@coffer/client";
import type { WebMessage } from "@coffer/core/extension-messages";
import { expect, it } from "vitest";
import { forwardingRecords, recordsMessage } from "./forward-records.ts";

type Put = Parameters<RecordStore["write"]>[2];
const record = (id: string, kind = "password") => ({ id, kind, saveId: `${id}-1` }) as Put[number];
const many = (count: number) => Array.from({ length: count }, (_, at) => record(String(at)));

it.each<[string, Put, string[], WebMessage["type"] | null]>([
  ["nothing", [], [], null],
  ["new entries", many(3), [], "SAVE_ENTRIES"],
  ["as many as a message carries", many(1000), [], "SAVE_ENTRIES"],
  ["more than a message carries", many(1001), [], "FETCH_ENTRIES"],
  ["a card", [record("c", "card")], [], "FETCH_ENTRIES"],
  ["an entry and its vault", [record("p"), record("v", "category")], [], "FETCH_ENTRIES"],
  ["one that is gone", [], ["p"], "FETCH_ENTRIES"],
])("the extension hears of %s (A252, A253)", (_, put, remove, type) => {
  expect(recordsMessage(put, remove)?.type ?? null).toBe(type);
});

it("hears of what is stored once it is stored, sealed as it is", async () => {
  const told: WebMessage[] = [];
  const store = memoryRecordStore();
  const records = forwardingRecords(store, (message) => void told.push(message));
  const state = { seq: 1, epoch: 1, head: {} as never, hashes: [] };
  await records.write("scope", state, [record("p")], []);
  expect(told).toEqual([{ type: "SAVE_ENTRIES", entries: [record("p")] }]);
  expect((await store.read("scope"))?.records).toHaveLength(1);
});
