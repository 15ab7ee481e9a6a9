/** The sealed records that this browser keeps: all of a write, or nothing, however many they are; what is forgotten is gone. */
import { afterEach, expect, it } from "vitest";
import { database } from "./database.ts";
import { browserRecordStore } from "./record-store.ts";

const SCOPE = "22222222-2222-4222-8222-222222222222";
const STATE = { head: "head", pin: "pin" } as never;
const record = (id: string) => ({ id, revision: 1, content: `sealed ${id}` }) as never;
const sealed = (ids: readonly string[]) => ids.map(record);

afterEach(async () => {
  const open = await database();
  for (const store of ["scope", "record", "overview"] as const) await open.clear(store);
});

it("writes a scope as a whole: its state, what was put, and what was removed", async () => {
  const records = browserRecordStore();
  await records.write(SCOPE, STATE, sealed(["a", "b"]), []);
  await records.write(SCOPE, STATE, sealed(["c"]), ["a"]);
  expect(await records.read(SCOPE)).toEqual({ state: STATE, records: sealed(["b", "c"]) });
  expect(await records.read("no one's")).toBeNull();
});

it("keeps nothing of a write that fails in its middle", async () => {
  const records = browserRecordStore();
  await records.write(SCOPE, STATE, sealed(["a"]), []);
  const unkeepable = { id: "b", content: () => undefined } as never;
  await expect(records.write(SCOPE, STATE, [record("c"), unkeepable], ["a"])).rejects.toThrow();
  expect(await records.read(SCOPE)).toEqual({ state: STATE, records: sealed(["a"]) });
});

it("writes more than it asks for in one go as a whole, or not at all", async () => {
  const records = browserRecordStore();
  const ids = Array.from({ length: 600 }, (_, at) => `r${1_000 + at}`);
  await records.write(SCOPE, STATE, sealed(ids), []);
  expect(await records.read(SCOPE)).toEqual({ state: STATE, records: sealed(ids) });
  const unkeepable = { id: "z", content: () => undefined } as never;
  await expect(records.write(SCOPE, STATE, [...sealed(["z1"]), unkeepable], ids)).rejects.toThrow();
  expect(await records.read(SCOPE)).toEqual({ state: STATE, records: sealed(ids) });
});

it("steps aside for a tab that wants a newer layout, and opens again afterwards", async () => {
  const records = browserRecordStore();
  await records.write(SCOPE, STATE, [], []);
  const removed = new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase("coffer");
    request.onsuccess = resolve;
    request.onerror = reject;
    request.onblocked = () => reject(new Error("is held open"));
  });
  await removed;
  expect(await records.read(SCOPE)).toBeNull();
});

it("forgets one scope with everything in it, and no other", async () => {
  const records = browserRecordStore();
  for (const scope of [SCOPE, "another scope"]) {
    await records.write(scope, STATE, sealed(["a", "b"]), []);
    await records.writeOverviews(scope, ["piece"]);
  }
  await records.forget(SCOPE);
  expect([await records.read(SCOPE), await records.readOverviews(SCOPE)]).toEqual([null, []]);
  expect(await records.read("another scope")).toEqual({ state: STATE, records: sealed(["a", "b"]) });
  expect(await records.readOverviews("another scope")).toEqual(["piece"]);
  await records.clear();
  expect(await records.read("another scope")).toBeNull();
});
