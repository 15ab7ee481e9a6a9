import { LOCAL_HALF } from "@coffer/core/account/session-slots";
import { randomBytes, toHex } from "@coffer/crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aBrowser, begin, id, isWiped, now, SIDS, SLOTS } from "../testing/browser.ts";
import type { Sessions } from "./session.ts";

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

describe("of two tabs that are unlocked one after the other", () => {
  /** Another tab starts without an answer, which empties the slots, and the master password is typed there. */
  async function unlockElsewhere(): Promise<Sessions> {
    const keyring = await begin(sessions);
    const copy = { ...keyring, vaultKey: keyring.vaultKey.slice() as never, symmetricKey: keyring.symmetricKey.slice() as never };
    server.server.isAway = true;
    const other = openTab();
    await other.resume();
    server.server.isAway = false;
    await other.unlock(copy);
    return other;
  }
  const isOpenAfterReload = async (): Promise<boolean> => {
    const reloaded = openTab();
    await reloaded.resume();
    return !reloaded.isLocked;
  };

  it("the earlier one says no more of its half, which opens nothing", async () => {
    await unlockElsewhere();
    await sessions.keepAlive();
    expect(await isOpenAfterReload()).toBe(true);
  });

  it("the earlier one leaves it named which half opens what is stored", async () => {
    const other = await unlockElsewhere();
    await sessions.change({ user: { email: "new@example.com" } });
    server.kept.clear();
    await other.keepAlive();
    expect(await isOpenAfterReload()).toBe(true);
  });

  it("a third that has found the earlier keys shut leaves those that have come meanwhile, and can open them", async () => {
    await begin(sessions);
    const late = openTab();
    const find = server.halves.find;
    server.halves.find = async () => {
      server.halves.find = find;
      await unlockElsewhere();
      return "locked";
    };
    await late.resume();
    expect(late.isLocked).toBe(true);
    expect(await slots()).toEqual([true, true, true]);
    await late.resume();
    expect(late.isLocked).toBe(false);
  });

  it("one that has opened the later keys has the server forget their half", async () => {
    await begin(sessions);
    const { get } = keys;
    vi.spyOn(keys, "get").mockImplementationOnce(async (slot) => {
      const found = await get(slot);
      await unlockElsewhere();
      return found;
    });
    const late = openTab();
    await late.resume();
    expect([late.isLocked, server.kept.size]).toEqual([false, 1]);
    await late.lock();
    expect(server.kept.size).toBe(0);
  });
});

it("a half that is kept near until the server has it is there before what it helps to open", async () => {
  const keep = vi.fn(async (half: Uint8Array) => {
    expect([half.length, await slots()]).toEqual([32, [false, false, false]]);
  });
  const tab = openTab(now, { ask: async () => null, answer: () => undefined, keep });
  await begin(tab);
  expect(keep).toHaveBeenCalledOnce();
  expect(await slots()).toEqual([true, true, true]);
});
