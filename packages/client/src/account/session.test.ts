import { permissionsWhere } from "@coffer/core/team/permissions";
import { fromHex, generateKey, randomBytes, toHex } from "@coffer/crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { memoryKeyStore } from "../device/store.ts";
import { DEVICE_PREFIX, type KeyStore, type SessionReason } from "../index.ts";
import { type Keyring, openKeyring } from "../keyring.ts";
import { LOCAL_HALF } from "../slots.ts";
import type { FoundHalf, Halves } from "./halves.ts";
import { Sessions } from "./session.ts";

const SLOTS = ["encryptionKey", "symmetricKey", "vaultKey"];
const id = "0b5e2f0a-3c1d-4e6f-8a9b-1c2d3e4f5a6b";
const personal = "1c6f3a1b-4d2e-4f70-9bac-2d3e4f5a6b7c";
const lock = { salt: "00".repeat(16), credEpoch: 1, encryptedVaultKey: "1.wrapped" };
const now = 1_700_000_000_000;

const SIDS: Readonly<Record<string, string>> = { one: "2d7a4b2c-5e3f-4a81-8bcd-3e4f5a6b7c8d", two: "3e8b5c3d-6f40-4b92-9cde-4f5a6b7c8d9e" };
const tokenUntil = (seconds: number, name: string): string => `x.${btoa(JSON.stringify({ exp: seconds, sid: SIDS[name] }))}.${name}`;
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

/** What the server knows of halves, by session. `isAway`: nobody answers. */
function aServer() {
  const kept = new Map<string, string>();
  const server = { isAway: false, isOver: false, forgotten: 0 };
  const halves: Halves = {
    find: async ({ sessionId }): Promise<FoundHalf> => {
      if (server.isAway) return "unreachable";
      if (server.isOver) return "over";
      const half = kept.get(sessionId);
      return half === undefined ? "gone" : { half: fromHex(half) };
    },
    leave: async ({ sessionId }, half) => {
      const text = toHex(half);
      if (server.isAway) return "unreachable";
      if (server.isOver) return "over";
      kept.set(sessionId, text);
      return "left";
    },
    forget: async ({ sessionId }) => {
      if (server.isAway) return false;
      server.forgotten += 1;
      kept.delete(sessionId);
      return true;
    },
  };
  return { server, halves, kept };
}

let server: ReturnType<typeof aServer>;
let keys: KeyStore;
let sessions: Sessions;
let reasons: SessionReason[];
const slots = async (): Promise<boolean[]> => Promise.all(SLOTS.map(async (slot) => (await keys.get(slot)) !== null));

const openTab = (at = now): Sessions => new Sessions({ keys, now: () => at, random: randomBytes, halves: server.halves });
const isWiped = ({ vaultKey, symmetricKey, encryptionKey }: Keyring): boolean =>
  [vaultKey, symmetricKey, encryptionKey].every((key) => key?.every((byte) => byte === 0));

async function begin(tab: Sessions, name = "one") {
  const account = { accountId: id, personalScopeId: personal, keyEpoch: 1 };
  const keyring = await openKeyring(account, generateKey(), generateKey());
  await tab.begin(dataOf(tokenUntil(now / 1000 + 3600, name)), lock, keyring);
  return keyring;
}

beforeEach(async () => {
  keys = memoryKeyStore();
  server = aServer();
  sessions = openTab();
  reasons = [];
  sessions.onChange((_, reason) => reasons.push(reason));
});

describe("a session", () => {
  it("keeps its three keys on the device, and comes back after a page load", async () => {
    const keyring = await begin(sessions);
    expect(await slots()).toEqual([true, true, true]);
    const reloaded = openTab();
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.keyring).toEqual(keyring);
    expect(reloaded.session).toEqual(sessions.session);
  });

  it("is forgotten when it ends, with every key overwritten, and what belongs to the device stays", async () => {
    await keys.set(`${DEVICE_PREFIX}id`, new Uint8Array(16));
    const keyring = await begin(sessions);
    await sessions.end("logged-out");
    expect(await slots()).toEqual([false, false, false]);
    expect(await keys.get(LOCAL_HALF)).toBeNull();
    expect(isWiped(keyring)).toBe(true);
    expect(await keys.get("auth")).toBeNull();
    expect(await keys.get(`${DEVICE_PREFIX}id`)).not.toBeNull();
    expect(() => sessions.keyring).toThrow("Vault key not found. Please login again.");
  });

  it("of another tab, begun meanwhile, outlives the end of this one", async () => {
    await begin(sessions);
    await begin(openTab(), "two");
    await sessions.end("expired");
    expect(await slots()).toEqual([true, true, true]);
    expect(await keys.get("auth")).not.toBeNull();
    expect(sessions.session).toBeNull();
  });

  it("that has run out is ended and said to be", async () => {
    await begin(sessions);
    const later = openTab(now + 3_600_000);
    expect(await later.resume()).toBe(false);
    expect(await keys.get("auth")).toBeNull();
  });
});

