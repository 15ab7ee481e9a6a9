/** The extension while edits wait without a server: what a thief finds on its disk, and in the browser's memory once it is locked. */
import { expect, vi } from "vitest";
import { reviveSession } from "../../../apps/extension/src/lasting-session.ts";
import { lockSession } from "../../../apps/extension/src/link/message-handler.ts";
import { extensionKeyStore } from "../../../apps/extension/src/pages/key-store.ts";
import { UNSENT_HALF } from "../../../apps/extension/src/storage-keys.ts";
import { someAreas, someValues } from "../../../apps/extension/src/testing/area.ts";
import { UnsentHalf } from "../../../apps/extension/src/unsent-half.ts";
import type { Client } from "../../../packages/client/src/index.ts";
import { openBrowser } from "../../flows/extension-browser.ts";
import { aLogin } from "../../flows/sample-items.ts";
import { waitingEditsOn } from "../../flows/waiting-device.ts";
import { disguises, type Stage } from "../evil-server.ts";
import type { Row } from "../row.ts";

const MADE = "Made in the attack on the extension";
const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** A page of hers that is unlocked without a server, where edits wait. `wait` keeps one more. */
async function withoutServer({ world, ann, secret }: Stage) {
  const really = globalThis.fetch;
  const network = { isThere: true };
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) => (network.isThere ? really(...asked) : Promise.reject(new TypeError())));
  const opened = await openBrowser(world, ann);
  const openPage = async (): Promise<Client> => {
    const unsent = new UnsentHalf();
    const page = world.openOn(opened.stores.keys(), { fetch: unsent.fetch, tabs: unsent.tabs, onConnection: unsent.found });
    unsent.follow(page);
    await page.account.resume();
    return page;
  };
  await waitingEditsOn(opened.client);
  await opened.client.account.lock();
  network.isThere = false;
  const page = await openPage();
  await page.account.unlock(ann);
  const { told } = await waitingEditsOn(page);
  const password = secret("waits");
  await page.vault.create({ draft: aLogin({ title: MADE, password }) });
  await vi.waitFor(() => expect([told.waiting, opened.browser.session.has(UNSENT_HALF)]).toEqual([1, true]));
  return { ...opened, page, password, network };
}

const inBrowser = (row: Omit<Row, "run">, run: (stage: Stage) => Promise<void>): Row => ({
  ...row,
  run: (stage) => run(stage).finally(() => void vi.unstubAllGlobals()),
});

export const EXTENSION_DISK: readonly Row[] = [
  inBrowser(
    {
      attack: "44, 36",
      does: "a thief copies all that the extension has on the disk while it is open without a server and edits wait",
      answer:
        "no text, no key and neither half of one is on it; it starts locked, at a server that gives its half too, and says nothing of what waits",
    },
    async (stage) => {
      const { world, ann } = stage;
      const { browser, disk, password, network } = await withoutServer(stage);
      const half = String(browser.session.get(UNSENT_HALF));
      const inMemory = ["localHalf", "symmetricKey", "vaultKey"].map((slot) => String(browser.session.get(`slot:${slot}`)));
      const copy = [...disk].map(([slot, bytes]) => [slot, Uint8Array.from(bytes)] as const);
      const text = [JSON.stringify([...browser.local]), ...copy.map(([slot, bytes]) => slot + asText(bytes))].join("\n").toLowerCase();
      expect(copy.length).toBeGreaterThan(1);
      for (const one of [MADE, password, ann.password, ann.email, half, asText(Buffer.from(half, "hex")), ...inMemory])
        for (const disguise of [...disguises(one), Buffer.from(one, "latin1").toString("base64")])
          expect(text).not.toContain(disguise.toLowerCase());
      network.isThere = true;
      const [session, values] = [new Map<string, unknown>(), someValues(new Map(copy))];
      const areas = someAreas(new Map(browser.local), session);
      vi.stubGlobal("chrome", { storage: areas });
      await reviveSession(areas, values);
      const thief = world.openOn(extensionKeyStore(values), { fetch });
      expect([await thief.account.resume(), thief.isLocked, thief.vault.contents()]).toEqual([true, true, null]);
      await expect(thief.vault.keepEdits({ onChange: () => undefined, onSent: () => undefined })).rejects.toThrow();
    },
  ),
  inBrowser(
    {
      attack: "44, 47",
      does: "a thief reads the browser's memory after a lock without a server, and a page that has not heard of the lock says that it is in use",
      answer: "no key and neither half is in it, and none comes back",
    },
    async (stage) => {
      const { browser, page, network } = await withoutServer(stage);
      const areas = someAreas(browser.local, browser.session);
      await lockSession({ areas, tell: () => undefined });
      await page.account.keepAlive();
      const left = (): string[] => [...browser.session.keys()].filter((name) => /half|key/i.test(name));
      expect(left()).toEqual([]);
      await page.account.lock();
      await page.account.unlock(stage.ann);
      expect(left()).toContain(UNSENT_HALF);
      await page.account.lock();
      expect(left()).toEqual([]);
      // It would tell the server of the lock in a while, when this browser is gone.
      network.isThere = true;
      await page.account.logout();
    },
  ),
];
