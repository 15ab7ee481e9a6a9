/** The worker of the extension with a real vault: what is sent to a site is asked about, saved once, and never asked about where the person said so; what is filled without a press. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { watchBasicAuth } from "../../apps/extension/src/auth/message-handler.ts";
import { isLaunchedIn, launchedFrom, watchLaunches } from "../../apps/extension/src/launch/fill-launched.ts";
import { watchLoads } from "../../apps/extension/src/launch/fill-on-load.ts";
import { watchLogins } from "../../apps/extension/src/save/message-handler.ts";
import { type fakeChrome, OWN_ORIGIN } from "../../apps/extension/src/testing/fake-chrome.ts";
import { openVault } from "../../apps/extension/src/worker/vault.ts";
import type { Client } from "../../packages/client/src/index.ts";
import { answerQuestion, openBrowser, SHOP, TAB } from "./extension-browser.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

const TYPED = { username: "ann", current: "Tr0ub4dor&3", next: "" };
const IN_PAGE = { url: `${OWN_ORIGIN}save.html`, tab: { id: TAB } };
const POPUP = { url: `${OWN_ORIGIN}popup.html` };

let world: World;
let browser: ReturnType<typeof fakeChrome>;
let client: Client;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  ({ browser, client } = await openBrowser(world));
  watchLogins();
});
afterEach(() => void vi.unstubAllGlobals());

const fromPage = (message: object, more: object = {}) =>
  browser.send(message, { url: SHOP, tab: { id: TAB, url: SHOP }, frameId: 0, documentId: "d", ...more });
const ask = () => browser.send({ offer: "ask", tabId: TAB }, POPUP);
/** Of the question that is open. */
const shown = async (): Promise<object> => ({ pending: ((await ask()) as { pending?: string } | null)?.pending });
const reply = (offer: string, more: object = {}) => answerQuestion(browser, offer, more);
const passwords = async () =>
  (await client.vault.pull()).items.filter(({ kind }) => kind === "password").map(({ fields }) => fields.username);

/** What a page sends has no answer: it is handled when its question is there. */
const asked = (offer: unknown) =>
  vi.waitFor(async () => expect(await ask()).toEqual({ ...(offer as object), pending: expect.any(String) }), { timeout: 5_000 });
const OFFER = { host: "shop.example", username: "ann", part: "password", updates: [] };
const isForgotten = () => vi.waitFor(() => expect(browser.session.has("captured")).toBe(false), { timeout: 5_000 });
/** A form is sent, and is gone. */
async function sent(typed: object = TYPED): Promise<void> {
  await fromPage({ save: "sent", typed });
  await vi.waitFor(() => expect(browser.session.get("captured")).toMatchObject({ [TAB]: { ...typed, offer: null } }));
  await fromPage({ save: "gone" });
}
/** A message that must do nothing is followed by one that does: messages are handled one after the other, or it would be too early to look. */
async function isIgnored(message: object, more: object = {}): Promise<void> {
  browser.scripts.length = 0;
  await fromPage(message, more);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([browser.session.has("captured"), browser.scripts]).toEqual([false, []]);
}

it("what was sent is asked about in its page, saved as an entry of the site, and not asked about again", async () => {
  await sent();
  await asked(OFFER);
  await vi.waitFor(() => expect(browser.scripts).toContainEqual([TAB, "question.js"]));
  expect(await reply("save")).toEqual({});
  expect(await passwords()).toEqual(["ann"]);
  expect(await ask()).toBeNull();
  expect(await reply("save")).toEqual({ failed: "login-gone" });
  await sent();
  await isForgotten();
  // Another password for it replaces that of the entry, and of no other.
  await sent({ ...TYPED, current: "another" });
  const [entry] = (await client.vault.pull()).items;
  await asked({ ...OFFER, updates: [{ id: entry?.id, title: "shop.example", username: "ann" }] });
  expect(await reply("save", { id: "another" })).toEqual({ failed: "another-site" });
  expect(await reply("save", { id: entry?.id })).toEqual({});
  await client.vault.pull();
  expect((await client.vault.open({ id: entry?.id ?? "" })).fields.password).toBe("another");
});

