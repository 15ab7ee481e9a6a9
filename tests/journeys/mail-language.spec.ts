/** The language of emails, as a real browser says it: its own, until its owner chooses another one on this device. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, test } from "@playwright/test";
import { enrol, newProfile, PASSWORD, useProduct } from "./world.ts";

const product = useProduct();

const ANN = "ann@example.com";

const subjects = (): string[] => {
  const folder = join(product.dataDir, "outbox");
  // It is made with the first email.
  const emails = existsSync(folder) ? readdirSync(folder).sort() : [];
  return emails.map((name) => /^Subject: (.*)$/m.exec(readFileSync(join(folder, name), "utf8"))?.[1] ?? "");
};

/** Signs in, in each language of the page, and has the hint mailed. */
async function signInFrom(browser: Browser, cookie: string | null): Promise<void> {
  const page = await newProfile(browser, { locale: "de-DE" });
  if (cookie !== null) await page.context().addCookies([{ name: "language", value: cookie, url: product.origin }]);
  await page.goto(`${product.origin}/login`);
  await page.locator("input[type=email]").fill(ANN);
  await page.locator("input[type=password]").fill(PASSWORD);
  await page.locator("button[type=submit]").click();
  await expect(page).not.toHaveURL(/\/login/, { timeout: 60_000 });
  expect((await page.request.post(`${product.origin}/api/users/password-hint`, { data: { email: ANN } })).status()).toBe(200);
}

test("a German browser gets German emails, until its owner chooses English", async ({ browser }) => {
  await enrol(product.firstAdminLink, ANN);
  await signInFrom(browser, null);
  await expect.poll(subjects, { timeout: 60_000 }).toContain("Ihr Passworthinweis für Coffer");
  await signInFrom(browser, "en");
  await expect.poll(subjects, { timeout: 60_000 }).toContain("Your Coffer password hint");
});
