/** Two people, two browsers: shared in three steps, read by the other without a reload of anything, changed, and taken back with one click. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { answer, choose, fillForm, goTo, seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

test.setTimeout(240_000);

const ANN = "ann@example.com";
const BOB = "bob@example.com";
const TITLE = "Quiet Harbour Bank";
const NOTE = "Alarm of the shop";

async function addNote(page: Page): Promise<void> {
  await page.goto(`${product.origin}/notes`);
  await page.getByTestId("floating-add").click();
  const form = page.getByRole("dialog", { name: "Create New Note" });
  await fillForm(form, "note", NOTE);
  await form.getByRole("button", { name: "Create Note" }).click();
  await expect(form).toBeHidden();
}

/** With SHOTS set to a folder, what is seen on the way is kept there. */
const shoot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });
};

/** Ann is not asked, and what she does afterwards is the same. */
async function hideAndShowAgain(bob: Page): Promise<void> {
  await bob.getByRole("button", { name: `Hide what ${ANN} shares: ${TITLE}` }).click();
  await seeToast(bob, `${TITLE} hidden from you. ${ANN} is not told.`);
  await expect(bob.getByText("You have hidden what others share with you.")).toBeVisible();
  await bob.getByRole("button", { name: "Show what you have hidden (1)" }).click();
  await expect(bob.getByRole("region", { name: "Hidden" }).getByText(TITLE)).toBeVisible();
  expect(await screenProblems(bob)).toEqual([]);
  await shoot(bob, "hidden");
  await bob.reload();
  await bob.getByRole("button", { name: "Show what you have hidden (1)" }).click();
  await bob.getByRole("button", { name: `Show ${TITLE} of ${ANN} again` }).click();
  await expect(bob.getByRole("button", { name: `View ${TITLE}` })).toBeVisible();
}

test("an item is shared, read, changed and taken back", async ({ page: ann, browser }) => {
  await enrol(product.firstAdminLink, ANN);
  const bob = await newProfile(browser);
  await enrol(await product.invite(), BOB);
  await signIn(ann, product.origin, ANN);
  await addLogin(ann, product.origin, TITLE);

  await addNote(ann);

  await goTo(ann, "Sharing Center");
  await expect(ann.getByText("You haven't shared any items with other users yet.")).toBeVisible();
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "empty");

  await ann.getByRole("button", { name: "Share Item" }).click();
  const dialog = ann.getByRole("dialog", { name: "Share Items" });
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByText("Please select at least one item to share")).toBeVisible();
  await choose(dialog, "Items", TITLE);
  await ann.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByText("Please enter an email address")).toBeVisible();
  await dialog.getByRole("combobox", { name: "Recipient email" }).fill(BOB);
  await choose(dialog, "Expires In", "7 days");
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "dialog");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await seeToast(ann, "Items shared successfully");
  await expect(ann.getByRole("button", { name: `Edit ${TITLE}` })).toBeVisible();
  await expect(ann.getByText("Expires in 7 days")).toBeVisible();
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "by-me");

  await signIn(bob, product.origin, BOB);
  await expect(bob.getByText("Shared with you")).toBeVisible();
  await goTo(bob, "Sharing Center");
  await bob.getByRole("tab", { name: "Shared with Me" }).click();
  await expect(bob.getByRole("heading", { name: "Items Shared With You" })).toBeVisible();
  expect(await screenProblems(bob)).toEqual([]);
  await shoot(bob, "with-me");
  await bob.getByRole("button", { name: `View ${TITLE}` }).click();
  const view = bob.getByRole("dialog", { name: "View Shared Password" });
  await expect(view).toBeVisible();
  await expect(view.getByRole("button", { name: "Save Changes" })).toHaveCount(0);
  await shoot(bob, "view");
  await view.getByRole("button", { name: "Close" }).last().click();

  await hideAndShowAgain(bob);

  await bob.getByRole("button", { name: /^Compare numbers with ann/ }).click();
  await ann.getByRole("button", { name: /^Compare numbers with bob/ }).click();
  const numberOf = (page: Page) => page.getByTestId("safety-number").innerText();
  expect(await numberOf(bob)).toBe(await numberOf(ann));
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "number");
  await ann.getByRole("button", { name: "The numbers are the same" }).click();
  await expect(ann.getByRole("button", { name: /^Verified number of bob/ })).toBeVisible();

  await ann.getByRole("button", { name: `Access level of ${BOB} to ${TITLE}: Read` }).click();
  await ann.getByRole("menuitemradio", { name: /^Write/ }).click();
  await answer(ann, "Are you sure you want to update the permission level to Write?", "Update");
  await seeToast(ann, "Permission updated successfully");
  // A note is shared from the same dialog, and read by the other.
  await ann.getByRole("button", { name: "Share Item" }).click();
  await choose(dialog, "Items", NOTE);
  await ann.keyboard.press("Tab");
  await dialog.getByRole("combobox", { name: "Recipient email" }).fill(BOB);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await seeToast(ann, "Items shared successfully");
  await bob.getByRole("dialog", { name: "Safety number" }).getByRole("button", { name: "Close" }).last().click();
  await bob.getByRole("button", { name: `View ${NOTE}` }).click();
  const note = bob.getByRole("dialog", { name: "View Note" });
  await expect(note).toContainText("The text of a note");
  await note.getByRole("button", { name: "Close" }).last().click();
  await ann.getByRole("button", { name: `Revoke access of ${BOB} to ${NOTE}` }).click();
  await answer(ann, "Are you sure you want to revoke access? They'll lose access to this item", "Revoke access");

  await ann.getByRole("button", { name: `Revoke access of ${BOB} to ${TITLE}` }).click();
  await answer(ann, "Are you sure you want to revoke access? They'll lose access to this item", "Revoke access");
  await seeToast(ann, "Access revoked successfully");
  await expect(ann.getByText("No items shared")).toBeVisible();

  await bob.reload();
  await expect(bob.getByText("No one has shared any passwords or other items with you yet.")).toBeVisible({ timeout: 20_000 });
  await goTo(bob, "All Items");
  await expect(bob.getByText(TITLE)).toHaveCount(0);
});
