/** The worker of the extension with a real vault: a card or an address that was sent to a site, what a person says about a field, and the number on the button in the toolbar. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { watchLogins } from "../../apps/extension/src/save/message-handler.ts";
import { TEACHING } from "../../apps/extension/src/storage-keys.ts";
import { watchTeaching } from "../../apps/extension/src/teach/message-handler.ts";
import { taughtFieldsAt } from "../../apps/extension/src/teach/taught-fields.ts";
import { type fakeChrome, OWN_ORIGIN } from "../../apps/extension/src/testing/fake-chrome.ts";
import { showCount, watchTabs } from "../../apps/extension/src/worker/badge.ts";
import type { Client } from "../../packages/client/src/index.ts";
import { answerQuestion, openBrowser, SHOP, TAB } from "./extension-browser.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

const CARD = {
  kind: "card",
  fields: {
    name: "Card ending in 1111",
    card_holder_name: "Ann Lee",
    card_number: "4111111111111111",
    expiration_date: "12/29",
    cvv: "123",
  },
};
const PERSON = {
  kind: "personal",
  fields: {
    ...{ name: "Ann Lee", title: "Mx", first_name: "Ann", middle_name: "", last_name: "Lee", email_address: "", phone: "" },
    ...{ address_1: "1 Quiet Street", address_2: "", city_town: "", state: "", zip_postal_code: "AB1", country: "" },
  },
};
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
});
afterEach(() => void vi.unstubAllGlobals());

const fromPage = (message: object, more: object = {}) =>
  browser.send(message, { url: SHOP, tab: { id: TAB, url: SHOP }, frameId: 0, documentId: "d", ...more });
const ask = () => browser.send({ offer: "ask", tabId: TAB }, POPUP);
const reply = (offer: string) => answerQuestion(browser, offer);
const heldOf = async (kind: string) => (await client.vault.pull()).items.filter((item) => item.kind === kind);
const isHeld = () => vi.waitFor(() => expect(browser.session.has("own-captured")).toBe(true), { timeout: 5_000 });
const isForgotten = () => vi.waitFor(() => expect(browser.session.has("own-captured")).toBe(false), { timeout: 5_000 });
/** A form is sent, and is gone. */
async function sent(typed: object): Promise<void> {
  await fromPage({ save: "own", typed });
  await isHeld();
  await fromPage({ save: "gone" });
}

it.each([
  [CARD, "Card ending in 1111, Ann Lee"],
  [PERSON, "Ann Lee, 1 Quiet Street"],
])("what was sent is asked about, saved by one press, and not asked about again: $kind", async (typed, what) => {
  watchLogins();
  await fromPage({ save: "own", typed });
  await isHeld();
  expect(await ask(), "the form may come again").toBeNull();
  await fromPage({ save: "gone" });
  await vi.waitFor(async () => expect(await ask()).toEqual({ own: typed.kind, host: "shop.example", what, pending: expect.any(String) }), {
    timeout: 5_000,
  });
  await vi.waitFor(() => expect(browser.scripts).toContainEqual([TAB, "question.js"]));
  expect(await reply("save")).toEqual({});
  const [held] = await heldOf(typed.kind);
  const said = Object.entries(typed.fields).filter(([, value]) => value !== "");
  expect((await client.vault.open({ id: held?.id ?? "" })).fields).toMatchObject(Object.fromEntries(said));
  await sent(typed);
  await isForgotten();
  expect(await heldOf(typed.kind)).toHaveLength(1);
});

it("is put off by a press, and never asked about where the person said so, nor where no question is wanted", async () => {
  watchLogins();
  const isAsked = () => vi.waitFor(async () => expect(await ask()).not.toBeNull(), { timeout: 5_000 });
  await sent(CARD);
  await isAsked();
  expect(await reply("later")).toEqual({});
  expect(browser.session.has("own-captured")).toBe(false);
  await sent(CARD);
  await isAsked();
  expect(await reply("never")).toEqual({});
  expect(await client.sites.hosts("excluded")).toEqual(["shop.example"]);
  await sent(CARD);
  await isForgotten();
  await client.sites.unlist({ list: "excluded", host: "shop.example" });
  await client.account.lockSettings.write({ ...(await client.account.lockSettings.read()), autosavePrompt: "off" });
  await sent(CARD);
  await isForgotten();
  expect(await heldOf("card")).toEqual([]);
});

