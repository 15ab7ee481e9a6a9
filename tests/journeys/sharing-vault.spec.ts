/** A vault that two people share: each adds items, both see who owns and who changed what, and each gets their own items back when the vault is deleted. */
import { expect, type Page, test } from "@playwright/test";
import { addLogin } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { choose, fillForm, fromMenu, goTo, seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();

test.setTimeout(300_000);

const ANN = "ann@example.com";
const BOB = "bob@example.com";
const VAULT = "Summer House";
const KEY = "Gate of Ann";
const BOAT = "Boat of Bob";
const TELLY = "Telly of Both";
const NOTEBOOK = "Only of Bob";
/** As forms and the sidebar name it to whom it was given. */
const THEIRS = `${VAULT} · by ${ANN}`;

const shoot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/vault-${name}.png` });
};

async function addExisting(page: Page, title: string): Promise<void> {
  await goTo(page, "Vaults");
  await fromMenu(page, `vault ${VAULT}`, "Add existing item");
  const dialog = page.getByRole("dialog", { name: "Add Existing Item" });
  await dialog.getByRole("checkbox", { name: title, exact: true }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await seeToast(page, "Item added to vault");
}

async function openDetail(page: Page, title: string): Promise<void> {
  await goTo(page, "All Items");
  await page.getByText(title).first().click();
}

/** Saves a login through its form, after the vaults were chosen one after the other. @returns what the server was sent */
async function saveThroughForm(page: Page, title: string, ...vaults: readonly string[]): Promise<Record<string, unknown>> {
  await page.goto(`${new URL(page.url()).origin}/passwords`);
  await page.getByTestId("floating-add").click();
  const form = page.getByRole("dialog");
  await fillForm(form, "password", title);
  for (const vault of vaults) await choose(form, "Vault", vault);
  const sent = page.waitForRequest((request) => request.method() === "POST" && request.postData()?.includes("isSharedUpdate") === true);
  await form.getByRole("button", { name: "Save Password" }).click();
  await expect(form).toBeHidden();
  return (await sent).postDataJSON() as Record<string, unknown>;
}

test("a vault is shared, filled by both, and taken back", async ({ page: ann, browser }) => {
  await enrol(product.firstAdminLink, ANN);
  const bob = await newProfile(browser);
  await enrol(await product.invite(), BOB);
  await signIn(ann, product.origin, ANN);
  await addLogin(ann, product.origin, KEY);
  await goTo(ann, "Vaults");
  await ann
    .getByRole("button", { name: /Create New Vault|Add vault/i })
    .first()
    .click();
  const making = ann.getByRole("dialog");
  await making.getByRole("textbox", { name: "Name" }).fill(VAULT);
  await making.getByRole("button", { name: /^Create/ }).click();
  await seeToast(ann, "Vault created successfully");
  await addExisting(ann, KEY);

  await fromMenu(ann, `vault ${VAULT}`, "Share");
  const dialog = ann.getByRole("dialog", { name: "Share Vault" });
  const recipient = dialog.getByRole("combobox", { name: "Recipient email" });
  await recipient.fill("zoe@example.com");
  await dialog.getByRole("radio", { name: /View & Edit/ }).click();
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByText("Failed to share vault: No account found for this email.")).toBeVisible();
  await expect(dialog.getByText("Invite zoe@example.com to open an account.")).toBeVisible();
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "unknown");
  await dialog.getByRole("button", { name: "Send Invitation" }).click();
  await seeToast(ann, "Invitation sent successfully");
  await expect(dialog).toBeHidden();
  await goTo(ann, "Sharing Center");
  await expect(ann.getByText("Waiting for zoe@example.com to join")).toBeVisible();
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "waiting");
  await goTo(ann, "Vaults");
  await fromMenu(ann, `vault ${VAULT}`, "Share");
  await recipient.fill(BOB);
  await dialog.getByRole("radio", { name: /View & Edit/ }).click();
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await seeToast(ann, "Vault shared successfully");

  await signIn(bob, product.origin, BOB);
  await addLogin(bob, product.origin, BOAT);
  await goTo(bob, "Vaults");
  await expect(bob.getByTestId("vault-card").getByText(`by ${ANN}`)).toBeVisible();
  await shoot(bob, "theirs");
  await addExisting(bob, BOAT);
  await openDetail(bob, BOAT);
  await expect(bob.getByText(new RegExp(`by ${BOB}`))).toBeVisible();
  await shoot(bob, "detail");

  // V196, V197: which vault is chosen last decides for whom it is sealed.
  expect(await saveThroughForm(bob, TELLY, THEIRS)).toMatchObject({ isSharedUpdate: true, itemType: "category" });
  expect(await saveThroughForm(bob, NOTEBOOK, THEIRS, "Select Vault")).toMatchObject({ isSharedUpdate: false });
  const sidebar = bob.getByRole("navigation", { name: "Main" });
  await expect(sidebar.getByRole("heading", { name: "Shared with me" })).toBeVisible();
  await expect(sidebar.getByRole("heading", { name: "My vaults" })).toHaveCount(0);
  await expect(sidebar.getByRole("link", { name: `${VAULT} by ${ANN}` })).toBeVisible();

  await ann.reload();
  await openDetail(ann, TELLY);
  const detail = ann.getByRole("dialog", { name: TELLY });
  await detail.getByRole("button", { name: /^Reveal password/ }).click();
  await expect(detail.getByText("Str0ng!-and-long")).toBeVisible();
  await detail.getByRole("button", { name: "Close" }).last().click();
  await expect(ann.getByText(NOTEBOOK)).toHaveCount(0);
  await openDetail(ann, BOAT);
  await expect(ann.getByText("Belongs to")).toBeVisible();
  await expect(ann.getByText(new RegExp(`by ${BOB}`))).toBeVisible();
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "belongs");

  await goTo(ann, "Vaults");
  await fromMenu(ann, `vault ${VAULT}`, "Delete");
  const deleting = ann.getByRole("dialog", { name: "Delete Vault" });
  await expect(deleting.getByText("If others made items in it, you are asked first")).toBeVisible();
  await shoot(ann, "delete");
  await deleting.getByRole("button", { name: "Delete vault" }).click();
  const asked = deleting.getByRole("group", { name: `2 items in it were made by ${BOB}. What should happen to them?` });
  await expect(asked.getByRole("radio", { name: "Give back" }).first()).toBeFocused();
  expect(await screenProblems(ann)).toEqual([]);
  await shoot(ann, "delete-others");
  await asked.getByText("Give back", { exact: true }).click();
  await deleting.getByRole("button", { name: "Delete vault" }).click();
  await seeToast(ann, "Vault deleted and items moved to unassigned");
  await goTo(ann, "All Items");
  await expect(ann.getByText(KEY).first()).toBeVisible();
  await expect(ann.getByText(BOAT)).toHaveCount(0);

  await bob.reload();
  await goTo(bob, "All Items");
  await expect(bob.getByText(BOAT).first()).toBeVisible({ timeout: 20_000 });
  await expect(bob.getByText(KEY)).toHaveCount(0);
  await goTo(bob, "Vaults");
  await expect(bob.getByText(VAULT)).toHaveCount(0);
});
