/** What a person who may only read meets in the menu of an item: in a narrow window it offers everything, opens to be read, and refuses the rest. */
import { expect, type Page, test } from "@playwright/test";
import { answer, fillForm, fromMenu, seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

const ANN = "ann@example.com";
const BOB = "bob@example.com";
const PERSON = "Aunt Maud";

/** From the dots of the item: three presses, and the address is typed. */
async function shareWithBob(ann: Page, name: string): Promise<void> {
  const presses = await countPresses(ann);
  await fromMenu(ann, name, "Share");
  const sharing = ann.getByRole("dialog", { name: "Share Items" });
  await sharing.getByRole("combobox", { name: "Recipient email" }).fill(BOB);
  await sharing.getByRole("button", { name: "Share", exact: true }).click();
  await seeToast(ann, /shared successfully/);
  expect(await presses()).toBe(3);
}

/** @returns how many presses of the mouse there have been since */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.presses = "0";
    const count = (): void => {
      document.documentElement.dataset.presses = String(Number(document.documentElement.dataset.presses) + 1);
    };
    document.addEventListener("click", count, { capture: true });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset.presses));
}

async function twoPeople(ann: Page): Promise<void> {
  await enrol(await product.invite(), ANN);
  await enrol(await product.invite(), BOB);
  await signIn(ann, product.origin, ANN);
}

test("an item that may only be read is looked at and not deleted", async ({ page: ann, browser }) => {
  const bob = await newProfile(browser);
  await twoPeople(ann);
  await ann.goto(`${product.origin}/personal-details`);
  await ann.getByTestId("floating-add").click();
  const form = ann.getByRole("dialog");
  await fillForm(form, "personal", PERSON);
  await form.getByRole("button", { name: "Save Personal Details" }).click();
  await seeToast(ann, "Personal details created successfully");
  await shareWithBob(ann, PERSON);

  // A mouse, not a finger: a narrow window has its menus for both.
  await bob.setViewportSize({ width: 360, height: 740 });
  await signIn(bob, product.origin, BOB);
  await bob.goto(`${product.origin}/personal-details`);
  await expect(bob.getByText(PERSON).first()).toBeVisible({ timeout: 20_000 });
  const dots = bob.getByRole("button", { name: `More actions for ${PERSON}` });
  await expect(dots).toBeVisible();
  await dots.click();
  await bob.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const view = bob.getByRole("dialog", { name: "View Personal Details" });
  await expect(view).toBeVisible();
  await expect(view.getByRole("button", { name: "Update Personal Details" })).toHaveCount(0);
  await view.getByRole("button", { name: "Close" }).last().click();
  await dots.click();
  await bob.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await answer(bob, "Are you sure you want to delete these personal details?", "Delete");
  await expect(bob.locator('[data-toast="failed"]')).toContainText("You do not have permission");
  await expect(bob.getByText(PERSON).first()).toBeVisible();
});
