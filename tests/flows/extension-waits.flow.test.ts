/** The extension's worker without a connection: what is saved waits sealed on this device, is sent with no page open, and needs no master password as long as the vault is open. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { watchLogins } from "../../apps/extension/src/save/message-handler.ts";
import { slotName, UNSENT_HALF } from "../../apps/extension/src/storage-keys.ts";
import { OWN_ORIGIN } from "../../apps/extension/src/testing/fake-chrome.ts";
import { UnsentHalf } from "../../apps/extension/src/unsent-half.ts";
import { everyMinute, openVault } from "../../apps/extension/src/worker/vault.ts";
import type { Client } from "../../packages/client/src/index.ts";
import { sessionHalf } from "../../packages/contract/src/session-half.ts";
import { LOCAL_HALF } from "../../packages/core/src/account/session-slots.ts";
import { answerQuestion, openBrowser, SHOP, TAB } from "./extension-browser.ts";
import { startWorld, type World } from "./world.ts";

const TYPED = { username: "ann", current: "Tr0ub4dor&3-canary", next: "" };
const POPUP = { url: `${OWN_ORIGIN}popup.html` };
const really = globalThis.fetch;

let world: World;
let opened: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
/** A client takes over how it asks when it is opened. */
const network = { isThere: true };
beforeEach(async () => {
  online();
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) =>
    network.isThere ? really(...asked) : Promise.reject(new TypeError("Failed to fetch")),
  );
  opened = await openBrowser(world);
  watchLogins();
});
/** One that is locked would tell the server of it in a while, when its browser is gone. */
const locked: Client[] = [];
afterEach(async () => {
  vi.stubGlobal("fetch", really);
  await Promise.allSettled([opened.client, ...locked.splice(0)].map(({ account }) => account.logout()));
  vi.unstubAllGlobals();
});

const offline = (): void => void Object.assign(network, { isThere: false });
const online = (): void => void Object.assign(network, { isThere: true });

const IN_SHOP = { url: SHOP, tab: { id: TAB, url: SHOP }, frameId: 0, documentId: "d" };
const offered = (offer: object) =>
  vi.waitFor(async () => expect(await opened.browser.send({ offer: "ask", tabId: TAB }, POPUP)).toMatchObject(offer));

async function ask(): Promise<void> {
  const { browser } = opened;
  await browser.send({ save: "sent", typed: TYPED }, IN_SHOP);
  await vi.waitFor(() => expect(browser.session.get("captured")).toBeDefined());
  await browser.send({ save: "gone" }, IN_SHOP);
  await offered({ username: "ann" });
}

async function askAboutCard(): Promise<void> {
  const { browser } = opened;
  const fields = { name: "Card", card_holder_name: "ann", card_number: "4111111111111111", expiration_date: "12/34", card_type: "credit" };
  await browser.send({ save: "own", typed: { kind: "card", fields } }, IN_SHOP);
  await vi.waitFor(() => expect(browser.session.get("own-captured")).toBeDefined());
  await browser.send({ save: "gone" }, IN_SHOP);
  await offered({ own: "card" });
}
const save = () => answerQuestion(opened.browser, "save");

/** As another device of this person has it. */
async function onServer(): Promise<(string | undefined)[]> {
  const { client } = await opened.person.device("phone");
  return (await client.vault.pull()).items.map(({ fields }) => fields.username ?? fields.card_holder_name);
}

/** What the browser has of it, in its memory and on the disk. */
const everythingKept = (): string => {
  const { browser, disk } = opened;
  const bytes = [...disk].map(([name, value]) => name + new TextDecoder("latin1").decode(value));
  return JSON.stringify([...browser.session, ...browser.local]) + bytes.join("\n");
};

/** The worker is stopped, as browsers do, and has nothing in its memory when it wakes. */
const stopWorker = (): unknown => opened.browser.chrome.storage.session.onChanged.fire({ "slot:auth": {} });

