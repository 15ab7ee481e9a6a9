/** An account's whole life in a real browser: devices, lock, second factor, a second profile, recovery, the end. One person, told in order. */
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import {
  type Authenticator,
  addLogin,
  authenticator,
  giveCredentials,
  logout,
  mailedCode,
  openMenu,
  registerAndKeepKey,
  saveKit,
  screenProblems,
} from "./account-world.ts";
import { newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();

test.describe.configure({ mode: "serial" });
test.setTimeout(240_000);

const ANN = "ann@example.com";
const BOB = "bob@example.com";
const SECRET_TITLE = "Quiet Harbour Bank";
const NEW_PASSWORD = "Another-Horse-7-Battery!";

let recoveryKey = "";
let app: Authenticator;
let recoveryCodes: string[] = [];
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  context = await browser.newContext();
  page = await context.newPage();
});

test("somebody registers, signs in and saves a login", async () => {
  recoveryKey = await registerAndKeepKey(page, product.firstAdminLink, ANN);
  await signIn(page, product.origin, ANN);
  await addLogin(page, product.origin, SECRET_TITLE);
});

test("settings list both devices; signing one out ends it there with its sentence", async ({ browser }) => {
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
  await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await other.goto(`${product.origin}/vaults`);
  await expect(other.getByText("Session expired. Please login again.")).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);
  await other.context().close();
});

test("a lock takes everything off the page in every tab; the master password brings it back without a network", async () => {
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
  await second.close();
});

