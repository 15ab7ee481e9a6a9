import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { randomBytes, toHex } from "@coffer/crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { aBrowser, begin, id, isWiped, now, SIDS, SLOTS } from "../testing/browser.ts";

let { server, keys, sessions, reasons, slots, openTab } = {} as ReturnType<typeof aBrowser>;
beforeEach(() => {
  ({ server, keys, sessions, reasons, slots, openTab } = aBrowser());
});

describe("the keys on the device", () => {
  it("are stored in no readable form, and under new halves after every unlock", async () => {
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

  it("that cannot be stored leave the vault locked, and the unlock says why", async () => {
    const keyring = await begin(sessions);
    const copy = { ...keyring, vaultKey: keyring.vaultKey.slice() as never, symmetricKey: keyring.symmetricKey.slice() as never };
    await sessions.lock();
    sessions.onChange((_, reason) => reasons.push(reason));
    const set = keys.set;
    keys.set = () => Promise.reject(new Error("the disk is full"));
    await expect(sessions.unlock(copy)).rejects.toThrow("the disk is full");
    keys.set = set;
    expect([sessions.isLocked, reasons.at(-1), isWiped(copy)]).toEqual([true, "locked", true]);
  });

  it("that cannot be stored bring no session back that was signed out of meanwhile", async () => {
    const keyring = await begin(sessions);
    const copy = { ...keyring, vaultKey: keyring.vaultKey.slice() as never, symmetricKey: keyring.symmetricKey.slice() as never };
    await sessions.lock();
    const set = keys.set;
    keys.set = () => Promise.reject(new Error("the disk is full"));
    sessions.onChange((_, reason) => void (reason === "unlocked" && sessions.end("logged-out")));
    await expect(sessions.unlock(copy)).rejects.toThrow("the disk is full");
    keys.set = set;
    expect([sessions.session, sessions.token]).toEqual([null, null]);
  });

  it.each([
    ["another session", { sid: SIDS.two }],
    ["another account", { user: SIDS.two }],
  ])("open for no one else: %s", async (_, { sid = SIDS.one, user = id }: { sid?: string | undefined; user?: string | undefined }) => {
    await begin(sessions);
    const auth = JSON.parse(new TextDecoder().decode((await keys.get("auth")) ?? undefined));
    auth.token = `x.${btoa(JSON.stringify({ exp: now / 1000 + 3600, sid }))}.one`;
    auth.session.user.id = user;
    await keys.set("auth", new TextEncoder().encode(JSON.stringify(auth)));
    server.kept.set(sid ?? "", server.kept.get(SIDS.one ?? "") ?? "");
    const other = openTab();
    await other.resume();
    expect(other.isLocked).toBe(true);
  });

  it("open only with the half that was stored at the server", async () => {
    await begin(sessions);
    server.kept.set(SIDS.one ?? "", toHex(randomBytes(32)));
    const reloaded = openTab();
    await reloaded.resume();
    expect(reloaded.isLocked).toBe(true);
  });

  it("do not open in each other's place", async () => {
    await begin(sessions);
    await keys.set("vaultKey", (await keys.get("symmetricKey")) ?? new Uint8Array());
    const reloaded = openTab();
    await reloaded.resume();
    expect(reloaded.isLocked).toBe(true);
  });

  it("are requested from the server at a page load; without it the master password is needed, and nothing is left for a copy of the disk", async () => {
    await begin(sessions);
    server.server.isAway = true;
    const reloaded = openTab();
    reloaded.onChange((_, reason) => reasons.push(reason));
    expect(await reloaded.resume()).toBe(true);
    expect(reloaded.isLocked).toBe(true);
    expect(reasons.at(-1)).toBe("offline");
    expect(await slots()).toEqual([false, false, false]);
  });

  it("stay for a tab that unlocks while another tab looks too early", async () => {
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

  it("are removed when the server says that the session is over", async () => {
    await begin(sessions);
    server.server.isOver = true;
    const reloaded = openTab();
    reloaded.onChange((_, reason) => reasons.push(reason));
    expect(await reloaded.resume()).toBe(false);
    expect(reasons.at(-1)).toBe("expired");
    expect(await keys.get("auth")).toBeNull();
  });

  it("are removed when a keep-alive finds the session over; a keep-alive also restores a half that the server has lost", async () => {
    const keyring = await begin(sessions);
    server.kept.clear();
    await sessions.keepAlive();
    expect(server.kept.size).toBe(1);
    server.server.isOver = true;
    await sessions.keepAlive();
    expect(sessions.session).toBeNull();
    expect(isWiped(keyring)).toBe(true);
    expect(await slots()).toEqual([false, false, false]);
  });
});
