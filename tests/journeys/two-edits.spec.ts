/** One person in two browsers changes the same password in both: neither is lost, and a choice in one is seen in the other. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const ANN = "ann@twice.example";
const QUESTION = "Two versions of Password: choose";

const detailOf = (page: Page, title: string) => page.getByRole("dialog", { name: title });

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

test("both passwords are in the item, hidden, until one is chosen in either browser", async ({ browser }) => {
  await enrol(product.firstAdminLink, ANN);
  const [one, other] = [await newProfile(browser), await newProfile(browser)];
  for (const page of [one, other]) await signIn(page, product.origin, ANN);
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
