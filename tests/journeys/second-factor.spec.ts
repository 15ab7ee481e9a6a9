/** The second factor: set up, asked for at the sign-in, replaced by a recovery code, and the way out for a person who has lost it. */
import { expect, test } from "@playwright/test";
import { type Authenticator, giveCredentials, logout, openMenu, saveRecoveryCodes, scan, turnOnSecondFactor } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

test.setTimeout(180_000);

/** She has the second factor on. */
const ANN = "ann@example.com";
let app: Authenticator;
let recoveryCodes: string[];

test.beforeAll(async ({ browser }) => {
  const page = await newProfile(browser);
  await enrol(product.firstAdminLink, ANN);
  await signIn(page, product.origin, ANN);
  ({ app, recoveryCodes } = await turnOnSecondFactor(page, product.origin));
  await page.context().close();
});

test("the second factor is set up with a picture or a secret, and its recovery codes are asked back", async ({ page }) => {
  const email = "cora@example.com";
  await enrol(await product.invite(), email);
  await signIn(page, product.origin, email);
  await openMenu(page);
  await page.getByRole("dialog", { name: "Account" }).getByRole("link", { name: "Setup MFA" }).click();
  await expect(page.getByRole("heading", { name: "Multi-Factor Authentication (MFA)" })).toBeVisible();
  await expect(page.locator("main ol li")).toHaveCount(5);
  expect(await screenProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Setup MFA" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveAttribute("src", /^data:image\//);
  expect(await screenProblems(page)).toEqual([]);

  const app = await scan(page);
  await page.getByLabel("6-digit code").fill("a1b2c3");
  await expect(page.getByLabel("6-digit code")).toHaveValue("123");
  await page.getByLabel("6-digit code").fill("000000");
  await expect(page.getByText("Invalid verification code")).toBeVisible();
  await app.typeInto(page.getByLabel("6-digit code"));
  await expect(page.getByText("MFA enabled successfully")).toBeVisible();

  await expect(page.getByRole("dialog", { name: "Save your backup codes" })).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  expect(await saveRecoveryCodes(page)).toHaveLength(10);
  await expect(page.getByText(/MFA is enabled/)).toBeVisible();
});

test("a sign-in asks for the code, sends it with its sixth digit, and lets a recovery code stand in", async ({ page }) => {
  await giveCredentials(page, product.origin, ANN);
  const code = page.getByLabel("Authentication code");
  await expect(code).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole("button", { name: "Verify Code" }).click();
  await expect(page.getByText("Please enter the MFA code")).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await code.fill("000000");
  await expect(page.getByText("Invalid MFA code")).toBeVisible();
  await expect(page.getByText("Invalid MFA code")).toHaveCount(1);

  await page.getByRole("button", { name: "Having trouble with your authenticator app?" }).click();
  await page.getByRole("button", { name: "Send Request to Admin" }).click();
  await expect(page.getByText("Please provide a message for the administrator")).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Back to Authentication Code" }).click();

  await app.typeInto(page.getByLabel("Authentication code"));
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/all-items$/);
  await logout(page);

  await giveCredentials(page, product.origin, ANN);
  await page.getByRole("button", { name: "Use a backup code" }).click({ timeout: 20_000 });
  await page.getByLabel("Backup code").fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Verify Code" }).click();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible({ timeout: 20_000 });
});

test("a request for help of the only administrator says that there is no one to ask, and what to do; what was written stays", async ({
  page,
}) => {
  await giveCredentials(page, product.origin, ANN);
  await page.getByRole("button", { name: "Having trouble with your authenticator app?" }).click({ timeout: 20_000 });
  await page.getByLabel("Message to the administrator").fill("My phone fell into the harbour.");
  await page.getByRole("button", { name: "Send Request to Admin" }).click();
  await expect(page.getByText(/There is no administrator who could help you.*npm run admin -- remove-2fa/)).toBeVisible();
  await expect(page.getByLabel("Message to the administrator")).toHaveValue("My phone fell into the harbour.");
  expect(await screenProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Back to Authentication Code" }).click();
  await expect(page.getByRole("button", { name: "Verify Code" })).toBeVisible();
});
