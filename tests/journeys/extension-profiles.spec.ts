/** Another profile on the web: the real extension takes it over once the person agreed there, the web app says whether it did, and does not wait for it. */
import { expect, test } from "@playwright/test";
import { logout, mailedCode, openMenu, saveKit } from "./account-world.ts";
import { openWorld, type World } from "./extension-world.ts";
import { PASSWORD, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@example.com";
const BOB = "bob@example.com";

let world: World;

test.describe.configure({ mode: "serial" });
test.afterAll(() => world.browser.close());

async function addProfile(): Promise<void> {
  const { web } = world;
  await openMenu(web);
  await web.getByRole("button", { name: "Add another account" }).click();
  const dialog = web.getByRole("dialog");
  await dialog.getByLabel("Email").fill(BOB);
  await dialog.getByRole("button", { name: "Send Verification Code" }).click();
  await dialog.getByLabel("Verification code").fill(await mailedCode(product, BOB));
  await dialog.getByLabel("Master Password", { exact: true }).fill(PASSWORD);
  await dialog.getByLabel("Confirm Master Password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Create Profile" }).click();
  await saveKit(web);
}

const problem = (why: string) => world.web.getByText(`${why}. Please try logging in directly in the extension.`);
const syncFailed = () => problem("Extension sync failed");

async function switchTo(email: string): Promise<void> {
  const { web } = world;
  await web.bringToFront();
  await openMenu(web);
  await web.getByRole("button", { name: email }).click();
  await expect(web.getByRole("button", { name: "Account", exact: true })).toHaveAttribute("title", email, { timeout: 20_000 });
}

test("a profile that the extension does not know is not taken over, and the web app says so for five seconds (A279, A280)", async () => {
  test.setTimeout(180_000);
  world = await openWorld(product);
  await addProfile();
  await switchTo(BOB);
  const failed = syncFailed();
  await expect(failed).toBeVisible({ timeout: 15_000 });
  const shownAt = Date.now();
  await world.web.waitForTimeout(3_500);
  await expect(failed).toBeVisible();
  await expect(failed).toBeHidden({ timeout: 8_000 });
  expect(Date.now() - shownAt).toBeGreaterThan(4_400);
});

test("once the person agreed in the popup it is, back and forth, in what else of the extension is open too (A248, A250, A292)", async () => {
  test.setTimeout(180_000);
  const vault = await world.browser.context.newPage();
  await vault.goto(`${world.pages}vault.html`);
  const popup = await world.browser.context.newPage();
  await popup.goto(`${world.pages}popup.html`);
  await expect(popup.getByText(BOB)).toBeVisible({ timeout: 15_000 });
  await popup.getByRole("button", { name: "Use this account" }).click();
  await expect(popup.getByTestId("floating-add")).toBeVisible({ timeout: 20_000 });
  const account = popup.getByRole("button", { name: "Account", exact: true });
  await expect(account).toHaveAttribute("title", BOB);
  await expect(vault.getByRole("button", { name: "Account", exact: true })).toHaveAttribute("title", BOB, { timeout: 20_000 });
  await vault.close();
  await switchTo(ANN);
  await expect(world.web.getByText("Profile synced with extension")).toBeVisible({ timeout: 15_000 });
  await expect(account).toHaveAttribute("title", ANN, { timeout: 20_000 });
  await popup.close();
});

test("one that the extension cannot keep, its memory being full, is said to have gone wrong, at once (A281)", async () => {
  await world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { session: { QUOTA_BYTES: number; clear(): Promise<void>; set(values: object): Promise<void> } } };
    };
    const { session } = chrome.storage;
    await session.clear();
    await session.set({ full: "x".repeat(session.QUOTA_BYTES - 1_000) });
  });
  await switchTo(BOB);
  await expect(problem("Extension sync returned an error")).toBeVisible({ timeout: 20_000 });
  await world.browser.worker.evaluate(async () => {
    const { chrome } = globalThis as unknown as { chrome: { storage: { session: { remove(name: string): Promise<void> } } } };
    await chrome.storage.session.remove("full");
  });
  await switchTo(ANN);
  await expect(world.web.getByText("Profile synced with extension")).toBeVisible({ timeout: 15_000 });
});

test("one whose answer never comes is said to be out of reach (A282)", async () => {
  const { web } = world;
  await web.addInitScript(() =>
    addEventListener("message", (event) => "told" in Object(event.data) && event.stopImmediatePropagation(), true),
  );
  await web.reload();
  await expect(web.getByRole("button", { name: "Account", exact: true })).toHaveAttribute("title", ANN, { timeout: 20_000 });
  const before = Date.now();
  await switchTo(BOB);
  await expect(problem("Failed to sync with extension")).toBeVisible({ timeout: 20_000 });
  expect(Date.now() - before).toBeGreaterThan(4_500);
});

test("an extension that never answers holds no sign-out up (A169)", async ({ page }) => {
  const { web } = world;
  await logout(web);
  await page.addInitScript(() =>
    addEventListener("DOMContentLoaded", () => document.documentElement.setAttribute("data-coffer-extension", "")),
  );
  await page.goto(`${product.origin}/login`);
  await page.getByLabel("Email").fill(ANN);
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Account", exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.locator("html")).toHaveAttribute("data-coffer-extension", "");
  await openMenu(page);
  const took = page.evaluate(() => {
    const shown = () => [...document.querySelectorAll("h1")].some(({ textContent }) => textContent === "Sign in to your account");
    return new Promise<number>((resolve) => {
      let pressed = 0;
      addEventListener("click", () => (pressed = performance.now()), true);
      new MutationObserver(() => shown() && resolve(performance.now() - pressed)).observe(document, { childList: true, subtree: true });
    });
  });
  await page.getByRole("button", { name: "Logout" }).click();
  expect(await took).toBeLessThan(5_000);
});
