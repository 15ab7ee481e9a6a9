/** Two people: one shares an item with the other and takes it back; one forgets the master password and has everything again by the recovery key. */
import { expect, type Page } from "@playwright/test";
import { addLogin, mailedCode, saveKit } from "../account-world.ts";
import { countPresses } from "../presses.ts";
import { answer, choose, fromMenu, goTo, seeToast } from "../steps.ts";
import { closeProfiles, enrol, newProfile, signIn } from "../world.ts";
import { test } from "./everyday.ts";

test.describe.configure({ mode: "serial" });
test.afterAll(closeProfiles);

const ANN = "ann@two.example";
const BOB = "bob@two.example";
const TITLE = "Quiet Harbour Bank";
const NEW_PASSWORD = "Another-Horse-7-Battery!";
let ann: Page;
let recoveryKey: string;

test("an item is shared with another person, read there, and taken back", async ({ product, browser }) => {
  ({ recoveryKey } = await enrol(await product.invite(), ANN));
  await enrol(await product.invite(), BOB);
  const bob = await newProfile(browser);
  await signIn(bob, product.origin, BOB);
  ann = await newProfile(browser);
  await signIn(ann, product.origin, ANN);
  await addLogin(ann, product.origin, TITLE);
  await goTo(ann, "Sharing Center");
  await ann.getByRole("button", { name: "Share Item" }).click();
  const dialog = ann.getByRole("dialog", { name: "Share Items" });
  await choose(dialog, "Items", TITLE);
  await ann.keyboard.press("Tab");
  await dialog.getByRole("combobox", { name: "Recipient email" }).fill(BOB);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await seeToast(ann, "Items shared successfully");

  // On his open page, without a click or a reload.
  await expect(bob.getByText(TITLE).first()).toBeVisible();
  await goTo(bob, "Sharing Center");
  await bob.getByRole("tab", { name: "Shared with Me" }).click();
  await bob.getByRole("button", { name: `View ${TITLE}` }).click();
  const view = bob.getByRole("dialog", { name: "View Shared Password" });
  await view.getByRole("button", { name: /^Reveal password/ }).click();
  await expect(view.getByText("Harbour-77!")).toBeVisible();
  await expect(view.getByRole("button", { name: "Save Changes" })).toHaveCount(0);

  const takesBack = await countPresses(ann);
  await ann.getByRole("button", { name: `Revoke access of ${BOB} to ${TITLE}` }).click();
  await answer(ann, "Are you sure you want to revoke access? They'll lose access to this item", "Revoke access");
  await seeToast(ann, "Access revoked successfully");
  expect(await takesBack()).toBe(2);
  // What he has open closes with it.
  await expect(view).toHaveCount(0);
  await expect(bob.getByText("No one has shared any passwords or other items with you yet.")).toBeVisible();

  // From the item itself: its menu, the address, and the press that shares.
  await goTo(ann, "All Items");
  const shares = await countPresses(ann);
  await fromMenu(ann, TITLE, "Share");
  const again = ann.getByRole("dialog", { name: "Share Items" });
  await again.getByRole("combobox", { name: "Recipient email" }).fill(BOB);
  await again.getByRole("button", { name: "Share", exact: true }).click();
  await seeToast(ann, "Items shared successfully");
  expect(await shares()).toBe(3);
  await expect(bob.getByRole("button", { name: `View ${TITLE}` })).toBeVisible();
  await bob.context().close();
});

test("a forgotten master password is replaced with the recovery key, and everything opens again", async ({ product, browser }) => {
  const lost = await newProfile(browser);
  await lost.goto(`${product.origin}/login`);
  await lost.getByRole("link", { name: "Forgot your password?" }).click();
  // The page before has a field of the same name.
  await expect(lost.getByRole("heading", { name: "Forgot master password" })).toBeVisible();
  await lost.getByLabel("Email").fill(ANN);
  await lost.getByRole("button", { name: "Reset Password" }).click();
  await expect(lost.getByLabel("Recovery code")).toBeVisible();
  await lost.getByLabel("Recovery code").fill(await mailedCode(product, ANN));
  await lost.getByLabel("Recovery key", { exact: true }).fill(recoveryKey);
  await lost.getByLabel("New Master Password", { exact: true }).fill(NEW_PASSWORD);
  await lost.getByLabel("Confirm Master Password").fill(NEW_PASSWORD);
  await lost.getByRole("button", { name: "Reset Password" }).click();
  expect(await saveKit(lost)).not.toBe(recoveryKey);
  await expect(lost).toHaveURL(/\/login$/);
  await lost.getByLabel("Email").fill(ANN);
  await lost.getByRole("textbox", { name: /Master password/i }).fill(NEW_PASSWORD);
  await lost.getByRole("button", { name: "Sign in" }).click();
  await expect(lost.getByText(TITLE).first()).toBeVisible();

  // Her other page has learned of it by itself.
  await expect(ann.getByText("Session expired. Please login again.")).toBeVisible();
});
