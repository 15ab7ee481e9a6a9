/** The worker of the extension with a real vault: what its menu offers at a field, whom it answers, what the shortcut fills, and which passkeys are its own. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { watchFillKey } from "../../apps/extension/src/launch/fill-by-key.ts";
import { watchMenus } from "../../apps/extension/src/menu/message-handler.ts";
import { watchPasskeys } from "../../apps/extension/src/passkeys/message-handler.ts";
import { BROWSER, lineName, OURS } from "../../apps/extension/src/passkeys/messages.ts";
import { PASSKEYS_OFF } from "../../apps/extension/src/storage-keys.ts";
import { type fakeChrome, OWN_ORIGIN } from "../../apps/extension/src/testing/fake-chrome.ts";
import { refreshEntries } from "../../apps/extension/src/worker/refresh-entries.ts";
import type { Client } from "../../packages/client/src/index.ts";
import { readPasskeys } from "../../packages/core/src/items/passkeys.ts";
import { openBrowser, SHOP, TAB } from "./extension-browser.ts";
import { CREATION, NAME, openedWindow, REQUEST } from "./extension-passkeys.ts";
import { aLogin } from "./sample-items.ts";
import { startWorld, type World } from "./world.ts";

const network = fetch;
const TOKEN = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e11";
const ORIGIN = "https://shop.example";
const FROM_PAGE = { url: SHOP, origin: ORIGIN, tab: { id: TAB }, frameId: 0, documentId: "d" };
const FROM_MENU = { url: `${OWN_ORIGIN}menu.html`, tab: { id: TAB, windowId: 1 } };
const OPEN = { menu: "open", token: TOKEN, kind: "login", waits: null, rules: "", shortest: 0, longest: 0 };

let world: World;
let browser: ReturnType<typeof fakeChrome>;
let client: Client;
let id: string;
/** What the worker said to the page. */
let said: object[];
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  ({ browser, client } = await openBrowser(world));
  watchMenus();
  watchFillKey();
  watchPasskeys();
  id = (await client.vault.create({ draft: aLogin({ title: "Shop", username: "ann", password: "of the shop", website_url: SHOP }) })).id;
  await client.vault.create({ draft: aLogin() });
  said = [];
  browser.page.answer = async (_, message) => {
    said.push(message);
    return "values" in message ? { filled: ["username", "current-password"], left: [] } : true;
  };
});
afterEach(() => void vi.unstubAllGlobals());

const open = (more: object = {}, from: object = {}) => browser.send({ ...OPEN, ...more }, { ...FROM_PAGE, ...from });
const inMenu = (menu: string, more: object = {}, from: object = {}) =>
  browser.send({ menu, token: TOKEN, ...more }, { ...FROM_MENU, ...from });
const ROW = () => ({ id, title: "Shop", detail: "ann", isSecret: false });
const GONE = { failed: "gone" };
const VALUES = { username: "ann", "current-password": "of the shop" };

it("a field of a login has a menu with the logins of its site, and what is picked goes into that document once", async () => {
  expect(await open()).toEqual({ lines: 1 });
  expect(await inMenu("rows")).toEqual({ kind: "login", isLocked: false, host: "shop.example", rows: [ROW()] });
  expect(await inMenu("pick", { id })).toEqual({});
  expect(said).toEqual([
    { menuIs: "asked", token: TOKEN },
    { menuIs: "picked", token: TOKEN, values: expect.objectContaining(VALUES) },
  ]);
  expect(await inMenu("rows")).toBeNull();
  expect(await inMenu("pick", { id })).toBeNull();
});

