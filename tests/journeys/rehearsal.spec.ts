/** The recovery kit is tried from paper, once another page's key was refused: Health says when, also after a reload, and nothing that was typed has left the device. */
import { expect, type Page, test } from "@playwright/test";
import { logout, saveKit } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { goTo } from "./steps.ts";
import { enrol, PASSWORD, signIn, useProduct } from "./world.ts";

// Files of the app are to come from the line, where it is seen when they do.
test.use({ serviceWorkers: "block" });

const product = useProduct();

test.setTimeout(180_000);

const ANN = "ann@example.com";
const CARL = "carl@example.com";
const DAY_MS = 86_400_000;

async function makeAccount(page: Page): Promise<string> {
  await page.goto(product.firstAdminLink);
  await page.getByLabel("Email address").fill(ANN);
  await page.getByLabel("Master Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm Master Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create Account" }).click();
  return saveKit(page);
}

test("a kit that was just saved is tried, and Health says when", async ({ page }) => {
  const recoveryKey = await makeAccount(page);
  const { recoveryKey: another } = await enrol(await product.invite(), "bob@example.com");
  await signIn(page, product.origin, ANN);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ""}`));
  await goTo(page, "Health");
  const kit = page.getByRole("region", { name: "Recovery kit" });
  await expect(kit).toContainText("Not tried yet.");
  expect(await screenProblems(page)).toEqual([]);

  // By keyboard alone.
  const dialog = page.getByRole("dialog", { name: "Try your recovery kit" });
  await kit.getByRole("button", { name: "Try it now" }).press("Enter");
  await expect(dialog).toContainText(ANN);
  await expect(dialog).toContainText(product.origin);
  expect(await screenProblems(page)).toEqual([]);
  await expect(dialog.getByRole("button", { name: "I have it here" })).toBeFocused();
  await page.keyboard.press("Enter");
  const field = dialog.getByRole("textbox", { name: "Recovery key" });
  await expect(field).toBeFocused();
  const before = sent.length;
  await page.keyboard.type(another);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: "This is not the key of this account" })).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Try again" }).press("Enter");
  await dialog.getByRole("button", { name: "I have it here" }).press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type(recoveryKey.slice(0, -1));
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(/^This is not a whole recovery key/)).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await field.fill(recoveryKey.toLowerCase().replaceAll("-", " "));
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("heading", { name: "Your kit works" })).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).press("Enter");

  await expect(kit).toContainText(/Last tried on .* The next rehearsal is on /);
  const calls = sent.slice(before).filter((one) => / \/api\/(?!vault\/(changes|all-items-data|news))/.test(one));
  expect(calls.filter((one) => !one.startsWith("GET /api/users/keys")).every((one) => one.startsWith("POST /api/vault/commit"))).toBe(true);
  for (const key of [recoveryKey, another]) {
    for (const form of [key, key.replaceAll("-", ""), key.slice(0, 9), key.toLowerCase()]) expect(sent.join("\n")).not.toContain(form);
  }

  await page.reload();
  await expect(kit).toContainText(/Last tried on /);
  await page.goto(`${product.origin}/settings#recovery-key`);
  await expect(page.locator("#recovery-key")).toContainText(/Last tried on /);
});

test("a kit that was never tried is asked about once a week has passed, with the next page, and not again for a month", async ({
  page,
}) => {
  const line = page.getByRole("status", { name: "Recovery kit" });
  /** Everything but the clock stays; a session does not last that long. */
  const laterBy = async (days: number) => {
    await logout(page);
    await page.clock.setSystemTime(Date.now() + days * DAY_MS);
    const asked = page.waitForResponse((response) => /RehearsalNote-[^/]*\.js$/.test(response.url()));
    await signIn(page, product.origin, CARL);
    await asked;
    await goTo(page, "Health");
    await expect(page.getByRole("region", { name: "Recovery kit" })).toContainText("Not tried yet.");
    await goTo(page, "Trash");
  };
  await enrol(await product.invite(), CARL);
  await signIn(page, product.origin, CARL);
  await goTo(page, "Health");
  await expect(page.getByRole("region", { name: "Recovery kit" })).toContainText("Not tried yet.");
  await goTo(page, "Trash");
  await expect(line).toHaveCount(0);
  await laterBy(8);
  await expect(line).toContainText("You have never tried your recovery kit.");
  expect(await screenProblems(page)).toEqual([]);
  await line.getByRole("button", { name: "Later" }).click();
  await expect(line).toHaveCount(0);
  await laterBy(30);
  await expect(line).toHaveCount(0);
  await laterBy(40);
  await expect(line).toBeVisible();
});
