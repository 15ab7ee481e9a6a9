/** A colleague plants a login by sharing it: nothing that she reads is filled, saved into or offered first before the person has picked it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { watchBasicAuth } from "../../apps/extension/src/auth/message-handler.ts";
import { watchFillKey } from "../../apps/extension/src/launch/fill-by-key.ts";
import { watchLoads } from "../../apps/extension/src/launch/fill-on-load.ts";
import { watchMenus } from "../../apps/extension/src/menu/message-handler.ts";
import { watchPasskeys } from "../../apps/extension/src/passkeys/message-handler.ts";
import { watchLogins } from "../../apps/extension/src/save/message-handler.ts";
import { type fakeChrome, OWN_ORIGIN } from "../../apps/extension/src/testing/fake-chrome.ts";
import { watchOwnPages } from "../../apps/extension/src/worker/own-pages.ts";
import { refreshEntries } from "../../apps/extension/src/worker/refresh-entries.ts";
import type { Client } from "../../packages/client/src/index.ts";
import type { FieldValues, Permission } from "../../packages/core/src/items/item.ts";
import { answerQuestion, openBrowser, SHOP, TAB } from "./extension-browser.ts";
import { CREATION, NAME, openedWindow } from "./extension-passkeys.ts";
import { aLogin, oneOfEachKind } from "./sample-items.ts";
import { type Person, startWorld, type World } from "./world.ts";

/** Also next to everything else that runs. */
const SOON = { timeout: 10_000 };

const TOKEN = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e11";
const ORIGIN = "https://shop.example";
const POPUP = { url: `${OWN_ORIGIN}popup.html` };
const FROM_PAGE = { url: SHOP, origin: ORIGIN, tab: { id: TAB, url: SHOP, active: true, windowId: 1 }, frameId: 0, documentId: "d" };
const BY_EVE = "Shared by eve@example.com, who will be able to read it";
const OF_EVE = { owner: { sharedBy: "eve@example.com" } };

let world: World;
let eve: Person;
let browser: ReturnType<typeof fakeChrome>;
let client: Client;
let alice: Person;
/** What was written into the page. */
let written: object[];
beforeAll(async () => {
  world = await startWorld();
  eve = await world.person("eve");
});
afterAll(() => world.stop());
beforeEach(async () => {
  ({ browser, client, person: alice } = await openBrowser(world));
  for (const watch of [watchLogins, watchMenus, watchPasskeys, watchFillKey, watchOwnPages]) watch();
  written = [];
  const fields = [{ role: "username" }, { role: "current-password" }];
  browser.page.answer = async (_, message) => {
    if ("values" in message) written.push(Object(message.values));
    if ("menuIs" in message && !("values" in message)) return true;
    return "values" in message
      ? { filled: Object.keys(Object(message.values)), refused: [], left: [] }
      : { address: SHOP, origin: ORIGIN, fields };
  };
});
afterEach(() => void vi.unstubAllGlobals());

/** As Eve would have it: for the page itself, under the name of the person, used by her a moment ago. */
async function planted(fields: FieldValues = {}, permission: Permission = "write"): Promise<string> {
  const draft = aLogin({ title: "Bank", username: "alice", password: "of eve", website_url: SHOP, ...fields });
  const { id } = await eve.client.vault.create({ draft });
  await eve.client.sharing.share({ id, email: alice.email, permission, expiresAt: null });
  world.passMinutes(1);
  await eve.client.vault.markUsed({ id });
  await client.vault.pull();
  expect((await client.vault.open({ id })).sharedBy).toBe(eve.email);
  return id;
}
async function own(fields: FieldValues = {}): Promise<string> {
  const draft = aLogin({ title: "Mine", username: "alice", password: "of alice", website_url: SHOP, ...fields });
  const { id } = await client.vault.create({ draft });
  await client.vault.markUsed({ id });
  return id;
}

const asked = () =>
  browser.send({ offer: "ask", tabId: TAB }, POPUP) as Promise<{ updates: { id: string; onlyIfChosen?: true; readers?: object }[] }>;
