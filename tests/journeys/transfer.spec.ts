/** What goes out comes back: exports behind the master password, imports that recognise their file, ask for its password, and can be undone. */
import { expect, type Page, test } from "@playwright/test";
import { titleOf } from "../../packages/core/src/items/item.ts";
import { KIND_NAMES, kindOf } from "../../packages/core/src/items/kinds.ts";
import { readBackup } from "../../packages/core/src/transfer/backup.ts";
import { parseCsv } from "../../packages/core/src/transfer/csv.ts";
import { EXPORT_COLUMNS } from "../../packages/core/src/transfer/export.ts";
import { violationsOf } from "./looks.ts";
import { answer, backupOf, confirmField, dropFile, exportFile, goTo, ITEMS, importAll, openExport, seeToast, textOf } from "./steps.ts";

import { enrol, newProfile, PASSWORD, signIn, useProduct } from "./world.ts";

const product = useProduct();
/** Another server with another account: where a backup is restored. */
const elsewhere = useProduct();

test.describe.configure({ mode: "serial" });
test.use({ actionTimeout: 15_000 });

const FILE_PASSWORD = "a password for the file alone";
const COUNT = `${ITEMS.length} new items`;
let page: Page;
let other: Page;
let sealed = "";

test.beforeAll(async ({ browser }) => {
  page = await newProfile(browser);
  other = await newProfile(browser);
  await enrol(product.firstAdminLink, "ann@example.com");
  await signIn(page, product.origin, "ann@example.com");
  await enrol(elsewhere.firstAdminLink, "bob@example.com");
  await signIn(other, elsewhere.origin, "bob@example.com");
});

