import { expect, it } from "vitest";
import { memoryKeyStore, memoryRecordStore } from "../device/store.ts";
import { ownScopeKeys } from "../testing/own-scope.ts";
import { Scope } from "./scope.ts";
import { pauseAfter } from "./scope-deps.ts";

it("a closed scope overwrites its keys, and opens and writes nothing afterwards", async () => {
  const keys = await ownScopeKeys();
  const never = (): never => {
    throw new Error("is not called");
  };
  const stores = { keys: memoryKeyStore(), records: memoryRecordStore() };
  const others = { credEpoch: () => 1, copies: never, pause: never, randomFraction: never };
  const scope = new Scope(keys, { call: never, ...stores, deviceId: new Uint8Array(16), now: () => 0, flags: async () => 0, ...others });
  await scope.load();
  expect(keys.headKey.some((byte) => byte !== 0)).toBe(true);
  await scope.close();
  expect(keys.headKey.every((byte) => byte === 0)).toBe(true);
  expect(scope.records.size).toBe(0);
  await expect(scope.load()).rejects.toThrow("Vault key not found. Please login again.");
});

it("pauses between attempts grow to two seconds with random jitter, at most nine seconds in total", () => {
  const attempts = Array.from({ length: 9 }, (_, index) => index + 1);
  const [least, most] = [0, 1].map((chance) => attempts.map((attempt) => pauseAfter(attempt, () => chance)));
  expect(most).toEqual([50, 100, 200, 400, 800, 1600, 2000, 2000, 2000]);
  expect(least).toEqual(most?.map((ms) => ms / 2));
});