/** A page of the extension, as it starts. */
async function openPage(): Promise<Client> {
  const unsent = new UnsentHalf();
  const client = world.openOn(opened.stores.keys(), {
    fetch: unsent.fetch,
    tabs: unsent.tabs,
    onConnection: unsent.found,
  });
  unsent.follow(client);
  locked.push(client);
  await client.account.resume();
  return client;
}

const unlock = (page: Client): Promise<void> => page.account.unlock({ password: opened.person.password });
const unlockInPage = async (): Promise<void> => unlock(await openPage());
const unsentHalf = (): unknown => opened.browser.session.get(UNSENT_HALF);
const slotsKept = (): string[] => [...opened.browser.session.keys()].filter((name) => name.startsWith("slot:"));

it("a login that is saved without a server waits sealed, is known at once and saved once, and is sent with no page open", async () => {
  await openVault();
  await ask();
  offline();
  expect(await save()).toEqual({});
  expect(everythingKept()).not.toContain(TYPED.current);
  const held = await openVault();
  expect(held?.vault.contents()?.items.map(({ fields, waits }) => [fields.username, waits])).toEqual([["ann", true]]);
  await everyMinute();
  online();
  expect(await onServer()).toEqual([]);
  await everyMinute();
  expect(await onServer()).toEqual(["ann"]);
  await everyMinute();
  expect(await onServer()).toEqual(["ann"]);
});

it.each([
  ["before", "a login", ask],
  ["after", "a login", ask],
  ["before", "a card", askAboutCard],
])(
  "a press that is answered again by another worker is one save, where the save of the stopped one lands %s it: %s",
  async (when, _, question) => {
    await openVault();
    await question();
    const isSave = (input: unknown, init?: RequestInit): boolean =>
      init?.method === "POST" && /\/(vault\/(entries|commit)|card-details)/.test(String(input));
    let [held, release]: [Promise<unknown>, () => void] = [Promise.resolve(), () => undefined];
    const saves: Promise<unknown>[] = [];
    vi.stubGlobal("fetch", async (...asked: Parameters<typeof fetch>) => {
      if (!isSave(...asked)) return really(...asked);
      if (saves.length === 0) {
        held = new Promise<void>((resolve) => {
          release = resolve;
        }).then(() => really(...asked));
        saves.push(held);
        await held;
        return new Promise<never>(() => undefined); // its worker is gone
      }
      if (when === "before") release();
      if (when === "before") await held;
      const sent = really(...asked);
      saves.push(sent);
      return sent;
    });
    stopWorker();
    void save();
    await vi.waitFor(() => expect(saves.length).toBe(1), 20_000);
    stopWorker();
    expect(await save()).toEqual({});
    release();
    await held;
    vi.stubGlobal("fetch", really);
    expect(await onServer()).toEqual(["ann"]);
    stopWorker();
    await everyMinute();
    expect(await onServer()).toEqual(["ann"]);
  },
);

it("what waits outlives a worker that is stopped, which opens as long as it has all that it takes, and sends it once the server is there", async () => {
  await openVault();
  await ask();
  offline();
  await save();
  stopWorker();
  expect((await openVault())?.vault.contents()?.items).toMatchObject([{ waits: true }]);
  // Without the server's half nothing opens, and all stays as it is.
  stopWorker();
  opened.browser.session.delete(UNSENT_HALF);
  expect(await openVault()).toBeNull();
  online();
  await everyMinute();
  expect(await onServer()).toEqual(["ann"]);
});

it("a vault that was opened without the server stays open for pages and worker, which then send what waits; a lock leaves nothing of it", async () => {
  await openVault();
  await ask();
  offline();
  await save();
  await opened.client.account.lock();
  expect(await openVault()).toBeNull();
  await unlockInPage();
  await vi.waitFor(() => expect(opened.browser.session.has(UNSENT_HALF)).toBe(true));
  stopWorker();
  expect((await openVault())?.vault.contents()?.items).toMatchObject([{ waits: true }]);
  stopWorker();
  online();
  await everyMinute();
  expect(await onServer()).toEqual(["ann"]);
  await vi.waitFor(() => expect(opened.browser.session.has(UNSENT_HALF)).toBe(false));
  stopWorker();
  expect(await openVault()).not.toBeNull();

  offline();
  await opened.client.account.lock();
  await unlockInPage();
  await vi.waitFor(() => expect(opened.browser.session.has(UNSENT_HALF)).toBe(true));
  const held = await openVault();
  if (held) locked.push(held);
  await held?.account.lock();
  await vi.waitFor(() => expect(opened.browser.session.has(UNSENT_HALF)).toBe(false));
  stopWorker();
  expect(await openVault()).toBeNull();
});