it("nothing is filled where the page is another one, does not say that its menu is seen, takes nothing, or where the entry is another site's", async () => {
  const other = (await client.vault.pull()).items.find((item) => item.id !== id)?.id ?? "";
  await open();
  expect(await inMenu("pick", { id: other })).toEqual(GONE);
  browser.page.answer = async () => false;
  expect(await inMenu("pick", { id })).toEqual(GONE);
  browser.tabs.set(TAB, "https://evil.example/");
  browser.page.answer = async () => true;
  expect([await inMenu("rows"), await inMenu("pick", { id })]).toEqual([null, GONE]);
  browser.tabs.set(TAB, SHOP);
  browser.page.answer = async (_, message) => ("values" in message ? { filled: [], left: [] } : true);
  expect(await inMenu("pick", { id })).toEqual({ failed: "not-all" });
  expect(said.filter((message) => "values" in message)).toEqual([]);
});

it("no menu opens for another sender, in a frame, without encryption, on the user's own server, for an unknown kind or where there is nothing", async () => {
  const senders = [
    ...[{ id: "theirs" }, { tab: undefined }, { frameId: 1 }, { documentId: undefined }, { origin: undefined }, { url: undefined }],
    ...[{ origin: "https://other.example" }, { url: "http://shop.example/", origin: "http://shop.example" }],
    { url: `${world.origin}/x`, origin: world.origin },
  ];
  for (const sender of senders) expect((await open({}, sender)) ?? null, JSON.stringify(sender)).toBeNull();
  for (const more of [{ kind: "toString" }, { token: "x" }, { kind: "card" }, { kind: "code" }, { menu: "else" }])
    expect(await open(more), JSON.stringify(more)).toBeNull();
  await open();
  for (const from of [{ tab: { id: 8 } }, { url: `${OWN_ORIGIN}save.html` }, { tab: undefined }])
    expect(await inMenu("rows", {}, from)).toBeNull();
  expect(await inMenu("rows", { token: "another" })).toBeNull();
});

it("while the vault is locked the menu has one line that opens the popup; signed out there is no menu", async () => {
  await client.account.lock();
  expect(await browser.send({ menu: "near" }, FROM_PAGE)).toBe(true);
  expect(await open()).toEqual({ lines: 1 });
  expect(await inMenu("rows")).toEqual({ kind: "login", isLocked: true, host: "shop.example", rows: [] });
  expect(browser.popups).toEqual([]);
  expect(await inMenu("unlock")).toEqual({});
  expect(browser.popups).toEqual([{ windowId: 1 }]);
  expect(said).toEqual([{ menuIs: "over", token: TOKEN }]);
  browser.scripts.length = 0;
  await client.account.logout();
  expect(await open()).toBeNull();
  expect(await browser.send({ menu: "near" }, FROM_PAGE)).toBe(false);
  expect(browser.scripts).toEqual([]);
});

it("a site where the person wants no menu has none from then on, and closing one says nothing of the next", async () => {
  await open();
  expect(await inMenu("close")).toEqual({});
  expect(browser.popups).toEqual([]);
  expect(await open()).toEqual({ lines: 1 });
  await inMenu("not-here");
  expect(await client.sites.hosts("quiet")).toEqual(["shop.example"]);
  expect(await open()).toBeNull();
});

it("a new password is stored before it is filled", async () => {
  const rules = async () => Response.json({});
  vi.stubGlobal("fetch", (address: string, how: RequestInit) => (address.startsWith(OWN_ORIGIN) ? rules() : network(address, how)));
  expect(await open({ kind: "new-password" })).toEqual({ lines: 1 });
  const offer = await inMenu("rows");
  expect(offer).toMatchObject({ rows: [{ title: "", isSecret: true, weak: undefined }] });
  expect(await inMenu("pick", { id })).toEqual(GONE);
  expect(await inMenu("pick", { id: "generated" })).toEqual({});
  const made = (await client.generated.list())[0]?.value;
  expect(said.at(-1)).toEqual({ menuIs: "picked", token: TOKEN, values: { "new-password": made } });
  expect(JSON.stringify(offer)).toContain(JSON.stringify(made));
});

