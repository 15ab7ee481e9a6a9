/** One-time codes, cards and people filled by the real extension into real pages: where they are asked for, and not into frames of others. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { openBrowser } from "../gym/browser.mjs";
import { PASSWORD, register, signIn, useProduct } from "./world.ts";

const product = useProduct();
const EMAIL = "ann@example.com";
const CARD = `<form><label>Card number <input autocomplete="cc-number"></label><label>Expires <input placeholder="MM / YY"></label><label>CVC <input></label><button>Pay</button></form>`;
/** Codes in one box and in six that a framework controls, a till, the till in a frame of another host and of none, and one that is drawn late in a shadow root. */
const PAGES: Readonly<Record<string, string>> = {
  "/code": `<form><h1>Verification code</h1><label>Code <input autocomplete="one-time-code"></label><button>Verify</button></form>`,
  "/boxes": `<form><h1>Enter the code</h1>${"<input maxlength=1 inputmode=numeric>".repeat(6)}<button>Verify</button></form>`,
  "/pay": CARD,
  "/pay-framed": `<iframe src="//localhost:PORT/pay"></iframe>`,
  "/pay-sandboxed": `<iframe sandbox="allow-forms" src="/pay"></iframe>`,
  "/pay-srcdoc": `<iframe srcdoc='${CARD}'></iframe>`,
  "/late": `<div id=host></div><script>setTimeout(() => { host.attachShadow({ mode: "open" }).innerHTML = ${JSON.stringify(CARD)}; }, 300)</script>`,
};

let browser: Awaited<ReturnType<typeof openBrowser>>;
let shop: Server;
let address: string;
let site: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  shop = createServer((request, response) => {
    const page = (PAGES[request.url ?? ""] ?? "").replace("PORT", String((shop.address() as AddressInfo).port));
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>Shop</title>${page}`);
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  browser = await openBrowser();
  site = await browser.context.newPage();
});

test.afterAll(async () => {
  await browser.close();
  shop.close();
});

const pages = (): string => new URL(".", browser.worker.url()).href;
const valuesEverywhere = async (): Promise<string[]> => {
  const ofFrames = await Promise.all(
    site.frames().map((frame) => frame.locator("input").evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value))),
  );
  return ofFrames.flat();
};

/** The popup in a window of its own, over the site's tab; presses what fills, and says what it said. */
async function fillFromPopup(path: string, title: string, said: string | RegExp): Promise<void> {
  await site.goto(address + path);
  if (path === "/late") await site.locator("input").first().waitFor();
  const tabId = await browser.worker.evaluate(async (url: string) => {
    const { chrome } = globalThis as unknown as { chrome: { tabs: { query(filter: object): Promise<{ id: number; url: string }[]> } } };
    return (await chrome.tabs.query({})).find((tab) => tab.url === url)?.id;
  }, site.url());
  const popup = await browser.context.newPage();
  await popup.goto(`${pages()}popup.html?tab=${tabId}`);
  await popup.getByRole("button", { name: `Fill ${title}` }).click();
  await expect(popup.getByText(said)).toBeVisible();
  await popup.close();
}

async function add(web: Page, list: string, values: Readonly<Record<string, string>>): Promise<void> {
  await web.goto(`${product.origin}${list}`);
  await web.getByTestId("floating-add").click();
  const form = web.getByRole("dialog");
  for (const [label, value] of Object.entries(values)) await form.getByRole("textbox", { name: label, exact: true }).fill(value);
  await form.getByRole("button", { name: "Save", exact: false }).last().click();
  await expect(form).toBeHidden();
}

test("a login with a code and a card are in the vault", async () => {
  const web = await browser.context.newPage();
  await register(web, product.firstAdminLink, EMAIL);
  await signIn(web, product.origin, EMAIL);
  await add(web, "/passwords", {
    Title: "The shop",
    "Username / Email": "ann",
    Password: "Shop-secret-9",
    "One-time code": "JBSWY3DPEHPK3PXP",
    "Website URL": address,
  });
  await add(web, "/card-details", {
    "Name on Card": "Blue card",
    "Card Holder Name": "ANN LEE",
    "Card Number": "4111111111111111",
    "Expiration Date": "12/29",
    CVV: "123",
  });
  await web.close();
  const vault = await browser.context.newPage();
  await vault.goto(`${pages()}vault.html`);
  await vault.getByLabel("Address").fill(product.origin);
  await vault.getByRole("button", { name: "Continue" }).click();
  await vault.getByLabel("Email").fill(EMAIL);
  await vault.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await vault.getByRole("button", { name: "Sign in" }).click();
  await expect(vault.getByRole("button", { name: "The shop", exact: true })).toBeVisible({ timeout: 30_000 });
  await vault.close();
});

test("where only a code is asked for the login gives its code, in one box or in six", async () => {
  await fillFromPopup("/code", "The shop", "Filled.");
  expect((await valuesEverywhere()).join("")).toMatch(/^\d{6}$/);
  await fillFromPopup("/boxes", "The shop", "Filled.");
  const boxes = await valuesEverywhere();
  expect(boxes).toHaveLength(6);
  for (const box of boxes) expect(box).toMatch(/^\d$/);
});

test("a card is filled where one is asked for, late and in an open shadow root too", async () => {
  for (const path of ["/pay", "/late"]) {
    await fillFromPopup(path, "Blue card", "Filled.");
    expect(await valuesEverywhere()).toEqual(["4111111111111111", "12 / 29", "123"]);
  }
});

test("a card goes into no frame of another host, nor of none", async () => {
  for (const path of ["/pay-framed", "/pay-sandboxed", "/pay-srcdoc"]) {
    await fillFromPopup(path, "Blue card", /belong to another site|on no site of their own/);
    expect((await valuesEverywhere()).join("")).toBe("");
  }
});