it("takes of what a page sends only texts of fields that there are", async () => {
  watchLogins();
  for (const typed of [null, 7, { kind: "note", fields: {} }, { kind: "card", fields: null }, { kind: "card" }])
    await fromPage({ save: "own", typed });
  const fields = { ...CARD.fields, cvv: 7, extra: "x", pin: "1".repeat(201) };
  await fromPage({ save: "own", typed: { kind: "card", fields } });
  await isHeld();
  const { cvv: _, ...taken } = CARD.fields;
  expect(browser.session.get("own-captured")).toMatchObject({ [TAB]: { typed: { kind: "card", fields: taken } } });
  const [waiting] = Object.values(browser.session.get("own-captured") as Record<string, { typed: { fields: object } }>);
  expect(Object.keys(waiting?.typed.fields ?? {}).sort()).toEqual(Object.keys(taken).sort());
});

it("what a person says about a field is kept for that page alone, from the tab in which they began to, for two minutes", async () => {
  watchTeaching();
  const said = { mark: { tag: "input", name: "q", id: "", at: 0 }, role: "username" };
  const teach = (more: object = {}, given: unknown = said) => fromPage({ teach: given }, more);
  const begin = (at = Date.now()) => browser.session.set(TEACHING, { tabId: TAB, at });
  expect(await teach()).toBeUndefined();
  begin(Date.now() - 120_001);
  expect(await teach()).toBeUndefined();
  begin();
  for (const more of [{ id: "theirs" }, { frameId: 3 }, { tab: { id: TAB + 1 } }, { tab: undefined }])
    expect(await teach(more)).toBeUndefined();
  expect(await teach({ url: "file:///login.html" })).toBe(false);
  expect(await teach({}, { ...said, role: "admin" })).toBe(false);
  expect(await taughtFieldsAt(SHOP)).toEqual([]);
  expect(await teach()).toBe(true);
  expect(await taughtFieldsAt(SHOP)).toEqual([said]);
  expect([await taughtFieldsAt("https://shop.example/"), await taughtFieldsAt("https://other.example/login")]).toEqual([[], []]);
  expect(await teach(), "once for each time that they begin").toBeUndefined();
});

it("the button says how many logins there are for the site in front, and nothing of another page or of a locked vault", async () => {
  const texts = new Map<number, string>();
  const activated: ((info: { tabId: number }) => void)[] = [];
  const none = async () => undefined;
  Object.assign(browser.chrome.action, {
    ...{ setBadgeBackgroundColor: none, setBadgeTextColor: none },
    setBadgeText: async ({ tabId, text }: { tabId: number; text: string }) => void texts.set(tabId, text),
  });
  Object.assign(browser.chrome.tabs, {
    onActivated: { addListener: (listener: (info: { tabId: number }) => void) => activated.push(listener) },
    query: async () => [...browser.tabs.keys(), undefined].map((id) => ({ id })),
  });
  watchTabs();
  const isShown = (tabId: number, text: string) => vi.waitFor(() => expect(texts.get(tabId)).toBe(text), { timeout: 5_000 });
  for (const title of ["One", "Two"]) await client.vault.create({ draft: aLogin({ title, website_url: "https://shop.example" }) });
  await showCount();
  await isShown(TAB, "2");
  browser.tabs.set(8, "chrome://settings");
  activated[0]?.({ tabId: 8 });
  await isShown(8, "");
  browser.tabs.set(8, SHOP);
  browser.onUpdated.fire(8, { status: "complete" }, { active: false });
  browser.onUpdated.fire(8, { status: "loading" }, { active: true });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(texts.get(8)).toBe("");
  browser.onUpdated.fire(8, { url: SHOP }, { active: true });
  await isShown(8, "2");
  await client.account.lock();
  await Promise.all([isShown(TAB, ""), isShown(8, "")]);
});