it("an entry that asks for the master password is filled by the popup alone", async () => {
  const base = await client.vault.open({ id });
  await client.vault.update({ base, draft: { ...base, fields: { ...base.fields, x_ask: "yes" } } });
  await open();
  expect(await inMenu("pick", { id })).toEqual({});
  expect(browser.popups).toEqual([{ windowId: 1 }]);
  expect(said.filter((message) => "values" in message)).toEqual([]);
});

it("the shortcut fills the login of this very host, and opens the popup where there is none", async () => {
  const fields = [{ role: "username" }, { role: "current-password" }];
  browser.page.answer = async (_, message) => {
    said.push(message);
    return "values" in message ? { filled } : { address: SHOP, origin: ORIGIN, fields };
  };
  let filled = ["current-password"];
  const press = (url: string, command = "fill-login") => browser.onCommand.fire(command, { id: TAB, windowId: 1, url });
  press(SHOP, "another");
  press(SHOP);
  await vi.waitFor(() => expect(said.at(-1)).toEqual({ ask: "fill", values: expect.objectContaining(VALUES), named: "ann" }));
  expect(browser.popups).toEqual([]);
  expect(said.filter((message) => "values" in message)).toHaveLength(1);
  press("https://elsewhere.example/");
  await vi.waitFor(() => expect(browser.popups).toHaveLength(1));
  // An earlier step has sent another name: whose password it would be, the person says.
  const sent = { username: "bob", current: "", next: "", page: SHOP, at: Date.now(), offer: null };
  browser.session.set("captured", { [TAB]: sent });
  press(SHOP);
  await vi.waitFor(() => expect(browser.popups).toHaveLength(2));
  expect(said.filter((message) => "values" in message)).toHaveLength(1);
  // Another password is typed, and stays: that the login was used there is not said.
  browser.session.delete("captured");
  const used = browser.session.get("used-here");
  browser.session.delete("used-here");
  expect(used).toBeDefined();
  filled = ["username"];
  press(SHOP);
  await vi.waitFor(() => expect(browser.popups).toHaveLength(3));
  expect(browser.session.has("used-here")).toBe(false);
});

/** A site asks, as the script next to the page does; `open` once no time was lost. */
const asks = (kind: string, options: object, more: object = {}, from: object = {}) =>
  browser.send(
    { passkey: "ask", id: NAME, lines: [lineName(NAME)], kind, options: JSON.stringify(options), ...more },
    { ...FROM_PAGE, tab: { id: TAB, active: true, windowId: 1 }, ...from },
  );
/** Its window, once it is open, and the choice that a person makes. */
async function takes(kind: string, options: object, label: string | RegExp) {
  expect(await asks(kind, options, { passkey: "open" })).toEqual(OURS);
  const { ceremony, choices } = await openedWindow(client, () => browser.windows.clear());
  const choice = choices.find((one) => one.label.match(label));
  if (!choice) throw new Error(`There is only ${choices.map((one) => one.label).join(", ")}`);
  expect(await choice.wantsPassword()).toBe(false);
  await choice.take();
  return { ceremony, answer: browser.answered.at(-1) };
}
const passkeys = async () => readPasskeys((await client.vault.open({ id })).fields.x_passkeys ?? "");

it("a site makes a passkey in the login that is picked, and signs in with it: the server has it before the site", async () => {
  expect(await asks("get", REQUEST)).toEqual(BROWSER); // there is none yet
  expect(await asks("create", CREATION)).toEqual(OURS);
  expect(browser.windows.size).toBe(0); // no time is lost by a window that no one waits for
  const made = await takes("create", CREATION, "Save in Shop");
  expect(made.answer).toMatchObject({ credential: { response: { attestationObject: expect.any(String) } } });
  expect(browser.windows.size).toBe(0);
  const [passkey] = await passkeys();
  expect(passkey).toMatchObject({ rpId: "shop.example", name: "ann", state: "kept" });
  expect(await asks("get", { ...REQUEST, allowCredentials: ["Zm9v"] })).toEqual(BROWSER);
  const signed = await takes("get", { ...REQUEST, allowCredentials: [passkey?.id] }, "Sign in as ann");
  expect(signed.answer).toMatchObject({ credential: { id: passkey?.id, response: { signature: expect.any(String), userHandle: "AQ" } } });
  // The account has one here: the site is told so.
  const again = await takes("create", { ...CREATION, excludeCredentials: [passkey?.id] }, "Tell the site");
  expect(again.answer).toEqual({ error: "InvalidStateError" });
  expect(await passkeys()).toHaveLength(1);
});

