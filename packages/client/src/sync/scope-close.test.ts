import { expect, it } from "vitest";
import { memoryKeyStore, memoryRecordStore } from "../device/store.ts";
import { ownScopeKeys } from "../testing/own-scope.ts";
import { Scope } from "./scope.ts";

it("a scope that is closed overwrites its keys, and opens and writes nothing any more", async () => {
  const keys = await ownScopeKeys();
  const never = (): never => {
    throw new Error("is not called");
  };
  const stores = { keys: memoryKeyStore(), records: memoryRecordStore() };
  const others = { credEpoch: () => 1, copies: never };
  const scope = new Scope(keys, { call: never, ...stores, deviceId: new Uint8Array(16), now: () => 0, flags: async () => 0, ...others });
  await scope.load();
  expect(keys.headKey.some((byte) => byte !== 0)).toBe(true);
  await scope.close();
  expect(keys.headKey.every((byte) => byte === 0)).toBe(true);
  expect(scope.records.size).toBe(0);
  await expect(scope.load()).rejects.toThrow("Vault key not found. Please login again.");
});
