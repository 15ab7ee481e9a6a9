/** What this browser keeps: it is found again by whatever version of the product wrote it, and two tabs agree on one key. */

import { database } from "@coffer/app/frame/database.ts";
import { browserRecordStore } from "@coffer/app/frame/record-store.ts";
import { afterEach, expect, it, vi } from "vitest";
import { browserKeyStore } from "./browser-store.ts";

const SCOPE = "22222222-2222-4222-8222-222222222222";
const STATE = { head: "head", pin: "pin" } as never;
const record = (id: string) => ({ id, revision: 1, content: `sealed ${id}` }) as never;
const sealed = (ids: readonly string[]) => ids.map(record);

/** The database as the first version of the product made it, by plain calls of the browser. */
function openPlain(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("coffer", 1);
    request.onupgradeneeded = () => {
      for (const store of ["scope", "record", "overview", "device"]) request.result.createObjectStore(store);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function writePlain(entries: readonly (readonly [store: string, key: IDBValidKey, value: unknown])[]): Promise<void> {
  const plain = await openPlain();
  const transaction = plain.transaction(["scope", "record", "overview", "device"], "readwrite");
  for (const [store, key, value] of entries) transaction.objectStore(store).put(value, key);
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  plain.close();
}

afterEach(async () => {
  const open = await database();
  for (const store of ["scope", "record", "overview", "device"] as const) await open.clear(store);
  localStorage.clear();
});

it("finds what an earlier version of the product wrote", async () => {
  await writePlain([
    ["scope", SCOPE, STATE],
    ["record", [SCOPE, "a"], record("a")],
    ["record", [SCOPE, "b"], record("b")],
    ["record", ["another scope", "c"], record("c")],
    ["overview", SCOPE, ["piece 1", "piece 2"]],
  ]);
  const records = browserRecordStore();
  expect(await records.read(SCOPE)).toEqual({ state: STATE, records: sealed(["a", "b"]) });
  expect(await records.readOverviews(SCOPE)).toEqual(["piece 1", "piece 2"]);
});

it("opens a secret under the key that an earlier version made", async () => {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  await writePlain([["device", "wrapping-key", key]]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: new TextEncoder().encode("slot") };
  const wrapped = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, new Uint8Array([1, 2, 3])));
  localStorage.setItem("slot", `w1.${btoa(String.fromCharCode(...iv, ...wrapped))}`);
  expect(await browserKeyStore().get("slot")).toEqual(new Uint8Array([1, 2, 3]));
});

it("forgets every scope, and keeps the key of the device", async () => {
  const [records, keys] = [browserRecordStore(), browserKeyStore()];
  await records.write(SCOPE, STATE, sealed(["a"]), []);
  await records.writeOverviews(SCOPE, ["piece"]);
  await keys.set("slot", new Uint8Array([7]));
  await records.clear();
  expect(await records.read(SCOPE)).toBeNull();
  expect(await records.readOverviews(SCOPE)).toEqual([]);
  expect(await browserKeyStore().get("slot")).toEqual(new Uint8Array([7]));
});

it("gives two tabs that start together the same key", async () => {
  const [one, two] = [browserKeyStore(), browserKeyStore()];
  await Promise.all([one.set("first", new Uint8Array([1])), two.set("second", new Uint8Array([2]))]);
  expect(await two.get("first")).toEqual(new Uint8Array([1]));
  expect(await one.get("second")).toEqual(new Uint8Array([2]));
});

it("finds a draft where an earlier version kept it, and keeps it in the database from then on", async () => {
  const [slot, older, newer] = ["device:draft:1", new Uint8Array([1, 2]), new Uint8Array([3])];
  const keys = browserKeyStore();
  await keys.set("another", older);
  const key = (await (await database()).get("device", "wrapping-key")) as CryptoKey;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const algorithm = { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(slot) };
  const wrapped = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, older));
  localStorage.setItem(slot, `w1.${btoa(String.fromCharCode(...iv, ...wrapped))}`);
  expect(await keys.get(slot)).toEqual(older);
  await keys.set(slot, newer);
  expect([localStorage.getItem(slot), await keys.get(slot)]).toEqual([null, newer]);
  await keys.clear();
  expect(await keys.get(slot)).toEqual(newer);
  await keys.remove(slot);
  expect(await keys.get(slot)).toBeNull();
});

it("has what waits on the disk before it counts as kept: a browser that is killed then has it", async () => {
  const begun = vi.spyOn(IDBDatabase.prototype, "transaction");
  await browserKeyStore().set("device:draft:waits", new Uint8Array([1]));
  expect(begun.mock.calls).toContainEqual(["device", "readwrite", { durability: "strict" }]);
  begun.mockRestore();
});
