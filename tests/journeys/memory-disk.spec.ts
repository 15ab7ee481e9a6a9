/** A copied disk opens nothing after the lock, the sign-out and a restart: every file of the browser's profile is read, and everything in its stores tried. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { BROWSER_ARGS, findBrowser } from "../../tools/browser.mjs";
import { addLogin, logout, openMenu } from "./account-world.ts";
import { askForHalf, foundOnDisk, openDisk, readStores } from "./disk.ts";
import { PASSWORD, register, signIn, useProduct } from "./world.ts";

const product = useProduct();
const EMAIL = "disk@example.com";
const TITLE = "Kanarientitel5508";
/** What `addLogin` types in addition to the title. */
const TEXTS = [TITLE, "ann@work.example", "Harbour-77!", PASSWORD];
/** Longer than a browser waits before it writes its stores down. */
const WRITTEN_MS = 6_000;

test.setTimeout(240_000);

let profile: string;
let open: BrowserContext | null = null;
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), "coffer-profile-"));
});
test.afterEach(async () => {
  await open?.close();
  rmSync(profile, { recursive: true, force: true });
});

async function startBrowser(): Promise<Page> {
  open = await chromium.launchPersistentContext(profile, { headless: true, executablePath: findBrowser() ?? "", args: BROWSER_ARGS });
  return open.pages()[0] ?? (await open.newPage());
}

async function closeBrowser(): Promise<void> {
  await open?.close();
  open = null;
}

test("the disk of a locked device, and of one that is signed out, opens nothing", async () => {
  let page = await startBrowser();
  await register(page, product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  await addLogin(page, product.origin, TITLE);
  await page.waitForTimeout(WRITTEN_MS);

  // While it is unlocked, the copy opens, with the token that is on it and the server: that is what the tries below are worth.
  const copy = await readStores(page);
  const half = await askForHalf(product.origin, copy);
  const keys = await openDisk(copy, half ?? "");
  expect(Object.keys(keys)).toEqual(["slotKey", "serverHalf", "encryptionKey", "symmetricKey", "vaultKey"]);
  expect(foundOnDisk(profile, TEXTS, keys)).toEqual([]);
  expect(foundOnDisk(profile, [], { localHalf: copy.localHalf ?? "" })).not.toEqual([]);

  await openMenu(page);
  await page.getByRole("button", { name: "Lock" }).click();
  await expect(page.getByRole("heading", { name: "Your vault is locked" })).toBeVisible();
  await page.waitForTimeout(WRITTEN_MS);
  const locked = await readStores(page);
  expect(locked.localHalf).toBeNull();
  expect(Object.keys(locked.slots).filter((slot) => slot in keys)).toEqual([]);
  // The copy of before, which the browser's files may still hold in part, is worth nothing now.
  expect(await askForHalf(product.origin, copy)).toBeNull();
  for (const guess of [copy.localHalf ?? "", "00".repeat(32)]) await expect(openDisk(copy, guess)).rejects.toThrow();
  expect(foundOnDisk(profile, TEXTS, keys)).toEqual([]);

  await closeBrowser();
  expect(foundOnDisk(profile, TEXTS, keys)).toEqual([]);
  page = await startBrowser();
  await page.goto(`${product.origin}/all-items`);
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText(TITLE).first()).toBeVisible({ timeout: 20_000 });
  const again = await readStores(page);
  const newKeys = await openDisk(again, (await askForHalf(product.origin, again)) ?? "");
  expect(newKeys.vaultKey).toBe(keys.vaultKey);
  expect(newKeys.slotKey).not.toBe(keys.slotKey);

  await logout(page);
  await page.waitForTimeout(WRITTEN_MS);
  expect((await readStores(page)).slots.auth).toBeUndefined();
  expect(await askForHalf(product.origin, again)).toBeNull();
  await closeBrowser();
  expect(foundOnDisk(profile, TEXTS, { ...keys, ...newKeys })).toEqual([]);
});
