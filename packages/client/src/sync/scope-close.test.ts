import { generateKey } from "@coffer/crypto";
import { expect, it } from "vitest";
import { memoryKeyStore, memoryRecordStore } from "../device/store.ts";
import { scopeKeys } from "../keyring.ts";
import { Scope } from "./scope.ts";

const SCOPE = "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c";

it("a scope that is closed overwrites its keys, and opens and writes nothing any more", async () => {
  const keys = await scopeKeys(generateKey(), SCOPE, 1);
  const never = (): never => {
    throw new Error("is not called");
  };
  const stores = { keys: memoryKeyStore(), records: memoryRecordStore() };
  const scope = new Scope(keys, { call: never, ...stores, deviceId: new Uint8Array(16), now: () => 0, flags: () => 0 });
  await scope.load();
  expect(keys.headKey.some((byte) => byte !== 0)).toBe(true);
  await scope.close();
  for (const key of [keys.headKey, keys.searchKey]) expect(key.every((byte) => byte === 0)).toBe(true);
  expect(scope.records.size).toBe(0);
  await expect(scope.load()).rejects.toThrow("Vault key not found. Please login again.");
});
