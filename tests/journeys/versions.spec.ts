/** Earlier versions of an item, as a new user meets them: found by a key, compared, one field restored and that taken back, then all of it on a phone. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const TITLE = "Lighthouse";
const SECRETS = /Harbour-77!|Storm-Warning-88!/;

const detailOf = (page: Page) => page.getByRole("dialog", { name: TITLE, exact: true });
const versionsOf = (page: Page) => page.getByRole("dialog", { name: `Versions of ${TITLE}` });
const version = (page: Page, number: number) => versionsOf(page).getByRole("button", { name: new RegExp(`Version ${number}\\b`) });

async function edit(page: Page, field: string, value: string): Promise<void> {
  await page.keyboard.press("e");
  await page.getByRole("textbox", { name: field, exact: true }).fill(value);
  const save = page.getByRole("button", { name: "Update Password" });
  await save.click();
  await expect(save).toBeHidden();
  await expect(detailOf(page)).toBeVisible();
}

async function revealed(page: Page): Promise<string> {
  const detail = detailOf(page);
  await detail.getByRole("button", { name: `Reveal password for ${TITLE}` }).click();
  await expect(detail.getByText(SECRETS)).toBeVisible();
  return detail.getByText(SECRETS).innerText();
}

test("a new user finds the password of before, restores it, takes that back, and restores everything on a phone", async ({ browser }) => {
  const email = `${crypto.randomUUID()}@versions.example`;
  await enrol(await product.invite(), email);
  const page = await newProfile(browser);
  await signIn(page, product.origin, email);
  await addLogin(page, product.origin, TITLE);
  await page.getByText(TITLE, { exact: true }).first().click();
  await expect(detailOf(page)).toBeVisible();
  await edit(page, "Password", "Storm-Warning-88!");
  await edit(page, "Notes", "The keeper has the key");

  await page.keyboard.press("h");
  await expect(version(page, 3)).toContainText("Changed: Notes");
  await expect(version(page, 2)).toContainText("Changed: Password");
  await expect(version(page, 1)).toContainText("Created");
  await expect(page.getByText(SECRETS)).toHaveCount(0);
  expect(await screenProblems(page)).toEqual([]);
  await version(page, 1).focus();
  await page.keyboard.press("Enter");

  const sheet = versionsOf(page);
  await expect(sheet.getByRole("heading", { name: "Notes" })).toBeVisible();
  await expect(sheet.getByText("The keeper has the key")).toBeVisible();
  await expect(page.getByText(SECRETS)).toHaveCount(0);
  await sheet.getByRole("button", { name: /^Reveal password of \w+ \d/ }).click();
  await expect(sheet.getByText("Harbour-77!")).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await sheet.getByRole("button", { name: /^Restore password/ }).click();
  await expect(sheet.getByRole("heading", { name: "Password" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await seeToast(page, `"${TITLE}" is as it was`);
  await expect(sheet.getByRole("heading", { name: "Password" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(version(page, 1)).toBeFocused();
  await page.keyboard.press("Escape");
  expect(await revealed(page)).toBe("Storm-Warning-88!");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${product.origin}/passwords`);
  await page.getByText(TITLE, { exact: true }).first().click();
  await detailOf(page).getByRole("button", { name: "Earlier versions" }).click();
  // The restored password, and what took it back, are saves of their own.
  await expect(version(page, 5)).toContainText("Changed: Password");
  expect(await screenProblems(page)).toEqual([]);
  await version(page, 1).click();
  await expect(sheet.getByRole("heading", { name: "Password" })).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Restore all 2 fields" }).click();
  await expect(sheet.getByText("These two versions do not differ in any field.")).toBeVisible();
  await page.goBack();
  await expect(detailOf(page)).toBeVisible();
  expect(await revealed(page)).toBe("Harbour-77!");
  await expect(detailOf(page).getByText("The keeper has the key")).toHaveCount(0);
});
