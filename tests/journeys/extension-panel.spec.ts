/** Coffer at the side of the pages: opened from the popup, it stays open, follows the tab in front, and fills into it. */
import { expect, type Page, test } from "@playwright/test";
import { openMenu } from "./account-world.ts";
import { addItem, LOGIN_FORM, openWorld, popupOver, type Site, startSite, valuesOn, type World } from "./extension-world.ts";
import { useProduct } from "./world.ts";

const product = useProduct();

let shop: Site;
let bank: Site;
let world: World;
let atShop: Page;
let atBank: Page;
let panel: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const page = (title: string) => startSite((_, response) => void response.end(`<!doctype html><title>${title}</title>${LOGIN_FORM}`));
  [shop, bank] = [await page("Shop"), await page("Bank")];
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
  bank.stop();
});

const site = () => panel.getByRole("region", { name: "For this site" });

test("is opened from the popup by a press, and not without one", async () => {
  world = await openWorld(product);
  for (const [title, password, { address }] of [
    ["The shop", "Shop-Horse-77!", shop],
    ["The bank", "Bank-Horse-77!", bank],
  ] as const)
    await add({ Title: title, "Username / Email": "ann@shop.example", Password: password, "Website URL": address });
  atShop = await world.browser.context.newPage();
  await atShop.goto(shop.address);
  const popup = await popupOver(atShop, world);
  expect(await panels(popup)).toEqual([]);
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Keep open at the side" }).click();
  await closed;
  panel = await world.browser.context.newPage();
  await panel.goto(`${world.pages}panel.html`);
  await expect.poll(() => panels(panel)).toEqual([`${world.pages}panel.html`]);
});

test("names the logins of the tab in front, and of the next one that comes to the front", async () => {
  await atShop.bringToFront();
  await expect(site().getByRole("button", { name: "Fill The shop" })).toBeVisible();
  await expect(site().getByRole("button", { name: "Fill The bank" })).toHaveCount(0);
  atBank = await world.browser.context.newPage();
  await atBank.goto(bank.address);
  await expect(site().getByRole("button", { name: "Fill The bank" })).toBeVisible();
  await expect(site().getByRole("button", { name: "Fill The shop" })).toHaveCount(0);
  await atBank.goto("about:blank");
  await expect(panel.getByText("Nothing is filled in on this page")).toBeVisible();
  await atShop.bringToFront();
  await expect(site().getByRole("button", { name: "Fill The shop" })).toBeVisible();
});

test("fills into the tab in front, stays open, and says what it did until another page is there", async () => {
  await site().getByRole("button", { name: "Fill The shop" }).dispatchEvent("click");
  await expect.poll(() => valuesOn(atShop)).toEqual(["ann@shop.example", "Shop-Horse-77!"]);
  await expect(site().getByText("Filled.")).toBeVisible();
  await atBank.goto(bank.address);
  await atBank.bringToFront();
  await expect(site().getByRole("button", { name: "Fill The bank" })).toBeVisible();
  await expect(site().getByText("Filled.")).toHaveCount(0);
  expect(await valuesOn(atBank)).toEqual(["", ""]);
});

test("offers its values to be dragged, onto a field of the page next to it, as no other page of the product does", async () => {
  const rowsIn = async (page: Page) => {
    await page.getByRole("main").getByRole("button", { name: "The shop", exact: true }).click();
    const detail = page.getByRole("dialog", { name: "The shop" });
    await expect(detail.locator('[data-field-row="Password"]')).toBeVisible();
    return detail.locator("[draggable=true]").count();
  };
  await panel.bringToFront();
  await panel.evaluate(() => location.replace("#/passwords"));
  expect(await rowsIn(panel)).toBeGreaterThan(0);
  await world.web.bringToFront();
  await world.web.goto(`${product.origin}/passwords`);
  expect(await rowsIn(world.web)).toBe(0);
});

test("shows a login that was added while it is open, and nothing after a lock elsewhere", async () => {
  await add({ Title: "A second login", "Username / Email": "joint", Password: "Joint-Horse-77!", "Website URL": bank.address });
  await atBank.bringToFront();
  await expect(site().getByRole("button", { name: "Fill A second login" })).toBeVisible();
  await world.web.bringToFront();
  await openMenu(world.web);
  await world.web.getByRole("button", { name: "Lock" }).click();
  await expect(panel.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  await expect(site()).toHaveCount(0);
});

const add = (values: Readonly<Record<string, string>>): Promise<void> => addItem(world, `${product.origin}/passwords`, values);

interface Extension {
  readonly runtime: { getContexts(filter: object): Promise<{ documentUrl: string }[]> };
}

/** The addresses of the panels that the browser has open at the side, whatever they show. */
const panels = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: Extension };
    return (await chrome.runtime.getContexts({ contextTypes: ["SIDE_PANEL"] })).map(({ documentUrl }) => documentUrl.split("#")[0] ?? "");
  });