it("a session that an earlier version kept, which cannot sign, has to begin anew", async () => {
  await begin(sessions);
  const stored = JSON.parse(new TextDecoder().decode((await keys.get("auth")) ?? undefined));
  delete stored.encryptedPrivateKey;
  await keys.set("auth", new TextEncoder().encode(JSON.stringify(stored)));
  expect(await openTab().resume()).toBe(false);
});

describe("a locked session", () => {
  it("is still there, without any key in memory or on the device", async () => {
    const keyring = await begin(sessions);
    await sessions.lock();
    expect(sessions.session?.user.email).toBe("ann@example.com");
    expect(sessions.isLocked).toBe(true);
    expect(await slots()).toEqual([false, false, false]);
    expect(isWiped(keyring)).toBe(true);
    expect(() => sessions.keyring).toThrow("Vault key not found. Please login again.");
    expect(sessions.owner.lock).toEqual(lock);
    expect(reasons).toEqual(["signed-in", "locked"]);
  });

  it("has no half at the server, and none on the device", async () => {
    await begin(sessions);
    expect(server.kept.size).toBe(1);
    await sessions.lock();
    expect(server.kept.size).toBe(0);
    expect(await keys.get(LOCAL_HALF)).toBeNull();
  });

  it("tells the server as soon as it can when there was no network", async () => {
    vi.useFakeTimers();
    await begin(sessions);
    server.server.isAway = true;
    await sessions.lock();
    expect(await slots()).toEqual([false, false, false]);
    expect(server.kept.size).toBe(1);
    server.server.isAway = false;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(server.kept.size).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.server.forgotten).toBe(1);
    vi.useRealTimers();
  });

  it("tells the server after a page load, if it could not before", async () => {
    await begin(sessions);
    server.server.isAway = true;
    await sessions.lock();
    server.server.isAway = false;
    await openTab().resume();
    expect(server.kept.size).toBe(0);
  });

  it("does not come back with what it had on the device, were it put back", async () => {
    await begin(sessions);
    const copied = await Promise.all(["auth", LOCAL_HALF, ...SLOTS].map(async (slot) => [slot, await keys.get(slot)] as const));
    await sessions.lock();
    for (const [slot, bytes] of copied) if (bytes) await keys.set(slot, bytes);
    const thief = openTab();
    expect(await thief.resume()).toBe(true);
    expect(thief.isLocked).toBe(true);
  });

  it("is locked after a page load too, and says so once", async () => {
    await begin(sessions);
    await sessions.lock();
    await sessions.lock();
    expect(reasons).toEqual(["signed-in", "locked"]);
    const reloaded = openTab();
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.isLocked).toBe(true);
  });

  it("is what a device comes up with that has lost one of its keys", async () => {
    await begin(sessions);
    await keys.remove("vaultKey");
    const reloaded = openTab();
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.isLocked).toBe(true);
  });

  it("does not lock when nobody is signed in", async () => {
    await sessions.lock();
    expect(sessions.isLocked).toBe(false);
    expect(reasons).toEqual([]);
  });
});

