/** The web app and the real extension in one browser: signed in and locked together, and no one else is heard. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { openMenu } from "./account-world.ts";
import { addItem } from "./extension-world.ts";
import { enrol, signIn, useProduct } from "./world.ts";

const product = useProduct();
const EMAIL = "ann@example.com";

let browser: Awaited<ReturnType<typeof openBrowser>>;
let other: Server;
let pages: string;
let web: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  other = createServer((_, response) => response.setHeader("content-type", "text/html").end("<!doctype html><title>Other</title>"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  browser = await openBrowser();
  pages = new URL(".", browser.worker.url()).href;
});

test.afterAll(async () => {
  await browser.close();
  other.close();
});

async function openPopup(): Promise<Page> {
  const popup = await browser.context.newPage();
  await popup.goto(`${pages}popup.html`);
  return popup;
}

const keptBy = (): Promise<string[]> =>
  browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { get(): Promise<object> } } } };
    return Object.keys(await chrome.storage.session.get());
  });

/** What a page gets that says something to the extension as the web app does. */
const answersTo = (page: Page, message: unknown): Promise<unknown[]> =>
  page.evaluate(async (said) => {
    const heard: unknown[] = [];
    addEventListener("message", ({ data }) => heard.push(data));
    window.postMessage({ tell: "1", message: said }, location.origin);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return heard.slice(1);
  }, message);

test("a sign-in on the web signs in the extension after one confirmation (A003, A004, A248, A250)", async () => {
  const vault = await browser.context.newPage();
  await vault.goto(`${pages}vault.html`);
  await vault.getByLabel("Address").fill(product.origin);
  await vault.getByRole("button", { name: "Continue" }).click();
  await expect(vault.getByLabel("Email")).toBeVisible();
  await vault.close();

  web = await browser.context.newPage();
  await enrol(product.firstAdminLink, EMAIL);
  await signIn(web, product.origin, EMAIL);
  await expect.poll(keptBy, { timeout: 20_000 }).toEqual(["pending-account"]);

  const popup = await openPopup();
  await expect(popup.getByText(EMAIL)).toBeVisible();
  await popup.getByRole("button", { name: "Use this account" }).click();
  await expect(popup.getByTestId("floating-add")).toBeVisible({ timeout: 12_000 });
  await expect(popup.getByRole("button", { name: "Use this account" })).toBeHidden();
  await popup.close();
});

test("the extension lists what the web app lists (A003)", async () => {
  await addItem({ web }, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
  });
  await addItem({ web }, `${product.origin}/passwords`, {
    Title: "The bank",
    "Username / Email": "ann@bank.example",
    Password: "Bank-secret-9",
  });
  await addItem({ web }, `${product.origin}/card-details`, {
    "Name on Card": "My Visa",
    "Card Holder Name": "ANN LEE",
    "Card Number": "4111111111111111",
    "Expiration Date": "12/29",
    CVV: "123",
  });
  const vault = await browser.context.newPage();
  await vault.goto(`${pages}vault.html`);
  for (const list of ["passwords", "card-details"] as const) {
    await web.goto(`${product.origin}/${list}`);
    await vault.goto(`${pages}vault.html#/${list}`);
    const titles = (page: Page) =>
      page
        .locator("main")
        .getByText(/^(The shop|The bank|My Visa)$/)
        .allTextContents();
    await expect.poll(async () => (await titles(web)).length, { timeout: 20_000 }).toBe(list === "card-details" ? 1 : 2);
    await expect.poll(() => titles(vault), { timeout: 20_000 }).toEqual(await titles(web));
  }
  await vault.close();
});

test("another site is not heard, and the web app's own page learns nothing but whether it was done", async () => {
  const page = await browser.context.newPage();
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
  expect(await answersTo(page, { type: "CLEAR_AUTH_DATA" })).toEqual([]);
  expect(await keptBy()).toContain("slot:vaultKey");
  await page.close();
  for (const message of [null, 7, {}, { type: "GET_AUTH_DATA" }, { ask: "fields" }])
    expect(await answersTo(web, message)).toEqual([{ told: "1", ok: false }]);
});

test("a lock on the web takes the keys from the extension (A251)", async () => {
  const popup = await openPopup();
  await expect(popup.getByTestId("floating-add")).toBeVisible({ timeout: 12_000 });
  await openMenu(web);
  await web.getByRole("button", { name: "Lock" }).click();
  await expect(popup.getByTestId("floating-add")).toBeHidden();
  // Who is signed in is still known, and when Coffer was used; nothing of what opens the vault.
  await expect.poll(async () => (await keptBy()).filter((name) => name !== "used-at")).toEqual(["slot:auth"]);
  await expect(popup.getByRole("button", { name: "Unlock" })).toBeVisible();
  await expect(popup.getByText("The shop", { exact: true })).toHaveCount(0);
  await popup.close();
});
