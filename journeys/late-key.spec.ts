/** Beginning again with an empty vault, and the recovery key that turns up later. */
import { expect, test } from "@playwright/test";
import { addLogin, giveCredentials, logout, mailedCode, registerAndKeepKey, saveKit, screenProblems } from "./account-world.ts";
import { newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const EMAIL = "late@example.com";
const NEW_PASSWORD = "Another-Horse-77-Staple!";

test("an empty vault only after the typed sentence; the old one comes back with its key", async ({ browser }) => {
  const page = await newProfile(browser);
  const oldKey = await registerAndKeepKey(page, product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  await addLogin(page, product.origin, "Kept for thirty days");
  await logout(page);

  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(EMAIL);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await page.getByLabel("Recovery code").fill(await mailedCode(product, EMAIL));
  await page.getByRole("button", { name: "I don't have it" }).click({ timeout: 20_000 });
  await page.getByLabel("New Master Password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Confirm Master Password").fill(NEW_PASSWORD);
  await page.getByLabel(/^To go on, type/).fill("start with an empty vaul");
  await page.getByRole("button", { name: "Start with an empty vault" }).click();
  await expect(page).toHaveURL(/\/account-recovery$/);
  await page.getByLabel(/^To go on, type/).fill("start with an empty vault");
  await page.getByRole("button", { name: "Start with an empty vault" }).click();
  expect(await saveKit(page)).not.toBe(oldKey);

  await giveCredentials(page, product.origin, EMAIL, NEW_PASSWORD);
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