async function offered(typed: object) {
  await browser.send({ save: "sent", typed: { username: "alice", current: "", next: "", ...typed } }, FROM_PAGE);
  await vi.waitFor(() => expect(browser.session.get("captured")).toMatchObject({ [TAB]: { ...typed, offer: null } }), SOON);
  await browser.send({ save: "gone" }, FROM_PAGE);
  return vi.waitFor(async () => (await asked())?.updates ?? expect.fail("nothing is asked"), { timeout: 5_000 });
}
const menuRows = async (kind = "login") => {
  const open = { menu: "open", token: TOKEN, kind, waits: null, rules: "", shortest: 0, longest: 0 };
  await browser.send(open, FROM_PAGE);
  const offer = (await browser.send({ menu: "rows", token: TOKEN }, { url: `${OWN_ORIGIN}menu.html`, tab: { id: TAB, windowId: 1 } })) as {
    rows: { id: string; title: string; detail: string; owner?: object }[];
  };
  return offer.rows;
};
const pick = async (id: string) => {
  await menuRows();
  expect(await browser.send({ menu: "pick", token: TOKEN, id }, { url: `${OWN_ORIGIN}menu.html`, tab: { id: TAB, windowId: 1 } })).toEqual(
    {},
  );
};
const pressKey = () => browser.onCommand.fire("fill-login", { id: TAB, windowId: 1, url: SHOP });
const isFilledWith = (password: string) =>
  vi.waitFor(() => expect(written.at(-1)).toMatchObject({ "current-password": password }), { timeout: 10_000 });
const isAsked = () => vi.waitFor(() => expect(browser.popups).toHaveLength(1), { timeout: 10_000 });

it("a new password is saved as a new login, and not into one that another person reads, which says so", async () => {
  const id = await planted();
  expect(await offered({ next: "brand new" })).toEqual([{ id, title: "Bank", username: "alice", onlyIfChosen: true, readers: OF_EVE }]);
  expect(await answerQuestion(browser, "save")).toEqual({});
  await client.vault.pull();
  expect((await client.vault.open({ id })).fields.password).toBe("of eve");
  await eve.client.vault.pull();
  expect((await eve.client.vault.open({ id })).fields.password).toBe("of eve");
});

it("the person's own login is asked about first, whichever of the two knows the old password", async () => {
  const [theirs, mine] = [await planted(), await own()];
  expect((await offered({ next: "brand new" })).map(({ id }) => id)).toEqual([mine, theirs]);
  await answerQuestion(browser, "later");
  // Eve has learned the old one: nothing is preselected.
  const all = await offered({ current: "of eve", next: "newer" });
  expect(all.map(({ id, onlyIfChosen }) => [id, onlyIfChosen])).toEqual([
    [mine, true],
    [theirs, true],
  ]);
});

it("what was picked in this tab on this site is what is updated, as long as the tab is open", async () => {
  const [theirs, mine] = [await planted({ username: "team" }), await own()];
  await pick(theirs);
  expect(await offered({ username: "", next: "brand new" })).toEqual([
    { id: theirs, title: "Bank", username: "team", readers: OF_EVE },
    { id: mine, title: "Mine", username: "alice" },
  ]);
  await answerQuestion(browser, "later");
  browser.onRemoved.fire(TAB);
  await vi.waitFor(() => expect(browser.session.has("used-here")).toBe(false), SOON);
  expect((await offered({ username: "", next: "newer" })).map(({ id }) => id)).toEqual([mine, theirs]);
});

it("what was picked or copied in the popup counts too, for the site that it was listed for and no other", async () => {
  const theirs = await planted();
  const elsewhere = "https://elsewhere.example/";
  browser.tabs.set(TAB, elsewhere);
  await browser.send({ used: theirs, tabId: TAB, page: elsewhere }, POPUP);
  await vi.waitFor(() => expect(browser.session.get("used-here")).toBeDefined(), SOON);
  expect((await offered({ next: "brand new" }))[0]).toMatchObject({ id: theirs, onlyIfChosen: true });
  await answerQuestion(browser, "later");
  browser.tabs.set(TAB, SHOP);
  await browser.send({ used: theirs, tabId: TAB, page: SHOP }, POPUP);
  await vi.waitFor(async () => expect((await offered({ next: "newer" }))[0]).toMatchObject({ id: theirs }), SOON);
  expect((await asked()).updates[0]).not.toHaveProperty("onlyIfChosen");
});

it("what was picked for a page counts for that page alone, though the tab shows another one by then", async () => {
  const theirs = await planted();
  const sent = browser.send({ used: theirs, tabId: TAB, page: "https://elsewhere.example/" }, POPUP);
  browser.tabs.set(TAB, SHOP);
  await sent;
  await vi.waitFor(async () => expect(await client.sites.picked({ host: "elsewhere.example" })).toEqual([theirs]), SOON);
  expect(await client.sites.picked({ host: "shop.example" })).toEqual([]);
  expect((await offered({ next: "brand new" }))[0]).toMatchObject({ id: theirs, onlyIfChosen: true });
});