it("a question in the page is answered there only while all of it is seen; in the popup always", async () => {
  const looks: object[] = [];
  await sent();
  await asked(OFFER);
  expect(await browser.send({ offer: "save" }, IN_PAGE)).toEqual({ failed: "covered" });
  expect(await browser.send({ offer: "hide" }, IN_PAGE)).toEqual({});
  await asked(OFFER);
  browser.page.answer = async (_, message) => looks.push(message) > 0;
  expect(await browser.send({ offer: "later", ...(await shown()) }, IN_PAGE)).toEqual({});
  expect(looks).toEqual([{ bar: "asked" }]);
  expect(await passwords()).toEqual([]);
  await sent();
  await isForgotten();
  expect(await ask()).toBeNull();
});

it("a press saves what was asked about, and nothing that a page has sent since", async () => {
  await sent();
  await asked(OFFER);
  const before = await shown();
  // The next page of the tab, of another site: it waits for its turn.
  const evil = "https://evil.example/in";
  await fromPage({ save: "sent", typed: { ...TYPED, username: "eve" } }, { url: evil, tab: { id: TAB, url: evil } });
  await vi.waitFor(() => expect(browser.session.get("captured")).toMatchObject({ [TAB]: { after: { username: "eve" } } }));
  expect(await ask()).toMatchObject(OFFER);
  expect(await reply("save")).toEqual({});
  await asked({ ...OFFER, host: "evil.example", username: "eve" });
  expect(await passwords()).toEqual(["ann"]);
  const since = { failed: "asked-since" };
  for (const pending of [before, { pending: undefined }]) {
    expect(await reply("save", pending)).toEqual(since);
    expect(await reply("never", pending)).toEqual(since);
  }
  expect([await passwords(), await client.sites.hosts("excluded")]).toEqual([["ann"], []]);
  expect(await reply("later")).toEqual({});
});

it("a site where the person wants no question gets none", async () => {
  await sent();
  await asked(OFFER);
  expect(await reply("never")).toEqual({});
  expect(await client.sites.hosts("excluded")).toEqual(["shop.example"]);
  await sent({ ...TYPED, username: "eve" });
  await isForgotten();
  expect(await passwords()).toEqual([]);
});

it("a tab that loads its next page has its question; one that is closed, and one whose form is there again, has none", async () => {
  const login = { address: SHOP, origin: "https://shop.example", fields: [{ role: "username" }, { role: "current-password" }] };
  browser.page.answer = async () => ({ ...login, fields: [] });
  await fromPage({ save: "sent", typed: TYPED });
  browser.onUpdated.fire(TAB, { status: "loading" });
  expect(await ask()).toBeNull();
  browser.onUpdated.fire(TAB, { status: "complete" });
  await asked(OFFER);
  browser.onRemoved.fire(TAB);
  await isForgotten();
  browser.page.answer = async () => login;
  await fromPage({ save: "sent", typed: TYPED });
  browser.onUpdated.fire(TAB, { status: "complete" });
  await isForgotten();
});

it("what other senders and other pages say is not heard, and nothing while the vault is locked", async () => {
  const message = { save: "sent", typed: TYPED };
  await isIgnored(message, { id: "theirs" });
  await isIgnored(message, { tab: undefined });
  await isIgnored(message, { url: `${world.origin}/login` });
  await isIgnored(message, { tab: { id: TAB, url: world.origin } });
  await isIgnored(message, { tab: { id: TAB, url: "https://other.example" } });
  await isIgnored(message, { url: "http://shop.example/", tab: { id: TAB, url: "http://shop.example/" } });
  for (const typed of [null, 7, {}, { ...TYPED, next: 7 }, { ...TYPED, current: "a".repeat(1_001) }, { ...TYPED, username: null }])
    await isIgnored({ save: "sent", typed });
  await isIgnored({ save: "typing", isLogin: false });
  for (const sender of [{ url: SHOP }, { id: "theirs", ...POPUP }])
    expect(await browser.send({ offer: "ask", tabId: TAB }, sender)).toBeUndefined();
  expect(await browser.send({ offer: "ask" }, POPUP)).toBeUndefined();
  await client.account.lock();
  await isIgnored(message);
});