describe("the keys on the device", () => {
  it("lie there in no readable form, and under other halves after every unlock", async () => {
    const keyring = await begin(sessions);
    const stored = async () => Promise.all([LOCAL_HALF, ...SLOTS].map(async (slot) => toHex((await keys.get(slot)) ?? new Uint8Array())));
    const first = await stored();
    for (const key of [keyring.vaultKey, keyring.symmetricKey]) expect(first.join(" ")).not.toContain(toHex(key));
    const copy = { ...keyring, vaultKey: keyring.vaultKey.slice() as never, symmetricKey: keyring.symmetricKey.slice() as never };
    await sessions.lock();
    await sessions.unlock(copy);
    const second = await stored();
    expect(second.filter((text) => first.includes(text))).toEqual([]);
  });

  it.each([
    ["another session", { sid: SIDS.two }],
    ["another account", { user: SIDS.two }],
  ])(
    "open for no other than theirs: %s",
    async (_, { sid = SIDS.one, user = id }: { sid?: string | undefined; user?: string | undefined }) => {
      await begin(sessions);
      const auth = JSON.parse(new TextDecoder().decode((await keys.get("auth")) ?? undefined));
      auth.token = `x.${btoa(JSON.stringify({ exp: now / 1000 + 3600, sid }))}.one`;
      auth.session.user.id = user;
      await keys.set("auth", new TextEncoder().encode(JSON.stringify(auth)));
      server.kept.set(sid ?? "", server.kept.get(SIDS.one ?? "") ?? "");
      const other = openTab();
      await other.resume();
      expect(other.isLocked).toBe(true);
    },
  );

  it("open with the very half that was left at the server, and with no other", async () => {
    await begin(sessions);
    server.kept.set(SIDS.one ?? "", toHex(randomBytes(32)));
    const reloaded = openTab();
    await reloaded.resume();
    expect(reloaded.isLocked).toBe(true);
  });

  it("do not open one in the place of another", async () => {
    await begin(sessions);
    await keys.set("vaultKey", (await keys.get("symmetricKey")) ?? new Uint8Array());
    const reloaded = openTab();
    await reloaded.resume();
    expect(reloaded.isLocked).toBe(true);
  });

  it("are asked of the server at a page load: without it the master password is, and nothing is left for a copy of the disk", async () => {
    await begin(sessions);
    server.server.isAway = true;
    const reloaded = openTab();
    reloaded.onChange((_, reason) => reasons.push(reason));
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.isLocked).toBe(true);
    expect(reasons.at(-1)).toBe("offline");
    expect(await slots()).toEqual([false, false, false]);
  });

  it("stay for a tab that unlocks while another one looks too early", async () => {
    await begin(sessions);
    const second = openTab();
    await second.resume();
    server.kept.clear();
    await second.lock();
    await begin(sessions);
    server.kept.clear();
    await second.resume();
    expect(second.isLocked).toBe(true);
    expect(await slots()).toEqual([true, true, true]);
  });

  it("go when the server says that the session is over", async () => {
    await begin(sessions);
    server.server.isOver = true;
    const reloaded = openTab();
    reloaded.onChange((_, reason) => reasons.push(reason));
    expect(await reloaded.resume()).toBe(false);
    expect(reasons.at(-1)).toBe("expired");
    expect(await keys.get("auth")).toBeNull();
  });

  it("go when a sign of life finds the session over, and it brings back a half that the server has lost", async () => {
    const keyring = await begin(sessions);
    server.kept.clear();
    await sessions.signOfLife();
    expect(server.kept.size).toBe(1);
    server.server.isOver = true;
    await sessions.signOfLife();
    expect(sessions.session).toBeNull();
    expect(isWiped(keyring)).toBe(true);
    expect(await slots()).toEqual([false, false, false]);
  });

  it("that an earlier version left bare are read once and lie under two halves from then on", async () => {
    const keyring = await begin(sessions);
    for (const slot of SLOTS) await keys.set(slot, keyring[slot as "vaultKey"].slice());
    await keys.remove(LOCAL_HALF);
    const auth = JSON.parse(new TextDecoder().decode((await keys.get("auth")) ?? undefined));
    delete auth.halfHash;
    await keys.set("auth", new TextEncoder().encode(JSON.stringify(auth)));
    server.kept.clear();
    const updated = openTab();
    expect(await updated.resume()).toBe(true);
    expect(updated.keyring).toEqual(keyring);
    for (const slot of SLOTS) expect((await keys.get(slot))?.length).toBeGreaterThan(100);
    const reloaded = openTab();
    await reloaded.resume();
    expect(reloaded.keyring).toEqual(keyring);
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
    const reloaded = openTab();
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
