/** The popup of the real extension by itself: no page of the web app is open in its browser. A sign-in with the second factor, the lock, and the end of it. */
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { type Authenticator, logout, openMenu, turnOnSecondFactor } from "./account-world.ts";
import { addItem, popupOver, type Site, startSite, valuesOn } from "./extension-world.ts";
import { violationsOf } from "./looks.ts";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@example.com";
const LOGIN = `<!doctype html><title>Shop</title><form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;

let shop: Site;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let app: Authenticator;
let recoveryCodes: string[];
let site: Page;
let popup: Page;

test.describe.configure({ mode: "serial", timeout: 180_000 });

test.beforeAll(async ({ browser: other }) => {
  shop = await startSite((_, response) => void response.end(LOGIN));
  const web = await newProfile(other);
  await enrol(product.firstAdminLink, ANN);
  await signIn(web, product.origin, ANN);
  await addItem({ web }, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "Website URL": shop.address,
  });
  ({ app, recoveryCodes } = await turnOnSecondFactor(web, product.origin));
  await web.context().close();
  browser = await openBrowser();
  site = await browser.context.newPage();
  await site.goto(shop.address);
});

test.afterAll(async () => {
  await browser.close();
  shop.stop();
});

/** Names of what the extension keeps in the browser's memory. */
const keptNow = (): Promise<string[]> =>
  browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { get(): Promise<object> } } } };
    return Object.keys(await chrome.storage.session.get());
  });
const KEYS = ["slot:vaultKey", "slot:symmetricKey"];

async function giveCredentials(page: Page, password: string): Promise<void> {
  await page.getByLabel("Email").fill(ANN);
  await page.getByRole("textbox", { name: /Master password/i }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const fillShop = (page: Page) => page.getByRole("button", { name: "Fill The shop" });

test("a wrong password is refused in the popup, and the right one is not enough: the code is asked for, with no key kept before it", async () => {
  popup = await popupOver(site, { browser });
  await popup.getByLabel("Address").fill(product.origin);
  await popup.getByRole("button", { name: "Continue" }).click();
  await giveCredentials(popup, "Not-the-Password-1!");
  await expect(popup.getByText("Invalid credentials")).toBeVisible({ timeout: 20_000 });
  await giveCredentials(popup, PASSWORD);
  const code = popup.getByLabel("Authentication code");
  await expect(code).toBeVisible({ timeout: 20_000 });
  expect(await violationsOf(popup)).toEqual([]);
  await popup.screenshot({ path: test.info().outputPath("code.png") });
  await code.fill("000000");
  await expect(popup.getByText("Invalid MFA code")).toBeVisible();
  expect((await keptNow()).filter((name) => KEYS.includes(name))).toEqual([]);
  await expect(popup.getByLabel("For this site")).toBeHidden();
});

test("with the code the vault is there, and fills the open site", async () => {
  await app.typeInto(popup.getByLabel("Authentication code"));
  await expect(fillShop(popup)).toBeVisible({ timeout: 20_000 });
  await expect(popup.getByRole("button", { name: "The shop", exact: true })).toBeVisible();
  expect(await keptNow()).toEqual(expect.arrayContaining(KEYS));
  await fillShop(popup).click();
  await expect(popup.getByText("Filled.")).toBeVisible();
  expect(await valuesOn(site)).toEqual(["ann@shop.example", "Shop-secret-9"]);
});

test("closed and opened again it asks for nothing; locked it wants the password alone", async () => {
  await popup.close();
  popup = await popupOver(site, { browser });
  await expect(fillShop(popup)).toBeVisible({ timeout: 20_000 });
  await openMenu(popup);
  await popup.getByRole("button", { name: "Lock" }).click();
  await expect(fillShop(popup)).toBeHidden();
  await expect.poll(async () => (await keptNow()).filter((name) => KEYS.includes(name))).toEqual([]);
  await popup.close();
  popup = await popupOver(site, { browser });
  await popup.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await popup.getByRole("button", { name: "Unlock" }).click();
  await expect(fillShop(popup)).toBeVisible({ timeout: 20_000 });
});

test("a sign-out in the popup leaves no key and no name of one; a tab of its own waits for the code, and a backup code works in its place", async () => {
  await logout(popup);
  await expect(popup.getByLabel("Email")).toBeVisible({ timeout: 20_000 });
  await expect.poll(keptNow).toEqual([]);
  const opened = browser.context.waitForEvent("page");
  await popup.getByRole("button", { name: "Open in a tab" }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(/\/vault\.html/);
  await giveCredentials(tab, PASSWORD);
  await expect(tab.getByLabel("Authentication code")).toBeVisible({ timeout: 20_000 });
  // A person who looks for their codes elsewhere comes back to it.
  await site.bringToFront();
  await tab.bringToFront();
  await tab.getByRole("button", { name: "Use a backup code" }).click();
  await tab.getByLabel("Backup code").fill(recoveryCodes[0] ?? "");
  await tab.getByRole("button", { name: "Verify Code" }).click();
  await expect(tab.getByRole("button", { name: "The shop", exact: true })).toBeVisible({ timeout: 30_000 });
  popup = await popupOver(site, { browser });
  await expect(fillShop(popup)).toBeVisible({ timeout: 20_000 });
});

interface WorkersChrome {
  readonly alarms: { create(name: string, info: object): Promise<void> };
  readonly storage: {
    readonly session: {
      get(name: string): Promise<Record<string, unknown>>;
      set(values: object): Promise<void>;
      remove(names: string[]): Promise<void>;
    };
  };
}

/** The browser's own alarm comes within a minute. @param times - all that is known of the last use */
const remindOfRest = (times: Readonly<Record<string, number>>): Promise<void> =>
  browser.worker.evaluate(async (known: Readonly<Record<string, number>>) => {
    const { chrome } = globalThis as unknown as { chrome: WorkersChrome };
    await chrome.storage.session.remove(["used-at", "brought-at"]);
    await chrome.storage.session.set(known);
    await chrome.alarms.create("rest", { when: Date.now() + 200 });
  }, times);

const lastUse = (): Promise<number> =>
  browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: WorkersChrome };
    return Number((await chrome.storage.session.get("used-at"))["used-at"] ?? 0);
  });

test("who wants to be signed out after a rest is, with none of our pages to do it", async () => {
  const tab = await browser.context.newPage();
  await tab.goto(`${new URL(".", browser.worker.url()).href}vault.html#/settings`);
  await tab.getByRole("radio", { name: "Sign out" }).check({ timeout: 20_000 });
  await tab.close();
  await popup.close();
  for (const open of browser.context.pages().filter((one) => one.url().includes("/vault.html"))) await open.close();
  // For keys without a noted last use, the time to the lock starts now.
  await remindOfRest({});
  await expect.poll(lastUse, { timeout: 20_000 }).toBeGreaterThan(Date.now() - 60_000);
  expect(await keptNow()).toEqual(expect.arrayContaining(KEYS));
  const long = Date.now() - 16 * 60_000;
  await remindOfRest({ "used-at": long, "brought-at": long });
  await expect.poll(keptNow, { timeout: 20_000 }).toEqual([]);
  popup = await popupOver(site, { browser });
  await expect(popup.getByLabel("Email")).toBeVisible({ timeout: 20_000 });
});
