/** A forgotten master password: everything opens again with the recovery key, or an empty vault begins and the key turns up later. */
import { expect, test } from "@playwright/test";
import { addLogin, giveCredentials, logout, mailedCode, saveKit, turnOnSecondFactor } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

test.setTimeout(180_000);

const ANN = "ann@example.com";
const LATE = "late@example.com";
const SECRET_TITLE = "Quiet Harbour Bank";
const NEW_PASSWORD = "Another-Horse-7-Battery!";

test("a forgotten password is replaced with the recovery key, and everything opens again", async ({ page, browser }) => {
  const { recoveryKey } = await enrol(product.firstAdminLink, ANN);
  await signIn(page, product.origin, ANN);
  await addLogin(page, product.origin, SECRET_TITLE);
  const { app, recoveryCodes } = await turnOnSecondFactor(page, product.origin);

  const lost = await newProfile(browser);
  await lost.goto(`${product.origin}/account-recovery`);
  await expect(lost).toHaveURL(/\/forgot-password$/);
  await lost.goto(`${product.origin}/login`);
  await lost.getByRole("link", { name: "Forgot your password?" }).click();
  await lost.getByRole("button", { name: "Reset Password" }).click();
  await expect(lost.getByText("Please enter your email address")).toBeVisible();
  expect(await screenProblems(lost)).toEqual([]);
  await lost.getByLabel("Email").fill(ANN);
  await lost.getByRole("button", { name: "Send Password Hint" }).click();
  await expect(lost.getByText(/its hint is on the way/)).toBeVisible();
  await lost.getByRole("button", { name: "Reset Password" }).click();
  await expect(lost).toHaveURL(/\/account-recovery$/);
  await lost.getByRole("button", { name: "Verify Code" }).click();
  await expect(lost.getByText("Please enter the recovery code")).toBeVisible();
  expect(await screenProblems(lost)).toEqual([]);
  await lost.getByLabel("Recovery code").fill(await mailedCode(product, ANN));
  await lost.getByLabel("Authentication code").fill(recoveryCodes[0] ?? "", { timeout: 20_000 });
  await lost.getByRole("button", { name: "Verify Code" }).click();

  await expect(lost.getByLabel("New Master Password", { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await screenProblems(lost)).toEqual([]);
  await lost.getByRole("button", { name: "I don't have it" }).click();
  await expect(lost.getByLabel("To continue, type: start with an empty vault")).toBeVisible();
  expect(await screenProblems(lost)).toEqual([]);
  await lost.getByRole("button", { name: "I have my recovery key" }).click();
  await lost.getByLabel("Recovery key", { exact: true }).fill(recoveryKey.toLowerCase());
  await lost.getByLabel("New Master Password", { exact: true }).fill("Short-77-xy");
  await lost.getByLabel("Confirm Master Password").fill("Short-77-xy");
  await lost.getByRole("button", { name: "Reset Password" }).click();
  await expect(lost.getByText("Password must be at least 12 characters long")).toBeVisible();
  await lost.getByLabel("New Master Password", { exact: true }).fill(NEW_PASSWORD);
  await lost.getByLabel("Confirm Master Password").fill(NEW_PASSWORD);
  await lost.getByRole("button", { name: "Reset Password" }).click();
  await expect(lost).toHaveURL(/\/login$/, { timeout: 60_000 });
  expect(await saveKit(lost)).not.toBe(recoveryKey);
  await expect(lost.getByText("Password has been reset successfully. Please login with your new password.")).toBeVisible();

  await lost.getByLabel("Email").fill(ANN);
  await lost.getByRole("textbox", { name: /Master password/i }).fill(NEW_PASSWORD);
  await lost.getByRole("button", { name: "Sign in" }).click();
  await app.typeInto(lost.getByLabel("Authentication code"));
  await expect(lost.getByText(SECRET_TITLE).first()).toBeVisible({ timeout: 30_000 });

  // The page that was open learns of it by itself.
  await expect(page.getByText("Session expired. Please login again.")).toBeVisible();
});

test("an empty vault only after the typed sentence; the old one comes back with its key", async ({ page }) => {
  const { recoveryKey: oldKey } = await enrol(await product.invite(), LATE);
  await signIn(page, product.origin, LATE);
  await addLogin(page, product.origin, "Kept for thirty days");
  await logout(page);

  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("heading", { name: "Forgot master password" }).waitFor();
  await page.getByLabel("Email").fill(LATE);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await page.getByLabel("Recovery code").fill(await mailedCode(product, LATE));
  await page.getByRole("button", { name: "I don't have it" }).click({ timeout: 20_000 });
  await page.getByLabel("New Master Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Confirm Master Password").fill(NEW_PASSWORD);
  await page.getByLabel(/^To continue, type/).fill("start with an empty vaul");
  await page.getByRole("button", { name: "Start with an empty vault" }).click();
  await expect(page).toHaveURL(/\/account-recovery$/);
  await page.getByLabel(/^To continue, type/).fill("start with an empty vault");
  await page.getByRole("button", { name: "Start with an empty vault" }).click();
  expect(await saveKit(page)).not.toBe(oldKey);

  await giveCredentials(page, product.origin, LATE, NEW_PASSWORD);
  await expect(page.getByText("No passwords")).toBeVisible({ timeout: 30_000 });
  await page.goto(`${product.origin}/settings`);
  const panel = page.getByRole("region", { name: "Recovery key" });
  await expect(panel.getByText(/you started with an empty vault/)).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await panel.getByLabel("Recovery key of that vault").fill("0000-0000-0000-0000-0000-0000-0000-0000-00");
  await panel.getByRole("button", { name: "Bring it back" }).click();
  await expect(panel.getByRole("alert")).toBeVisible();
  await panel.getByLabel("Recovery key of that vault").fill(oldKey);
  await panel.getByRole("button", { name: "Bring it back" }).click();
  await expect(page.getByText("1 item is back")).toBeVisible({ timeout: 30_000 });
  await page.goto(`${product.origin}/passwords`);
  await expect(page.getByText("Kept for thirty days").first()).toBeVisible();
});
