/** What an account's owner does with it on a device: sessions, the lock, its time, the end of the account. */
import { expect, test } from "@playwright/test";
import { addLogin, logout, openMenu } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();

test.setTimeout(180_000);

const ANN = "ann@example.com";
const SECRET_TITLE = "Quiet Harbour Bank";

/** Every journey signs in on a device of its own and leaves the account as it was. */
test.beforeAll(async ({ browser }) => {
  const page = await newProfile(browser);
  await enrol(product.firstAdminLink, ANN);
  await signIn(page, product.origin, ANN);
  await addLogin(page, product.origin, SECRET_TITLE);
  await logout(page);
  await page.context().close();
});

test("settings list both devices; signing one out ends it there with its sentence", async ({ page, browser }) => {
  await signIn(page, product.origin, ANN);
  const other = await newProfile(browser);
  await signIn(other, product.origin, ANN);
  await page.goto(`${product.origin}/settings`);
  const sessions = page.getByRole("region", { name: "Sessions" });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions.getByText("This device")).toHaveCount(1);
  expect(await screenProblems(page)).toEqual([]);

  await sessions
    .getByRole("button", { name: /^Sign out / })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await other.goto(`${product.origin}/vaults`);
  await expect(other.getByText("Session expired. Please login again.")).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();
});

test("a lock takes everything off the page in every tab; the master password brings it back without a network", async ({
  page,
  context,
}) => {
  await signIn(page, product.origin, ANN);
  const second = await context.newPage();
  for (const tab of [page, second]) {
    await tab.goto(`${product.origin}/passwords`);
    await expect(tab.getByText(SECRET_TITLE).first()).toBeVisible();
  }
  await openMenu(page);
  await page.getByRole("button", { name: "Lock" }).click();
  for (const tab of [page, second]) {
    await expect(tab.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
    expect(await tab.content()).not.toContain(SECRET_TITLE);
    expect(
      await tab.evaluate(() => ["encryptionKey", "symmetricKey", "vaultKey"].filter((slot) => localStorage.getItem(slot) !== null)),
    ).toEqual([]);
  }
  expect(await screenProblems(page)).toEqual([]);

  await second.reload();
  await expect(second.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  await page.getByRole("textbox", { name: /Master password/i }).fill("not-the-Password-1");
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText("Invalid master password")).toBeVisible({ timeout: 20_000 });

  await context.setOffline(true);
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("button", { name: "Account", exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/passwords$/);
  await expect(second.getByRole("button", { name: "Account", exact: true })).toBeVisible({ timeout: 20_000 });
  await context.setOffline(false);
});

test("an unused vault says so a minute before, and locks", async ({ page }) => {
  await signIn(page, product.origin, ANN);
  await expect(page.getByText(SECRET_TITLE).first()).toBeVisible();
  // The page's clock stays where it is set, however long the checks take; its timers run.
  const opened = Date.now();
  const minutesLater = (minutes: number): Promise<void> => page.clock.setFixedTime(opened + minutes * 60_000);
  const warning = page.getByText(/^Locking in \d+ s$/);
  await minutesLater(14.25);
  await expect(warning).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  // As a screen reader presses it: the first movement of a pointer counts as use, and the warning goes before the click.
  await page.getByRole("button", { name: "Stay" }).dispatchEvent("click");
  await expect(warning).toBeHidden();
  await minutesLater(28.5);
  await expect(warning).toBeVisible();
  await page.mouse.move(200, 200);
  await expect(warning).toBeHidden();
  await minutesLater(44);
  await expect(page.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  expect(await page.content()).not.toContain(SECRET_TITLE);
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByRole("button", { name: "Account", exact: true })).toBeVisible({ timeout: 20_000 });
});

test("an account is deleted with the master password, and signing in before its day keeps it", async ({ page }) => {
  const bob = "bob@example.com"; // the only administrator could not go
  await enrol(await product.invite(), bob);
  await signIn(page, product.origin, bob);
  await page.goto(`${product.origin}/settings`);
  const panel = page.getByRole("region", { name: "Delete account" });
  await panel.getByRole("button", { name: "Delete account" }).click();
  await panel.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await panel.getByRole("button", { name: "Delete account" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete account" }).click();
  await expect(page.getByText(/Your account will be deleted on .* Sign in before then to cancel\./)).toBeVisible({ timeout: 20_000 });
  await signIn(page, product.origin, bob);
  await page.goto(`${product.origin}/settings`);
  await expect(page.getByText("Deletion of the account canceled")).toBeVisible();
});
