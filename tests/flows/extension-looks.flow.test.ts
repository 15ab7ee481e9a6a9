/** The extension's worker looks with every message of a page: what has not changed it opens once, and what a question asks of the server is asked after it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { PASSKEYS } from "../../apps/extension/src/storage-keys.ts";
import { openVault, pullIfOld } from "../../apps/extension/src/worker/vault.ts";
import type { Client } from "../../packages/client/src/index.ts";
import { areEquivalent } from "../../packages/core/src/items/equivalent-sites.ts";
import { blankDraft } from "../../packages/core/src/items/item.ts";
import { openBrowser } from "./extension-browser.ts";
import { startWorld, type World } from "./world.ts";

const really = globalThis.fetch;

let world: World;
let opened: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
/** A client takes over how it asks when it is opened. */
let network: typeof fetch = really;
beforeEach(async () => {
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) => network(...asked));
  opened = await openBrowser(world);
});
afterEach(async () => {
  vi.restoreAllMocks();
  network = really;
  await opened.client.account.logout();
  vi.unstubAllGlobals();
});

const note = (title: string) => {
  const blank = blankDraft("note");
  return { ...blank, fields: { ...blank.fields, name: title, notes: "text" } };
};
const titles = async (): Promise<(string | undefined)[]> =>
  ((await openVault())?.vault.contents()?.items ?? []).map(({ fields }) => fields.name).sort();

/** As one of the extension's pages does without the server. */
async function keptByPage({ vault }: Client): Promise<(title: string) => Promise<unknown>> {
  await vault.keepEdits({ onChange: () => undefined, onSent: () => undefined });
  return (title) => vault.create({ draft: note(title) });
}

it("opens nothing and waits for no page where nothing has changed, and has at once what a page keeps", async () => {
  const keep = await keptByPage(opened.client);
  await openVault();
  network = () => Promise.reject(new TypeError("Failed to fetch"));
  await keep("one");
  expect(await titles()).toEqual(["one"]);
  const first = (await openVault())?.vault.contents();

  const [decrypt, request] = [vi.spyOn(crypto.subtle, "decrypt"), vi.spyOn(navigator.locks, "request")];
  for (let message = 0; message < 5; message++) expect((await openVault())?.vault.contents()).toBe(first);
  expect([decrypt.mock.calls.length, request.mock.calls.length]).toEqual([0, 0]);

  await keep("two");
  expect(await titles()).toEqual(["one", "two"]);
  network = really;
  await opened.client.vault.pull();
  await vi.waitFor(async () => expect((await openVault())?.vault.contents()?.items.some(({ waits }) => waits)).toBe(false), 20_000);
});

it("knows at once what a page writes down of sites", async () => {
  await openVault();
  await openVault();
  await opened.client.sites.addGroup({ sites: ["one.example", "two.example"] });
  await opened.client.sites.list({ list: "passkeys-elsewhere", host: "shop.example" });
  await openVault();
  expect(areEquivalent("one.example", "two.example")).toBe(true);
  expect(opened.browser.session.get(PASSKEYS)).toMatchObject({ elsewhere: ["shop.example"] });
});

/** The answer to the next pull is held on its way. */
function holdPull() {
  const held = { asked: 0, answered: 0, release: (): void => undefined };
  const gate = new Promise<void>((resolve) => {
    held.release = resolve;
  });
  network = async (...asked) => {
    if (!new URL(String(asked[0])).pathname.endsWith("/vault/all-items-data")) return really(...asked);
    const isFirst = held.asked++ === 0;
    const answer = await really(...asked);
    if (isFirst) {
      held.answered++;
      await gate;
    }
    return answer;
  };
  return held;
}

it("what another device did after an older pull had asked is there for who asks now; who takes what is a moment old asks no more", async () => {
  await openVault();
  const phone = (await opened.person.device("phone")).client;
  const held = holdPull();
  const older = pullIfOld(0);
  await vi.waitFor(() => expect(held.answered).toBe(1), 20_000);
  await phone.vault.create({ draft: note("of the phone") });
  const [shared, now] = [pullIfOld(60_000), pullIfOld(0)];
  held.release();
  await Promise.all([older, shared]);
  expect(held.asked).toBeLessThanOrEqual(2);
  await now;
  expect(await titles()).toEqual(["of the phone"]);
  const asked = held.asked;
  await Promise.all([pullIfOld(60_000), pullIfOld(60_000)]);
  expect(held.asked).toBe(asked);
});

it("keeps nothing of what an answer brings that was on its way while a page locked", async () => {
  const areKnown = (): boolean => areEquivalent("one.example", "two.example");
  await opened.client.sites.addGroup({ sites: ["one.example", "two.example"] });
  await openVault();
  expect(areKnown()).toBe(true);
  const phone = (await opened.person.device("phone")).client;
  await phone.vault.create({ draft: note("of the phone") });
  const held = holdPull();
  const looking = pullIfOld(0);
  await vi.waitFor(() => expect(held.answered).toBe(1), 20_000);
  await opened.client.account.lock();
  await vi.waitFor(() => expect(areKnown()).toBe(false));
  held.release();
  await looking;
  expect(areKnown()).toBe(false);
  expect(opened.browser.session.has(PASSKEYS)).toBe(false);
});
