/**
 * The main screens at 400 % of a small window, which is 320 by 256 pixels, in the colours that a system forces and without motion: whatever can have the focus comes into sight with
 * it, nothing that stays in its place covers it, and nothing scrolls sideways.
 */
import { expect, type Page, test } from "@playwright/test";
import { stillness } from "./looks.ts";
import { backupOf, dropFile, ITEMS, importAll } from "./steps.ts";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@small.example";
const SMALL = { viewport: { width: 320, height: 256 }, forcedColors: "active", reducedMotion: "reduce" } as const;

/** Each control in turn gets the focus; named are those that something else covers, or that stay out of sight. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const above = [...document.querySelectorAll('dialog[open], [aria-modal="true"]')].filter((one) => one.checkVisibility());
    const focusable = 'a[href], button:not(:disabled), input:not([type="hidden"], :disabled), select, textarea, summary';
    const failed: string[] = [];
    for (const one of (above.at(-1) ?? document.body).querySelectorAll<HTMLElement>(focusable)) {
      if (!one.checkVisibility({ visibilityProperty: true }) || one.closest("[inert], [aria-hidden=true]")) continue;
      one.focus();
      await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const x = (Math.max(0, left) + Math.min(innerWidth, right)) / 2;
      const y = (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2;
      const there = document.elementFromPoint(x, y);
      const isSeen = there !== null && (one.contains(there) || there.contains(one));
      if (!isSeen) failed.push(one.getAttribute("aria-label") || one.textContent || one.outerHTML.slice(0, 100));
    }
    return document.documentElement.scrollWidth > innerWidth ? [...failed, "scrolls sideways"] : failed;
  });

async function everythingIsInReach(page: Page, screen: string): Promise<void> {
  await stillness(page);
  expect({ screen, covered: await covered(page) }).toEqual({ screen, covered: [] });
}

test("no main screen hides what can be pressed", async ({ browser }) => {
  test.setTimeout(300_000);
  await enrol(product.firstAdminLink, ANN);
  const wide = await newProfile(browser);
  await signIn(wide, product.origin, ANN);
  await dropFile(wide, "coffer.json", backupOf(ITEMS));
  await importAll(wide, `${ITEMS.length} new items`);
  await wide.context().close();

  const page = await newProfile(browser, SMALL);
  await page.goto(`${product.origin}/login`);
  await expect(page.getByLabel("Email")).toBeVisible();
  await everythingIsInReach(page, "sign in");
  await page.getByLabel("Email").fill(ANN);
  await page.getByRole("textbox", { name: /Master password/i }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "All Items" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
  await everythingIsInReach(page, "list");
  await page.getByRole("main").getByRole("listitem").getByRole("button").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Edit" }).waitFor();
  await everythingIsInReach(page, "item");
  await page.getByRole("dialog").getByRole("button", { name: "Edit" }).click();
  await page.getByRole("button", { name: /^Update / }).waitFor();
  await everythingIsInReach(page, "form");
  for (const path of ["password-health", "settings", "import", "sharing-center"]) {
    await page.goto(`${product.origin}/${path}`);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole("status", { name: /^(Loading|Looking)/ })).toHaveCount(0);
    await expect(page.getByText(/^Looking closely/)).toHaveCount(0); // the page moves up when that goes
    await everythingIsInReach(page, path);
  }
  await page.getByRole("button", { name: "Share Item" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).waitFor();
  await everythingIsInReach(page, "share");
});
