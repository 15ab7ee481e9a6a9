import { randomBytes } from "@coffer/crypto";
import { describe, expect, it } from "vitest";
import { memoryKeyStore } from "../device/store.ts";
import { isLater, ownDeviceId, type Pin, readAccountPin, readPin, writeAccountPin, writePin } from "./pins.ts";

const scope = "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c";
const pin: Pin = { seq: 7, generation: 1, hash: "aa", epoch: 1 };

describe("the pin of a scope", () => {
  it("moves forward only, neither to an earlier head nor to an earlier history", async () => {
    const keys = memoryKeyStore();
    await writePin(keys, scope, pin);
    for (const earlier of [
      { ...pin, seq: 6 },
      { ...pin, seq: 99, generation: 0 },
      { ...pin, hash: "bb" },
    ]) {
      await writePin(keys, scope, earlier);
      expect(await readPin(keys, scope)).toEqual(pin);
    }
    const later = { ...pin, seq: 3, generation: 2 };
    await writePin(keys, scope, later);
    expect(await readPin(keys, scope)).toEqual(later);
    expect(isLater(later, pin)).toBe(true);
  });

  it("counts as epoch 1 and generation 0 if an earlier version wrote it", async () => {
    const keys = memoryKeyStore();
    await keys.set(`device:scope:${scope}`, new TextEncoder().encode(JSON.stringify({ seq: 4, hash: "cc" })));
    expect(await readPin(keys, scope)).toEqual({ seq: 4, hash: "cc", epoch: 1, generation: 0 });
  });
});

it("an account's key derivation is pinned by server and address", async () => {
  const keys = memoryKeyStore();
  const known = { accountId: scope, salt: "00", kdfId: 1, credEpoch: 2, keyEpoch: 1 };
  await writeAccountPin(keys, "https://one", "ann@example.com", known);
  expect(await readAccountPin(keys, "https://one", "ann@example.com")).toEqual(known);
  expect(await readAccountPin(keys, "https://two", "ann@example.com")).toBeNull();
  expect(await readAccountPin(keys, "https://one", "bob@example.com")).toBeNull();
});

it("a device keeps its name", async () => {
  const keys = memoryKeyStore();
  const own = await ownDeviceId(keys, randomBytes);
  expect(own).toHaveLength(16);
  expect(await ownDeviceId(keys, randomBytes)).toEqual(own);
});