test("a complete backup is recognised where it is dropped, and brings vaults and items of every kind", async () => {
  await dropFile(page, "backup.json", backupOf(ITEMS));
  await importAll(page, COUNT);
  await expect(page.getByRole("region", { name: "Receipt of the import" })).toContainText(
    `${ITEMS.length} items imported from Coffer Backup.`,
  );
  await expect(page.getByRole("main").getByRole("link", { name: "Work", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Close the receipt" }).click();
});

test("an export says what it writes, and refuses a wrong master password as often as it comes (V171-V173, V202, V203, V231)", async () => {
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  const dialog = await openExport(page);
  await expect(dialog).toContainText("Exported passwords are saved as readable text");
  await expect(dialog).toContainText("Delete the file as soon as you no longer need it.");
  await expect(dialog).toContainText("spreadsheets");
  await expect(dialog).toContainText("CSV leaves out 1 card.");
  expect(await axeViolations(page)).toEqual([]);
  for (const wrong of [`${PASSWORD}?`, "nothing like it"]) {
    await confirmField(dialog).fill(wrong);
    await dialog.getByRole("button", { name: "Export", exact: true }).click();
    await expect(dialog.getByText("Invalid master password")).toBeVisible();
    await expect(confirmField(dialog)).toHaveValue("");
    await expect(confirmField(dialog)).toBeFocused();
  }
  expect(downloads).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("a failure of the server leaves no file (V326)", async () => {
  await page.route("**/api/export/verify-master-password", (route) => route.fulfill({ status: 500, json: {} }));
  const dialog = await openExport(page);
  await confirmField(dialog).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await seeToast(page, "Failed to export data");
  await expect(confirmField(dialog)).toHaveValue("");
  await page.unroute("**/api/export/verify-master-password");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the CSV file has the specified columns and rows, and cards when they are asked for (V337, V345-V350)", async () => {
  const { name, text } = await exportFile(page, {});
  expect(name).toMatch(/^coffer-export-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(text.split("\r\n")[0]).toBe(EXPORT_COLUMNS.join(","));
  const rows = parseCsv(text).rows.map(({ cells }) => cells);
  const exported = ITEMS.filter(({ kind }) => kindOf(kind).exported);
  expect(rows.map(([type]) => type).sort()).toEqual(exported.map(({ kind }) => kindOf(kind).csvType).sort());
  const library = rows.find(([, title]) => title === "City Library");
  expect(library?.slice(2, 7)).toEqual(["Home", "4711-0815", '=1+1, "quoted"', "https://library.example/login", "Card in\nthe drawer"]);

  const whole = parseCsv((await exportFile(page, { includeCards: true })).text).rows;
  expect(whole).toHaveLength(ITEMS.length);
});

test("an encrypted backup opens with its own password only, and comes back elsewhere as the identical vault", async () => {
  ({ text: sealed } = await exportFile(page, { format: "Encrypted JSON", filePassword: FILE_PASSWORD }));
  expect(sealed).not.toContain("Everyday card");

  await dropFile(other, "coffer.json", sealed);
  const password = other.getByRole("textbox", { name: "File password" });
  for (const wrong of [PASSWORD, `${FILE_PASSWORD}.`]) {
    await password.fill(wrong);
    await other.getByRole("button", { name: "Open backup" }).click();
    await expect(other.getByText("This password does not open the backup. Please try again.")).toBeVisible();
    await expect(password).toHaveValue("");
  }
  expect(await axeViolations(other)).toEqual([]);
  await password.fill(FILE_PASSWORD);
  await password.press("Enter");
  await importAll(other, COUNT);

  const [here, there] = await Promise.all([page, other].map((one) => exportFile(one, { format: "Complete JSON" })));
  expect(contentOf(there?.text ?? "")).toEqual(contentOf(here?.text ?? ""));
  expect(contentOf(here?.text ?? "")).toEqual(contentOf(backupOf(ITEMS)));
});

test("an import is undone to what was there before, vaults too", async () => {
  const receipt = other.getByRole("region", { name: "Receipt of the import" });
  await receipt.getByRole("button", { name: "Undo import" }).click();
  await answer(other, `${ITEMS.length} items will be removed`, "Undo import");
  await seeToast(other, "Import undone");
  await expect(receipt).toBeHidden();
  await goTo(other, "Vaults");
  await expect(other.getByText("No vaults found")).toBeVisible();
});

test("a file for another program, in the Credential Exchange Format, has everything but what it says, and is read back", async () => {
  const { text } = await exportFile(page, { format: "Credential Exchange" });
  const [account] = (JSON.parse(text) as { accounts: readonly [{ items: readonly { title: string }[] }] }).accounts;
  expect(account.items.map(({ title }) => title).sort()).toEqual(ITEMS.map(titleOf).sort());
  await dropFile(other, "handed-over.json", text);
  await expect(other.getByText("Credential Exchange (CXF)").first()).toBeVisible();
  await importAll(other, COUNT);
  const receipt = other.getByRole("region", { name: "Receipt of the import" });
  await receipt.getByRole("button", { name: "Undo import" }).click();
  await answer(other, `${ITEMS.length} items will be removed`, "Undo import");
  await seeToast(other, "Import undone");
});

test("a backup that differs in a note only is not skipped as existing, and the review says so", async () => {
  const [first, ...rest] = ITEMS;
  if (!first) throw new Error("The vault is empty");
  const edited = { ...first, fields: { ...first.fields, notes: "only the backup has this" } };
  await dropFile(page, "again.json", backupOf([edited, ...rest]));
  await expect(
    page.getByText(`We found ${rest.length} items that already exist in your vault. These items will be skipped during import.`),
  ).toBeVisible();
  await expect(page.getByText("1 item of this backup is in your vault with other contents")).toBeVisible();
  await expect(page.getByRole("tab", { name: /Existing/ })).toContainText(String(rest.length));
  await expect(page.getByRole("button", { name: "Import 1 new item" })).toBeEnabled();
});

test("lines that cannot be taken are listed with their reason, and the list can be kept", async () => {
  const csv =
    'name,url,username,password,note\nGood,https://good.example,ann,secret,\nBad,,,,only a note\n,,,,\n"Broken,https://broken.example,eve,x,\n';
  await dropFile(page, "passwords.csv", csv);
  await expect(page.getByText("2 lines of the file could not be read completely")).toBeVisible();
  await importAll(page, "2 new items");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download refused lines" }).click();
  expect(parseCsv(await textOf(await downloading)).rows.map(({ cells }) => cells)).toEqual([
    ["3", "This line has neither username nor password nor URL; it was kept as a note."],
    ["5", "The quotes of this line do not match; it was left out."],
  ]);
});

test("a file of no known program is refused in one sentence, at each step where it can be dropped", async () => {
  const sentence = "Failed to process import file. Please check the correct file format and source.";
  await dropFile(page, "odd.csv", "a,b\n1,2\n");
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole("button", { name: /^Chrome/ }).click();
  await expect(page.getByText("Maximum file size: 1MB")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles({ name: "coffer.json", mimeType: "application/json", buffer: Buffer.from(sealed) });
  await expect(page.getByText(sentence)).toBeVisible();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("button", { name: /^Coffer Backup/ }).click();
  await expect(page.getByText("Maximum file size: 64MB")).toBeVisible();
});

/** Without toasts: one that is fading away has no contrast. */
const axeViolations = (shown: Page) => violationsOf(shown, "[data-toast]");

/** Of a complete JSON file what a person has: vaults and items by name, without ids and order. */
function contentOf(text: string): unknown {
  const backup = readBackup(text);
  if (!backup) throw new Error("Not a backup");
  const names = new Map(backup.vaults.map(({ id, name }) => [id, name]));
  const items = backup.items.map(({ kind, vault, favourite, createdAt, updatedAt, fields }) => {
    const { password_strength: _, ...typed } = fields;
    const filled = Object.entries(typed).filter(([, value]) => value !== "");
    return [KIND_NAMES.indexOf(kind), names.get(vault ?? "") ?? "", favourite, createdAt, updatedAt, filled.sort()];
  });
  const vaults = backup.vaults.map(({ name, description, color, icon }) => [name, description, color, icon]);
  return { vaults: vaults.map(String).sort(), items: items.map((item) => JSON.stringify(item)).sort() };
}
