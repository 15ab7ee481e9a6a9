/** The vault as it was, as a new user meets it: found in the account menu, seen in words, taken back in one press, undone in one; and by the palette on a phone. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { showMoment, timeTravel } from "./moments.ts";
import { seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const SECRETS = /Harbour-77!|Storm-Warning-88!/;

const detailOf = (page: Page, title: string) => page.getByRole("dialog", { name: title, exact: true });

async function openItem(page: Page, title: string): Promise<void> {
  await page.goto(`${product.origin}/passwords`);
  await page.getByText(title, { exact: true }).first().click();
  await expect(detailOf(page, title)).toBeVisible();
}

async function passwordOf(page: Page, title: string): Promise<string> {
  await openItem(page, title);
  await detailOf(page, title)
    .getByRole("button", { name: `Reveal password for ${title}` })
    .click();
  return detailOf(page, title).getByText(SECRETS).innerText();
}

test("a new user goes back to before a change, a deletion and a new item, takes all of it back, undoes that, and takes back one on a phone", async ({
  browser,
}) => {
  const email = `${crypto.randomUUID()}@time.example`;
  await enrol(await product.invite(), email);
  const page = await newProfile(browser);
  await signIn(page, product.origin, email);
  for (const title of ["Lighthouse", "Harbour", "Ferry"]) await addLogin(page, product.origin, title);
  await page.waitForTimeout(50);
  const before = Date.now();
  await page.waitForTimeout(50);

  await openItem(page, "Lighthouse");
  await page.keyboard.press("e");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("Storm-Warning-88!");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByRole("button", { name: "Update Password" })).toBeHidden();
  await openItem(page, "Harbour");
  await detailOf(page, "Harbour").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await seeToast(page, '"Harbour" was deleted');
  await addLogin(page, product.origin, "Newcomer");

  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByRole("dialog", { name: "Account" }).getByRole("button", { name: "Go back in time" }).click();
  const sheet = timeTravel(page);
  await expect(sheet.getByLabel("Day")).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await showMoment(page, before);
  await expect(sheet.getByRole("region", { name: "Changed since" })).toContainText("Changed: Password.");
  await expect(sheet.getByRole("region", { name: "Added since" })).toContainText("Newcomer");
  await expect(sheet.getByRole("region", { name: "In the trash since" })).toContainText("Harbour");
  await expect(sheet.getByRole("button", { name: "Show 1 item that was as now" })).toBeVisible();
  await expect(page.getByText(SECRETS)).toHaveCount(0);
  expect(await screenProblems(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Take back all 3" }).click();
  await seeToast(page, /^3 items are as of /);
  await expect(sheet).toBeHidden();
  const main = page.getByRole("main");
  await expect(main.getByText("Harbour", { exact: true }).first()).toBeVisible();
  await expect(main.getByText("Newcomer", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await seeToast(page, "3 items are as before");
  await expect(main.getByText("Newcomer", { exact: true }).first()).toBeVisible();
  await expect(main.getByText("Harbour", { exact: true })).toHaveCount(0);
  expect(await passwordOf(page, "Lighthouse")).toBe("Storm-Warning-88!");

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${product.origin}/trash`);
  await expect(main.getByText("Harbour", { exact: true }).first()).toBeVisible();
  await main.getByRole("button", { name: "Go back in time" }).click();
  await showMoment(page, before);
  await sheet.getByRole("button", { name: /^Lighthouse/ }).click();
  await expect(sheet.getByRole("button", { name: /^Reveal password of now/ })).toBeVisible();
  expect(await screenProblems(page)).toEqual([]);
  await sheet.getByRole("checkbox", { name: "Choose Lighthouse" }).click();
  await sheet.getByRole("button", { name: "Take back 1", exact: true }).click();
  await seeToast(page, /^"Lighthouse" is as of /);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await passwordOf(page, "Lighthouse")).toBe("Harbour-77!");
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("time travel");
  await page.keyboard.press("Enter");
  await expect(sheet).toBeVisible();
});
