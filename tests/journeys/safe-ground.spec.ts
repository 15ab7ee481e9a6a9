/** What holds when the ground moves: an old backup, an old password, a session left open. */
import { execFileSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { forgetProofs } from "../../apps/server/src/testing/invitation.ts";
import { addLogin, saveKit } from "./account-world.ts";
import { screenProblems } from "./looks.ts";
import { fromMenu, goTo, seeToast } from "./steps.ts";
import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();

const ANN = "ann@example.com";

/** With owners and modes, as an operator's backup has to be. */
const copy = (from: string, to: string): void => void execFileSync("cp", ["-a", from, to]);

test.beforeAll(() => enrol(product.firstAdminLink, ANN));

test("a server restored from an old backup takes back what a device has, when the person says so, and other devices follow", async ({
  browser,
}) => {
  const [laptop, phone] = [await newProfile(browser), await newProfile(browser)];
  await signIn(laptop, product.origin, ANN);
  await addLogin(laptop, product.origin, "Before the backup");
  await signIn(phone, product.origin, ANN);
  const [folder, backup] = [product.dataDir, `${product.dataDir}.backup`];
  await product.restart(() => copy(folder, backup));
  await addLogin(laptop, product.origin, "After the backup");
  await phone.reload();
  await expect(phone.getByText("After the backup").first()).toBeVisible();
  await product.restart(() => {
    execFileSync("rm", ["-r", folder]);
    execFileSync("mv", [backup, folder]);
  });

  await laptop.reload();
  const state = laptop.getByLabel("State of your vault");
  await expect(state).toContainText("Everything this device has is here and can be read and exported. Saving is paused.");
  await expect(laptop.getByText("After the backup").first()).toBeVisible();
  expect(await screenProblems(laptop)).toEqual([]);
  await state.getByRole("button", { name: "Bring back what this device has" }).click();
  const dialog = laptop.getByRole("dialog", { name: "Bring back what this device has" });
  await expect(dialog).toContainText("The server has gone back to an earlier state");
  await dialog.getByRole("button", { name: "Bring it back" }).click();
  await seeToast(laptop, "Your vault is up to date again");
  await expect(state).toBeHidden();
  await addLogin(laptop, product.origin, "After the repair");

  // It hears of it by itself, half a minute after the server's return at the latest, and tells it until someone has read it.
  const told = phone.getByLabel("State of your vault");
  await expect(told).toContainText("Another of your devices has brought your vault back", { timeout: 60_000 });
  await phone.reload();
  await expect(told).toContainText("Another of your devices has brought your vault back");
  await told.getByRole("button", { name: "OK" }).click();
  await expect(told).toBeHidden();
  await phone.reload();
  for (const title of ["Before the backup", "After the backup", "After the repair"])
    await expect(phone.getByText(title).first()).toBeVisible();
  for (const device of [laptop, phone]) await device.context().close();
});

test("what cannot be taken back asks for the master password again, goes on by itself, and stays undone when it is not given", async ({
  page,
}) => {
  await signIn(page, product.origin, ANN);
  await addLogin(page, product.origin, "To be forgotten");
  await fromMenu(page, "To be forgotten", "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await goTo(page, "Trash");
  await forgetProofs(product.dataDir);
  const purge = async () => {
    await page.getByRole("button", { name: "Empty trash" }).click();
    await page.getByRole("alertdialog").getByRole("button").last().click();
  };
  await purge();
  const proof = page.getByRole("dialog", { name: "Enter your master password to continue" });
  await expect(proof.getByRole("textbox", { name: "Master password" })).toBeFocused();
  expect(await screenProblems(page)).toEqual([]);
  await proof.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("To be forgotten").first()).toBeVisible();
  await purge();
  await proof.getByRole("textbox", { name: "Master password" }).fill("not the one");
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(proof).toContainText("Invalid master password");
  await proof.getByRole("textbox", { name: "Master password" }).fill(PASSWORD);
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("To be forgotten")).toHaveCount(0);
});

test("a changed master password renews all keys unless that is declined; the new recovery key is kept, and another device has to sign in again", async ({
  page,
  browser,
}) => {
  const next = "Quite-Other-Horse-12!";
  const other = await newProfile(browser);
  for (const device of [page, other]) await signIn(device, product.origin, ANN);
  await addLogin(page, product.origin, "Under new keys");
  await page.goto(`${product.origin}/settings`);
  const panel = page.getByRole("region", { name: "Master password" });
  await panel.getByRole("button", { name: "Change master password" }).click();
  await panel.getByRole("textbox", { name: "Current master password" }).fill(PASSWORD);
  await panel.getByRole("textbox", { name: "New master password", exact: true }).fill(next);
  await panel.getByRole("textbox", { name: "Confirm new master password" }).fill(next);
  await expect(panel.getByRole("checkbox", { name: "Also renew all keys" })).toBeChecked();
  await panel.getByRole("button", { name: /Change/ }).click();
  await saveKit(page);
  await page.goto(`${product.origin}/passwords`);
  await expect(page.getByText("Under new keys").first()).toBeVisible();

  await other.goto(`${product.origin}/passwords`);
  await expect(other).toHaveURL(/\/login$/);
  await other.getByLabel("Email").fill(ANN);
  await other.getByRole("textbox", { name: /Master password/i }).fill(next);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("heading", { name: "All Items" })).toBeVisible();
  await expect(other.getByText("Under new keys").first()).toBeVisible();
  await other.context().close();
});
