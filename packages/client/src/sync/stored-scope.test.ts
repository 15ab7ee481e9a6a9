/** What an earlier version stored on a device is found again. */
import { generateId, sha256, toHex, utf8 } from "@coffer/crypto";
import { expect, it } from "vitest";
import { memoryRecordStore } from "../device/store.ts";
import { ownScopeKeys, sealedRecord } from "../testing/own-scope.ts";
import { readStored } from "./stored-scope.ts";

it("a scope of the first version is shown, and pulled again completely", async () => {
  const keys = await ownScopeKeys();
  const { trashedAt: _, ...record } = await sealedRecord(keys, "note", { name: "n" });
  const old = { ...record, isOwner: true, permission: "write" };
  const store = memoryRecordStore();
  await store.write(keys.scopeId, { seq: 3, epoch: 1, head: { seq: 3, head: "1.head" } } as never, [old as never], []);
  const stored = await readStored(store, keys.scopeId);
  expect(stored?.isPartial).toBe(true);
  expect(stored?.state).toEqual({
    seq: 3,
    epoch: 1,
    head: { seq: 3, head: "1.head", generation: 0, signature: null },
    hashes: [toHex(await sha256(utf8("1.head")))],
  });
  expect(stored?.records).toMatchObject([{ id: record.id, seal: record.seal, trashedAt: null, learned: 0 }]);
  expect(await readStored(store, generateId())).toBeNull();
});