it("a passkey of which a page does not say that it has it stays unconfirmed, and is offered all the same; one that its site does not know is not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  browser.isPage.there = false;
  const taking = takes("create", CREATION, "Save in Shop");
  await vi.waitFor(() => expect(browser.answered).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(2_000);
  await taking;
  vi.useRealTimers();
  const [passkey] = await passkeys();
  expect(passkey?.state).toBe("unconfirmed");
  expect(await asks("get", REQUEST)).toEqual(OURS);
  await refreshEntries(null); // the window tells the worker that something was saved
  const signal = (credentialId = "", from = {}) =>
    browser.send(
      { signal: "signalUnknownCredential", said: JSON.stringify({ rpId: "shop.example", credentialId }) },
      { ...FROM_PAGE, ...from },
    );
  void signal(passkey?.id, { origin: "https://evil.example" });
  void signal("Zm9v");
  void signal(passkey?.id);
  await vi.waitFor(async () => expect((await client.vault.pull()) && (await passkeys())[0]?.state).toBe("hidden"), { timeout: 10_000 });
  expect(await asks("get", REQUEST)).toEqual(BROWSER);
});

it("one window is open at a time: its own page waits for it, and another one is the browser's", async () => {
  expect(await asks("create", CREATION, { passkey: "open" })).toEqual(OURS);
  expect([...browser.windows.values()]).toEqual([`${OWN_ORIGIN}passkey.html#${NAME}`]);
  expect(await asks("create", CREATION)).toEqual({ error: "OperationError" });
  expect(await asks("create", CREATION, {}, { tab: { id: 8, active: true, windowId: 1 } })).toEqual(BROWSER);
  const { ceremony } = await openedWindow(client, () => browser.windows.clear());
  await ceremony.alwaysBrowser(client);
  expect(browser.answered).toEqual([BROWSER]);
  expect(await asks("create", CREATION)).toEqual(BROWSER); // at this host from now on
});

it("a site that wants secrets of a passkey's PRF gets them once the master password was typed, though it says that it needs no verified user", async () => {
  const wantsPassword = async (kind: string, options: object) => {
    expect(await asks(kind, options, { passkey: "open" })).toEqual(OURS);
    const { ceremony, choices } = await openedWindow(client, () => browser.windows.clear());
    const wanted = await Promise.all(choices.map((one) => one.wantsPassword()));
    await ceremony.end();
    return wanted;
  };
  await takes("create", CREATION, "Save in Shop");
  const [prf, none] = [{ prf: { eval: { first: "AQ" } } }, { prf: {} }];
  expect(await wantsPassword("create", { ...CREATION, extensions: prf })).toEqual([true, true]);
  expect(await wantsPassword("create", { ...CREATION, extensions: none })).toEqual([false, false]);
  expect(await wantsPassword("get", { ...REQUEST, extensions: prf })).toEqual([true]);
  expect(await wantsPassword("get", { ...REQUEST, extensions: none })).toEqual([false]);
});

