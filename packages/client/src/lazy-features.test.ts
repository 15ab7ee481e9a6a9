/** When the sharing feature is loaded: never for an account that shares nothing. */
import type { SharedScope } from "@coffer/contract/vault";
import { expect, it, vi } from "vitest";
import { memoryKeyStore, memoryRecordStore } from "./device/store.ts";
import { ConnectionError } from "./errors.ts";
import type { ScopeKeys } from "./keyring.ts";
import { lazyFeature, lazySharing } from "./lazy-features.ts";
import type { TeamAccess } from "./sharing/context.ts";
import { placeOfShares, writeShareCount } from "./sharing/missing-shares.ts";
import type { Scope } from "./sync/scope.ts";
import type { VaultContext } from "./vault/context.ts";

const SCOPE = "scope-1";
const vaultWith = (shared: readonly SharedScope[], records = memoryRecordStore()) =>
  ({ records, scope: async () => ({ shared, keys: { scopeId: SCOPE } as ScopeKeys }) as Scope }) as VaultContext;
const team: TeamAccess = {
  ...{ isInTeam: () => false, sync: async () => undefined, currentKey: async () => null },
  ...{
    isMember: async () => false,
    hasMember: async () => false,
    knownLog: () => null,
    hear: () => undefined,
    checkLogs: async () => undefined,
    requireShareable: async () => undefined,
  },
};
const never = (): never => {
  throw new Error("not expected here");
};

it("opens nothing while nothing is shared, and knows that no shares are missing", async () => {
  const keys = memoryKeyStore();
  const shared = vi.fn(never);
  const sharing = lazySharing(keys, { accountId: never, email: never, secret: never, shared, now: Date.now, team });
  const vault = vaultWith([]);
  await sharing.load(vault);
  await sharing.pull(vault);
  expect(await sharing.api(vault).missingShares()).toBe(0);
  expect(shared).not.toHaveBeenCalled();
  expect([sharing.scopes(), sharing.nextEnd()]).toEqual([[], null]);
  await sharing.close();
});

it("opens the shared scopes once the server lists one", async () => {
  const shared = vi.fn(() => Promise.reject(new ConnectionError("ask")));
  const sharing = lazySharing(memoryKeyStore(), { accountId: never, email: never, secret: never, shared, now: Date.now, team });
  await expect(sharing.pull(vaultWith([{ id: "shared-1" } as SharedScope]))).rejects.toThrow("There is no connection to the server.");
  expect(shared).toHaveBeenCalledOnce();
});

it("opens cached shares too, until a pull shows that they are gone", async () => {
  const keys = memoryKeyStore();
  await writeShareCount(keys, SCOPE, 2);
  const shared = vi.fn(() => Promise.reject(new ConnectionError("ask")));
  const sharing = lazySharing(keys, { accountId: never, email: never, secret: never, shared, now: Date.now, team });
  const vault = vaultWith([]);
  expect(await sharing.api(vault).missingShares()).toBe(2);
  await expect(sharing.load(vault)).rejects.toThrow("There is no connection to the server.");
  await expect(sharing.pull(vault)).rejects.toThrow("There is no connection to the server.");
  expect(shared).toHaveBeenCalledTimes(2);
});

it("opens what this device keeps of shares, although another sign-in has counted none and the server lists none", async () => {
  const records = memoryRecordStore();
  await records.writeOverviews(placeOfShares(SCOPE), ["sealed"]);
  const shared = vi.fn(() => Promise.reject(new ConnectionError("ask")));
  const sharing = lazySharing(memoryKeyStore(), { accountId: never, email: never, secret: never, shared, now: Date.now, team });
  await expect(sharing.load(vaultWith([], records))).rejects.toThrow("There is no connection to the server.");
  expect(shared).toHaveBeenCalledOnce();
});

it("loads a feature once, however often it is needed", async () => {
  const make = vi.fn(() => ({}));
  const feature = lazyFeature("transfer", make);
  expect(await feature()).toBe(await feature());
  expect(make).toHaveBeenCalledOnce();
});
