/** Every page in both themes, wide and narrow: nothing that axe objects to, nothing that breaks the content security policy, nothing wider than the window. */

import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { backupOf, dropFile, ITEMS, importAll } from "./steps.ts";
import { newProfile, register, signIn, useProduct } from "./world.ts";

const product = useProduct();

const EMAIL = "screens@example.com";
const PUBLIC = [
  "/",
  "/features",
  "/login",
  "/register",
  "/privacy-policy",
  "/terms-of-service",
  "/forgot-password",
  "/not-authorized",
  "/nowhere",
];
const SIGNED_IN = [
  "/vaults",
  "/all-items",
  "/all-items?tab=notes",
  "/favorites",
  "/passwords",
  "/notes",
  "/card-details",
  "/bank-details",
  "/personal-details",
  "/trash",
  "/import",
  "/mfa-setup",
  "/settings",
];
const WIDTHS = [360, 1280];

async function problemsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1);
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .map(({ target }) => target.join(" "))
        .slice(0, 3)
        .join(", ")}`,
  );
  return wide ? [...found, "scrolls sideways"] : found;
}

async function walk(page: Page, origin: string, paths: readonly string[]): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  for (const theme of ["light", "dark"]) {
    await page.evaluate((value) => localStorage.setItem("theme", value), theme);
    for (const path of paths) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${origin}${path}`);
        await expect(page.locator("main").getByRole("heading").first()).toBeVisible();
        const found = await problemsOf(page);
        if (found.length > 0) problems[`${path} ${theme} ${width}`] = found;
      }
    }
  }
  return problems;
}

/** What the browser itself complains about: errors of scripts, and everything the content security policy stopped. */
function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 4")) complaints.push(message.text());
  });
  return complaints;
}

test("public pages", async ({ browser }) => {
  const page = await newProfile(browser);
  const complaints = listen(page);
  await page.goto(product.origin);
  expect(await walk(page, product.origin, PUBLIC)).toEqual({});
  expect(complaints).toEqual([]);
});

test("pages behind the sign-in, empty and with an item of each kind", async ({ browser }) => {
  test.setTimeout(300_000); // a hundred pages
  const page = await newProfile(browser);
  const complaints = listen(page);
  await register(page, product.firstAdminLink, EMAIL);
  await signIn(page, product.origin, EMAIL);
  expect(await walk(page, product.origin, SIGNED_IN)).toEqual({});
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${product.origin}/vaults`);
  await dropFile(page, "coffer.json", backupOf(ITEMS));
  await importAll(page, `${ITEMS.length} new items`);
  expect(await walk(page, product.origin, SIGNED_IN)).toEqual({});
  expect(complaints).toEqual([]);
});
