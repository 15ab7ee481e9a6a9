/** One person in two browsers changes the same password in both: neither is lost, and a choice in one is seen in the other. */
import { type Browser, expect, type Page, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const QUESTION = "Two versions of Password: choose";

const detailOf = (page: Page, title: string) => page.getByRole("dialog", { name: title });

/** Both signed in as a new person. */
async function twoBrowsers(browser: Browser): Promise<[Page, Page]> {
  const email = `${crypto.randomUUID()}@twice.example`;
  await enrol(await product.invite(), email);
  const pages: [Page, Page] = [await newProfile(browser), await newProfile(browser)];
  for (const page of pages) await signIn(page, product.origin, email);
  return pages;
}

async function openForm(page: Page, title: string): Promise<void> {
  await page.goto(`${product.origin}/passwords`);
  await page.getByText(title, { exact: true }).first().click();
  await expect(detailOf(page, title)).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByRole("textbox", { name: "Title" })).toBeVisible();
}

async function savePassword(page: Page, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(password);
  const save = page.getByRole("button", { name: "Update Password" });
  await save.click();
  await expect(save).toBeHidden();
}

test("a form that is open takes over what the other browser saves, and asks about what both changed", async ({ browser }) => {
  const [one, other] = await twoBrowsers(browser);
  await addLogin(one, product.origin, "Lighthouse");
  for (const page of [one, other]) await openForm(page, "Lighthouse");
  await other.getByRole("textbox", { name: "Password", exact: true }).fill("Typed-Second-22!");
  await one.getByRole("textbox", { name: "Username / Email" }).fill("keeper@sea.example");
  await savePassword(one, "Saved-First-11!");

  await expect(other.getByText("Changed on another device while you edit: Username / Email. It is in this form now.")).toBeVisible();
  await expect(other.getByRole("textbox", { name: "Username / Email" })).toHaveValue("keeper@sea.example");
  await expect(other.getByRole("textbox", { name: "Password", exact: true })).toHaveValue("Typed-Second-22!");
  await expect(other.getByText(QUESTION)).toBeVisible();
  expect(await screenProblems(other)).toEqual([]);
  await other.getByRole("button", { name: "Keep the typed version of password for Lighthouse" }).click();
  await expect(other.getByText(QUESTION)).toHaveCount(0);
  const save = other.getByRole("button", { name: "Update Password" });
  await save.click();
  await expect(save).toBeHidden();

  const detail = detailOf(one, "Lighthouse");
  await expect(detail.getByText("2 earlier passwords")).toBeVisible();
  await detail.getByRole("button", { name: "Reveal password for Lighthouse" }).click();
  await expect(detail.getByText("Typed-Second-22!")).toBeVisible();
  await expect(detail.getByText("keeper@sea.example")).toBeVisible();
  await expect(detail.getByText(QUESTION)).toHaveCount(0);
});

test("both passwords are in the item, hidden, until one is chosen in either browser", async ({ browser }) => {
  const [one, other] = await twoBrowsers(browser);
  await addLogin(one, product.origin, "Boathouse");
  for (const page of [one, other]) await openForm(page, "Boathouse");

  // Without a connection it does not hear of the other one, as a device that slept.
  await other.context().setOffline(true);
  await savePassword(one, "Saved-First-11!");
  await other.getByRole("textbox", { name: "Password", exact: true }).fill("Saved-Second-22!");
  await other.context().setOffline(false);
  const save = other.getByRole("button", { name: "Update Password" });
  await save.click();
  await expect(save).toBeHidden();

  for (const page of [one, other]) {
    await page.goto(`${product.origin}/passwords`);
    await page.getByText("Boathouse", { exact: true }).first().click();
    await expect(detailOf(page, "Boathouse").getByText(QUESTION)).toBeVisible();
    await expect(page.getByText(/Saved-(First|Second)/)).toHaveCount(0);
  }
  expect(await screenProblems(one)).toEqual([]);
  const detail = detailOf(one, "Boathouse");
  await detail.getByRole("button", { name: "Reveal other version of password for Boathouse" }).click();
  await expect(detail.getByText("Saved-Second-22!")).toBeVisible();
  await detail.getByRole("button", { name: "Use the other version of password for Boathouse" }).click();

  for (const page of [one, other]) {
    const chosen = detailOf(page, "Boathouse");
    await expect(chosen.getByText(QUESTION)).toHaveCount(0);
    await chosen.getByRole("button", { name: "Reveal password for Boathouse" }).click();
    await expect(chosen.getByText("Saved-Second-22!")).toBeVisible();
    await chosen.getByRole("button", { name: "Show password history of Boathouse" }).click();
    await expect(chosen.getByText("2 earlier passwords")).toBeVisible();
  }
});
