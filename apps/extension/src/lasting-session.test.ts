/** What is left of a session once the browser was closed: as much as a lock leaves, unreadable on the disk. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { browserAreas, reviveSession } from "./lasting-session.ts";
import { extensionKeyStore } from "./pages/key-store.ts";
import { slotName } from "./storage-keys.ts";
import { someAreas, someValues } from "./testing/area.ts";
import { slots } from "./testing/slots.ts";

const AUTH = slotName("auth");

let session: Map<string, unknown>;
let disk: Map<string, Uint8Array>;
beforeEach(() => {
  [session, disk] = [new Map(), new Map()];
  const { alone } = someAreas(new Map(), session);
  vi.stubGlobal("chrome", { storage: someAreas(new Map(), session) });
  vi.stubGlobal("navigator", { locks: { request: (_: string, work: () => Promise<unknown>) => alone(work) } });
});
afterEach(() => vi.unstubAllGlobals());

const areas = () => browserAreas(someValues(disk));
const restart = async (): Promise<void> => {
  session.clear();
  await reviveSession(areas(), someValues(disk));
};
const kept = (): unknown => session.has(AUTH) && JSON.parse(atob(String(session.get(AUTH))));

it("a browser that starts again has the session without its keys, and says nothing of the server's half", async () => {
  const { auth, localHalf, vaultKey } = slots();
  await areas().session.set({ [AUTH]: auth, [slotName("localHalf")]: localHalf, [slotName("vaultKey")]: vaultKey });
  expect([...disk.keys()]).toEqual(["auth"]);
  expect(new TextDecoder("latin1").decode(disk.get("auth"))).not.toMatch(/ann|halfHash|token/);
  await restart();
  expect([...session.keys()]).toEqual([AUTH]);
  expect(kept()).toEqual({ ...JSON.parse(atob(auth)), halfHash: null });
});

it.each([
  ["a sign-out in the extension", async () => extensionKeyStore(someValues(disk)).clear()],
  ["a sign-out on the web", async () => areas().session.clear()],
  ["a session that is removed", async () => areas().session.remove([AUTH])],
])("%s leaves nothing for the next start", async (_, end) => {
  await areas().session.set({ [AUTH]: slots().auth });
  session.clear(); // also of a session that this start of the browser has not seen
  await end();
  await restart();
  expect([session.size, disk.size]).toEqual([0, 0]);
});

it("a session that is there already is not replaced, and one that cannot be kept is there all the same", async () => {
  await areas().session.set({ [AUTH]: slots("ann").auth });
  session.set(AUTH, slots("bob").auth);
  await reviveSession(areas(), someValues(disk));
  expect(kept()).toMatchObject({ session: { user: { id: "bob" } } });
  const full = { ...someValues(), get: async () => null, change: () => Promise.reject(new Error("no room")) };
  await browserAreas(full).session.set({ [AUTH]: slots("eve").auth });
  expect(kept()).toMatchObject({ session: { user: { id: "eve" } } });
});