it("a passkey goes into the person's own login or a new one before another person's, which says so", async () => {
  const [theirs, mine] = [await planted({ username: "ann" }), await own()];
  const choices = async () => {
    await browser.send({ passkey: "open", id: NAME, lines: [], kind: "create", options: JSON.stringify(CREATION) }, FROM_PAGE);
    return (await openedWindow(client, () => browser.windows.clear())).choices.map(({ key, note = "" }) => [key, note]);
  };
  expect(await choices()).toEqual([
    [mine, ""],
    ["new", ""],
    [theirs, BY_EVE],
  ]);
  browser.windows.clear();
  await pick(theirs);
  expect((await choices()).map(([key]) => key)).toEqual([theirs, mine, "new"]);
});

it("a menu begins with the person's own, however well another's fits and whenever it was used, and says whose that is", async () => {
  const theirs = await planted();
  const mine = await own({ website_url: "https://www.shop.example" });
  const rows = await menuRows();
  expect(rows.map(({ id }) => id)).toEqual([mine, theirs]);
  expect(rows[1]).toMatchObject({ owner: { sharedBy: "eve@example.com" }, detail: "alice" });
});

it("cards and the window for a site's own dialog begin with the person's own too", async () => {
  watchBasicAuth();
  const [theirs, mine] = [await planted(), await own()];
  const [blank] = oneOfEachKind((_, field) => `any ${field}`).filter(({ kind }) => kind === "card");
  if (blank === undefined) throw new Error("There is no card");
  const card = (name: string) => ({ ...blank, fields: { ...blank.fields, name } });
  const { id } = await eve.client.vault.create({ draft: card("Of Eve") });
  await eve.client.sharing.share({ id, email: alice.email, permission: "read", expiresAt: null });
  await client.vault.pull();
  await client.vault.create({ draft: card("Visa") });
  await refreshEntries(null);
  expect((await menuRows("card")).map(({ title, owner }) => [title, owner])).toEqual([
    ["Visa", undefined],
    ["Of Eve", { sharedBy: "eve@example.com" }],
  ]);
  const [page, challenger] = [
    { url: SHOP, type: "main_frame", isProxy: false },
    { host: "shop.example", port: 443 },
  ];
  browser.onAuthRequired.fire({ ...page, challenger, tabId: TAB, requestId: crypto.randomUUID() }, () => undefined);
  const opened = await vi.waitFor(() => [...browser.windows.values()].at(-1) ?? expect.fail("no window"), SOON);
  expect(await browser.send({ auth: "ask", request: opened.split("#")[1] }, { url: `${OWN_ORIGIN}auth.html` })).toEqual({
    host: "shop.example",
    logins: [
      { id: mine, title: "Mine", username: "alice" },
      { id: theirs, title: "Bank", username: "alice", owner: { sharedBy: "eve@example.com" } },
    ],
  });
});

it("the key fills the person's own; where there is none it asks, until the person has picked another's on this very site", async () => {
  const theirs = await planted();
  pressKey();
  await isAsked();
  expect(written).toEqual([]);
  await pick(theirs);
  await isFilledWith("of eve");
  written.length = 0;
  await vi.waitFor(async () => expect(await client.sites.picked({ host: "shop.example" })).toEqual([theirs]), SOON);
  expect(await client.sites.picked({ host: "bank.example" })).toEqual([]);
  pressKey();
  await isFilledWith("of eve");
  await own();
  await refreshEntries(null);
  pressKey();
  await isFilledWith("of alice");
});

it("a page that is filled as it loads gets the person's own, and another's only once that was picked there", async () => {
  watchLoads(async () => false);
  // What another file's flow has filled in a tab of this number is not to count: the worker's modules are shared.
  browser.onRemoved.fire(TAB);
  await client.sites.list({ list: "filled-on-load", host: "shop.example" });
  const theirs = await planted();
  const load = () => browser.onUpdated.fire(TAB, { status: "complete" }, { active: true, url: SHOP });
  load();
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(written).toEqual([]);
  await client.sites.recordPicked({ host: "shop.example", id: theirs });
  load();
  // A look that began before it was picked may still be under way.
  const isFilled = () => {
    load();
    expect(written.at(-1)).toMatchObject({ "current-password": "of eve" });
  };
  await vi.waitFor(isFilled, { ...SOON, interval: 500 });
});
