/** A file of 500 logins: imported, searched, changed, and the same on a second device. */
import { expect, test } from "@playwright/test";
import { chromeExport } from "../../packages/core/src/transfer/testing/chrome-export.ts";
import { seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

const EMAIL = "ann@example.com";
const ROWS = 500;

test("imports a Chrome export of 500 rows, finds, copies, edits and deletes a login, and a second browser shows the same", async ({
  browser,
}) => {
  await enrol(product.firstAdminLink, EMAIL);
  const page = await newProfile(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await signIn(page, product.origin, EMAIL);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Import File" }).click();
  await page.getByRole("button", { name: /Chrome/ }).click();
  const csv = `${chromeExport(ROWS)}Needle site,https://needle.example.com/login,needle@example.com,"n33dle,""quoted"" Päss✓",first line\n`;
  await page.locator("input[type=file]").setInputFiles({ name: "Chrome Passwords.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByRole("button", { name: new RegExp(`^Import ${ROWS + 1} new items`) }).click();
  await expect(page.getByText("All items imported successfully")).toBeVisible({ timeout: 60_000 });
  await expect(page).toHaveURL(/\/vaults$/, { timeout: 15_000 });

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "All Items" }).click();
  await expect(page.getByRole("tab", { name: /Passwords/ })).toContainText(String(ROWS + 1));
  await page.keyboard.press("/");
  await page.keyboard.type("needle");
  await page.getByText("Needle site", { exact: true }).click();
  const detail = page.getByRole("dialog");
  await detail.getByRole("button", { name: /^Copy password/i }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('n33dle,"quoted" Päss✓');

  await detail.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Username / Email" }).fill("needle-2@example.com");
  await page.getByRole("button", { name: /^(Update Password|Save Changes)$/ }).click();
  await expect(page.getByText("Password updated successfully")).toBeVisible();

  const second = await newProfile(browser);
  await signIn(second, product.origin, EMAIL);
  await expect(second.getByRole("tab", { name: /Passwords/ })).toContainText(String(ROWS + 1));
  await second.keyboard.press("/");
  await second.keyboard.type("needle");
  await second.getByText("Needle site", { exact: true }).click();
  await expect(second.getByRole("dialog")).toContainText("needle-2@example.com");
  await second.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(second.getByText("Are you sure you want to delete this password?")).toBeVisible();
  await second.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  // It goes from the list at once; the server has it when this is said.
  await seeToast(second, "was deleted");
  // The tabs count what is searched for, until nothing is.
  await expect(second.getByRole("tab", { name: /Passwords/ })).toContainText("0");
  await second.getByRole("banner").locator("input").fill("");
  await expect(second.getByRole("tab", { name: /Passwords/ })).toContainText(String(ROWS));

  await page.reload();
  await expect(page.getByRole("tab", { name: /Passwords/ })).toContainText(String(ROWS));
  await page.goto(`${product.origin}/no-such-page`);
  await expect(page.getByText("Page not found")).toBeVisible();
});
