/** Two accounts of one person: the second is made from within the first, and one switches between them. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin, mailedCode, openMenu, saveKit, turnOnSecondFactor } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { enrol, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();

test.setTimeout(180_000);

const ANN = "ann@example.com";
const BOB = "bob@example.com";
const SECRET_TITLE = "Quiet Harbour Bank";

/** A switch ends with a load of the page; if the page is closed during it, the browser may never close. */
async function untilLoadedAnew(page: Page, switching: () => Promise<void>): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isOfBefore: true }));
  await switching();
  await page.waitForFunction(() => !("isOfBefore" in window), undefined, { timeout: 30_000 });
  await page.waitForLoadState("load");
}

test("a second profile is added in three steps, switched to, and back with the second factor", async ({ page }) => {
  await enrol(product.firstAdminLink, ANN);
  await signIn(page, product.origin, ANN);
  await addLogin(page, product.origin, SECRET_TITLE);
  const { app } = await turnOnSecondFactor(page, product.origin);

  await openMenu(page);
  await expect(page.getByRole("listitem").filter({ hasText: ANN }).getByLabel("Current profile")).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Add another account" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Add Another Account")).toBeVisible();
  await dialog.getByRole("button", { name: "Send Verification Code" }).click();
  await expect(dialog.getByText("Email is required")).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await dialog.getByLabel("Email").fill(BOB);
  await dialog.getByRole("button", { name: "Send Verification Code" }).click();
  await expect(page.getByText("Verification code sent to your email")).toBeVisible();
  await expect(dialog.getByText("Verify Email")).toBeVisible();
  await dialog.getByRole("button", { name: "Verify Code" }).click();
  await expect(dialog.getByText("Verification code is required")).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await dialog.getByLabel("Verification code").fill(await mailedCode(product, BOB));
  await expect(page.getByText("Email verified successfully")).toBeVisible();
  await expect(dialog.getByText("Create Master Password")).toBeVisible();
  await dialog.getByLabel("Master Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Confirm Master Password").fill(PASSWORD);
  expect(await screenProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create Profile" }).click();
  await expect(page.getByText("Profile added successfully")).toBeVisible({ timeout: 30_000 });
  await saveKit(page);

  await openMenu(page);
  await untilLoadedAnew(page, async () => {
    await page.getByRole("button", { name: BOB }).click();
    await expect(page.getByText("Switching to profile...")).toBeVisible();
  });
  await expect(page).toHaveURL(/\/all-items$/);
  await expect(page.getByRole("button", { name: "Account", exact: true })).toHaveAttribute("title", BOB, { timeout: 20_000 });
  await expect(page.getByText(SECRET_TITLE)).toHaveCount(0);

  await openMenu(page);
  await page.getByRole("button", { name: ANN }).click();
  const question = page.getByRole("dialog", { name: "Two-factor authentication" });
  await expect(question).toBeVisible({ timeout: 20_000 });
  expect(await screenProblems(page)).toEqual([]);
  await untilLoadedAnew(page, async () => {
    await app.typeInto(question.getByLabel("Authentication code"));
    await question.getByRole("button", { name: "Verify Code" }).click();
  });
  await expect(page.getByRole("button", { name: "Account", exact: true })).toHaveAttribute("title", ANN, { timeout: 20_000 });
  await expect(page.getByText(SECRET_TITLE).first()).toBeVisible({ timeout: 20_000 });
});
