import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LAUNCHED, PENDING_ACCOUNT, slotName, USED_AT } from "../storage-keys.ts";
import { someAreas, someValues } from "../testing/area.ts";
import { extensionKeyStore } from "./key-store.ts";

let local: Map<string, unknown>;
let session: Map<string, unknown>;
let disk: Map<string, Uint8Array>;
beforeEach(() => {
  [local, session, disk] = [new Map(), new Map(), new Map()];
  vi.stubGlobal("chrome", { storage: someAreas(local, session) });
});
afterEach(() => vi.unstubAllGlobals());

it("a session is stored in the browser's memory alone, what outlives it in the extension's storage", async () => {
  const keys = extensionKeyStore(someValues(disk));
  await keys.set("vaultKey", Uint8Array.of(1, 2, 255));
  await keys.set("device:pin", Uint8Array.of(3));
  expect([[...session.keys()], [...local.keys()]]).toEqual([[slotName("vaultKey")], [slotName("device:pin")]]);
  expect(await keys.get("vaultKey")).toEqual(Uint8Array.of(1, 2, 255));
  expect(await keys.get("device:pin")).toEqual(Uint8Array.of(3));
});

it("a session that ends removes everything but the account that the web app has sent and no one was asked about", async () => {
  const keys = extensionKeyStore(someValues(disk));
  await keys.set("auth", Uint8Array.of(1));
  await keys.set("device:pin", Uint8Array.of(3));
  for (const name of [LAUNCHED, USED_AT, PENDING_ACCOUNT]) session.set(name, "kept");
  await keys.clear();
  expect([...session.keys()]).toEqual([PENDING_ACCOUNT]);
  expect(await keys.get("device:pin")).toEqual(Uint8Array.of(3));
});

it("drafts and edits that wait are on the disk before they count as kept, and what an earlier version kept is found", async () => {
  const keys = extensionKeyStore(someValues(disk));
  local.set(slotName("device:draft:a"), btoa("before"));
  expect(await keys.get("device:draft:a")).toEqual(new TextEncoder().encode("before"));
  await keys.set("device:draft:a", Uint8Array.of(7));
  expect([[...disk.keys()], [...local.keys()]]).toEqual([["device:draft:a"], []]);
  expect(await keys.get("device:draft:a")).toEqual(Uint8Array.of(7));
  await keys.clear();
  expect([...disk.keys()]).toEqual(["device:draft:a"]);
  await keys.remove("device:draft:a");
  expect([await keys.get("device:draft:a"), disk.size]).toEqual([null, 0]);
});
