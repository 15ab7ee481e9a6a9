/** A browser with the extension's worker in it and a person who is signed in there, for flows. */
import { vi } from "vitest";
import type { SessionEvent } from "../../apps/extension/src/link/message-handler.ts";
import { extensionKeyStore } from "../../apps/extension/src/pages/key-store.ts";
import { SERVER } from "../../apps/extension/src/storage-keys.ts";
import { someValues } from "../../apps/extension/src/testing/area.ts";
import { fakeChrome, OWN_ORIGIN } from "../../apps/extension/src/testing/fake-chrome.ts";
import { watchKeys } from "../../apps/extension/src/worker/vault.ts";
import { type Client, type KeyStore, memoryRecordStore, type RecordStore } from "../../packages/client/src/index.ts";
import type { Person, World } from "./world.ts";

export const SHOP = "https://shop.example/login";
export const TAB = 7;

let people = 0;

interface Opened {
  readonly browser: ReturnType<typeof fakeChrome>;
  readonly client: Client;
  readonly disk: ReadonlyMap<string, Uint8Array>;
  readonly person: Person;
  /** What the worker has said to the extension's pages. */
  readonly told: readonly SessionEvent[];
  readonly stores: { readonly records: () => RecordStore; readonly keys: () => KeyStore };
}

/**
 * @param whose - a new person's where none is named
 * @returns the browser, what it has written down, the person, and a client of the same session as one of the extension's pages has it. `stores` are for further clients.
 * `vi.unstubAllGlobals()` ends it
 */
export async function openBrowser(world: World, whose?: Person): Promise<Opened> {
  const browser = fakeChrome();
  vi.stubGlobal("chrome", browser.chrome);
  vi.stubGlobal("navigator", browser.navigator);
  browser.local.set(SERVER, world.origin);
  browser.tabs.set(TAB, SHOP);
  const records = memoryRecordStore();
  const disk = new Map<string, Uint8Array>();
  const values = someValues(disk);
  const stores = { records: () => records, keys: () => extensionKeyStore(values) };
  const told: SessionEvent[] = [];
  watchKeys((news) => void told.push(news), stores);
  const person = whose ?? (await world.person(`shopper${++people}`));
  const { email, password } = person;
  const client = world.openOn(stores.keys(), { fetch });
  await client.account.login({ email, password });
  return { browser, client, disk, person, told, stores };
}

const POPUP = { url: `${OWN_ORIGIN}popup.html` };

/** As the popup does: an answer names what is asked about. */
export async function answerQuestion({ send }: Opened["browser"], offer: string, more: object = {}): Promise<unknown> {
  const { pending } = ((await send({ offer: "ask", tabId: TAB }, POPUP)) ?? {}) as { readonly pending?: string };
  return send({ offer, tabId: TAB, pending, ...more }, POPUP);
}