it("a field of a login has the script that sees what is sent put into its own document, any other field not", async () => {
  await fromPage({ save: "typing", isLogin: true });
  await vi.waitFor(() => expect(browser.scripts).toEqual([[TAB, "capture.js"]]));
});

it("a password of the vault that is typed into another site is pointed out until it was read, unless the person turned that off", async () => {
  await sent({ ...TYPED, current: "a Long-enough 1 password" });
  await asked(OFFER);
  expect(await reply("save")).toEqual({});
  const elsewhere = { url: "http://elsewhere.example/", tab: { id: TAB, url: "http://elsewhere.example/" } };
  await isIgnored({ save: "password", password: "not of the vault 1!" }, elsewhere);
  await isIgnored({ save: "password", password: 7 }, elsewhere);
  await fromPage({ save: "password", password: "a Long-enough 1 password" }, elsewhere);
  const warned = () => browser.send({ offer: "warned", tabId: TAB }, POPUP);
  await vi.waitFor(async () => expect(await warned()).toEqual({ host: "elsewhere.example", titles: ["shop.example"] }), { timeout: 5_000 });
  await vi.waitFor(() => expect(browser.scripts).toContainEqual([TAB, "question.js"]));
  expect(await browser.send({ offer: "seen", tabId: TAB }, POPUP)).toEqual({});
  expect(await warned()).toBeNull();
});

it("frames of many sites try no more passwords than the page that they are in", async () => {
  await sent({ ...TYPED, current: "a Long-enough 1 password" });
  await asked(OFFER);
  expect(await reply("save")).toEqual({});
  const top = "https://evil.example/";
  const frame = (at: number) => ({ url: `https://frame-${at}.example/`, tab: { id: TAB, url: top }, frameId: at });
  for (let at = 1; at <= 30; at++) await fromPage({ save: "password", password: `a word ${at}` }, frame(at));
  await vi.waitFor(() => expect(browser.session.get("foreign-asked")).toMatchObject({ "frame-30.example": 1 }), { timeout: 10_000 });
  await isIgnored({ save: "password", password: "a Long-enough 1 password" }, frame(31));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await browser.send({ offer: "warned", tabId: TAB }, POPUP)).toBeNull();
});

const soon = <Found>(look: () => Found) => vi.waitFor(look, { timeout: 10_000 });

/** An entry of the shop; its page shows these fields, and says what was written into it. */
async function aShop(roles: readonly string[] = ["username", "current-password"]) {
  const draft = aLogin({ title: "Shop", username: "ann", password: "of the shop", website_url: SHOP });
  const { id } = await client.vault.create({ draft });
  const written: object[] = [];
  browser.page.answer = async (_, message) => {
    if ("values" in message) written.push(Object(message.values));
    const values = "values" in message ? Object.keys(Object(message.values)) : [];
    return "values" in message
      ? { filled: values, refused: [] }
      : { address: SHOP, origin: "https://shop.example", fields: roles.map((role) => ({ role })) };
  };
  return { id, written };
}
const VALUES = { username: "ann", "current-password": "of the shop" };