it.each(["get", "create"])(
  "a password that stops counting between the press and the passkey is asked for once more, and the page hears nothing of it: %s",
  async (kind) => {
    const typed = (ago: number) => browser.session.set("verified-at", { of: client.session?.user.id, at: Date.now() - ago });
    await takes("create", CREATION, "Save in Shop");
    const before = browser.answered.length;
    const required = { userVerification: "required" };
    const options = kind === "get" ? { ...REQUEST, ...required } : { ...CREATION, authenticatorSelection: required, ...required };
    typed(0);
    expect(await asks(kind, options, { passkey: "open" })).toEqual(OURS);
    const { choices } = await openedWindow(client, () => browser.windows.clear());
    const [choice] = choices;
    if (choice === undefined) throw new Error("There is no choice");
    expect(await choice.wantsPassword()).toBe(false);
    typed(600_001);
    await expect(choice.take()).rejects.toThrow("Press again: your master password is needed once more.");
    expect(browser.answered).toHaveLength(before);
    expect(await choice.wantsPassword()).toBe(true);
    typed(0);
    await choice.take();
    expect(browser.answered.slice(before)).toEqual([{ credential: expect.anything() }]);
  },
);

it("while a window is open a page gets the same answer for what is held as for what is not", async () => {
  await takes("create", CREATION, "Save in Shop");
  expect(await asks("create", CREATION, { passkey: "open" })).toEqual(OURS);
  const [held, unheld, elsewhere] = [REQUEST, { ...REQUEST, allowCredentials: ["Zm9v"] }, { ...REQUEST, rpId: "evil.example" }];
  for (const options of [held, unheld, elsewhere]) {
    expect(await asks("get", options)).toEqual({ error: "OperationError" });
    expect(await asks("get", options, {}, { tab: { id: 8, active: true, windowId: 1 } })).toEqual(BROWSER);
  }
});

it("a page that waits no more for a window that has not closed yet gets the next one, which the late end of the one before leaves alone", async () => {
  expect(await asks("create", CREATION, { passkey: "open" })).toEqual(OURS);
  const { ceremony } = await openedWindow(client, () => undefined);
  const next = "0b8f1c3e-7f1e-4a52-9d21-5f1f0c9a7e23";
  expect(await asks("create", CREATION, { id: next, passkey: "open", lines: [lineName(next)] })).toEqual(OURS);
  expect([...browser.windows.values()]).toEqual([`${OWN_ORIGIN}passkey.html#${next}`]);
  await ceremony.end();
  expect(browser.session.get("passkey-asked")).toMatchObject({ id: next });
  expect(await asks("create", CREATION, { lines: [lineName(next)] })).toEqual({ error: "OperationError" });
  // Another document in its tab does not wait for it either.
  expect(await asks("create", CREATION, { lines: [lineName(next)] }, { documentId: "another" })).toEqual(OURS);
});

it("a passkey is for a page in front alone, over encryption, that is not the user's own server, and for no one where it is switched off or locked", async () => {
  const senders = [
    ...[{ id: "theirs" }, { frameId: 1 }, { documentId: undefined }, { origin: undefined }, { tab: undefined }],
    ...[
      { tab: { id: TAB, active: false } },
      { tab: { id: TAB, active: true, windowId: 2 } },
      { url: `${OWN_ORIGIN}popup.html` },
      { origin: world.origin },
    ],
  ];
  for (const sender of senders) expect((await asks("create", CREATION, {}, sender)) ?? null, JSON.stringify(sender)).toBeNull();
  for (const more of [{ id: "1" }, { kind: "toString" }, { options: "?" }])
    expect((await asks("create", CREATION, more)) ?? BROWSER, JSON.stringify(more)).toEqual(BROWSER);
  expect(await asks("create", { ...CREATION, rp: { id: "evil.example", name: "" } })).toEqual(BROWSER);
  browser.local.set(PASSKEYS_OFF, true);
  expect(await asks("create", CREATION)).toBeNull();
  browser.local.delete(PASSKEYS_OFF);
  await client.account.lock();
  expect(await asks("create", CREATION)).toEqual(BROWSER);
});
