/** The real extension in a real browser: it fills a login where it belongs and nowhere else, and saves one that was typed. */
import { expect, type Page } from "@playwright/test";
import { addItem, answerQuestion, heldBy, openWorld, popupOver, type Site, startSite, valuesOn, type World } from "../extension-world.ts";
import { countPresses } from "../presses.ts";
import { test } from "./everyday.ts";

const LOGIN = `<form action="/in" method="post"><label>Email <input type="email" name="u"></label><label>Password <input type="password" name="p"></label><button>Log in</button></form>`;
const PAGES: Readonly<Record<string, string>> = { "/": LOGIN, "/in": "<h1>Welcome</h1>" };

test.describe.configure({ mode: "serial" });

let shop: Site;
let world: World;
let site: Page;

test.beforeAll(async ({ product }) => {
  shop = await startSite(({ url = "" }, response) => void response.end(`<!doctype html><title>Shop</title><body>${PAGES[url] ?? ""}`));
  world = await openWorld(product);
  site = await world.browser.context.newPage();
});

test.afterAll(async () => {
  await world.browser.close();
  shop.stop();
});

/** Frames in closed shadow roots are found by their address alone. */
const question = () => site.frames().find((frame) => frame.url().endsWith("/save.html"));

test("a login saved in the web app comes into the popup that is open, and one press fills it", async ({ product }) => {
  await site.goto(shop.address);
  const popup = await popupOver(site, world);
  await expect(popup.getByText(/^No login for/)).toBeVisible();
  await addItem(world, `${product.origin}/passwords`, {
    Title: "The shop",
    "Username / Email": "ann@shop.example",
    Password: "Shop-secret-9",
    "Website URL": shop.address,
  });
  await popup.bringToFront();
  const presses = await countPresses(popup);
  await popup.getByRole("button", { name: "Fill The shop" }).click();
  await expect(popup.getByText("Filled.")).toBeVisible();
  expect(await presses()).toBe(1);
  await expect.poll(() => valuesOn(site)).toEqual(["ann@shop.example", "Shop-secret-9"]);
  await popup.close();
});

test("another site is offered nothing", async () => {
  await site.goto(shop.address.replace("127.0.0.1", "localhost"));
  const popup = await popupOver(site, world);
  await expect(popup.getByText(/^No login for localhost/)).toBeVisible();
  await expect(popup.getByRole("button", { name: "Fill The shop" })).toHaveCount(0);
  expect((await valuesOn(site)).join("")).toBe("");
  await popup.close();
});

test("a login that was typed into a site and taken there is saved by one press", async () => {
  // A sign-in counts from when the extension's script is in the page: typing before it asks nothing, as in a page that has just opened.
  await expect(async () => {
    await site.goto(shop.address);
    await site.locator("[type=email]").pressSequentially("eve@shop.example");
    await site.locator("[type=password]").pressSequentially("Eves-secret-1");
    await site.getByRole("button", { name: "Log in" }).click();
    await expect(site.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await expect.poll(() => question()?.getByRole("heading").textContent()).toBe("Save this login in Coffer?");
  }).toPass();
  expect(await heldBy(world)).toHaveLength(1);
  await answerQuestion(site, "Save");
  await expect.poll(async () => (await heldBy(world)).length).toBe(2);
  await expect.poll(() => question()).toBeUndefined();
  await popupShows("eve@shop.example");
});

async function popupShows(username: string): Promise<void> {
  await site.goto(shop.address);
  const popup = await popupOver(site, world);
  await expect(popup.getByText(username).first()).toBeVisible();
  await popup.close();
}