test("an unused vault says so a minute before, and locks", async () => {
  const tab = await context.newPage();
  await tab.clock.install();
  await tab.goto(`${product.origin}/passwords`);
  await expect(tab.getByText(SECRET_TITLE).first()).toBeVisible();
  await page.goto("about:blank");
  await tab.clock.fastForward("14:30");
  await expect(tab.getByText(/^Locking in \d+ s$/)).toBeVisible();
  expect(await screenProblems(tab)).toEqual([]);
  await tab.getByRole("button", { name: "Stay" }).click();
  await expect(tab.getByText(/^Locking in/)).toBeHidden();
  await tab.clock.fastForward("15:05");
  await expect(tab.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  expect(await tab.content()).not.toContain(SECRET_TITLE);
  await tab.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await tab.getByRole("button", { name: "Unlock" }).click();
  await tab.clock.runFor(2_000);
  await expect(tab.getByRole("button", { name: "Account", exact: true })).toBeVisible({ timeout: 20_000 });
  await tab.close();
});

test("the lock's time is chosen on the settings page, is kept, and never comes with a warning", async () => {
  await page.goto(`${product.origin}/settings`);
  const lock = page.getByRole("region", { name: "Lock", exact: true });
  await expect(lock.getByLabel("Lock the vault")).toHaveValue("After 15 minutes");
  await lock.getByLabel("Lock the vault").selectOption("Never");
  await expect(lock.getByText(/can read everything/)).toBeVisible();
  await page.reload();
  await expect(lock.getByLabel("Lock the vault")).toHaveValue("Never");
  await lock.getByLabel("Lock the vault").selectOption("After 15 minutes");
  await expect(lock.getByText(/can read everything/)).toBeHidden();
});

test("the second factor is set up with a picture or a secret, and its recovery codes are asked back", async () => {
  await openMenu(page);
  await page.getByRole("dialog", { name: "Account" }).getByRole("link", { name: "Setup MFA" }).click();
  await expect(page.getByRole("heading", { name: "Multi-Factor Authentication (MFA)" })).toBeVisible();
  await expect(page.locator("main ol li")).toHaveCount(5);
  expect(await screenProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Setup MFA" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toHaveAttribute("src", /^data:image\//);
  expect(await screenProblems(page)).toEqual([]);

  app = authenticator((await page.locator("code").innerText()).replaceAll(" ", ""));
  await page.getByLabel("6-digit code").fill("a1b2c3");
  await expect(page.getByLabel("6-digit code")).toHaveValue("123");
  await page.getByLabel("6-digit code").fill("000000");
  await expect(page.getByText("Invalid verification code")).toBeVisible();
  await page.getByLabel("6-digit code").fill(await app.code());
  await expect(page.getByText("MFA enabled successfully")).toBeVisible();

  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(codes).toBeVisible();
  recoveryCodes = (await codes.getByTestId("recovery-codes").getByRole("listitem").allInnerTexts()).map(
    (text) => text.split("\n").at(-1)?.trim() ?? "",
  );
  expect(recoveryCodes).toHaveLength(10);
  expect(await screenProblems(page)).toEqual([]);
  const asked = await codes.locator("label").innerText();
  await codes.getByLabel(asked, { exact: true }).fill(recoveryCodes[Number(/\d+/.exec(asked)?.[0]) - 1] ?? "");
  await codes.getByRole("button", { name: "I have saved them" }).click();
  await expect(codes).toBeHidden();
  await expect(page.getByText(/MFA is enabled/)).toBeVisible();
});

test("a sign-in asks for the code, sends it with its sixth digit, and lets a recovery code stand in", async () => {
  await logout(page);
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

  await page.getByLabel("Authentication code").fill(await app.code());
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/all-items$/);
  await logout(page);

  await giveCredentials(page, product.origin, ANN);
  await page.getByRole("button", { name: "Use a recovery code" }).click({ timeout: 20_000 });
  await page.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Verify Code" }).click();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible({ timeout: 20_000 });
});

test("a request for help is confirmed and leads back to the code", async ({ browser }) => {
  const other = await newProfile(browser);
  await giveCredentials(other, product.origin, ANN);
  await other.getByRole("button", { name: "Having trouble with your authenticator app?" }).click({ timeout: 20_000 });
  await other.getByLabel("Message to the administrator").fill("My phone fell into the harbour.");
  await other.getByRole("button", { name: "Send Request to Admin" }).click();
  await expect(other.getByText("Your request has been sent to the administrator")).toBeVisible();
  await expect(other.getByRole("button", { name: "Verify Code" })).toBeVisible();
  await other.context().close();
});

test("a second profile is added in three steps, switched to, and back with the second factor", async () => {
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
  await page.getByRole("button", { name: BOB }).click();
  await expect(page.getByText("Switching to profile...")).toBeVisible();
  await expect(page).toHaveURL(/\/all-items$/);
  await expect(page.getByRole("button", { name: "Account", exact: true })).toHaveAttribute("title", BOB, { timeout: 20_000 });
  await page.waitForLoadState("load");
  await expect(page.getByText(SECRET_TITLE)).toHaveCount(0);

  await openMenu(page);
  await page.getByRole("button", { name: ANN }).click();
  const question = page.getByRole("dialog", { name: "Two-factor authentication" });
  await expect(question).toBeVisible({ timeout: 20_000 });
  expect(await screenProblems(page)).toEqual([]);
  await question.getByLabel("Authentication code").fill(await app.code());
  await question.getByRole("button", { name: "Verify Code" }).click();
  await expect(page.getByRole("button", { name: "Account", exact: true })).toHaveAttribute("title", ANN, { timeout: 20_000 });
  await expect(page.getByText(SECRET_TITLE).first()).toBeVisible({ timeout: 20_000 });
});

test("a forgotten password is replaced with the recovery key, and everything opens again", async ({ browser }) => {
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
  await lost.getByLabel("Authentication code").fill(recoveryCodes[1] ?? "", { timeout: 20_000 });
  await lost.getByRole("button", { name: "Verify Code" }).click();

  await expect(lost.getByLabel("New Master Password", { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await screenProblems(lost)).toEqual([]);
  await lost.getByRole("button", { name: "I don't have it" }).click();
  await expect(lost.getByLabel("To go on, type: start with an empty vault")).toBeVisible();
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
  await lost.getByLabel("Authentication code").fill(await app.code(), { timeout: 20_000 });
  await expect(lost.getByText(SECRET_TITLE).first()).toBeVisible({ timeout: 30_000 });

  await page.goto(`${product.origin}/vaults`);
  await expect(page.getByText("Session expired. Please login again.")).toBeVisible();
  await lost.context().close();
});

test("an account is deleted with the master password, and signing in before its day keeps it", async ({ browser }) => {
  const bob = await newProfile(browser);
  await signIn(bob, product.origin, BOB);
  await bob.goto(`${product.origin}/settings`);
  const panel = bob.getByRole("region", { name: "Delete account" });
  await panel.getByRole("button", { name: "Delete account" }).click();
  await panel.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await panel.getByRole("button", { name: "Delete account" }).click();
  await bob.getByRole("alertdialog").getByRole("button", { name: "Delete account" }).click();
  await expect(bob.getByText(/Your account will be deleted on .* Signing in before then keeps it\./)).toBeVisible({ timeout: 20_000 });
  await signIn(bob, product.origin, BOB);
  await bob.goto(`${product.origin}/settings`);
  await expect(bob.getByText("Deletion of the account taken back")).toBeVisible();
  await bob.context().close();
});
