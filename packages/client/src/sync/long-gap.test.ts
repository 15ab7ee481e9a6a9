/** A device that missed more heads than one reply has: here a reply has three. */
import { api } from "@coffer/contract/api";
import type { HeadText } from "@coffer/contract/vault";
import { randomBytes, toHex } from "@coffer/crypto";
import { expect, it } from "vitest";
import type { Call } from "../call.ts";
import { memoryKeyStore, memoryRecordStore } from "../device/store.ts";
import { ownScopeKeys } from "../testing/own-scope.ts";
import { hashHead, sealHead } from "./head.ts";
import { NO_ENTRIES } from "./head-entries.ts";
import { readRenewal, writePin } from "./pins.ts";
import { Scope } from "./scope.ts";

const [IN_REPLY, NOW] = [3, 1_795_000_000_000];
const EPOCHS = { cred: 1, recovery: 1 };

interface Written {
  readonly count: number;
  readonly generation?: number;
}

/** A server in memory with as many heads, and a device that had the first of them. */
async function away(...written: readonly Written[]) {
  const keys = await ownScopeKeys();
  const heads: HeadText[] = [];
  const write = async (generation: number): Promise<void> => {
    const [seq, previous] = [heads.length + 1, heads.at(-1)?.head ?? null];
    const contents = { digests: NO_ENTRIES, count: 0, epochs: EPOCHS, flags: 0, trust: null, deviceId: randomBytes(16), now: NOW };
    heads.push({ seq, generation, ...(await sealHead({ keys, generation, seq, previous, ...contents })) });
  };
  const asked: unknown[] = [];
  const call: Call = async (spec, input) => {
    if ((spec as unknown) !== api.vault.pull) throw new Error("not expected in this test");
    asked.push(input);
    const { since, heads: from = since } = input as { since?: number; heads?: number };
    const { seq, generation } = heads.at(-1) ?? { seq: 0, generation: 0 };
    const shown = from === undefined ? heads.slice(-1) : heads.filter((one) => one.seq > from).slice(0, IN_REPLY);
    const scope = { id: keys.scopeId, kind: "personal", seq, generation, epoch: 1 };
    const rest = { data: {}, tombstones: [], epochs: EPOCHS, used: [], scopes: [], trust: null, members: null };
    return { success: true, scope, heads: shown, ...rest } as never;
  };
  const [keyStore, records] = [memoryKeyStore(), memoryRecordStore()];
  const open = (from = records): Scope =>
    new Scope(keys, {
      ...{ call, keys: keyStore, records: from, deviceId: randomBytes(16), now: () => NOW, pause: async () => undefined },
      ...{ randomFraction: () => 0, flags: async () => 0, credEpoch: () => 1, copies: async () => [] },
    });
  const scope = open();
  await write(1);
  await scope.pull();
  for (const { count, generation = 1 } of written) for (let at = 0; at < count; at++) await write(generation);
  return { scope, heads, asked, open, keyStore, keys };
}

it.each([3, 4, 8, 9, 10])("catches up with %i heads, reply by reply, and asks for records once", async (count) => {
  const { scope, asked } = await away({ count });
  await scope.pull();
  expect(scope.seq).toBe(count + 1);
  expect(asked.filter((input) => (input as { since?: number }).since === 1).length).toBeLessThanOrEqual(2);
});

it("a device that keeps nothing but what it has seen catches up too", async () => {
  const { heads, open, keyStore, keys } = await away({ count: 9 });
  const pinned = heads[2] as HeadText;
  await writePin(keyStore, keys.scopeId, { ...pinned, hash: toHex(await hashHead(pinned.head)), epoch: 1 });
  const other = open(memoryRecordStore());
  await other.pull();
  expect(other.seq).toBe(10);
});

it.each([
  ["in the first reply", 1],
  ["in a later one", 5],
])("another history %s is refused as always", async (_, at) => {
  const [{ scope, heads }, elsewhere] = [await away({ count: 9 }), await away({ count: 9 })];
  heads.splice(at, 1, elsewhere.heads[at] as HeadText);
  await expect(scope.pull()).rejects.toMatchObject({ code: "fork" });
  expect(scope.seq).toBe(1);
});

it("a head that is left out between two replies is noticed", async () => {
  const { scope, heads } = await away({ count: 9 });
  heads.splice(4, 1);
  await expect(scope.pull()).rejects.toMatchObject({ code: "fork" });
});

it("a server that shows nothing more is asked no further", async () => {
  const { scope, heads } = await away({ count: 9 });
  const tip = heads[9] as HeadText;
  heads.splice(5, 4);
  heads.push({ ...tip, seq: 40 });
  await expect(scope.pull()).rejects.toMatchObject({ code: "fork" });
});

it("a history that its owner restarted meanwhile is followed from there", async () => {
  const { scope, keyStore, keys } = await away({ count: 7 }, { count: 8, generation: 2 });
  await scope.pull();
  expect([scope.seq, await readRenewal(keyStore, keys.scopeId)]).toEqual([16, { copies: 0 }]);
});
