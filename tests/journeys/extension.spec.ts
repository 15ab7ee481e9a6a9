/** The real extension in a real browser: the whole vault from its own pages, and a login filled where it belongs and nowhere else. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { openMenu } from "./account-world.ts";
import { diskOf, keptBy } from "./extension-world.ts";
import { enrol, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();
const EMAIL = "ann@example.com";
const LOGIN = `<!doctype html><title>Shop</title><form><label>Email <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form>`;
/** The same on another site, a form for new users, and the shop's form in a frame without an origin. */
const PAGES: Readonly<Record<string, string>> = {
  "/": LOGIN,
  "/new": `<!doctype html><form><h1>Create account</h1><input type="email"><input type="password"><button>Sign up</button></form>`,
  "/sandboxed": `<!doctype html><iframe sandbox="allow-forms" src="/"></iframe>`,
};

let browser: Awaited<ReturnType<typeof openBrowser>>;
let shop: Server;
let shopAddress: string;
let pages: string;
let site: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = createServer((request, response) => {
    response.setHeader("content-type", "text/html").end(PAGES[request.url ?? ""] ?? "");
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  shopAddress = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  browser = await openBrowser();
  pages = new URL(".", browser.worker.url()).href;
  site = await browser.context.newPage();
});

test.afterAll(async () => {
  await browser.close();
  shop.close();
});

const newPage = (): Promise<Page> => browser.context.newPage();
const valuesOn = (page: Page): Promise<string[]> =>
  page.locator("input").evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));

/** The popup in a window of its own, over the site's tab. */
async function popupOver(address: string): Promise<Page> {
  await site.goto(address);
  const tabId = await browser.worker.evaluate(async (url: string) => {
    const { chrome } = globalThis as unknown as { chrome: { tabs: { query(filter: object): Promise<{ id: number; url: string }[]> } } };
    return (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id;
  }, site.url());
  const popup = await newPage();
  await popup.goto(`${pages}popup.html?tab=${tabId}`);
  return popup;
}

test("a person signs in to the server of their choice and has the same vault there (A003)", async () => {
  const web = await newPage();
  await enrol(product.firstAdminLink, EMAIL);
  await signIn(web, product.origin, EMAIL);
  await web.goto(`${product.origin}/passwords`);
  await web.getByTestId("floating-add").click();
  const form = web.getByRole("dialog");
  await form.getByRole("textbox", { name: "Title", exact: true }).fill("The shop");
  await form.getByRole("textbox", { name: "Username / Email", exact: true }).fill("ann@shop.example");
  await form.getByRole("textbox", { name: "Password", exact: true }).fill("Shop-secret-9");
  await form.getByRole("textbox", { name: "Website URL", exact: true }).fill(`${shopAddress}/`);
  await form.getByRole("button", { name: "Save", exact: false }).last().click();
  await expect(form).toBeHidden();
  await web.close();

  const vault = await newPage();
  await vault.goto(`${pages}vault.html`);
  await vault.getByLabel("Address").fill("http://vault.example");
  await vault.getByRole("button", { name: "Continue" }).click();
  await expect(vault.getByText("It must begin with https.")).toBeVisible();
  // No server answers at the first; the second is no Coffer.
  for (const wrong of ["localhost:9", shopAddress]) {
    await vault.getByLabel("Address").fill(wrong);
    await vault.getByRole("button", { name: "Continue" }).click();
    await expect(vault.getByText("No Coffer answers at this address.")).toBeVisible();
  }
  await vault.getByLabel("Address").fill(product.origin);
  await vault.getByRole("button", { name: "Continue" }).click();
  await expect(vault.getByLabel("Email")).toBeVisible();
  // A person whose server has moved names another; one on this machine also without its scheme.
  const { host } = new URL(product.origin);
  const popup = await newPage();
  await popup.goto(`${pages}popup.html`);
  await expect(popup.getByRole("region", { name: "Your Coffer" })).toContainText(host);
  await popup.getByRole("button", { name: "Another server" }).click();
  await popup.getByLabel("Address").fill(host);
  await popup.getByRole("button", { name: "Continue" }).click();
  await expect(popup.getByLabel("Email")).toBeVisible();
  await popup.close();
  await vault.getByLabel("Email").fill(EMAIL);
  await vault.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await vault.getByRole("button", { name: "Sign in" }).click();
  await expect(vault.getByRole("button", { name: "The shop", exact: true })).toBeVisible({ timeout: 30_000 });
  await vault.close();
});

test("one click fills the login of the open site, from keys that no disk has", async () => {
  const popup = await popupOver(`${shopAddress}/`);
  await popup.getByRole("button", { name: "Fill The shop" }).click();
  await expect(popup.getByText("Filled.")).toBeVisible();
  expect(await valuesOn(site)).toEqual(["ann@shop.example", "Shop-secret-9"]);

  const [memory, disk] = [await keptBy({ browser }), await diskOf(popup)];
  expect(Object.keys(memory)).toEqual(expect.arrayContaining(["slot:vaultKey", "slot:symmetricKey", "slot:auth"]));
  for (const key of [...Object.keys(disk), ...(await popup.evaluate(() => Object.keys(localStorage)))])
    expect(key).not.toMatch(/vaultKey|symmetricKey|encryptionKey|localHalf/);
  // Nor can a sign-in be read there.
  const { token } = JSON.parse(atob(String(memory["slot:auth"]))) as { token: string };
  expect(token.length).toBeGreaterThan(20);
  expect(JSON.stringify(disk)).not.toContain(token);
  await popup.close();
});

test("a sign-up form, and a frame without an origin, get nothing", async () => {
  for (const path of ["/new", "/sandboxed"]) {
    const popup = await popupOver(shopAddress + path);
    await popup.getByRole("button", { name: "Fill The shop" }).click();
    await expect(
      popup.getByText(path === "/new" ? "Coffer sees no field for a login on this page." : "The fields are on no site of their own"),
    ).toBeVisible();
    const values = await Promise.all(
      site.frames().map((frame) => frame.locator("input").evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value))),
    );
    expect(values.flat().join("")).toBe("");
    await popup.close();
  }
});

test("locking takes the logins away from the popup at once", async () => {
  const popup = await popupOver(`${shopAddress}/`);
  await expect(popup.getByRole("button", { name: "Fill The shop" })).toBeVisible();
  const vault = await newPage();
  await vault.goto(`${pages}vault.html`);
  await expect(vault.getByRole("button", { name: "The shop", exact: true })).toBeVisible({ timeout: 30_000 });
  await openMenu(vault);
  await vault.getByRole("button", { name: "Lock" }).click();
  await expect(popup.getByRole("button", { name: "Fill The shop" })).toBeHidden();
  await popup.close();
});
