import { permissionsWhere } from "@coffer/core/team/permissions";
import { generateKey } from "@coffer/crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { memoryKeyStore } from "../device/store.ts";
import { DEVICE_PREFIX, type KeyStore, type SessionReason } from "../index.ts";
import { openKeyring } from "../keyring.ts";
import { Sessions } from "./session.ts";

const SLOTS = ["encryptionKey", "symmetricKey", "vaultKey"];
const id = "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b";
const personal = "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c";
const lock = { salt: "00".repeat(16), credEpoch: 1, encryptedVaultKey: "1.wrapped" };
const now = 1_700_000_000_000;

const tokenUntil = (seconds: number, name: string): string => `x.${btoa(JSON.stringify({ exp: seconds }))}.${name}`;
const dataOf = (token: string) => ({
  encryptedVaultKey: lock.encryptedVaultKey,
  user: { id, email: "ann@example.com", name: "ann", two_factor_enabled: false },
  token,
  role_id: 3,
  permissions: permissionsWhere(() => false),
  team_id: null,
  personal_vault_id: personal,
  credEpoch: 1,
  keyEpoch: 1,
  publicKey: "",
  encryptedPrivateKey: "1.private",
});

let keys: KeyStore;
let sessions: Sessions;
let reasons: SessionReason[];
const slots = async (): Promise<boolean[]> => Promise.all(SLOTS.map(async (slot) => (await keys.get(slot)) !== null));

async function begin(tab: Sessions, name = "one") {
  const account = { accountId: id, personalScopeId: personal, keyEpoch: 1 };
  const keyring = await openKeyring(account, generateKey(), generateKey());
  await tab.begin(dataOf(tokenUntil(now / 1000 + 3600, name)), lock, keyring);
  return keyring;
}

beforeEach(async () => {
  keys = memoryKeyStore();
  sessions = new Sessions(keys, () => now);
  reasons = [];
  sessions.onChange((_, reason) => reasons.push(reason));
});

describe("a session", () => {
  it("keeps its three keys on the device, and comes back after a page load", async () => {
    const keyring = await begin(sessions);
    expect(await slots()).toEqual([true, true, true]);
    const reloaded = new Sessions(keys, () => now);
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.keyring).toEqual(keyring);
    expect(reloaded.session).toEqual(sessions.session);
  });

  it("is forgotten when it ends, with every key overwritten, and what belongs to the device stays", async () => {
    await keys.set(`${DEVICE_PREFIX}id`, new Uint8Array(16));
    const keyring = await begin(sessions);
    await sessions.end("logged-out");
    expect(await slots()).toEqual([false, false, false]);
    expect([keyring.vaultKey, keyring.symmetricKey, keyring.encryptionKey].every((key) => key?.every((byte) => byte === 0))).toBe(true);
    expect(await keys.get("auth")).toBeNull();
    expect(await keys.get(`${DEVICE_PREFIX}id`)).not.toBeNull();
    expect(() => sessions.keyring).toThrow("Vault key not found. Please login again.");
  });

  it("of another tab, begun meanwhile, outlives the end of this one", async () => {
    await begin(sessions);
    await begin(new Sessions(keys, () => now), "two");
    await sessions.end("expired");
    expect(await slots()).toEqual([true, true, true]);
    expect(await keys.get("auth")).not.toBeNull();
    expect(sessions.session).toBeNull();
  });

  it("that has run out is ended and said to be", async () => {
    await begin(sessions);
    const later = new Sessions(keys, () => now + 3_600_000);
    expect(await later.resume()).toBe(false);
    expect(await keys.get("auth")).toBeNull();
  });
});

it("a session that an earlier version kept, which cannot sign, has to begin anew", async () => {
  await begin(sessions);
  const stored = JSON.parse(new TextDecoder().decode((await keys.get("auth")) ?? undefined));
  delete stored.encryptedPrivateKey;
  await keys.set("auth", new TextEncoder().encode(JSON.stringify(stored)));
  expect(await new Sessions(keys, () => now).resume()).toBe(false);
});

describe("a locked session", () => {
  it("is still there, without any key in memory or on the device", async () => {
    const keyring = await begin(sessions);
    await sessions.lock();
    expect(sessions.session?.user.email).toBe("ann@example.com");
    expect(sessions.isLocked).toBe(true);
    expect(await slots()).toEqual([false, false, false]);
    expect([keyring.vaultKey, keyring.symmetricKey, keyring.encryptionKey].every((key) => key?.every((byte) => byte === 0))).toBe(true);
    expect(() => sessions.keyring).toThrow("Vault key not found. Please login again.");
    expect(sessions.owner.lock).toEqual(lock);
    expect(reasons).toEqual(["signed-in", "locked"]);
  });

  it("is locked after a page load too, and says so once", async () => {
    await begin(sessions);
    await sessions.lock();
    await sessions.lock();
    expect(reasons).toEqual(["signed-in", "locked"]);
    const reloaded = new Sessions(keys, () => now);
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.isLocked).toBe(true);
  });

  it("is what a device comes up with that has lost one of its keys", async () => {
    await begin(sessions);
    await keys.remove("vaultKey");
    const reloaded = new Sessions(keys, () => now);
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.isLocked).toBe(true);
  });

  it("does not lock when nobody is signed in", async () => {
    await sessions.lock();
    expect(sessions.isLocked).toBe(false);
    expect(reasons).toEqual([]);
  });
});

describe("a session whose account has new keys", () => {
  const next = { lock: { ...lock, credEpoch: 2, encryptedVaultKey: "1.next" }, encryptedPrivateKey: "1.identity" };
  const nextKeys = () => openKeyring({ accountId: id, personalScopeId: personal, keyEpoch: 2 }, generateKey(), generateKey());

  it("goes on under them, here and after a page load, and wipes the old ones", async () => {
    const before = await begin(sessions);
    const keyring = await nextKeys();
    await sessions.rekey({ ...next, keyring });
    expect(before.vaultKey.every((byte) => byte === 0)).toBe(true);
    const reloaded = new Sessions(keys, () => now);
    await reloaded.resume();
    for (const tab of [sessions, reloaded]) {
      expect(tab.keyring).toEqual(keyring);
      expect(tab.owner).toMatchObject({ keyEpoch: 2, ...next });
    }
    expect(reasons).toEqual(["signed-in", "rekeyed"]);
  });

  it("stays locked when it was locked meanwhile, and over when it is over", async () => {
    await begin(sessions);
    await sessions.lock();
    const keyring = await nextKeys();
    await sessions.rekey({ ...next, keyring });
    expect(sessions.isLocked).toBe(true);
    expect(await slots()).toEqual([false, false, false]);
    expect(sessions.owner.lock.credEpoch).toBe(2);
    expect(keyring.vaultKey.every((byte) => byte === 0)).toBe(true);
    await sessions.end("logged-out");
    await sessions.rekey({ ...next, keyring: await nextKeys() });
    expect(await keys.get("auth")).toBeNull();
  });
});