it("a site's own dialog is answered by a pick in a window of the extension, once; without one the browser shows its own", async () => {
  watchBasicAuth();
  const { id } = await aShop();
  const [page, challenger] = [
    { url: SHOP, type: "main_frame", isProxy: false },
    { host: "shop.example", port: 443 },
  ];
  const asked = (more: object = {}) => {
    const answer = vi.fn();
    browser.onAuthRequired.fire({ ...page, challenger, tabId: TAB, requestId: crypto.randomUUID(), ...more }, answer);
    return answer;
  };
  const requestOf = async () => (await soon(() => [...browser.windows.values()].at(-1) ?? expect.fail("no window"))).split("#")[1];
  const say = (message: object, url = `${OWN_ORIGIN}auth.html`) => browser.send(message, { url });
  const first = asked({ requestId: "r1" });
  const request = await requestOf();
  const question = { host: "shop.example", logins: [{ id, title: "Shop", username: "ann" }] };
  expect(await say({ auth: "ask", request })).toEqual(question);
  expect(await say({ auth: "ask", request: "another" })).toBeNull();
  expect(await say({ auth: "ask", request }, SHOP)).toBeUndefined();
  expect(await say({ auth: "pick", request, id: "another" })).toBeNull();
  expect(first).not.toHaveBeenCalled();
  await say({ auth: "pick", request, id });
  await soon(() => expect(first).toHaveBeenCalledExactlyOnceWith({ authCredentials: { username: "ann", password: "of the shop" } }));
  expect(browser.windows.size).toBe(0);
  const left = [asked({ requestId: "r1" }), asked({ tabId: -1 }), asked({ isProxy: true })];
  await soon(() => expect(left.map((answer) => answer.mock.calls)).toEqual([[[{}]], [[{}]], [[{}]]]));
  const none = asked();
  await say({ auth: "none", request: await requestOf() });
  await soon(() => expect(none).toHaveBeenCalledWith({}));
  const closed = asked();
  await requestOf();
  browser.onWindowRemoved.fire([...browser.windows.keys()][0]);
  await soon(() => expect(closed).toHaveBeenCalledWith({}));
});

it("a site that was opened from an entry is filled in its own tab, once, and in no other", async () => {
  watchLaunches();
  const { id, written } = await aShop();
  expect(await launchedFrom({ entryId: id, url: SHOP, timestamp: Date.now() }, TAB)).toBe(true);
  browser.tabs.set(8, SHOP);
  browser.onCreated.fire({ id: 8, openerTabId: 3 });
  browser.onCreated.fire({ id: 9, openerTabId: TAB });
  await soon(() => expect(written).toEqual([VALUES]));
  expect([await isLaunchedIn(9), await isLaunchedIn(8)]).toEqual([true, false]);
  for (const tab of [8, 9]) browser.onUpdated.fire(tab, { status: "complete" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(written).toHaveLength(1);
  expect(browser.scripts.some(([, script]) => script === "pressButton")).toBe(false); // only where the person has chosen so
});

it("a page is filled as it loads only where the person has chosen its site, and is in front", async () => {
  watchLoads(async (tab) => tab === 8);
  const { written } = await aShop();
  const load = async (tab = TAB, more: object = {}) => {
    browser.tabs.set(tab, SHOP);
    browser.onUpdated.fire(tab, { status: "complete" }, { active: true, url: SHOP, ...more });
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  const hosts = vi.spyOn((await openVault())?.sites ?? expect.fail("the worker has no vault"), "hosts");
  await load();
  await soon(() => expect(hosts).toHaveBeenCalledWith("filled-on-load"));
  await Promise.all(hosts.mock.results.map(({ value }) => value)); // or the site would be chosen by the time that it is looked at
  expect(written).toEqual([]);
  await client.sites.list({ list: "filled-on-load", host: "shop.example" });
  await load(8); // filled from the entry that it was opened from
  await load(TAB, { active: false });
  expect(written).toEqual([]);
  browser.onUpdated.fire(TAB, { status: "complete" }, { active: true, url: SHOP });
  await soon(() => expect(written).toEqual([VALUES]));
  await load(); // the same document
  expect(written).toHaveLength(1);
});
