/** What a device refuses of a pull's heads without any server. */
import { generateId, generateIdentity, generateKey, openSigner, randomBytes } from "@coffer/crypto";
import { expect, it } from "vitest";
import { scopeKeys } from "../keyring.ts";
import { sealHead } from "./head.ts";
import { NO_ENTRIES } from "./head-entries.ts";
import { type Snapshot, verifyHeads } from "./snapshot.ts";

it("a scope under an earlier key than this device has seen is a rollback, whatever its seq", async () => {
  const signer = await openSigner((await generateIdentity()).secret);
  const [keys, now] = [await scopeKeys({ key: generateKey(), scopeId: generateId(), epoch: 1, signer }), 1];
  const contents = { digests: NO_ENTRIES, count: 0, epochs: { cred: 1, recovery: 1 }, flags: 0, trust: null };
  const sealed = await sealHead({ keys, generation: 1, seq: 7, previous: null, ...contents, deviceId: randomBytes(16), now });
  const reply: Snapshot = {
    ...{ success: true, data: {}, tombstones: [], epochs: null, used: [], scopes: [], trust: null, members: null },
    scope: { id: keys.scopeId, kind: "personal", seq: 7, generation: 1, epoch: 1 },
    heads: [{ seq: 7, generation: 1, ...sealed }],
  };
  const pin = { seq: 3, generation: 1, hash: "0".repeat(64) };
  await expect(verifyHeads(keys, reply, { pin: { ...pin, epoch: 2 }, state: null, now })).rejects.toMatchObject({ code: "rollback" });
  expect((await verifyHeads(keys, reply, { pin: null, state: null, now })).state.seq).toBe(7);
  const later = { ...keys, epoch: 2 };
  await expect(verifyHeads(later, reply, { pin: null, state: null, now })).rejects.toMatchObject({ code: "rollback" });
});
