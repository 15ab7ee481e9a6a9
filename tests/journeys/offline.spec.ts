/** A connection that is lost while a vault is open: what the device holds can be read, every failure names its cause and keeps what was typed, nothing spins for ever. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin, openMenu } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { goTo } from "./steps.ts";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@example.com";
const TITLE = "Quiet Harbour Bank";
const NONE = "There is no connection to the server";

test.setTimeout(180_000);

const pill = (page: Page, says: string) => page.getByRole("button", { name: `Connection: ${says}` });
const nothingLoads = (page: Page) => expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);

test.beforeAll(async ({ browser }) => {
  const page = await newProfile(browser);
  await enrol(product.firstAdminLink, ANN);
  await signIn(page, product.origin, ANN);
  await addLogin(page, product.origin, TITLE);
  await page.context().close();
});

test("what the device holds is read, a change says that it waits, and all is well when the network is back", async ({ page, context }) => {
  await signIn(page, product.origin, ANN);
  // Each page once, so that only its data is in question; what is loaded on its own has a journey of its own.
  for (const link of ["Vaults", "Favorites", "Trash"]) await goTo(page, link);
  await openMenu(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await goTo(page, "All Items");
  await expect(page.getByText(TITLE).first()).toBeVisible();

  await context.setOffline(true);
  await expect(pill(page, "Offline")).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await pill(page, "Offline").click();
  await expect(page.getByRole("dialog", { name: "Connection" })).toContainText("can be read and copied");
  await page.keyboard.press("Escape");

  for (const link of ["Vaults", "Favorites", "Trash", "All Items"]) {
    await goTo(page, link);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await nothingLoads(page);
    await expect(page.getByText("Error loading", { exact: false })).toHaveCount(0);
  }
  await page.getByText(TITLE).first().click();
  const detail = page.getByRole("dialog", { name: TITLE });
  await detail
    .getByRole("button", { name: /^(Show|Reveal)/ })
    .first()
    .click();
  await expect(detail.getByText("Harbour-77!")).toBeVisible();
  await page.keyboard.press("Escape");

  await openMenu(page);
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("alert").filter({ hasText: `The sessions could not be loaded. ${NONE}` })).toBeVisible();
  await nothingLoads(page);
  await goTo(page, "All Items");

  await page.getByText(TITLE).first().click();
  // The form has other words when it is opened from the list.
  await expect(detail).toBeVisible();
  await page.keyboard.press("e");
  const form = page.getByRole("dialog").filter({ has: page.getByRole("textbox", { name: "Title" }) });
  await form.getByRole("textbox", { name: "Title" }).fill("Renamed without a network");
  await form.getByRole("button", { name: "Update Password" }).click();
  // It is shown as it will be, and says that it waits.
  await expect(form).toBeHidden();
  await expect(page.getByText("Renamed without a network").first()).toBeVisible();
  await expect(pill(page, "Offline, 1 change waits")).toBeVisible();

  await context.setOffline(false);
  await expect(pill(page, "Synced")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Renamed without a network").first()).toBeVisible();
});

test("a vault locks, opens and is left without a network, on a page that was loaded again and has opened no other", async ({
  page,
  context,
}) => {
  await signIn(page, product.origin, ANN);
  await page.reload();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
  await context.setOffline(true);
  await openMenu(page);
  await page.getByRole("button", { name: "Lock" }).click();
  await expect(page.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible({ timeout: 20_000 });
  await openMenu(page);
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("heading", { name: "Sign in to your account" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("auth"))).toBeNull();
  await page.getByLabel("Email").fill(ANN);
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText(`An error occurred during login. ${NONE}.`);
  await expect(page.getByRole("textbox", { name: /Master password/i })).toHaveValue(PASSWORD);
  await context.setOffline(false);
});

test("a star waits like any other change", async ({ page, context }) => {
  await signIn(page, product.origin, ANN);
  const first = page.locator("article").first();
  await expect(first).toBeVisible();
  await context.setOffline(true);
  await first.hover();
  await first
    .getByRole("button", { name: /favorite/i })
    .first()
    .click();
  await expect(pill(page, "Offline, 1 change waits")).toBeVisible();
  await context.setOffline(false);
  await expect(pill(page, "Synced")).toBeVisible();
  await goTo(page, "Favorites");
  await expect(page.locator("article").first()).toBeVisible();
});
