import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LAUNCHED, PENDING_ACCOUNT, slotName, USED_AT } from "../storage-keys.ts";
import { someAreas } from "../testing/area.ts";
import { extensionKeyStore } from "./key-store.ts";

let local: Map<string, unknown>;
let session: Map<string, unknown>;
beforeEach(() => {
  [local, session] = [new Map(), new Map()];
  vi.stubGlobal("chrome", { storage: someAreas(local, session) });
});
afterEach(() => vi.unstubAllGlobals());

it("a session is stored in the browser's memory alone, what outlives it in the extension's storage", async () => {
  const keys = extensionKeyStore();
  await keys.set("vaultKey", Uint8Array.of(1, 2, 255));
  await keys.set("device:pin", Uint8Array.of(3));
  expect([[...session.keys()], [...local.keys()]]).toEqual([[slotName("vaultKey")], [slotName("device:pin")]]);
  expect(await keys.get("vaultKey")).toEqual(Uint8Array.of(1, 2, 255));
  expect(await keys.get("device:pin")).toEqual(Uint8Array.of(3));
});

it("a session that ends removes everything but the account that the web app has sent and no one was asked about", async () => {
  const keys = extensionKeyStore();
  await keys.set("auth", Uint8Array.of(1));
  await keys.set("device:pin", Uint8Array.of(3));
  for (const name of [LAUNCHED, USED_AT, PENDING_ACCOUNT]) session.set(name, "kept");
  await keys.clear();
  expect([...session.keys()]).toEqual([PENDING_ACCOUNT]);
  expect(await keys.get("device:pin")).toEqual(Uint8Array.of(3));
});
