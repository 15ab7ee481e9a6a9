/** A browser with the extension's worker in it and a person who is signed in there, for flows. */
import { vi } from "vitest";
import { extensionKeyStore } from "../../apps/extension/src/pages/key-store.ts";
import { SERVER } from "../../apps/extension/src/storage-keys.ts";
import { fakeChrome } from "../../apps/extension/src/testing/fake-chrome.ts";
import { watchKeys } from "../../apps/extension/src/worker/vault.ts";
import { type Client, memoryRecordStore } from "../../packages/client/src/index.ts";
import type { World } from "./world.ts";

export const SHOP = "https://shop.example/login";
export const TAB = 7;

let people = 0;

/** @returns the browser, and a client of the same session as one of the extension's pages has it. `vi.unstubAllGlobals()` ends it */
export async function openBrowser(world: World): Promise<{ browser: ReturnType<typeof fakeChrome>; client: Client }> {
  const browser = fakeChrome();
  vi.stubGlobal("chrome", browser.chrome);
  vi.stubGlobal("navigator", browser.navigator);
  browser.local.set(SERVER, world.origin);
  browser.tabs.set(TAB, SHOP);
  const records = memoryRecordStore();
  watchKeys(
    () => undefined,
    () => records,
  );
  const { email, password } = await world.person(`shopper${++people}`);
  const client = world.openOn(extensionKeyStore(), { fetch });
  await client.account.login({ email, password });
  return { browser, client };
}