it("a session that was ended elsewhere ends here, though this browser holds all that opens it", async () => {
  offline();
  await opened.client.account.lock();
  await unlockInPage();
  await vi.waitFor(() => expect(opened.browser.session.has(UNSENT_HALF)).toBe(true));
  online();
  const { client: phone } = await opened.person.device("phone");
  await phone.account.revokeOtherSessions();
  stopWorker();
  expect(await openVault()).toBeNull();
  expect(slotsKept()).toEqual([]);
});

it("a page that was open before the master password was typed into another one says no more of the half it knows, and the woken worker sends", async () => {
  const earlier = await openPage();
  await openVault();
  await ask();
  offline();
  await save();
  await unlockInPage();
  await vi.waitFor(() => expect(unsentHalf()).toBeDefined());
  const half = unsentHalf();
  await earlier.account.keepAlive();
  expect(unsentHalf()).toBe(half);
  stopWorker();
  online();
  await everyMinute();
  expect(await onServer()).toEqual(["ann"]);
  await earlier.account.keepAlive();
  stopWorker();
  expect(await openVault()).not.toBeNull();
});

it("a page that hears of an unlock before this browser has all of it takes none of it away", async () => {
  await openVault();
  await ask();
  offline();
  await save();
  const [late, page] = [await openPage(), await openPage()];
  const heard: Promise<unknown>[] = [];
  page.onSession((_, reason) => {
    if (reason === "unlocked") heard.push(late.account.resume().then(() => late.account.resume()));
  });
  await unlock(page);
  await Promise.all(heard);
  await vi.waitFor(() => expect(unsentHalf()).toBeDefined());
  stopWorker();
  online();
  await everyMinute();
  expect(await onServer()).toEqual(["ann"]);
});

it("a worker that wakes in the middle of an unlock leaves what comes", async () => {
  const open = slotsKept();
  await opened.client.account.lock();
  const found: Promise<unknown>[] = [];
  const wasKept: boolean[] = [];
  opened.browser.chrome.storage.session.onChanged.addListener((changes: object) => {
    if (!(slotName(LOCAL_HALF) in changes)) return;
    wasKept.push(unsentHalf() !== undefined);
    found.push(openVault());
  });
  await unlockInPage();
  await Promise.all(found);
  expect(wasKept).toEqual([true]);
  expect(new Set(slotsKept())).toEqual(new Set(open));
  expect(opened.told).not.toContain("locked");
  stopWorker();
  expect(await openVault()).not.toBeNull();
});

it("a worker that finds that the server has no half any more locks, and tells the pages", async () => {
  await world.query("update session set half = null");
  expect(await openVault()).toBeNull();
  await vi.waitFor(() => expect(opened.told).toContain("locked"));
  expect(slotsKept().filter((name) => /half|key/i.test(name))).toEqual([]);
});

it("a worker that loses the network while it wakes leaves everything as it is", async () => {
  await openVault();
  stopWorker();
  const before = slotsKept();
  vi.stubGlobal("fetch", (...asked: Parameters<typeof fetch>) =>
    String(asked[0]).endsWith(sessionHalf.findHalf.path) ? Promise.reject(new TypeError("Failed to fetch")) : really(...asked),
  );
  expect(await openVault()).toBeNull();
  expect(slotsKept()).toEqual(before);
  expect(opened.told).not.toContain("locked");
  vi.stubGlobal("fetch", really);
  expect(await openVault()).not.toBeNull();
});
