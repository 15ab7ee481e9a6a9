import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { generateKey } from "@coffer/crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DEVICE_PREFIX } from "../index.ts";
import { openKeyring } from "../keyring.ts";
import { aBrowser, begin, id, isWiped, lock, now, personal, SLOTS } from "../testing/browser.ts";

let { server, keys, sessions, reasons, slots, openTab } = {} as ReturnType<typeof aBrowser>;
beforeEach(() => {
  ({ server, keys, sessions, reasons, slots, openTab } = aBrowser());
});

describe("a session", () => {
  it("stores its three keys on the device, and comes back after a page load", async () => {
    const keyring = await begin(sessions);
    expect(await slots()).toEqual([true, true, true]);
    const reloaded = openTab();
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.keyring).toEqual(keyring);
    expect(reloaded.session).toEqual(sessions.session);
  });

  it("is forgotten when it ends: keys are overwritten, and the device's own data stays", async () => {
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

  it("is over, and reported as over, even if the device's store fails to forget it (A302)", async () => {
    await begin(sessions);
    vi.spyOn(keys, "clear").mockRejectedValueOnce(new Error("storage is gone"));
    await expect(sessions.end("logged-out")).rejects.toThrow("storage is gone");
    expect(sessions.session).toBeNull();
    expect(reasons.at(-1)).toBe("logged-out");
  });

  it("of another tab, started in the meantime, survives the end of this one", async () => {
    await begin(sessions);
    await begin(openTab(), "two");
    await sessions.end("expired");
    expect(await slots()).toEqual([true, true, true]);
    expect(await keys.get("auth")).not.toBeNull();
    expect(sessions.session).toBeNull();
  });

  it.each([
    ["a lock", () => sessions.lock()],
    ["a change", () => sessions.change({ user: { email: "new@example.com" } })],
  ])("of another tab, started in the meantime, survives %s of this one", async (_, interrupt) => {
    await begin(sessions);
    const other = openTab();
    await begin(other, "two");
    await interrupt();
    expect(await slots()).toEqual([true, true, true]);
    const reloaded = openTab();
    expect(await reloaded.resume()).toBe(true);
    expect([reloaded.token, reloaded.isLocked, reloaded.session]).toEqual([other.token, false, other.session]);
  });

  it("of another tab survives the end of this one even if it begins between check and clearing", async () => {
    await begin(sessions);
    let began: Promise<unknown> = Promise.resolve();
    const waits = new Promise<void>((resolve) => {
      const { alone, get } = keys;
      vi.spyOn(keys, "get").mockImplementationOnce(async (slot) => {
        const found = await get(slot);
        vi.spyOn(keys, "alone").mockImplementationOnce((work) => {
          resolve();
          return alone(work);
        });
        began = begin(openTab(), "two");
        await Promise.race([began, waits]);
        return found;
      });
    });
    await sessions.end("expired");
    await began;
    expect(await slots()).toEqual([true, true, true]);
    expect(await keys.get("auth")).not.toBeNull();
  });

  it("lasts as long on a device whose clock is hours ahead, by that device's clock (A-14)", async () => {
    const hours = 3_600_000;
    const ahead = openTab(now + 10 * hours);
    await begin(ahead, "one", now / 1000);
    expect(ahead.session?.expiresAt).toBe(now + 11 * hours);
    expect(await openTab(now + 10.5 * hours).resume()).toBe(true);
    expect(await openTab(now + 11 * hours).resume()).toBe(false);
  });

  it("that has expired is ended and reported", async () => {
    await begin(sessions);
    const later = openTab(now + 3_600_000);
    expect(await later.resume()).toBe(false);
    expect(await keys.get("auth")).toBeNull();
  });
});

it("of an earlier version, which cannot sign, requires a new sign-in", async () => {
  await begin(sessions);
  const stored = JSON.parse(new TextDecoder().decode((await keys.get("auth")) ?? undefined));
  delete stored.encryptedPrivateKey;
  await keys.set("auth", new TextEncoder().encode(JSON.stringify(stored)));
  expect(await openTab().resume()).toBe(false);
});

describe("a locked session", () => {
  it("remains, without any key in memory or on the device", async () => {
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

  it("has no half at the server or on the device", async () => {
    await begin(sessions);
    expect(server.kept.size).toBe(1);
    await sessions.lock();
    expect(server.kept.size).toBe(0);
    expect(await keys.get(LOCAL_HALF)).toBeNull();
  });

  it("tells the server as soon as it can if there was no network", async () => {
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

  it("tells the server after a page load if it could not before", async () => {
    await begin(sessions);
    server.server.isAway = true;
    await sessions.lock();
    server.server.isAway = false;
    await openTab().resume();
    expect(server.kept.size).toBe(0);
  });

  it("cannot be reopened by restoring what the device had stored", async () => {
    await begin(sessions);
    const copied = await Promise.all(["auth", LOCAL_HALF, ...SLOTS].map(async (slot) => [slot, await keys.get(slot)] as const));
    await sessions.lock();
    for (const [slot, bytes] of copied) if (bytes) await keys.set(slot, bytes);
    const thief = openTab();
    expect(await thief.resume()).toBe(true);
    expect(thief.isLocked).toBe(true);
  });

  it("is locked after a page load too, and reports it once", async () => {
    await begin(sessions);
    await sessions.lock();
    await sessions.lock();
    expect(reasons).toEqual(["signed-in", "locked"]);
    const reloaded = openTab();
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.isLocked).toBe(true);
  });

  it("is the result when the device has lost one of its keys", async () => {
    await begin(sessions);
    await keys.remove("vaultKey");
    const reloaded = openTab();
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.isLocked).toBe(true);
  });

  it("does not lock when no one is signed in", async () => {
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
    const reloaded = openTab();
    await reloaded.resume();
    for (const tab of [sessions, reloaded]) {
      expect(tab.keyring).toEqual(keyring);
      expect(tab.owner).toMatchObject({ keyEpoch: 2, ...next });
    }
    expect(reasons).toEqual(["signed-in", "rekeyed"]);
  });

  it("stays locked if it was locked in the meantime, and over if it is over", async () => {
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
