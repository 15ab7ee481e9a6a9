/** Walks pages in both themes, wide and narrow: what axe objects to, and what is wider than the window. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export const SIGNED_IN = [
  "/vaults",
  "/all-items",
  "/all-items?tab=notes",
  "/favorites",
  "/passwords",
  "/notes",
  "/card-details",
  "/bank-details",
  "/personal-details",
  "/password-health",
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

export async function walk(page: Page, origin: string, paths: readonly string[]): Promise<Record<string, string[]>> {
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
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 4")) complaints.push(message.text());
  });
  return complaints;
}
