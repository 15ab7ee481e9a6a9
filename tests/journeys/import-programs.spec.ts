/** Files of other programs as a person has them: a KeePass file with its password, an archive, and a changed password that is asked about. */
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { readBackup } from "../../packages/core/src/transfer/backup.ts";
import { violationsOf } from "./looks.ts";
import { answer, dropFile, exportFile, goTo, seeToast } from "./steps.ts";
import { enrol, newProfile, signIn, useProduct } from "./world.ts";

const product = useProduct();
const fixture = (name: string): string => fileURLToPath(new URL(`../../packages/core/src/transfer/fixtures/${name}`, import.meta.url));

test.describe.configure({ mode: "serial" });
test.use({ actionTimeout: 15_000 });

let page: Page;
const receipt = () => page.getByRole("region", { name: "Receipt of the import" });
const put = async (name: string): Promise<void> => {
  // From another page: the wizard starts again.
  await goTo(page, "Vaults");
  await goTo(page, "Import File");
  await page.getByLabel("Import file").setInputFiles(fixture(name));
};

test.beforeAll(async ({ browser }) => {
  page = await newProfile(browser);
  await enrol(product.firstAdminLink, "ann@example.com");
  await signIn(page, product.origin, "ann@example.com");
});

test("a KeePass file is opened with its password on this device, and everything in it arrives", async () => {
  await put("sealed/v4-argon2id-chacha.kdbx");
  await expect(page.getByRole("heading", { name: "This file is encrypted" })).toBeVisible();
  const password = page.getByRole("textbox", { name: "File password" });
  await password.fill("open sesame");
  await page.getByRole("button", { name: "Open file" }).click();
  await expect(page.getByText("does not open the file. Please try again.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await password.fill("öpen sesame");
  await password.press("Enter");
  await expect(page.getByText('"key.txt" is attached to this item')).toBeAttached();
  await page.getByRole("button", { name: "Import 3 new items" }).click();
  await seeToast(page, "All items imported successfully");
  await expect(receipt()).toContainText("3 items imported from KeePass (KDBX).");
  await expect(page.getByRole("main").getByRole("link", { name: "Work/Code", exact: true })).toBeVisible();
  await receipt().getByRole("button", { name: "Close the receipt" }).click();
});

test("the same file a second time has nothing new", async () => {
  await put("sealed/v4-argon2id-chacha.kdbx");
  await page.getByRole("textbox", { name: "File password" }).fill("öpen sesame");
  await page.getByRole("button", { name: "Open file" }).click();
  await expect(page.getByRole("tab", { name: /Existing/ })).toContainText("3");
});

test("a login that is there with another password is asked about, and updated with its history", async () => {
  await dropFile(page, "chrome.csv", "name,url,username,password,note\nGitHub,https://github.com/,ann,a&amp;new-one,\n");
  await expect(page.getByText("1 password looks HTML-encoded.")).toBeVisible();
  await page.getByRole("button", { name: "Decode them" }).click();
  await page.getByRole("combobox", { name: "Changed passwords" }).click();
  await page.getByRole("option", { name: "Update the password in the vault" }).click();
  await page.getByRole("button", { name: "Import 0 new items, update 1" }).click();
  await seeToast(page, "1 updated");
  const kept = (await exportFile(page, { format: "Complete JSON" }))?.text ?? "";
  const item = readBackup(kept)?.items.find(({ fields }) => fields.title === "GitHub");
  expect(item?.fields.password).toBe("a&new-one");
  expect(item?.fields.password_history).toContain("ss;w'ord<&> ");
  await expect(receipt()).toContainText("1 password updated");
});

test("an archive of another program is recognised, and its import undone", async () => {
  await put("reference/1password-1pux.1pux");
  await page.getByRole("button", { name: "Import 6 new items" }).click();
  await expect(receipt()).toContainText("6 items imported from 1Password (1PUX).");
  await receipt().getByRole("button", { name: "Undo import" }).click();
  await answer(page, "6 items will be removed", "Undo import");
  await seeToast(page, "Import undone");
});

test("a tab that is closed in the middle leaves its receipt, and the same file goes on where it was", async () => {
  const rows = Array.from({ length: 450 }, (_, at) => `Shop ${at},https://shop-${at}.example/,ann,secret-${at},`);
  const text = ["name,url,username,password,note", ...rows].join("\n");
  let batches = 0;
  // The second piece never comes to its end.
  await page.route("**/api/import/batch", (route) => (++batches === 2 ? undefined : route.continue()));
  await dropFile(page, "chrome.csv", text);
  await page.getByRole("button", { name: "Import 450 new items" }).click();
  await expect.poll(() => batches, { timeout: 30_000 }).toBe(2);
  const next = await page.context().newPage();
  await page.close();
  page = next;
  await page.goto(product.origin);
  await expect(receipt()).toContainText("Choose the same file again to continue. Nothing is written twice.");
  await dropFile(page, "chrome.csv", text);
  await page.getByRole("button", { name: /^Import \d+ new items$/ }).click();
  await expect(receipt()).toHaveText(/^450 items imported from Chrome\.(?!.*ended before)/, { timeout: 30_000 });
  await receipt().getByRole("button", { name: "Undo import" }).click();
  await answer(page, "450 items will be removed", "Undo import");
  await seeToast(page, "Import undone");
});
